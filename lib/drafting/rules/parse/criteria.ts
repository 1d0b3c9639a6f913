import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import type { Factor } from "./factors";
import { bareEntry } from "./lines";
import { linesWithOffsets, readableWhole } from "./marker";

/** A numbered or bulleted list of criteria: "3. Coherence: …". A name has at most six words. */
export function parseCriteria(answer: ModelAnswer): ParseResult<Factor[]> {
  return readableWhole(answer, ({ text }) => {
    const criteria: Factor[] = [];
    let first = -1;
    for (const { from, line } of linesWithOffsets(text)) {
      if (/^\s*(?:[-–*•+]|\(?\d{1,3}[.)])\s+\S/.test(line)) {
        if (first === -1) first = from;
        criteria.push(nameAndText(bareEntry(line)));
        continue;
      }
      const last = criteria.at(-1);
      if (last && line.trim() !== "" && /^\s/.test(line)) last.text = `${last.text} ${line.trim()}`.trim();
    }
    const value = criteria.filter(({ text: words }) => /\p{L}/u.test(words));
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

function nameAndText(entry: string): Factor {
  const colon = entry.search(/[:：]/);
  const name = colon === -1 ? "" : entry.slice(0, colon).replace(/[*_]/g, "").trim();
  const text = colon === -1 ? "" : entry.slice(colon + 1).replace(/^[\s*_]+/, "");
  const isName = name !== "" && name.split(/\s+/).length <= 6 && text !== "";
  return isName ? { name, text } : { name: "", text: entry };
}
