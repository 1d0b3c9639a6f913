import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { linesWithOffsets, markersIn, rationaleOf, readableToTheLast, readableWhole } from "./marker";

/** Longer lines are prose, not a label: names have up to 120 characters. */
const LONGEST_LINE = 200;
/** Emphasis, quotes, brackets and final punctuation around a name. */
const AROUND = /^[\s*_"'`“”‘’«»()[\]{}<>.,;:!]+|[\s*_"'`“”‘’«»()[\]{}<>.,;:!]+$/g;
/** Between names where an answer gives several. */
const BETWEEN = /\s*(?:[,;|/&]|\bor\b|\band\b)\s*/i;

/** A name as answers are compared with it: without capitals, marks around it, and runs of spaces. */
export function coreOfLabel(name: string): string {
  return name.normalize("NFC").replace(AROUND, "").replace(/\s+/g, " ").toLowerCase();
}

type Labels = ReadonlyMap<string, string>;

const byCore = (names: readonly string[]): Labels => new Map(names.map((name) => [coreOfLabel(name), name]));

/** The label that a text is, and nothing else. */
function labelIn(labels: Labels, text: string): string | undefined {
  return text.length > LONGEST_LINE ? undefined : labels.get(coreOfLabel(text));
}

/** True if an answer that was cut off after this line could have gone on to a longer label. */
function isCutOff(labels: Labels, { finishReason }: ModelAnswer, line: string): boolean {
  const core = coreOfLabel(line);
  return finishReason === "length" && [...labels.keys()].some((one) => one !== core && one.startsWith(core));
}

/** Why a text is no label: it names several, or none. */
function noLabel(labels: Labels, text: string): { ok: false; code: "ambiguous" | "bad_value" } {
  const named = text.slice(0, LONGEST_LINE).split(BETWEEN);
  const several = new Set(named.flatMap((part) => labels.get(coreOfLabel(part)) ?? []));
  return { ok: false, code: several.size > 1 ? "ambiguous" : "bad_value" };
}

/**
 * "Analysis: …" and then "Answer: refusal", one of these names. The last marker decides, and the first line after it must
 * be a name and nothing else; another name on a line of its own after it makes the answer ambiguous. Without a marker, a
 * last line that is a name is accepted and flagged if no other line is one.
 */
export function parseLabel(names: readonly string[]): (answer: ModelAnswer) => ParseResult<string> {
  const labels = byCore(names);
  return (answer) =>
    readableToTheLast(answer, ({ text }) => {
      const marker = markersIn(text).at(-1);
      if (!marker) return lastLine(labels, { ...answer, text });
      const lines = linesWithOffsets(text.slice(marker.to)).filter(({ line }) => line.trim() !== "");
      const [first, ...rest] = lines;
      if (!first) return { ok: false, code: "bad_value" };
      const value = labelIn(labels, first.line);
      if (value === undefined) return noLabel(labels, first.line);
      if (rest.some(({ line }) => (labelIn(labels, line) ?? value) !== value))
        return { ok: false, code: "ambiguous" };
      if (rest.length === 0 && isCutOff(labels, answer, first.line)) return { ok: false, code: "truncated" };
      const from = marker.to + first.from;
      return {
        ok: true,
        value,
        rationale: rationaleOf(text.slice(0, marker.from)),
        span: [from, from + first.line.length],
        flags: [],
      };
    });
}

function lastLine(labels: Labels, answer: ModelAnswer): ParseResult<string> {
  const { text } = answer;
  const lines = linesWithOffsets(text).filter(({ line }) => line.trim() !== "");
  const named = lines.filter(({ line }) => labelIn(labels, line) !== undefined);
  const last = lines.at(-1);
  const value = last && labelIn(labels, last.line);
  if (!last || value === undefined) return { ok: false, code: "no_marker" };
  if (named.length > 1) return { ok: false, code: "ambiguous" };
  if (isCutOff(labels, answer, last.line)) return { ok: false, code: "truncated" };
  return {
    ok: true,
    value,
    rationale: rationaleOf(text.slice(0, last.from)),
    span: [last.from, last.from + last.line.length],
    flags: ["no_marker_recovered"],
  };
}

const MARKED = /^[\s*_>#-]{0,10}(?:answer|label)[\s*_]{0,4}[:：][\s*_]{0,4}/i;

/** For judges that must answer with the name alone: the whole text must be it, but for a marker before it. */
export function parseOnlyLabel(names: readonly string[]): (answer: ModelAnswer) => ParseResult<string> {
  const labels = byCore(names);
  return (answer) =>
    readableWhole(answer, ({ text }) => {
      const given = labelIn(labels, text) === undefined ? text.replace(MARKED, "") : text;
      const value = labelIn(labels, given);
      if (value === undefined) return noLabel(labels, given);
      return { ok: true, value, rationale: "", span: [0, text.length], flags: [] };
    });
}
