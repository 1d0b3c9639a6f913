import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { linesWithOffsets, readableWhole } from "./marker";

export interface Factor {
  name: string;
  text: string;
}

const BOLD = /^\s*\d{1,3}[.)]{1,2}\s*\*\*(.{1,200}?)\*\*\s*[-–—:：]\s*(.*)$/;
const BOLD_COLON_INSIDE = /^\s*\d{1,3}[.)]{1,2}\s*\*\*(.{1,200}?)[:：]\*\*\s*(.*)$/;
const PLAIN = /^\s*\d{1,3}[.)]{1,2}\s*([^:：*]{1,120})[:：]\s*(.*)$/;

/** "1.) **Name** - description", also "1. Name: description"; continuation lines belong to the one before. */
export function parseFactors(answer: ModelAnswer): ParseResult<Factor[]> {
  return readableWhole(answer, ({ text }) => {
    const factors: Factor[] = [];
    let first = -1;
    for (const { from, line } of linesWithOffsets(text)) {
      const match = BOLD.exec(line) ?? BOLD_COLON_INSIDE.exec(line) ?? PLAIN.exec(line);
      if (match) {
        if (first === -1) first = from;
        factors.push({ name: (match[1] as string).trim(), text: (match[2] as string).trim() });
        continue;
      }
      const last = factors.at(-1);
      if (last && line.trim() !== "") last.text = `${last.text} ${line.trim()}`.trim();
    }
    const value = factors.filter((factor) => factor.text !== "");
    if (value.length === 0) return { ok: false, code: "no_marker" };
    return {
      ok: true,
      value,
      rationale: text.slice(0, first).trim(),
      span: [first, text.length],
      flags: [],
    };
  });
}
