/** Longer passages are quoted by their beginning and end. */
const LONGEST = 300;
const LEAST = 3;

/** Turns selected words of a response into a quotation that marks them again; null if too short to find. */
export function quotationOf(selected: string): string | null {
  const words = selected.replace(/\s+/gu, " ").trim();
  if (words.length < LEAST) return null;
  const passage = words.length <= LONGEST ? words : `${cutAfter(words)} … ${cutBefore(words)}`;
  if (!passage.includes('"')) return `"${passage}"`;
  return /[“”]/u.test(passage) ? `«${passage.replace(/[«»]/gu, '"')}»` : `“${passage}”`;
}

const HALF = LONGEST / 2;

/** Truncates at the end, at whole words and characters. */
const cutAfter = (words: string) =>
  words
    .slice(0, HALF)
    .replace(/(?<=\s)\S*$|[\uD800-\uDBFF]$/u, "")
    .trim();

/** Truncates at the beginning, at whole words and characters. */
const cutBefore = (words: string) =>
  words
    .slice(-HALF)
    .replace(/^\S*(?=\s)|^[\uDC00-\uDFFF]/u, "")
    .trim();

/**
 * The current selection in the response as a quotation; null if nothing else than the response is selected.
 */
export function selectedQuotation(): string | null {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const { commonAncestorContainer: node } = selection.getRangeAt(0);
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest("[data-quotable]") ? quotationOf(selection.toString()) : null;
}
