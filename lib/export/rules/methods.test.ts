import { expect, test } from "vitest";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { methodsText, type Setup } from "@/lib/export/rules/methods";
import { Labels } from "@/lib/report/rules/labels";
import { reportOf } from "@/lib/report/rules/report";
import { StudyDataReader } from "@/lib/report/rules/study-data";

const draft = (method: string) => ({
  type: "draft",
  id: method,
  task: "t",
  response: "r",
  item: "q",
  rater: "house-1",
  raterKind: "llm",
  method,
  value: "yes",
});

const records = [
  { type: "study", version: 1, name: "s" },
  { type: "task", id: "t", instruction: "Why?" },
  { type: "response", id: "r", task: "t", model: "m", text: "Because." },
  {
    type: "rubric",
    id: "c",
    task: "t",
    kind: "checklist",
    items: [{ id: "q", text: "Is it short?", scale: { type: "yesno" } }],
  },
  draft("tick.evaluate"),
  draft("tick.evaluate+evidence"),
  ...["a", "b"].map((rater) => ({
    type: "judgement",
    id: rater,
    task: "t",
    response: "r",
    item: "q",
    rater,
    raterKind: "human",
    exposure: "none",
    value: "yes",
  })),
];

const setup: Setup = {
  arms: [
    {
      name: "A",
      k: 2,
      reserved: false,
      steps: [
        { type: "judge", kind: "criteria", exposure: "draft-first" },
        { type: "score", exposure: "draft-first" },
        { type: "judge", kind: "checklist", exposure: "none" },
        { type: "ask" },
      ],
    },
    { name: "Reserve", k: 3, reserved: true, steps: [{ type: "prefer", exposure: "none" }] },
  ],
  seed: 7,
  subjectOrder: "random",
  itemOrder: "fixed",
  guidelines: 0,
};

function textOf(given: Setup | null): string {
  const reader = new StudyDataReader();
  for (const record of records)
    reader.add(RECORDS[record.type as StudyRecord["type"]].parse(record) as StudyRecord);
  return methodsText(reportOf(reader.finish(), { replicates: 10, seed: 42 }), new Labels([]), given, "1");
}

test("a model asked by two methods is one model, and its drafts are no judgements", () => {
  expect(textOf(null)).toContain(
    "2 people and 1 language model, asked in 2 ways, gave 2 judgements and 2 drafted values.",
  );
});

test("what was done in each step is said, and whom the people of a reserve are for", () => {
  expect(textOf(setup)).toContain(
    "“A” (2 raters per subject: judge criteria with the draft shown at once, then give an overall score with the " +
      "draft shown at once, then judge a checklist without a draft, then answer a question) and “Reserve” (3 raters " +
      "per reserved subject: compare two responses without a draft)",
  );
});
