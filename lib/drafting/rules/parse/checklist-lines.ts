import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { markersIn, rationaleOf, readableWhole } from "./marker";

/**
 * "Analysis: …", "Answer:" and then one entry per line. Takes everything after the first marker, because an
 * entry may contain the word "answer". Numbers, bullets, brackets, quotes and emphasis are stripped;
 * headings, single words and repetitions are dropped.
 */
export function parseLines(answer: ModelAnswer): ParseResult<string[]> {
  return readableWhole(answer, ({ text }) => {
    const marker = markersIn(text)[0];
    if (!marker) return { ok: false, code: "no_marker" };
    const entries = distinctLines(
      text
        .slice(marker.to)
        .split("\n")
        .map(bareEntry)
        .filter((line) => isEntry(line) && wordsIn(line) >= 2),
    );
    if (entries.length === 0) return { ok: false, code: "bad_value" };
    return {
      ok: true,
      value: entries,
      rationale: rationaleOf(text.slice(0, marker.from)),
      span: [marker.to, text.length],
      flags: [],
    };
  });
}

/** An entry without its bullet or number, brackets, quotes and emphasis. */
export function bareEntry(line: string): string {
  let bare = line.trim().replace(/^(?:[-–*•+]+|\(?\d{1,3}[.)])\s+/, "");
  bare = bare.replace(/^(?:\[ ?\]|☐)\s+/, "");
  for (;;) {
    const inner = unwrapped(bare).trim();
    if (inner === bare) return bare;
    bare = inner;
  }
}

const WRAPPINGS: [string, string][] = [
  ["[[", "]]"],
  ["**", "**"],
  ["__", "__"],
  ['"', '"'],
  ["“", "”"],
  ["'", "'"],
];

function unwrapped(text: string): string {
  for (const [open, close] of WRAPPINGS) {
    if (text.length < open.length + close.length || !text.startsWith(open) || !text.endsWith(close)) continue;
    const inner = text.slice(open.length, -close.length);
    // `"A" or "B"` begins and ends with a quote, but is not quoted.
    if (!inner.includes(open) && !inner.includes(close)) return inner;
  }
  return text;
}

function isEntry(line: string): boolean {
  return /\p{L}/u.test(line) && !/[:：]$/.test(line);
}

/** Words of a text; a run of a script without spaces counts as two or more by its letters. */
function wordsIn(line: string): number {
  const spaced = line.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const unspaced = line.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu);
  return Math.max(spaced, unspaced ? unspaced.length : 0);
}

/** The first of several entries that differ only in case and punctuation. */
export function distinctLines(entries: readonly string[]): string[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const core = entry
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
    if (seen.has(core)) return false;
    seen.add(core);
    return true;
  });
}
