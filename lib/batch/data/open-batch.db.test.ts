import { describe, expect, test } from "vitest";
import { openBatch } from "@/lib/batch/data/open-batch";
import { findProgress, listSubjects } from "@/lib/batch/data/progress";
import { findSubjectGroups } from "@/lib/batch/data/subjects";
import { eligibilityOf, needsOf } from "@/lib/batch/rules";
import { makeStudy } from "@/lib/batch/testing/fixture";
import { db } from "@/lib/database/db";
import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import type { PresetId, Settings } from "@/lib/protocol/schema";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProgress } from "@/testing/builders/submissions";

describe("opening", () => {
  test.each<[PresetId, Settings["exposure"], number]>([
    ["criteria-review", "draft-first", 2],
    ["checklist-review", "draft-first", 0],
    ["checklist-review", "none", 2],
    ["criterion-scoring", "draft-first", 4],
    ["checklist-answering", "none", 0],
    ["check-then-score", "draft-first", 0],
    ["direct-scoring", "none", 4],
    ["direct-scoring", "draft-first", 0],
  ])("%s %s makes a subject of each eligible record, as previewed", async (preset, exposure, subjects) => {
    const { admin, project, researcher } = await makeStudy();
    const dataset = await makeDataset({ project, tasks: 2, responses: 2, criteria: 2 });
    const batch = await makeBatch({ dataset, preset, settings: { exposure }, k: 3, open: false });
    const groups = await findSubjectGroups(researcher.actor, {
      datasetId: dataset.id,
      filter: {},
      batchId: null,
    });
    const protocol = protocolOf(preset, { ...DEFAULT_SETTINGS, exposure });
    const kind = preset.endsWith("review") ? "task" : "response";
    expect(eligibilityOf(groups?.[kind] ?? [], needsOf(protocol)).eligible).toBe(subjects);
    expect(await openBatch(admin.actor, batch.id)).toEqual(
      subjects ? { subjects, slots: subjects * 3 } : { refused: "no-eligible-subjects" },
    );
    expect(await db.slot.count({ where: { batchId: batch.id } })).toBe(subjects * 3);
  });

  test("a rubric of the whole dataset applies to every task; one without items to none", async () => {
    const { project, researcher } = await makeStudy();
    const dataset = await makeDataset({ project, tasks: 3 });
    const rubric = await db.rubric.create({
      data: {
        datasetId: dataset.id,
        key: "all",
        position: 0,
        kind: "criteria",
        items: { create: { key: "all.1" } },
      },
      include: { items: true },
    });
    const version = await db.rubricVersion.create({
      data: { rubricId: rubric.id, version: 1, origin: "human" },
    });
    const count = async () =>
      eligibilityOf(
        (await findSubjectGroups(researcher.actor, { datasetId: dataset.id, filter: {}, batchId: null }))
          ?.task ?? [],
        ["criteria"],
      );
    expect((await count()).eligible).toBe(0);
    await db.itemVersion.create({
      data: {
        itemId: rubric.items[0]?.id ?? "",
        rubricId: rubric.id,
        rubricVersionId: version.id,
        position: 0,
        text: "Is clear",
        scale: { type: "yesno" },
      },
    });
    expect((await count()).eligible).toBe(3);
  });

  test("the same seed gives the same order", async () => {
    const dataset = await makeDataset({ tasks: 10 });
    const orders = [];
    for (let n = 0; n < 2; n++) {
      const admin = await makeMember("admin", { project: { id: dataset.projectId } });
      const batch = await makeBatch({ dataset, k: 2, open: false });
      await db.batch.update({ where: { id: batch.id }, data: { seed: 11 } });
      await openBatch(admin.actor, batch.id);
      const slots = await db.slot.findMany({
        where: { batchId: batch.id },
        orderBy: { orderKey: "asc" },
        select: { replicate: true, subject: { select: { position: true } } },
      });
      orders.push(slots.map((slot) => `${slot.subject.position}.${slot.replicate}`).join());
    }
    expect(orders[0]).toBe(orders[1]);
    expect(orders[0]).not.toMatch(/^0\.1,0\.2,1\.1/);
  });

  test("happens once, even on simultaneous requests", async () => {
    const { admin, project } = await makeStudy();
    const dataset = await makeDataset({ project });
    const batch = await makeBatch({ dataset, k: 2, open: false });
    const results = await Promise.all([1, 2, 3].map(() => openBatch(admin.actor, batch.id)));
    expect(results.filter((each) => each && "slots" in each)).toEqual([{ subjects: 3, slots: 6 }]);
    expect(await db.slot.count({ where: { batchId: batch.id } })).toBe(6);
  });

  test("100,000 slots are made, counted and paged through", async () => {
    const { admin, annotators, project } = await makeStudy();
    const dataset = await makeDataset({ project, tasks: 1 });
    await db.$executeRaw`
      INSERT INTO "Task" ("id", "datasetId", "key", "position", "instruction", "tags")
      SELECT gen_random_uuid(), ${dataset.id}::uuid, 'many' || n, n, 'Explain topic ' || n, '{}'
      FROM generate_series(1, 33333) AS n`;
    const batch = await makeBatch({
      dataset,
      preset: "criteria-review",
      k: 3,
      annotators: [...annotators],
      open: false,
    });
    expect(await openBatch(admin.actor, batch.id)).toEqual({ subjects: 33_334, slots: 100_002 });
    await makeProgress(annotators[0], batch, { submitted: 1 });
    const last = await listSubjects(admin.actor, batch.id, "all", { before: 33_334 });
    expect(last.rows.at(-1)?.position).toBe(33_333);
    expect(await listSubjects(admin.actor, batch.id, "complete", { after: -1 })).toMatchObject({ rows: [] });
    expect(await findProgress(admin.actor, batch.id)).toMatchObject({ submitted: 1, untouched: 33_333 });
  }, 120_000);
});
