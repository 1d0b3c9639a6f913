/**
 * Why a text is not one well-formed XML element, or null. Names and nesting are checked in one pass; document
 * types and entities beyond the five predefined ones are ignored.
 */
export function xmlProblem(text: string): string | null {
  const open: string[] = [];
  let roots = 0;
  let i = 0;
  const at = () => `at character ${i + 1}`;
  if (!text.startsWith("<")) return "does not start with a tag";
  while (i < text.length) {
    if (text[i] !== "<") {
      const next = text.indexOf("<", i);
      const end = next < 0 ? text.length : next;
      if (open.length === 0 && text.slice(i, end).trim() !== "") return `text outside the element ${at()}`;
      i = end;
      continue;
    }
    const skipped = special(text, i);
    if (skipped === null) return `an unfinished section ${at()}`;
    if (skipped > i) {
      i = skipped;
      continue;
    }
    const end = tagEnd(text, i);
    if (end < 0) return `an unfinished tag ${at()}`;
    const tag = text.slice(i + 1, end);
    const name = /^\/?([\p{L}_:][\p{L}\p{N}_:.-]{0,200})/u.exec(tag)?.[1];
    if (!name) return `no tag name ${at()}`;
    if (tag.startsWith("/")) {
      if (open.pop() !== name) return `</${name}> closes nothing ${at()}`;
    } else {
      if (open.length === 0 && ++roots > 1) return `a second element ${at()}`;
      if (!tag.endsWith("/")) open.push(name);
    }
    i = end + 1;
  }
  const left = open.at(-1);
  return left ? `<${left}> is never closed` : roots === 1 ? null : "no element";
}

/**
 * The end of a comment, declaration or CDATA section at `i`; `i` when there is none, null when unfinished.
 */
function special(text: string, i: number): number | null {
  const sections: [string, string][] = [
    ["<!--", "-->"],
    ["<![CDATA[", "]]>"],
    ["<?", "?>"],
    ["<!", ">"],
  ];
  for (const [start, stop] of sections) {
    if (!text.startsWith(start, i)) continue;
    const end = text.indexOf(stop, i + start.length);
    return end < 0 ? null : end + stop.length;
  }
  return i;
}

/** The `>` of a tag, after quoted attribute values. */
function tagEnd(text: string, from: number): number {
  let quote = "";
  for (let i = from + 1; i < text.length; i++) {
    const sign = text[i] as string;
    if (quote) {
      if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === ">") return i;
    else if (sign === "<") return -1;
  }
  return -1;
}
