import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { type Normalised, normalise, unreadableCode } from "./normalise";

/** A place where a model says that its answer follows: "Answer:", "**Final answer:**", "> ANSWER：". */
export interface Marker {
  /** Where the marker's line begins. */
  from: number;
  /** Where the answer begins. */
  to: number;
}

const ANSWER = /^[\s>*_#-]*(?:final )?answer[\s*_]*[:：][ \t*_]*/i;
const ANALYSIS = /^[\s>*_#-]*analysis[\s*_]*[:：][\s*_]*/i;

/** All lines that begin with such a marker, in order. Only a line's beginning counts, never a word inside it. */
export function markersIn(text: string, marker: RegExp = ANSWER): Marker[] {
  const found: Marker[] = [];
  for (const { from, line } of linesWithOffsets(text)) {
    // A marker is short: what is longer than this is prose.
    const match = marker.exec(line.slice(0, 80));
    if (match) found.push({ from, to: from + match[0].length });
  }
  return found;
}

export interface LineWithOffset {
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

/** What stands before the verdict, without the heading a format asked for. */
export function rationaleOf(text: string): string {
  return text.trim().replace(ANALYSIS, "").trim();
}

/** Normalises, and refuses what cannot be read: every parser begins here. */
export function parseReadable<T>(
  answer: ModelAnswer,
  read: (normalised: Normalised) => ParseResult<T>,
): ParseResult<T> {
  const normalised = normalise(answer.text);
  const code = unreadableCode(answer, normalised.text);
  return code ? { ok: false, code } : read(normalised);
}

/**
 * As `parseReadable`, for answers that are whole only when nothing was cut off: a list that broke off may lack items.
 * Parsers of a last verdict do not need it, for the verdict was written.
 */
export function readableWhole<T>(
  answer: ModelAnswer,
  read: (normalised: Normalised) => ParseResult<T>,
): ParseResult<T> {
  return parseReadable(answer, (normalised) =>
    answer.finishReason === "length" ? { ok: false, code: "truncated" } : read(normalised),
  );
}

/** As `parseReadable`, for parsers anchored at the last verdict: cut off before there was one means truncated. */
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
