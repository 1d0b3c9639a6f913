import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { bareEntry, distinctLines } from "./checklist-lines";
import { readableWhole } from "./marker";

/**
 * Questions line by line without anything around them, at most so many: numbers and bullets are stripped, headings and
 * lines without letters dropped.
 */
export function parseQuestions(most: number): (answer: ModelAnswer) => ParseResult<string[]> {
  return (answer) =>
    readableWhole(answer, ({ text }) => {
      const lines = text.split("\n").map(bareEntry);
      const value = distinctLines(
        lines.filter((line) => /\p{L}/u.test(line) && !/[:：]$/.test(line) && /[?？؟]/.test(line)),
      ).slice(0, most);
      if (value.length === 0) return { ok: false, code: "bad_value" };
      return { ok: true, value, rationale: "", span: [0, text.length], flags: [] };
    });
}
