import type { LabelChoice } from "@/lib/review/schema/stimulus";

/** With more labels than digits the list is searchable, and opens when it gets the focus. */
export const MAX_VISIBLE_LABELS = 9;

/** A searchable label; without a name, the "none fits" answer. */
export type LabelMatch = LabelChoice | { name: null; text: string };

/** Labels where each search word is the prefix of a word in the name or description. */
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
 * The one label that the typed words identify: the only match, or an exact name. Null while they are
 * ambiguous or empty, so that Enter never gives a label just because it is first.
 */
export function identifiedLabel<Label extends { name: string | null; text?: string }>(
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
