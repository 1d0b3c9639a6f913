import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { bareEntry } from "./checklist-lines";
import { markersIn, rationaleOf, readableWhole } from "./marker";

/**
 * "Answer:" and then one category of a closed list per line, or several in one line. Anything else is
 * flagged.
 */
export function parseCategories(known: readonly string[]): (answer: ModelAnswer) => ParseResult<string[]> {
  const byName = new Map(known.map((name) => [coreOf(name), name]));
  return (answer) =>
    readableWhole(answer, ({ text }) => {
      const marker = markersIn(text).at(-1);
      if (!marker) return { ok: false, code: "no_marker" };
      const lines = text
        .slice(marker.to)
        .split("\n")
        .map((line) => bareEntry(line))
        .filter((line) => /\p{L}/u.test(line));
      const named = lines.flatMap((line) => (byName.has(coreOf(line)) ? [line] : line.split(/[;,]/)));
      const found = named.map((name) => byName.get(coreOf(name)));
      const value = [...new Set(found.filter((name) => name !== undefined))];
      if (value.length === 0) return { ok: false, code: "bad_value" };
      return {
        ok: true,
        value,
        rationale: rationaleOf(text.slice(0, marker.from)),
        span: [marker.to, text.length],
        flags: found.includes(undefined) ? ["unknown_category"] : [],
      };
    });
}

function coreOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
