import type { StubBehaviour } from "@/lib/llm/testing/stub";

export const PRICE = { model: "model-1", inputMicros: 1_000_000, outputMicros: 2_000_000 };
export const USAGE = { input: 300, output: 10 };
/** Millionths that a call with this usage costs. */
export const COST = 320;

/** Every transient failure; permanent ones would stop the run, as they should. */
export const FAILURES: readonly StubBehaviour[] = [
  { status: 429, headers: { "retry-after": "1" } },
  { status: 500 },
  { status: 503 },
  { stall: true },
  { broken: "json" },
  { broken: "cut" },
  { broken: "huge" },
  { broken: "no-choices" },
  { refuse: "I will not." },
  { say: "Analysis: it", finish: "length" },
  { say: "", finish: "content_filter" },
  { say: "I cannot decide.", usage: USAGE },
];

/** The most events within any ten seconds. */
export function busiest(moments: readonly number[]): number {
  let from = 0;
  return moments.reduce((most, at, i) => {
    while ((moments[from] as number) <= at - 10_000) from++;
    return Math.max(most, i - from + 1);
  }, 0);
}
