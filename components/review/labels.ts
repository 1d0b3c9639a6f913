import type { LabelChoice, StepFrame } from "@/lib/review/schema/stimulus";

/** With more labels than digits the list can be searched, and opens when the hand comes to it. */
export const MAX_VISIBLE_LABELS = 9;

/** A label that can be searched for; without a name, the answer that none fits. */
export type LabelMatch = LabelChoice | { name: null; text: string };

/** The labels in which every one of some words begins a word, in their name or in what they stand for. */
export function labelsThatFit<Label extends { name: string | null; text?: string }>(
  labels: readonly Label[],
  words: string,
): Label[] {
  const wanted = wordsOf(words);
  return labels.filter(({ name, text }) => {
    const had = wordsOf(`${name ?? ""} ${text ?? ""}`);
    return wanted.every((word) => had.some((other) => other.startsWith(word)));
  });
}

/**
 * The one label that words mean: the only one they fit, or the one that is called exactly so. Null while they may mean
 * several, or say nothing yet: nobody is given a label that merely comes first.
 */
export function meantBy<Label extends { name: string | null; text?: string }>(
  words: string,
  fitting: readonly Label[],
): Label | null {
  const typed = wordsOf(words).join(" ");
  if (typed === "") return null;
  if (fitting.length === 1) return fitting[0] ?? null;
  const exact = fitting.filter(({ name, text }) =>
    [name, text].some((called) => called != null && wordsOf(called).join(" ") === typed),
  );
  return exact.length === 1 ? (exact[0] ?? null) : null;
}

const wordsOf = (text: string) => text.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * What is chosen after a label was pressed. Of several that can be chosen, one that is pressed again is so no more (null
 * when none is left); where there can be only one, pressing it again changes nothing.
 */
export function labelled(
  { several }: Pick<Extract<StepFrame, { type: "label" }>, "several">,
  chosen: readonly string[] | null,
  label: string,
): readonly string[] | null {
  const before = chosen ?? [];
  if (!before.includes(label)) return several ? [...before, label] : [label];
  if (!several) return chosen;
  const left = before.filter((other) => other !== label);
  return left.length > 0 ? left : null;
}
