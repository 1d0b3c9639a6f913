import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { linesWithOffsets, listToTheEnd, readableWhole } from "./marker";

export interface Factor {
  name: string;
  text: string;
}

const BOLD = /^\s*\d{1,3}[.)]{1,2}\s*\*\*(.{1,200}?)\*\*\s*[-–—:：]\s*(.*)$/;
const BOLD_COLON_INSIDE = /^\s*\d{1,3}[.)]{1,2}\s*\*\*(.{1,200}?)[:：]\*\*\s*(.*)$/;
const PLAIN = /^\s*\d{1,3}[.)]{1,2}\s*([^:：*]{1,120})[:：]\s*(.*)$/;

/** An item that is a name alone; the next lines may describe it. */
const NAME = /^\s{0,2}\d{1,3}[.)]{1,2}\s*(?:\*\*(.{1,200}?)\*\*|([^*:：.?!]{1,60}))[\s:：]*$/;

/**
 * "1.) **Name** - description", also "1. Name: description". Lines that go on belong to the one before; text after a blank
 * line that is not indented does not.
 */
export function parseFactors(answer: ModelAnswer): ParseResult<Factor[]> {
  return readableWhole(answer, ({ text }) => {
    const factors: Factor[] = [];
    let first = -1;
    let goesOn = false;
    for (const { from, line } of linesWithOffsets(text)) {
      const match = BOLD.exec(line) ?? BOLD_COLON_INSIDE.exec(line) ?? PLAIN.exec(line);
      if (match) {
        if (first === -1) first = from;
        factors.push({ name: (match[1] as string).trim(), text: (match[2] as string).trim() });
        goesOn = true;
        continue;
      }
      const named = NAME.exec(line);
      if (named && factors.length > 0) {
        factors.push({ name: (named[1] ?? named[2] ?? "").trim(), text: "" });
        goesOn = true;
        continue;
      }
      const isBlank = line.trim() === "";
      goesOn &&= !isBlank;
      const last = factors.at(-1);
      if (last && !isBlank && (goesOn || /^\s/.test(line))) last.text = `${last.text} ${line.trim()}`.trim();
    }
    const described = factors.filter((factor) => factor.text !== "");
    return listToTheEnd(text, first, described);
  });
}
