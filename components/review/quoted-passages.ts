/**
 * Passages quoted in a line, longest first: text between double quotes (straight, curly, angled) of at least
 * three characters. Trailing punctuation inside the quotes is dropped, as drafters add it.
 */
export function quotesIn(line: string): string[] {
  const found = new Set<string>();
  for (const match of line.matchAll(
    /"([^"\n]{3,2000})"|“([^”\n]{3,2000})”|«([^»\n]{3,2000})»|„([^“”\n]{3,2000})[“”]/gu,
  )) {
    const quote = (match[1] ?? match[2] ?? match[3] ?? match[4] ?? "").trim().replace(/[,;:.…]+$/u, "");
    if (quote.length >= 3) found.add(quote);
  }
  return [...found].sort((a, b) => b.length - a.length);
}
