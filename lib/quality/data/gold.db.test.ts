import { expect, test } from "vitest";
import { reopenAssignment } from "@/lib/batch/data/lifecycle";
import { openBatch } from "@/lib/batch/data/open-batch";
import { db } from "@/lib/database/db";
import { findGold, markGold } from "@/lib/quality/data/gold";
import { findGoldResults } from "@/lib/quality/data/gold-comparison";
import { NO_MEASURES, type Quality } from "@/lib/quality/schema";
import { judging, makeQualityStudy, next, submitAssignment } from "@/lib/quality/testing/fixture";
import { listJudgements } from "@/lib/report/data/list-judgements";
import { loadStudy } from "@/lib/report/data/load-study";
import { findAssignment } from "@/lib/review/data/assignments";
import { undoSubmit } from "@/lib/review/data/undo-submit";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";

const NO_GOLD = { values: new Map(), preferences: [], labels: [] };

const CANARY = "canary-why-it-is-so";

async function marked({ feedback }: { feedback: boolean }) {
  const made = await makeQualityStudy(6);
  const { admin, dataset } = made;
  const responses = await db.response.findMany({
    where: { datasetId: dataset.id },
    orderBy: { task: { position: "asc" } },
    include: { task: { include: { rubrics: { include: { items: { orderBy: { key: "asc" } } } } } } },
  });
  for (const { id, task } of responses.slice(0, 3))
    for (const item of task.rubrics[0]?.items ?? [])
      await markGold(admin.actor, dataset.id, {
        response: id,
        item: item.id,
        value: "no",
        explanation: CANARY,
      });
  const quality: Quality = { ...NO_MEASURES, gold: { share: 1 / 3, feedback } };
  const batch = await makeBatch({ dataset, annotators: made.annotators, arms: judging, quality, seed: 4 });
  return { ...made, responses, batch, quality };
}

test("is set by an admin of the project, on the item's scale, once per unit, and can be removed", async () => {
  const { admin, dataset } = await makeQualityStudy(1);
  const response = await db.response.findFirstOrThrow({ where: { datasetId: dataset.id } });
  const item = await db.item.findFirstOrThrow({ where: { rubric: { datasetId: dataset.id } } });
  const mark = (value: "yes" | "no" | number | null, by = admin.actor, where = dataset.id) =>
    markGold(by, where, { response: response.id, item: item.id, value, explanation: "" });
  expect(await mark(3)).toEqual({ refused: "off-scale" });
  expect(await mark("yes")).toEqual({ marked: true });
  expect(await mark("no")).toEqual({ marked: true });
  const found = await findGold(admin.actor, dataset.id, response.taskId);
  expect(found.values.get(response.id)).toEqual({ [item.id]: { value: "no", explanation: "" } });
  const elsewhere = await makeMember("admin");
  expect(await mark("yes", elsewhere.actor)).toBeNull();
  expect(await mark("yes", admin.actor, (await makeDataset()).id)).toBeNull();
  expect(await findGold(elsewhere.actor, dataset.id, response.taskId)).toEqual(NO_GOLD);
  expect(await mark(null)).toEqual({ marked: false });
  expect(await findGold(admin.actor, dataset.id, response.taskId)).toEqual(NO_GOLD);
  const actions = await db.auditLog.findMany({ where: { subjectId: response.id }, orderBy: { id: "asc" } });
  expect(actions.map(({ action }) => action)).toEqual(["gold.marked", "gold.marked", "gold.removed"]);
});

test("is mixed in at its share by the seed, and its subjects are left out of the report", async () => {
  const { project, dataset, annotators, batch, quality } = await marked({ feedback: false });
  const checks = await db.subject.findMany({
    where: { batchId: batch.id, use: "check" },
    include: { response: true },
  });
  expect(checks).toHaveLength(2);
  expect(await db.subject.count({ where: { batchId: batch.id } })).toBe(6);
  const again = await makeBatch({ dataset, annotators, arms: judging, quality, seed: 4 });
  const same = await db.subject.findMany({ where: { batchId: again.id, use: "check" } });
  expect(same.map(({ responseId }) => responseId).sort()).toEqual(
    checks.map(({ responseId }) => responseId).sort(),
  );

  const [person] = annotators;
  if (!person) throw new Error("nobody is there");
  for (let view = await next(person, batch); view; view = await next(person, batch))
    await submitAssignment(person, view, () => "yes");
  const { study: counted } = await loadStudy({
    projectId: project.id,
    datasetId: dataset.id,
    batchId: batch.id,
  });
  // Gold of the three marked responses is part of the records, beside what people gave outside checks.
  const kinds = [...counted.judgements].map(({ raterKind }) => raterKind);
  expect(kinds.filter((kind) => kind === "human")).toHaveLength(4 * 2);
  expect(kinds.filter((kind) => kind === "gold")).toHaveLength(3 * 2);
  expect(counted.setAside).toBe(2 * 2);
  // They are not listed among the values behind its numbers either.
  const researcher = await makeMember("researcher", { project });
  const listed = await listJudgements(researcher.actor, { batch: batch.id }, {});
  expect(listed?.judgements).toHaveLength(4 * 2);
});

test("never reaches the browser before the answer; feedback comes after it and stays", async () => {
  for (const feedback of [false, true]) {
    const { admin, annotators, batch } = await marked({ feedback });
    const [person] = annotators;
    if (!person) throw new Error("nobody is there");
    const rows = await db.subject.findMany({ where: { batchId: batch.id, use: "check" } });
    const isCheck = new Set(rows.map(({ id }) => id));
    for (let view = await next(person, batch); view; view = await next(person, batch)) {
      const { disclosures, ...shown } = view;
      expect(disclosures).toEqual([{ about: "gold" }]);
      const sent = JSON.stringify(shown);
      expect(sent).not.toContain(CANARY);
      expect(sent.toLowerCase()).not.toMatch(/gold|check":|"use"/);
      const { subjectId } = await db.assignment.findUniqueOrThrow({ where: { id: view.id } });
      const done = await submitAssignment(person, view, () => "yes");
      const after = await findAssignment(person.actor, view.id);
      if (!feedback || !isCheck.has(subjectId)) {
        expect(done).not.toHaveProperty("feedback");
        expect(JSON.stringify(after)).not.toContain(CANARY);
        continue;
      }
      expect(done).toMatchObject({ feedback: true });
      expect(after?.feedback).toMatchObject([
        { given: "yes", gold: "no", explanation: CANARY },
        { given: "yes", gold: "no" },
      ]);
      expect(await undoSubmit(person.actor, view.id)).toEqual({ refused: "feedback-given" });
      expect(await reopenAssignment(admin.actor, view.id, { note: "again" })).toEqual({
        refused: "feedback-given",
      });
    }
    // Three subjects have gold; the one that is no check counts as work and in this table.
    expect(await findGoldResults(admin.actor, batch.id)).toEqual({
      checks: 2,
      results: [
        {
          code: expect.any(String),
          name: expect.any(String),
          n: 6,
          agreed: 0,
          distance: null,
          shared: null,
        },
      ],
    });
    expect(await findGoldResults((await makeMember("admin")).actor, batch.id)).toBeNull();
  }
});

test("a batch that wants checks does not open without any", async () => {
  const { admin, dataset, annotators } = await makeQualityStudy(2);
  const quality = { ...NO_MEASURES, gold: { share: 0.2, feedback: false } };
  const { id } = await makeBatch({ dataset, annotators, arms: judging, quality, open: false });
  expect(await openBatch(admin.actor, id)).toEqual({ refused: "no-gold-subjects" });
  expect(await db.subject.count({ where: { batchId: id } })).toBe(0);
});
