import { expect, test } from "vitest";
import { type PaperLine, paperResult, paperRows } from "@/lib/report/testing/paper-table";

const QUESTIONS = [
  "Does the response contain fewer than 50 words?",
  "Does the response contain at least 3 sentences? (“at least three sentences”)",
  'Does the response contain the word "rain"?',
  "Is the response kind?",
];

/** Rules proved the first three questions yes; a model answered them, or a hybrid run left them to the rules. */
function proved(answers: readonly (string | null)[], condition?: string, isHybrid = false): PaperLine[] {
  const about = { task: "t", response: "r" };
  return [
    { type: "task", id: "t", instruction: "Write." },
    { type: "response", id: "r", task: "t", text: "x" },
    {
      ...{ type: "rubric", id: "c", task: "t", kind: "checklist", origin: "llm", method: "tick.generate" },
      model: "writer",
      items: QUESTIONS.map((text, at) => ({ id: `q${at}`, text, scale: { type: "yesno" } })),
    },
    ...[0, 1, 2].map(
      (at): PaperLine => ({
        ...{ type: "draft", id: `p${at}`, ...about, item: `q${at}`, rater: "rules", raterKind: "rules" },
        ...{ method: "offline.verify@1", value: "yes" },
      }),
    ),
    ...answers.map(
      (value, at): PaperLine => ({
        ...{ type: "draft", id: `d${at}`, ...about, item: `q${at}`, rater: "judge", raterKind: "llm" },
        ...{ method: "tick.evaluate", value, ...(condition !== undefined && { condition }) },
        ...(isHybrid && value === null && { metadata: { flags: ["left_to_rules"], undecided: "not_run" } }),
      }),
    ),
  ];
}

test("a model is right where it answers as a program proves, by what is asked for", async () => {
  const rows = await paperRows("tick", "proved", proved(["yes", "no", null, "yes"]));
  expect(rows.map(({ kind, right, questions, unread }) => [kind, right, questions, unread])).toEqual([
    ["all", 1 / 3, 3, 1],
    ["numbers of things", 1 / 2, 2, 0],
    ["what occurs", 0, 1, 1],
  ]);
  expect(await paperRows("tick", "proved-apart", proved(["yes", "no", null, "yes"]))).toEqual([
    {
      ...{ judge: expect.stringContaining("judge"), task: "t", response: "r" },
      ...{ question: QUESTIONS[1], proved: "yes", answered: "no" },
    },
  ]);
});

test("what a hybrid run left to the rules is no unread answer", async () => {
  const left = [null, null, null, "yes"];
  const hybrid = proved(left, "v1, cot=true, k=1, hybrid=true", true);
  expect(await paperResult("tick", "proved", hybrid)).toHaveProperty("missing");
  const asked = await paperRows("tick", "proved", proved(left, "v1, cot=true, k=1, hybrid=false"));
  expect(asked[0]).toMatchObject({ right: 0, unread: 3 });
  const both = await paperRows("tick", "proved", [
    ...hybrid,
    ...proved(["yes", "yes", "yes"], "v1, cot=true, k=1, hybrid=false").flatMap((line) =>
      line.type === "draft" && line.rater === "judge" ? [{ ...line, id: `own-${line.id}` }] : [],
    ),
  ]);
  expect(both.map(({ kind, right, questions }) => [kind, right, questions])).toContainEqual(["all", 1, 3]);
  expect(both.every(({ unread }) => unread === 0)).toBe(true);
});

test("without an answer of rules, or of a model, it says what is missing", async () => {
  const missing = { missing: [expect.stringContaining("by rules")] };
  expect(await paperResult("tick", "proved", proved([]))).toMatchObject(missing);
});
