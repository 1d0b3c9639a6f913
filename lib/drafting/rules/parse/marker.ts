import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { type Normalised, normalise, unreadableCode } from "./normalise";

/** The marker before an answer: "Answer:", "**Final answer:**", "> ANSWER：". */
interface Marker {
  /** Start of the marker's line. */
  from: number;
  /** Start of the answer. */
  to: number;
}

const ANSWER = /^[\s>*_#-]*(?:final )?answer[\s*_]*[:：][ \t*_]*/i;
const ANALYSIS = /^[\s>*_#-]*analysis[\s*_]*[:：][\s*_]*/i;

/** All lines that begin with such a marker, in order. Markers within a line do not count. */
export function markersIn(text: string, marker: RegExp = ANSWER): Marker[] {
  const found: Marker[] = [];
  for (const { from, line } of linesWithOffsets(text)) {
    // A longer line is prose, not a marker.
    const match = marker.exec(line.slice(0, 80));
    if (match) found.push({ from, to: from + match[0].length });
  }
  return found;
}

interface LineWithOffset {
  from: number;
  line: string;
}

export function linesWithOffsets(text: string): LineWithOffset[] {
  let from = 0;
  return text.split("\n").map((line) => {
    const at = from;
    from += line.length + 1;
    return { from: at, line };
  });
}

/** The text before the verdict, without the heading of the format. */
export function rationaleOf(text: string): string {
  return text.trim().replace(ANALYSIS, "").trim();
}

/** The entries of a list that begins at `first` and goes on to the end of the answer; without any, no marker. */
export function listToTheEnd<Entry>(text: string, first: number, entries: Entry[]): ParseResult<Entry[]> {
  if (entries.length === 0) return { ok: false, code: "no_marker" };
  return {
    ok: true,
    value: entries,
    rationale: text.slice(0, first).trim(),
    span: [first, text.length],
    flags: [],
  };
}

/** Normalises, and refuses unreadable answers: the first step of every parser. */
export function parseReadable<T>(
  answer: ModelAnswer,
  read: (normalised: Normalised) => ParseResult<T>,
): ParseResult<T> {
  const normalised = normalise(answer.text);
  const code = unreadableCode(answer, normalised.text);
  return code ? { ok: false, code } : read(normalised);
}

/**
 * Like `parseReadable`, for answers that must not be cut off: a truncated list may lack items. Parsers of a
 * final verdict do not need it.
 */
export function readableWhole<T>(
  answer: ModelAnswer,
  read: (normalised: Normalised) => ParseResult<T>,
): ParseResult<T> {
  return parseReadable(answer, (normalised) =>
    answer.finishReason === "length" ? { ok: false, code: "truncated" } : read(normalised),
  );
}

/** Like `parseReadable`, for parsers of a final verdict: cut off before a verdict means truncated. */
export function readableToTheLast<T>(
  answer: ModelAnswer,
  read: (normalised: Normalised) => ParseResult<T>,
): ParseResult<T> {
  return parseReadable(answer, (normalised) => {
    const parsed = read(normalised);
    if (parsed.ok || answer.finishReason !== "length") return parsed;
    return { ok: false, code: "truncated" };
  });
}
