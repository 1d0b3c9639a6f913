import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { linesWithOffsets, markersIn, rationaleOf, readableToTheLast, readableWhole } from "./marker";

export type YesNo = "yes" | "no";

const BOTH = /^\W*(?:yes|no)\W*(?:\/|\bor\b|\|)\W*(?:yes|no)\b/i;

/**
 * "Analysis: …" and then "Answer: YES" or "NO". The last marker decides, and the first word after it must be
 * the verdict. Without a marker, a last line that is only a verdict is accepted and flagged.
 */
export function parseYesNo(answer: ModelAnswer): ParseResult<YesNo> {
  return readableToTheLast(answer, ({ text }) => {
    const marker = markersIn(text).at(-1);
    if (!marker) return lastLine(text);
    const after = text.slice(marker.to);
    const at = marker.to + (after.length - after.trimStart().length);
    if (BOTH.test(after.slice(0, 80))) return { ok: false, code: "ambiguous" };
    const token = /^\S*/.exec(text.slice(at))?.[0] ?? "";
    const value = verdictOf(token);
    if (!value) return { ok: false, code: "bad_value" };
    return {
      ok: true,
      value,
      rationale: rationaleOf(text.slice(0, marker.from)),
      span: [at, at + token.length],
      flags: [],
    };
  });
}

/** For judges that must answer in one word: the whole text must be that word. */
export function parseOnlyYesNo(answer: ModelAnswer): ParseResult<YesNo> {
  return readableWhole(answer, ({ text }) => {
    const value = verdictOf(text);
    if (value) return { ok: true, value, rationale: "", span: [0, text.length], flags: [] };
    return { ok: false, code: BOTH.test(text.slice(0, 80)) ? "ambiguous" : "bad_value" };
  });
}

function lastLine(text: string): ParseResult<YesNo> {
  const last = linesWithOffsets(text)
    .filter(({ line }) => line.trim() !== "")
    .at(-1);
  const value = last && verdictOf(last.line.trim());
  if (!last || !value) return { ok: false, code: "no_marker" };
  return {
    ok: true,
    value,
    rationale: rationaleOf(text.slice(0, last.from)),
    span: [last.from, last.from + last.line.length],
    flags: ["no_marker_recovered"],
  };
}

/** The verdict in one token, ignoring emphasis, quotes and brackets around it. */
function verdictOf(token: string): YesNo | null {
  if (token.length > 40) return null;
  const word = token.replace(/[*_"'()[\].]/g, "").toLowerCase();
  return word === "yes" || word === "no" ? word : null;
}
