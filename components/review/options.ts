import type { Answer, Answering } from "@/lib/protocol/schema";

/**
 * The answer after an option is pressed. Where several may be chosen, pressing a chosen one removes it; null when
 * none is left.
 */
export function withOption(
  { form }: Pick<Answering, "form">,
  answer: Answer | null,
  option: string,
): Answer | null {
  if (form !== "several") return option;
  const before = Array.isArray(answer) ? answer : [];
  if (!before.includes(option)) return [...before, option];
  const left = before.filter((other) => other !== option);
  return left.length > 0 ? left : null;
}
