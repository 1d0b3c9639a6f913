import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { CallPlan, DraftInput, DraftMethod } from "@/lib/drafting/schema";
import { input } from "@/lib/drafting/testing/inputs";
import { simulate } from "@/lib/drafting/testing/simulate";
import { methods } from "./methods";

const checklist = {
  response_1: { "1": "yes", "2": "no" },
  response_2: { "1": "no", "2": "no" },
};
const factors = (scoreA: number, scoreB: number) =>
  [1, 2].map((factor) => ({ factor, feedback: "so", scoreA, weightA: 50, scoreB, weightB: 50 }));

/** Answers in the form of every method that compares or judges two responses. */
const ANSWERS: readonly string[] = [
  ...["Answer: YES", "Answer: NO", "YES", "NO", "Answer: 1", "Answer: 2", "Answer: 3", "3", "7"],
  ...["Feedback: so. [RESULT] 2", "Feedback: so. [RESULT] 4", "So. [[A]]", "So. [[B]]"],
  ...["Output (a)", "Output (b)", "So. Output (a) is better.", "So. Output (b) is better."],
  ...["Score (a): 9\nScore (b): 1", "Score (a): 2\nScore (b): 8", "Is it short?"],
  ...[
    ...[{ answer: "yes" }, { answer: "no" }, { analysis: "so", answer: "yes" }],
    ...[{ analysis: "so", answer: "no" }, { score: 3 }, { score: 7 }, { analysis: "so", score: 1 }],
    ...[
      { analysis: "so", score: 3 },
      { feedback: "so", score: 2 },
      { feedback: "so", score: 4 },
    ],
    ...[{ feedback: "so", verdict: "A" }, { feedback: "so", verdict: "B" }, { choice: "a" }],
    ...[{ choice: "b" }, { reasoning: "so", choice: "a" }, { reasoning: "so", choice: "b" }],
    ...[{ reasoning: "so", a: 9, b: 1 }, { reasoning: "so", a: 2, b: 8 }, { questions: ["Is it short?"] }],
    ...[{ response: "So." }, { reason: "so", judge: 1 }, { reason: "so", judge: 2 }],
    ...[
      { checklist, judge: 1 },
      { checklist, judge: 2 },
    ],
    ...[{ factors: factors(5, 1) }, { factors: factors(2, 4) }, { factors: factors(3, 3) }],
  ].map((answer) => JSON.stringify(answer)),
];

/** A model that answers at random, and equal prompts alike. */
const arbitrary =
  (seed: number) =>
  ({ messages, read }: CallPlan): string => {
    const readable = ANSWERS.filter((text) => read({ text, finishReason: "stop" }).ok);
    const prompt = createHash("sha256").update(JSON.stringify([seed, messages]));
    return readable[prompt.digest().readUInt32BE() % readable.length] ?? "";
  };

const MIRRORED: Record<string, string> = { A: "B", B: "A", AB: "BA", BA: "AB" };

/** The preferences that a method drafts, by the order in which the responses were shown. */
function preferencesOf(method: DraftMethod, on: DraftInput, seed: number): [order: string, value: unknown][] {
  const { values } = simulate(method, on, {}, arbitrary(seed)).drafted;
  return values.flatMap(({ target, order = "", value }) =>
    target === "preference" ? [[order, value] as [string, unknown]] : [],
  );
}

const comparing = methods.filter(({ produces }) => produces === "preference");
const swapped = { ...input, responses: input.responses.toReversed() };

test("there are methods of four papers that compare", () => {
  expect(new Set(comparing.map(({ paper }) => paper)).size).toBeGreaterThanOrEqual(4);
});

test.each(comparing.map((method) => [method.id, method] as const))(
  "%s prefers the same response where the two change places",
  (_, method) => {
    const given = new Set<unknown>();
    for (let seed = 0; seed < 12; seed++) {
      const [own, other] = [preferencesOf(method, input, seed), preferencesOf(method, swapped, seed)];
      const mirrored = own.map(([order, value]) => [MIRRORED[order] ?? order, MIRRORED[`${value}`] ?? value]);
      expect(other.toSorted()).toEqual(mirrored.toSorted());
      for (const [, value] of [...own, ...other]) given.add(value);
    }
    expect([...given]).toEqual(expect.arrayContaining(["A", "B"]));
  },
);
