import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { revisedEvaluations } from "@/lib/drafting/data/revised-evaluations";
import { inputsOf } from "@/lib/drafting/data/subjects";
import { methodById } from "@/lib/drafting/rules/methods";
import { revisedInStudy } from "@/lib/drafting/rules/revised-evaluations";
import { makeProject } from "@/testing/builders/projects";

const of = { task: "t", response: "r", item: "c.1" };
const judged = { type: "judgement", ...of, raterKind: "human", draft: "d", exposure: "draft-first" };
const STUDY = [
  { type: "study", version: 1, name: "Letters" },
  { type: "task", id: "t", instruction: "Write a letter." },
  { type: "response", id: "r", task: "t", text: "Dear friend," },
  {
    ...{ type: "rubric", id: "c", task: "t", kind: "criteria", origin: "llm", model: "m" },
    items: [{ id: "c.1", text: "Kind?", scale: { type: "points", min: 1, max: 5 } }],
  },
  {
    ...{ type: "draft", id: "d", ...of, rater: "m", raterKind: "llm", method: "coeval.step", value: 4 },
    ...{ lines: ["It is kind.", "Score: 4", "“Dear”"], scoreLine: 1 },
  },
  {
    ...{ ...judged, id: "late", rater: "a", value: 5, submittedAt: "2026-02-02T00:00:00Z" },
    lines: [],
  },
  {
    ...{ ...judged, id: "first", rater: "b", value: 2, submittedAt: "2026-01-01T00:00:00Z" },
    lines: [
      { draft: 0, action: "revise", text: "It is curt." },
      { draft: 2, action: "remove" },
      { action: "add", text: "No name." },
    ],
  },
];

test("an overall score goes on from the lines and score that the first person left, and only where it may", async () => {
  const project = await makeProject();
  const lines = STUDY.map((record) => JSON.stringify(record)).join("\n");
  const imported = await importStudyFile(project.id, [Buffer.from(lines)], { fileName: "l.jsonl" });
  if (!("datasetId" in imported)) throw new Error(imported.failure);
  const response = await db.response.findFirstOrThrow({ where: { datasetId: imported.datasetId } });
  const item = await db.item.findFirstOrThrow({ where: { rubric: { datasetId: imported.datasetId } } });
  const left = [{ item: item.id, score: 2, lines: ["It is curt.", "No name."] }];
  expect((await revisedEvaluations([response.id])).get(response.id)).toEqual(left);

  // The same without a server.
  const records = STUDY.map(
    (record) => RECORDS[record.type as StudyRecord["type"]].parse(record) as StudyRecord,
  );
  expect(revisedInStudy(records).get("r")).toEqual([{ ...left[0], item: "c.1" }]);

  const unit = { taskId: response.taskId, responseId: response.id, responseBId: null, rubricVersionId: null };
  const inputFor = async (id: string) =>
    (await inputsOf([unit], methodById(id) ?? expect.fail(), { filter: {} }))[0];
  expect(await inputFor("coeval.overall_step")).toMatchObject({ revised: left });
  expect(await inputFor("coeval.step")).not.toHaveProperty("revised");
});
