/** Above this many characters words are counted by their letters, which is quicker and nearly the same. */
const SEGMENTED = 100_000;

/** How many words a text has, in any script. */
export function countWords(text: string): number {
  if (text.length > SEGMENTED) return text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu)?.length ?? 0;
  let words = 0;
  for (const { isWordLike } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)) {
    if (isWordLike) words += 1;
  }
  return words;
}

/** How many characters a reader would count: an emoji of several code points is one. */
export function countCharacters(text: string): number {
  if (text.length > SEGMENTED) return text.length;
  let characters = 0;
  for (const _ of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)) characters += 1;
  return characters;
}
