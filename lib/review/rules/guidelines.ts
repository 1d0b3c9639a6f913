/** What a heading of the guidelines and the name of a criterion are compared by: letters and figures alone, no number before. */
function nameOf(text: string): string {
  const words = text.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const isNumbered = words.length > 1 && /^(?:[a-z]?\d+)$/.test(words[0] ?? "");
  return (isNumbered ? words.slice(1) : words).join(" ");
}

const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
/** A paragraph or an entry of a list that begins with a name in bold: "- **Clarity**: short sentences". */
const NAMED = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\*\*|__)(.+?)(?:\*\*|__)\s*[:.–—-]?\s*(.*)$/;
const FENCE = /^ {0,3}(?:```|~~~)/;

/**
 * What the guidelines say about a criterion: the text under a heading that is its name, to the next heading of the same
 * rank, or else the paragraph that begins with its name in bold. Null where there is nothing of the kind.
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
  return said(found);
}

function inParagraph(lines: readonly string[], wanted: string): string | null {
  const at = lines.findIndex((line) => nameOf(NAMED.exec(line)?.[1] ?? "") === wanted);
  if (at === -1) return null;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => line.trim() === "" || NAMED.test(line) || HEADING.test(line));
  return said([NAMED.exec(lines[at] ?? "")?.[2] ?? "", ...rest.slice(0, end === -1 ? undefined : end)]);
}

/** As it can be read without being formatted. */
function said(lines: readonly string[]): string | null {
  const text = lines
    .join("\n")
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .trim();
  return text === "" ? null : text;
}
