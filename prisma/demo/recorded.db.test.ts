import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { recordHeldOutLook } from "@/lib/judge/data/held-out";
import { findWorkshop } from "@/lib/judge/data/workshop";
import { findVersionCard } from "@/lib/report/data/version-card";
import { makeRecordedEndpoint } from "@/prisma/demo/recorded-calls";
import { seedJudge } from "@/prisma/demo/recorded-judge";
import { seedRefinement } from "@/prisma/demo/recorded-refinement";
import { sampleTasks, studyFile } from "@/prisma/demo/study";
import { RECORDED } from "@/prisma/demo/written-answers";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

/** The sample study with a person's answers to every question, made without a draft. */
async function makeAnswered() {
  const project = await makeProject();
  const study = await importStudyFile(project.id, [readFileSync(studyFile)], { fileName: "study.jsonl" });
  if ("failure" in study) throw new Error(study.failure);
  const { datasetId } = study;
  const rater = { projectId: project.id, datasetId, kind: "human" as const, code: "A01" };
  const { id: raterId } = await db.rater.create({ data: rater, select: { id: true } });
  const drafts = await db.draft.findMany({
    where: { datasetId, target: "item", item: { rubric: { kind: "checklist" } } },
    include: { item: { include: { versions: { select: { id: true } } } } },
  });
  await db.judgement.createMany({
    data: drafts.map(({ id, taskId, responseId, itemId, item, value }, position) => ({
      ...{
        datasetId,
        taskId,
        responseId,
        itemId,
        raterId,
        position,
        key: `a ${id}`,
        target: "item" as const,
      },
      itemVersionId: item?.versions[0]?.id ?? null,
      ...{
        exposure: "none" as const,
        value: value ?? undefined,
        submittedAt: new Date(Date.UTC(2026, 0, 1)),
      },
    })),
  });
  return { projectId: project.id, datasetId, admin: await makeMember("admin", { project }) };
}

test("the demo has a judge that gets better in three versions, without a request to a model", async () => {
  const { projectId, datasetId, admin } = await makeAnswered();
  const endpoint = await makeRecordedEndpoint(projectId);
  await seedJudge(admin.actor, { projectId, datasetId, endpoint }, sampleTasks());
  const judge = await db.judge.findFirstOrThrow({
    where: { projectId },
    include: { versions: { orderBy: { number: "asc" } } },
  });
  const workshop = await findWorkshop(admin.actor, judge.id, { dataset: datasetId, part: "development" });
  const accuracies = workshop?.versions.map(({ figures }) => figures.accuracy.value ?? 0) ?? [];
  expect(accuracies).toHaveLength(3);
  expect(accuracies).toEqual(accuracies.toSorted((a, b) => b - a));
  expect(new Set(accuracies).size).toBe(3);
  expect(await db.llmPermit.count({ where: { run: { projectId } } })).toBe(0);
  expect(await db.draftRun.count({ where: { projectId, NOT: { state: "done" } } })).toBe(0);
  expect(await db.heldOutLook.count({ where: { judgeVersion: { judgeId: judge.id } } })).toBe(0);

  const last = judge.versions.at(-1)?.id ?? "";
  expect(await recordHeldOutLook(admin.actor, last, datasetId)).toMatchObject({ version: 3, count: 1 });
  expect(await findVersionCard(admin.actor, last, datasetId)).toMatchObject({
    tunedOn: { examples: [{ part: "examples", source: "dataset", value: "no" }] },
    heldOut: [{ version: 3 }],
  });
});

test("the demo has a refinement whose answers are recorded and labelled, without a request to a model", async () => {
  const { projectId, datasetId, admin } = await makeAnswered();
  await seedRefinement(admin.actor, {
    projectId,
    datasetId,
    endpoint: await makeRecordedEndpoint(projectId),
  });
  const run = await db.draftRun.findFirstOrThrow({ where: { projectId, method: "stick.refine" } });
  expect([run.state, run.name]).toEqual(["done", "STICK self-refinement (recorded, written by hand)"]);
  const responses = await db.generatedResponse.findMany({
    where: { unit: { runId: run.id } },
    orderBy: { position: "asc" },
  });
  expect(responses.map(({ yes, answered, isFinal }) => [yes, answered, isFinal])).toEqual([
    [2, 4, false],
    [4, 4, true],
  ]);
  expect(await db.llmPermit.count({ where: { run: { projectId } } })).toBe(0);
  const calls = await db.llmCall.findMany({ where: { projectId }, select: { warnings: true } });
  expect(calls.every(({ warnings }) => warnings.includes(RECORDED))).toBe(true);
});
