import type { LabelChoice, StepFrame } from "@/lib/review/schema";

/** With more labels than digits the list can be searched, and opens when the hand comes to it. */
export const MOST_IN_SIGHT = 9;

/** The labels in which every one of some words begins a word, in their name or in what they stand for. */
export function labelsThatFit(labels: readonly LabelChoice[], words: string): LabelChoice[] {
  const wanted = wordsOf(words);
  return labels.filter(({ name, text }) => {
    const had = wordsOf(`${name} ${text ?? ""}`);
    return wanted.every((word) => had.some((other) => other.startsWith(word)));
  });
}

const wordsOf = (text: string) => text.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** What is chosen after a label was pressed; null when nothing is any more. */
export function labelled(
  { several }: Pick<Extract<StepFrame, { type: "label" }>, "several">,
  chosen: readonly string[] | null,
  label: string,
): readonly string[] | null {
  const before = chosen ?? [];
  if (!before.includes(label)) return several ? [...before, label] : [label];
  const left = before.filter((other) => other !== label);
  return left.length > 0 ? left : null;
}
