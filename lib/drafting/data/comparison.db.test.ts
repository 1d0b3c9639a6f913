import { expect, test } from "vitest";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { exportRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { findComparison } from "@/lib/drafting/data/comparison";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const yesno = { type: "yesno" } as const;
const item = (id: string, text: string) => ({ id, text, scale: yesno });
const judged = (id: string, response: string, item: string, value: "yes" | "no"): StudyRecord => ({
  type: "judgement",
  id,
  task: "t1",
  response,
  item,
  rater: "A01",
  raterKind: "human",
  exposure: "none",
  value,
});
const drafted = (id: string, response: string, item: string, value: "yes" | "no" | null): StudyRecord => ({
  type: "draft",
  id,
  task: "t1",
  response,
  item,
  rater: "judge-1",
  raterKind: "llm",
  method: "tick.evaluate",
  value,
});

const records: StudyRecord[] = [
  { type: "study", version: 1, name: "Drafts and people" },
  { type: "task", id: "t1", instruction: "Why is the sky blue?" },
  { type: "response", id: "r1", task: "t1", model: "a", text: "Scattering." },
  { type: "response", id: "r2", task: "t1", model: "b", text: "Paint." },
  {
    type: "rubric",
    id: "c1",
    task: "t1",
    kind: "checklist",
    origin: "llm",
    method: "plain",
    model: "gpt-x",
    items: [item("c1.1", "Does it name scattering?"), item("c1.2", "Is it short?")],
  },
  {
    type: "rubric",
    id: "h1",
    task: "t1",
    kind: "checklist",
    origin: "human",
    items: [item("h1.1", "Does it name scattering?")],
  },
  ...(["accept", "remove"] as const).map(
    (action, at): StudyRecord => ({
      type: "decision",
      id: `k${at}`,
      rubric: "c1",
      item: `c1.${at + 1}`,
      rater: "A01",
      raterKind: "human",
      exposure: "draft-first",
      action,
    }),
  ),
  {
    type: "decision",
    id: "k9",
    rubric: "c1",
    item: "own",
    rater: "A02",
    raterKind: "human",
    exposure: "none",
    action: "add",
    text: "Is it true?",
  },
  drafted("d1", "r1", "c1.1", "yes"),
  drafted("d2", "r1", "c1.2", "yes"),
  drafted("d3", "r2", "c1.1", null),
  drafted("d4", "r2", "c1.2", "no"),
  // Under people's checklist the judge passes the first response, and not the second.
  drafted("d5", "r1", "h1.1", "yes"),
  drafted("d6", "r2", "h1.1", "no"),
  judged("j1", "r1", "c1.1", "yes"),
  judged("j2", "r1", "c1.2", "yes"),
  judged("j3", "r2", "c1.1", "no"),
  judged("j4", "r2", "c1.2", "yes"),
];

test("drafted checklists and answers are compared with people's decisions, checklists and answers", async () => {
  const project = await makeProject();
  const { actor } = await makeMember("researcher", { project });
  const imported = await importStudyFile(project.id, [Buffer.from(records.map(exportRecord).join("\n"))], {
    fileName: "study.jsonl",
    sample: false,
  });
  if (!("datasetId" in imported)) throw new Error(JSON.stringify(imported));
  const found = await findComparison(actor, imported.datasetId);
  expect(found?.checklists).toMatchObject([
    {
      method: "plain",
      model: "gpt-x",
      checklists: 1,
      items: 2,
      reviews: 1,
      counts: { accept: 1, revise: 0, remove: 1, add: 0 },
      accepted: { value: 0.5 },
      // Once against the checklist of the file, once against one written without the draft.
      written: { tasks: 1, countDifference: { value: 1 } },
      reviewed: { tasks: 1, countDifference: { value: 1 } },
    },
  ]);
  expect(found?.answers.independent.filter(({ policy }) => policy !== null)).toMatchObject([
    {
      policy: "plain",
      policyModel: "gpt-x",
      judge: "judge-1",
      method: "tick.evaluate",
      questions: 4,
      undecided: 1,
      strict: { value: 0.5 },
      lenient: { value: 2 / 3 },
      responses: 2,
      passRate: { value: 1 },
    },
  ]);
  expect(found?.answers.any).toEqual(found?.answers.independent);

  // Generated: 1 and 0 (of the answers that were decided); people's: 1 and 0.
  expect(found?.authors).toMatchObject([
    {
      ...{ policy: "plain", policyModel: "gpt-x", judge: "judge-1", method: "tick.evaluate" },
      ...{ responses: 2, generated: 0.5, people: 0.5 },
    },
  ]);
  expect(found?.authors[0]?.r.value).toBeCloseTo(1, 12);

  const stranger = await makeMember("researcher");
  expect(await findComparison(stranger.actor, imported.datasetId)).toBeNull();
  expect(await findComparison(actor, "nonsense")).toBeNull();
});
