import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { readableToTheLast } from "./marker";

/** "… [[A]]" or "[[B]]". Both, or one that was not offered, is not a verdict. */
export function parseVerdict(answer: ModelAnswer): ParseResult<"A" | "B"> {
  return readableToTheLast(answer, ({ text }) => {
    const matches = [...text.matchAll(/\[\[\s?([A-Z])\s?\]\]/gi)];
    const verdicts = new Set(matches.map((match) => (match[1] as string).toUpperCase()));
    const last = matches.at(-1);
    if (!last) return { ok: false, code: "no_marker" };
    if (verdicts.size > 1) return { ok: false, code: "ambiguous" };
    const value = [...verdicts][0];
    if (value !== "A" && value !== "B") return { ok: false, code: "bad_value" };
    return {
      ok: true,
      value,
      rationale: text
        .slice(0, last.index)
        .replace(/^[\s*_]*feedback[\s*_]*[:：][\s*_]*/i, "")
        .trim(),
      span: [last.index, last.index + last[0].length],
      flags: [],
    };
  });
}
