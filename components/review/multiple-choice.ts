import type { Answer, Answering } from "@/lib/protocol/schema";

/** The answer after an option is pressed. Where only one may be chosen, it replaces the answer; otherwise see `toggled`. */
export function withOption(
  { form }: Pick<Answering, "form">,
  answer: Answer | null,
  option: string,
): Answer | null {
  return form === "several" ? toggled(Array.isArray(answer) ? answer : [], option) : option;
}

/**
 * The chosen labels after one is pressed. Where only one may be chosen, it replaces the others, and pressing it again
 * returns the same array; otherwise see `toggled`.
 */
export function withLabel(
  { several }: { several: boolean },
  chosen: readonly string[] | null,
  label: string,
): readonly string[] | null {
  if (several) return toggled(chosen ?? [], label);
  return chosen?.includes(label) ? chosen : [label];
}

/** Pressing an option adds it to those that are chosen, and pressing it again removes it. Null when none is left. */
function toggled(chosen: readonly string[], option: string): string[] | null {
  if (!chosen.includes(option)) return [...chosen, option];
  const left = chosen.filter((other) => other !== option);
  return left.length > 0 ? left : null;
}
