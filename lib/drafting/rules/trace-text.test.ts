import { expect, test } from "vitest";
import { traceAsText } from "@/lib/drafting/rules/trace-text";
import { GeneratedResponseView } from "@/lib/drafting/schema/generated";

const candidate = (sample: number, trace: object) =>
  GeneratedResponseView.parse({
    ...{
      id: "8f14e45f-ceea-467f-a1d2-1a2b3c4d5e6f",
      key: `t/${sample}`,
      role: "candidate",
      iteration: 0,
      sample,
    },
    ...{ temperature: 0.7, text: "Rain.", isFinal: false, passed: null, trace, flags: [], scores: {} },
    responseId: null,
  });

test("a trace says the scores that a model gave its own candidates", () => {
  const text = traceAsText({
    ...{ unit: "u", position: 0, task: { id: "i", key: "t", instruction: "Write." }, stopped: null },
    responses: [candidate(0, { selfScore: 4 }), candidate(1, { selfScore: null }), candidate(2, {})],
  });
  expect(text).toContain("--- Candidate 1, own score 4 of 5\n");
  expect(text).toContain("--- Candidate 2, own score not readable\n");
  expect(text).toContain("--- Candidate 3\n");
});
