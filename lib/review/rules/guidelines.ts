/**
 * A heading of the guidelines or a criterion's name, normalised for comparison: letters and digits only,
 * without a leading number.
 */
function nameOf(text: string): string {
  const words = text.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const isNumbered = words.length > 1 && /^(?:[a-z]?\d+)$/.test(words[0] ?? "");
  return (isNumbered ? words.slice(1) : words).join(" ");
}

const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
/** A paragraph or list entry that begins with a name in bold: "- **Clarity**: short sentences". */
const NAMED = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\*\*|__)(.+?)(?:\*\*|__)\s*[:.–—-]?\s*(.*)$/;
const FENCE = /^ {0,3}(?:```|~~~)/;

/**
 * The guidelines' text on a criterion: the section whose heading is its name, or the paragraph that begins
 * with its name in bold. Null if there is none.
 */
export function guidelineFor(guidelines: string, criterion: string | null): string | null {
  const wanted = criterion === null ? "" : nameOf(criterion);
  if (wanted === "") return null;
  const lines = guidelines.split("\n");
  return underHeading(lines, wanted) ?? inParagraph(lines, wanted);
}

function underHeading(lines: readonly string[], wanted: string): string | null {
  let rank = 0;
  let isCode = false;
  const found: string[] = [];
  for (const line of lines) {
    if (FENCE.test(line)) isCode = !isCode;
    const heading = isCode ? null : HEADING.exec(line);
    const level = heading?.[1]?.length ?? 0;
    if (rank > 0 && level > 0 && level <= rank) break;
    if (rank > 0) found.push(line);
    else if (heading && nameOf(heading[2] ?? "") === wanted) rank = level;
  }
  return plainText(found);
}

function inParagraph(lines: readonly string[], wanted: string): string | null {
  const at = lines.findIndex((line) => nameOf(NAMED.exec(line)?.[1] ?? "") === wanted);
  if (at === -1) return null;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => line.trim() === "" || NAMED.test(line) || HEADING.test(line));
  return plainText([NAMED.exec(lines[at] ?? "")?.[2] ?? "", ...rest.slice(0, end === -1 ? undefined : end)]);
}

/** The text without formatting; null if empty. */
function plainText(lines: readonly string[]): string | null {
  const text = lines
    .join("\n")
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .trim();
  return text === "" ? null : text;
}
