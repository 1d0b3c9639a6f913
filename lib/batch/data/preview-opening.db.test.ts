import { expect, test } from "vitest";
import { openBatch } from "@/lib/batch/data/open-batch";
import { previewOpening } from "@/lib/batch/data/preview-opening";
import { db } from "@/lib/database/db";
import { makeBatch, makeGold } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";

test("opening creates what the preview stated, with an exam, checks and a reserve; the preview creates nothing", async () => {
  const dataset = await makeDataset({ tasks: 30, criteria: 2 });
  const admin = await makeMember("admin", { project: { id: dataset.projectId } });
  await makeGold(dataset, { responses: 20, value: 3 });
  const batch = await makeBatch({
    dataset,
    preset: "criterion-scoring",
    settings: { overallScore: false },
    open: false,
    selection: { filter: {}, sample: { size: 12, by: "everything" } },
    quality: {
      gold: { share: 0.2, feedback: false },
      training: { subjects: 2 },
      exam: { subjects: 4, pass: 50, within: 1, attempts: 1, reveal: false },
    },
  });
  const foreseen = await previewOpening(admin.actor, batch.id);
  expect(await db.subject.count({ where: { batchId: batch.id } })).toBe(0);
  expect(await db.batch.findUnique({ where: { id: batch.id } })).toMatchObject({ state: "draft" });
  expect(foreseen).toMatchObject({ training: 2, exam: 4 });
  const opened = await openBatch(admin.actor, batch.id);
  expect(foreseen).toMatchObject({ ...opened });
  expect(await previewOpening(admin.actor, batch.id)).toEqual({ refused: "batch-not-draft" });
  expect(await previewOpening((await makeMember("admin")).actor, batch.id)).toBeNull();
});

test("a study opens right after its import, before PostgreSQL knows how many rows its tables have", async () => {
  const dataset = await makeDataset({ tasks: 400, checklist: 1, overallDrafts: true });
  const admin = await makeMember("admin", { project: { id: dataset.projectId } });
  const settings = { exposure: "draft-first" as const };
  const batch = await makeBatch({ dataset, preset: "full-review", settings, open: false });
  // This would take minutes if each subject went through the versions of all others.
  expect(await openBatch(admin.actor, batch.id)).toMatchObject({ subjects: 400, slots: 400 });
  expect(await db.batchRubric.count({ where: { batchId: batch.id } })).toBe(400);
});
