/** A longer passage is quoted by its beginning and its end. */
const LONGEST = 300;
const LEAST = 3;

/** Words of a response as a quotation that marks them there again; null of too little to find. */
export function quotationOf(selected: string): string | null {
  const words = selected.replace(/\s+/gu, " ").trim();
  if (words.length < LEAST) return null;
  const passage = words.length <= LONGEST ? words : `${cutAfter(words)} … ${cutBefore(words)}`;
  if (!passage.includes('"')) return `"${passage}"`;
  return /[“”]/u.test(passage) ? `«${passage.replace(/[«»]/gu, '"')}»` : `“${passage}”`;
}

const HALF = LONGEST / 2;

/** Whole words, and whole characters, from the beginning. */
const cutAfter = (words: string) =>
  words
    .slice(0, HALF)
    .replace(/(?<=\s)\S*$|[\uD800-\uDBFF]$/u, "")
    .trim();

/** The same from the end. */
const cutBefore = (words: string) =>
  words
    .slice(-HALF)
    .replace(/^\S*(?=\s)|^[\uDC00-\uDFFF]/u, "")
    .trim();

/** What is selected in the response now, as a quotation; null where nothing is, or something else. */
export function selectedQuotation(): string | null {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const { commonAncestorContainer: node } = selection.getRangeAt(0);
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest("[data-quotable]") ? quotationOf(selection.toString()) : null;
}
