/** A word: letters and digits in a row, with what joins them; or one sign of a script without spaces. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}]|(?<=[\p{L}\p{N}])['’_-](?=[\p{L}\p{N}])|(?<=\p{N})[.,](?=\p{N}))+/gu;

/**
 * The number of words in a text. A fixed rule instead of the runtime's, which differs between server and
 * browsers: the number must be the same everywhere.
 */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

/** The number of characters in a text, counting code points. */
export function countCharacters(text: string): number {
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}
