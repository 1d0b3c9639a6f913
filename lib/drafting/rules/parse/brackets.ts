import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { distinctLines } from "./checklist-lines";
import { linesWithOffsets, rationaleOf, readableWhole } from "./marker";

/** Items written as `[[…]]`, also across line breaks. */
export function parseBrackets(answer: ModelAnswer): ParseResult<string[]> {
  return readableWhole(answer, ({ text }) => bracketsIn(text, 0, []));
}

/**
 * Like `parseBrackets`, for a refined checklist: only what follows the last such heading before an item. Without
 * one all items are taken and flagged, because old ones may be among them.
 */
export function parseRefinedBrackets(answer: ModelAnswer): ParseResult<string[]> {
  return readableWhole(answer, ({ text }) => {
    const last = text.lastIndexOf("[[");
    const heading = linesWithOffsets(text).findLast(({ from, line }) => from < last && REFINED.test(line));
    if (!heading) return bracketsIn(text, 0, ["no_refined_heading"]);
    return bracketsIn(text, heading.from, []);
  });
}

/** A line that is the heading of a refined checklist, or introduces it: not a remark about it. */
const REFINED =
  /^[\s>*_#-]{0,10}(?:refined checklist(?:\s{0,2}\([^()\n]{0,40}\))?[\s*_]{0,6}[:：]?|[^.!?:：\n]{0,60}\brefined checklist[^.!?:：\n]{0,40}[:：])[\s*_]{0,6}$/i;

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
