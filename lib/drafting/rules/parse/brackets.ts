import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { distinctLines } from "./lines";
import { linesWithOffsets, rationaleOf, readableWhole } from "./marker";

/** Items written as `[[…]]`, also across line breaks. */
export function parseBrackets(answer: ModelAnswer): ParseResult<string[]> {
  return readableWhole(answer, ({ text }) => bracketsIn(text, 0, []));
}

/**
 * Like `parseBrackets`, for a refined checklist: only what follows the last heading that says so. Without
 * such a heading all items are taken and flagged, because old ones may be among them.
 */
export function parseRefinedBrackets(answer: ModelAnswer): ParseResult<string[]> {
  return readableWhole(answer, ({ text }) => {
    const heading = linesWithOffsets(text)
      .filter(({ line }) => line.length < 200 && !line.includes("[[") && /refined checklist/i.test(line))
      .at(-1);
    if (!heading) return bracketsIn(text, 0, ["no_refined_heading"]);
    return bracketsIn(text, heading.from, []);
  });
}

function bracketsIn(text: string, from: number, flags: string[]): ParseResult<string[]> {
  const items: string[] = [];
  let first = -1;
  let at = from;
  for (;;) {
    const open = text.indexOf("[[", at);
    const close = open === -1 ? -1 : text.indexOf("]]", open + 2);
    if (close === -1) break;
    const item = text
      .slice(open + 2, close)
      .replace(/\s+/g, " ")
      .trim();
    if (/\p{L}/u.test(item)) items.push(item);
    if (first === -1) first = open;
    at = close + 2;
  }
  const value = distinctLines(items);
  if (value.length === 0) return { ok: false, code: "no_marker" };
  const rationale = rationaleOf(text.slice(0, first).replace(HEADING, ""));
  return { ok: true, value, rationale, span: [first, at], flags };
}

/** The heading before the items, with the bullet of the first one. */
const HEADING = /\n[\s*#]{0,8}(?:refined )?checklist[\s*]{0,4}[:：]?[\s*]{0,4}[-*•]?\s*$/i;
