import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { findScope } from "@/lib/dataset/data/scope";
import { findComparison } from "@/lib/drafting/data/comparison";
import { recordHeldOutLook } from "@/lib/judge/data/held-out";
import { splitLabels } from "@/lib/judge/data/label-split";
import { runVersion } from "@/lib/judge/data/run-version";
import { RunJudge } from "@/lib/judge/schema/judges";
import { NewLabelSplit } from "@/lib/judge/schema/split";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";
import { makeDataset, type TestDataset } from "@/testing/builders/datasets";
import { makeJudge } from "@/testing/builders/judges";
import { makeProject } from "@/testing/builders/projects";

/** One person says yes to every question. */
async function makeAnswers({ id: datasetId, projectId }: TestDataset) {
  const { id: raterId } = await db.rater.create({
    data: { projectId, datasetId, kind: "human", code: "A01" },
  });
  const items = await db.item.findMany({
    where: { rubric: { datasetId } },
    include: { rubric: { include: { task: { include: { responses: true } } } } },
  });
  await db.judgement.createMany({
    data: items.flatMap(({ id: itemId, rubric }, position) =>
      (rubric.task?.responses ?? []).map(({ id: responseId, taskId }) => ({
        ...{ datasetId, taskId, responseId, itemId, raterId, position, key: `a.${itemId}` },
        ...{ target: "item" as const, exposure: "none" as const, value: "yes", submittedAt: new Date() },
      })),
    ),
  });
}

/** A run of the version, whose answers are given without a model: no on held-out tasks, yes elsewhere. */
async function answer(
  judge: Awaited<ReturnType<typeof makeJudge>>,
  { id: datasetId, projectId }: TestDataset,
  scope: RunJudge["scope"],
) {
  const run = await runVersion(
    judge.admin.actor,
    judge.version,
    RunJudge.parse({ dataset: datasetId, scope }),
  );
  if (!run || "refused" in run) return expect.fail(JSON.stringify(run));
  const rater = { projectId, datasetId, kind: "llm" as const, code: "model-1" };
  const { id: raterId } =
    (await db.rater.findFirst({ where: rater })) ?? (await db.rater.create({ data: rater }));
  const units = await db.draftUnit.findMany({
    where: { runId: run.id },
    include: { rubricVersion: { include: { items: true } }, task: { include: { labelPart: true } } },
  });
  await db.draft.createMany({
    data: units.flatMap(({ id: unitId, taskId, responseId, rubricVersion, task }, position) =>
      (rubricVersion?.items ?? []).map(({ itemId }) => ({
        ...{ datasetId, taskId, responseId, itemId, raterId, unitId, position, key: `${unitId}/${itemId}` },
        ...{ target: "item" as const, method: "judge", condition: "v1, judge=CANARY", lines: [] },
        value: task.labelPart?.part === "held_out" ? "no" : "yes",
      })),
    ),
  });
  const finishedAt = new Date();
  await db.draftUnit.updateMany({ where: { runId: run.id }, data: { state: "done", finishedAt } });
  await db.draftRun.update({ where: { id: run.id }, data: { state: "done", finishedAt } });
}

test("a judge's accuracy on held-out tasks is on no page before a final look at it", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 10, checklist: 1, drafts: false });
  await makeAnswers(dataset);
  const judge = await makeJudge({ project, origin: "plain.item" });
  const { actor } = judge.admin;
  await splitLabels(actor, dataset.id, NewLabelSplit.parse({}));
  const compared = () => findComparison(actor, dataset.id);
  const report = async () => {
    const scope = (await findScope(actor, { dataset: dataset.id })) ?? expect.fail();
    const { study, dataVersion } = await loadStudy(scope);
    const { judgeCards, againstMajority, accuracy } = await reportOf(study, { replicates: 10, seed: 1 });
    return {
      dataVersion,
      card: judgeCards[0],
      accuracy: accuracy.filter(({ item, exposure }) => item === "all" && exposure === "any"),
      rows: againstMajority.filter(({ rater, subset }) => rater === "model-1" && subset === "all"),
    };
  };

  // Unpublished: nothing is counted.
  await answer(judge, dataset, "held-out");
  expect(await compared()).toMatchObject({ answers: { any: [] }, heldOut: 0 });
  expect((await report()).rows).toEqual([]);
  await db.draftRun.updateMany({ where: { datasetId: dataset.id }, data: { published: true } });
  expect(JSON.stringify(await compared())).not.toContain("CANARY");
  expect(await compared()).toMatchObject({ heldOut: 4 });
  expect((await report()).rows).toEqual([]);
  expect((await report()).accuracy).toEqual([]);

  await answer(judge, dataset, "all");
  expect(await compared()).toMatchObject({
    answers: { any: [{ questions: 6, strict: { value: 1 } }], independent: [{ questions: 6 }] },
    heldOut: 4,
  });
  const before = await report();
  expect(before.card).toMatchObject({ units: 6, asked: 6, heldOut: 4, accuracy: { value: 1 } });
  expect(before.rows).toMatchObject([{ n: 6, accuracy: 1 }]);
  expect(before.accuracy).toMatchObject([{ n: 6, strict: 1 }]);

  await recordHeldOutLook(actor, judge.version, dataset.id);
  expect(await compared()).toMatchObject({
    answers: { any: [{ questions: 10, strict: { value: 0.6 } }] },
    heldOut: 0,
  });
  const after = await report();
  expect(after.card).toMatchObject({ units: 10, asked: 10, heldOut: 0, accuracy: { value: 0.6 } });
  expect(after.accuracy).toMatchObject([{ n: 10, strict: 0.6 }]);
  expect(after.dataVersion).toBeGreaterThan(before.dataVersion);
});
