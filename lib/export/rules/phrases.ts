/** "1 person", "3 people". */
export function people(n: number): string {
  return n === 1 ? "1 person" : `${n} people`;
}

/** "1 task", "3 tasks". */
export function quantityInWords(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

/** "a, b and c". */
export function list(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** The words with a capital first letter. */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
