import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { markersIn, rationaleOf, readableToTheLast } from "./marker";

const NUMBER = /[-−]?\d+(?:[.,]\d+)?/;

/**
 * "Analysis: …" and then "Answer: 4". The first number after the last marker; "4/5" and "4 out of 5" are read
 * as 4 when 5 is the end of the scale. A decimal or a choice of two numbers is not an answer; nothing is
 * rounded or clamped.
 */
export function parseInteger(lo: number, hi: number): (answer: ModelAnswer) => ParseResult<number> {
  return (answer) =>
    readableToTheLast(answer, ({ text }) => {
      const marker = markersIn(text).at(-1);
      if (!marker) return { ok: false, code: "no_marker" };
      const read = scoreIn(text.slice(marker.to), lo, hi);
      if (!read.ok) return read;
      const { value, from, to } = read;
      if (mayGoOn(answer, value, hi) && isLast(text, marker.to + to)) return { ok: false, code: "truncated" };
      return {
        ok: true,
        value,
        rationale: rationaleOf(text.slice(0, marker.from)),
        span: [marker.to + from, marker.to + to],
        flags: [],
      };
    });
}

/** True if further digits could make another point of the scale: an answer that was cut off after "1" of "10". */
export function mayGoOn({ finishReason }: ModelAnswer, value: number, hi: number): boolean {
  return finishReason === "length" && value > 0 && value * 10 <= hi;
}

/** True if nothing follows a number that ends here. */
export function isLast(text: string, to: number): boolean {
  return text.slice(to).trim() === "";
}

type Score =
  | { ok: true; value: number; from: number; to: number }
  | { ok: false; code: "bad_value" | "out_of_range" | "ambiguous" };

/** The first number of a text as a point of the scale. */
export function scoreIn(text: string, lo: number, hi: number): Score {
  const match = NUMBER.exec(text);
  if (!match) return { ok: false, code: "bad_value" };
  const from = match.index;
  const to = from + match[0].length;
  const rest = text.slice(to, to + 40);
  if (/^\s*(?:-|–|—|or\b|to\b)\s*\d/i.test(rest)) return { ok: false, code: "ambiguous" };
  const number = Number(match[0].replace("−", "-").replace(",", "."));
  if (!Number.isInteger(number)) return { ok: false, code: "bad_value" };
  const scale = /^[\s*_]*(?:\/|out of)\s*(\d+)/i.exec(rest);
  if (scale && Number(scale[1]) !== hi) return { ok: false, code: "bad_value" };
  if (number < lo || number > hi) return { ok: false, code: "out_of_range" };
  return { ok: true, value: number, from, to };
}
