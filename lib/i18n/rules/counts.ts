/** A word: letters and digits in a row, with what joins them; or one sign of a script that does not space its words. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}]|(?<=[\p{L}\p{N}])['’_-](?=[\p{L}\p{N}])|(?<=\p{N})[.,](?=\p{N}))+/gu;

/**
 * How many words a text has. A fixed rule rather than the runtime's own, which
 * differs between server and browsers: everyone is to see the same number.
 */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

/** How many characters a text has, each code point being one. */
export function countCharacters(text: string): number {
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}
