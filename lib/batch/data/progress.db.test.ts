import { describe, expect, test } from "vitest";
import { findProgress, listBatches, listQueue, listSubjects } from "@/lib/batch/data/progress";
import { makeStudy } from "@/lib/batch/testing/fixture";
import { db } from "@/lib/database/db";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeProgress } from "@/testing/builders/submissions";

describe("progress", () => {
  test("counts by batch, annotator and subject", async () => {
    const { admin, researcher, annotators, project } = await makeStudy();
    const [first, second] = annotators;
    const dataset = await makeDataset({ project, tasks: 3 });
    const batch = await makeBatch({ dataset, annotators: [first, second], k: 2 });
    await makeProgress(first, batch, { submitted: 3 });
    await makeProgress(second, batch, { submitted: 1 });
    await makeProgress(second, batch, { open: true });

    expect(await findProgress(admin.actor, batch.id)).toMatchObject({
      subjects: 3,
      complete: 1,
      untouched: 0,
      slots: 6,
      submitted: 4,
      open: 1,
    });
    const byRater = (await findProgress(admin.actor, batch.id))?.annotators;
    expect(byRater?.find(({ code }) => code === first.pseudonym)).toMatchObject({
      name: first.name,
      submitted: 3,
      open: 0,
    });
    // Researchers read results under pseudonyms.
    const seen = (await findProgress(researcher.actor, batch.id))?.annotators;
    expect(seen?.map(({ name }) => name)).toEqual([null, null]);

    expect(await listBatches(researcher.actor, project.id)).toMatchObject([
      { id: batch.id, slots: 6, submitted: 4, open: 1, annotators: 2 },
    ]);
    const complete = await listSubjects(researcher.actor, batch.id, "complete", { after: -1 });
    expect(complete.rows).toHaveLength(1);
    const going = await listSubjects(researcher.actor, batch.id, "in-progress", { after: -1 });
    expect(going.rows).toHaveLength(2);
    expect((await listSubjects(researcher.actor, batch.id, "untouched", { after: -1 })).rows).toHaveLength(0);
  });

  test("pages lead through every subject once, there and back", async () => {
    const { researcher, project } = await makeStudy();
    const batch = await makeBatch({ dataset: await makeDataset({ project, tasks: 120 }) });
    const list = (from: { after: number } | { before: number }) =>
      listSubjects(researcher.actor, batch.id, "all", from);
    const positions = ({ rows }: { rows: { position: number }[] }) => rows.map(({ position }) => position);

    const first = await list({ after: -1 });
    expect(first).toMatchObject({ previous: null, next: 49 });
    const second = await list({ after: 49 });
    const third = await list({ after: 99 });
    expect(third).toMatchObject({ previous: 100, next: null });
    const all = [first, second, third].flatMap(positions);
    expect(all).toEqual(Array.from({ length: 120 }, (_, n) => n));
    expect(positions(await list({ before: 100 }))).toEqual(positions(second));
    expect(await list({ before: 50 })).toMatchObject({ previous: null, next: 49 });
  });
});

describe("the queue", () => {
  test("shows an annotator their own progress and limit, and nothing of others", async () => {
    const { annotators, project } = await makeStudy();
    const [first, second] = annotators;
    const dataset = await makeDataset({ project, tasks: 4 });
    const batch = await makeBatch({ dataset, annotators: [first, second], k: 1, name: "Pilot" });
    await makeBatch({ dataset, annotators: [first], open: false });
    const before = await listQueue(first.actor);
    expect(before).toMatchObject([
      {
        id: batch.id,
        name: "Pilot",
        submitted: 0,
        share: 2,
        hasWork: true,
        openAssignment: null,
        minutesEach: null,
      },
    ]);
    await makeProgress(second, batch, { submitted: 1 });
    expect(await listQueue(first.actor)).toEqual(before);

    const [open = ""] = await makeProgress(first, batch, { open: true });
    expect(await listQueue(first.actor)).toMatchObject([{ openAssignment: open }]);
    const spent = {
      spent: [
        { on: "overall", activeMs: 90_000, idleMs: 0 },
        { on: "x", activeMs: 30_000, idleMs: 5 },
      ],
    };
    await db.operation.create({
      data: {
        assignmentId: open,
        id: crypto.randomUUID(),
        seq: 1,
        type: "time",
        payload: spent,
        clientAt: new Date(),
      },
    });
    await makeProgress(first, batch, { submitted: 1 });
    expect(await listQueue(first.actor)).toMatchObject([{ submitted: 1, minutesEach: 2, hasWork: true }]);
  });

  test("is empty when the work is done, and readable by its annotator only", async () => {
    const { annotators, project } = await makeStudy();
    const batch = await makeBatch({
      dataset: await makeDataset({ project, tasks: 1 }),
      annotators: [annotators[0]],
    });
    await makeProgress(annotators[0], batch, { submitted: 1 });
    expect(await listQueue(annotators[0].actor)).toMatchObject([{ hasWork: false, submitted: 1, share: 1 }]);
    expect(await listQueue(annotators[1].actor)).toEqual([]);
  });
});
