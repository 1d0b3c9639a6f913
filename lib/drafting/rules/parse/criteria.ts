import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { bareEntry } from "./checklist-lines";
import type { Factor } from "./factors";
import { linesWithOffsets, listToTheEnd, readableWhole } from "./marker";

const ITEM = /^(\s*)([-–*•+]|\(?\d{1,3}[.)])\s+\S/;

/** A criterion as it was written, and the list that stands indented below it. */
interface Entry {
  indent: number;
  isNumbered: boolean;
  text: string;
  below: string[];
}

/**
 * A numbered or bulleted list of criteria: "3. Coherence: …". A name has at most six words. A list below a criterion
 * describes it; below a heading it is the criteria.
 */
export function parseCriteria(answer: ModelAnswer): ParseResult<Factor[]> {
  return readableWhole(answer, ({ text }) => {
    const entries: Entry[] = [];
    let first = -1;
    for (const { from, line } of linesWithOffsets(text)) {
      const item = ITEM.exec(line);
      const last = entries.at(-1);
      const indent = widthOf(item?.[1] ?? "");
      const isNumbered = /\d/.test(item?.[2] ?? "");
      // Answers are trimmed, so the first line has lost its indentation: a line numbered like it is on the same level.
      const isBeside = entries.length === 1 && first === 0 && last?.isNumbered === isNumbered;
      if (item && last && indent >= last.indent + 2 && !isBeside) last.below.push(bareEntry(line));
      else if (item) {
        if (first === -1) first = from;
        entries.push({ indent, isNumbered, text: bareEntry(line), below: [] });
      } else if (last && line.trim() !== "" && /^\s/.test(line)) appendWords(last, line.trim());
    }
    const criteria = entries.flatMap(criteriaOf).filter(({ text: words }) => /\p{L}/u.test(words));
    return listToTheEnd(text, first, criteria);
  });
}

const widthOf = (space: string) => space.replaceAll("\t", "    ").length;

function appendWords(entry: Entry, words: string): void {
  if (entry.below.length > 0) entry.below.push(`${entry.below.pop()} ${words}`);
  else entry.text = `${entry.text} ${words}`.trim();
}

function criteriaOf({ text, below }: Entry): Factor[] {
  const parts = below.map(nameAndText);
  const isHeading = /[:：][*_]*$/.test(text) && parts.length > 0 && parts.every(({ name }) => name !== "");
  return isHeading ? parts : [nameAndText([text, ...below].join(" "))];
}

function nameAndText(entry: string): Factor {
  const colon = entry.search(/[:：]/);
  const name = colon === -1 ? "" : entry.slice(0, colon).replace(/[*_]/g, "").trim();
  const text = colon === -1 ? "" : entry.slice(colon + 1).replace(/^[\s*_]+/, "");
  const isName = name !== "" && name.split(/\s+/).length <= 6 && text !== "";
  return isName ? { name, text } : { name: "", text: entry };
}
