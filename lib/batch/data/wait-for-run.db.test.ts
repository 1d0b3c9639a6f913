import { afterEach, expect, test } from "vitest";
import { changeBatch, deleteBatch } from "@/lib/batch/data/batches";
import { openBatch } from "@/lib/batch/data/open-batch";
import {
  findWait,
  listAwaitableRuns,
  listWaiting,
  openWaiting,
  stopWaiting,
  waitForRun,
} from "@/lib/batch/data/wait-for-run";
import { needsDecision, waitState } from "@/lib/batch/wait-state";
import { db } from "@/lib/database/db";
import { cancelRun, retryRun } from "@/lib/drafting/data/run-lifecycle";
import { finishRun } from "@/lib/drafting/data/save-drafts";
import { runEndedJob } from "@/lib/drafting/schema/jobs";
import { enqueue } from "@/lib/queue/enqueue";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset, type TestDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeRun } from "@/testing/builders/runs";

afterEach(() => db.$executeRaw`DELETE FROM graphile_worker._private_jobs`);

/** A run over a study, and a draft on the same study that could be opened. */
async function study({ tasks = 2 } = {}) {
  const dataset = await makeDataset({ tasks, checklist: 1, drafts: false });
  const admin = await makeMember("admin", { project: { id: dataset.projectId } });
  return { dataset, admin: admin.actor, ...(await draftAndRun(dataset)) };
}

async function draftAndRun(dataset: TestDataset) {
  const batch = await makeBatch({ dataset, open: false });
  const run = await makeRun({ dataset, state: "running" });
  return { batch: batch.id, run: run.id };
}

/** Ends the units of a run as a worker would, the first `failed` of them as failed. */
async function end(runId: string, { failed = 0 } = {}) {
  await db.draftUnit.updateMany({ where: { runId }, data: { state: "done", finishedAt: new Date() } });
  await db.draftUnit.updateMany({
    where: { runId, position: { lt: failed } },
    data: { state: "failed", error: "timeout" },
  });
  await finishRun(runId);
}

const stateOf = async (id: string) => (await db.batch.findUniqueOrThrow({ where: { id } })).state;
const openings = (id: string) =>
  db.auditLog.findMany({ where: { subjectId: id, action: "batch.opened" }, select: { detail: true } });
const jobs = async () => {
  const rows = await db.$queryRaw<{ identifier: string }[]>`
    SELECT identifier FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id`;
  return rows.map(({ identifier }) => identifier);
};

test("a draft opens once its run has finished, once, however many workers try", async () => {
  const { admin, batch, run } = await study();
  expect(await waitForRun(admin, batch, { run })).toEqual({ id: batch, run });
  await openWaiting();
  expect(await stateOf(batch)).toBe("draft");
  expect(waitState((await findWait(admin, batch)) ?? expect.fail())).toBe("waiting");
  expect(await listWaiting(admin, run)).toMatchObject([{ id: batch }]);

  await end(run);
  expect(await jobs()).toContain("open-waiting-batches");
  await Promise.all([openWaiting(), openWaiting(), openWaiting()]);
  expect(await stateOf(batch)).toBe("open");
  expect(await openings(batch)).toEqual([{ detail: { subjects: 2, slots: 2, run } }]);
  expect(await db.slot.count({ where: { batchId: batch } })).toBe(2);
  expect(await findWait(admin, batch)).toBeNull();
  await openWaiting();
  expect(await openings(batch)).toHaveLength(1);
});

test("the end of a run and the job that opens the waiting batch commit together", async () => {
  const { admin, batch, run } = await study();
  await waitForRun(admin, batch, { run });
  // Killed in the transaction that ends the run: the run has not ended and there is no job.
  await db
    .$transaction(async (tx) => {
      await tx.draftRun.update({ where: { id: run }, data: { state: "done" } });
      await enqueue(tx, runEndedJob, {});
      throw new Error("killed");
    })
    .catch(() => {});
  expect(await jobs()).not.toContain("open-waiting-batches");
  expect(await stateOf(batch)).toBe("draft");
  // Killed after it, with the job lost: the periodic job finds the wait, which is a row.
  await end(run);
  await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
  await openWaiting();
  expect(await stateOf(batch)).toBe("open");
});

test("a wait can be cancelled, and then nothing opens", async () => {
  const { admin, batch, run } = await study();
  await waitForRun(admin, batch, { run });
  expect(await changeBatch(admin, batch, { name: "Other" })).toEqual({ refused: "batch-waits" });
  expect(await stopWaiting(admin, batch)).toEqual({ id: batch });
  expect(await stopWaiting(admin, batch)).toEqual({ id: batch });
  expect(await changeBatch(admin, batch, { name: "Other" })).toMatchObject({ id: batch });
  await end(run);
  await openWaiting();
  expect(await stateOf(batch)).toBe("draft");
  expect(await db.auditLog.count({ where: { subjectId: batch, action: "batch.waits-no-longer" } })).toBe(1);
});

test("a batch that an admin opens or deletes no longer waits", async () => {
  const { dataset, admin, batch, run } = await study();
  const other = await makeBatch({ dataset, open: false });
  for (const id of [batch, other.id]) await waitForRun(admin, id, { run });
  await openBatch(admin, batch);
  await deleteBatch(admin, other.id);
  expect(await listWaiting(admin, run)).toEqual([]);
  await end(run);
  await openWaiting();
  expect(await openings(batch)).toEqual([{ detail: { subjects: 2, slots: 2 } }]);
});

test("each batch waits for its own run", async () => {
  const { dataset, admin, batch, run } = await study();
  const other = await draftAndRun(dataset);
  await waitForRun(admin, batch, { run });
  await waitForRun(admin, other.batch, { run: other.run });
  await end(other.run);
  await openWaiting();
  expect([await stateOf(batch), await stateOf(other.batch)]).toEqual(["draft", "open"]);
  // Another run takes the first one's place; only its end counts.
  const third = await makeRun({ dataset, state: "running" });
  await waitForRun(admin, batch, { run: third.id });
  await end(run);
  await openWaiting();
  expect(await stateOf(batch)).toBe("draft");
  await end(third.id);
  await openWaiting();
  expect(await stateOf(batch)).toBe("open");
});

test("a partly failed run does not open the batch, until a retry completes it", async () => {
  const { admin, batch, run } = await study({ tasks: 3 });
  await waitForRun(admin, batch, { run });
  await end(run, { failed: 1 });
  await openWaiting();
  expect(await stateOf(batch)).toBe("draft");
  const wait = (await findWait(admin, batch)) ?? expect.fail();
  expect(wait.run).toMatchObject({ state: "done", units: 3, done: 2, failed: 1 });
  expect([waitState(wait), needsDecision(wait)]).toEqual(["failed-in-part", true]);
  await retryRun(admin, run);
  await end(run);
  await openWaiting();
  expect(await stateOf(batch)).toBe("open");
});

test("after a cancelled run an admin opens the batch or cancels the wait", async () => {
  const { admin, batch, run } = await study();
  await waitForRun(admin, batch, { run });
  await cancelRun(admin, run);
  await openWaiting();
  expect(await stateOf(batch)).toBe("draft");
  expect(waitState((await findWait(admin, batch)) ?? expect.fail())).toBe("cancelled");
  expect(await openBatch(admin, batch)).toMatchObject({ subjects: 2 });
});

test("a batch that cannot be opened is tried once, and stores the reason", async () => {
  const { dataset, admin, run } = await study();
  const batch = await makeBatch({
    dataset,
    open: false,
    selection: { filter: { q: "nothing has these words" }, sample: null },
  });
  await waitForRun(admin, batch.id, { run });
  await end(run);
  await openWaiting();
  await openWaiting();
  const wait = (await findWait(admin, batch.id)) ?? expect.fail();
  expect(waitState(wait)).toBe("refused");
  expect(wait.refused).toContain("Nothing in the dataset fits");
  expect(await db.auditLog.count({ where: { subjectId: batch.id, action: "batch.not-opened" } })).toBe(1);
});

test("a batch can wait only for an unfinished run over its own dataset, with a complete design", async () => {
  const { dataset, admin, batch, run } = await study();
  const elsewhere = await makeRun();
  expect(await waitForRun(admin, batch, { run: elsewhere.id })).toEqual({ refused: "no-such-run" });
  const sibling = await makeRun({ project: { id: dataset.projectId } });
  expect(await waitForRun(admin, batch, { run: sibling.id })).toEqual({ refused: "no-such-run" });
  expect(await listAwaitableRuns(admin, dataset.projectId)).toHaveLength(2);
  await end(run);
  expect(await waitForRun(admin, batch, { run })).toEqual({ refused: "run-over" });
  const nameless = await makeBatch({ dataset, open: false, name: "" });
  expect(await waitForRun(admin, nameless.id, { run: sibling.id })).toMatchObject({
    refused: "design-incomplete",
  });
  const stranger = await makeMember("admin");
  expect(await waitForRun(stranger.actor, batch, { run })).toBeNull();
  expect(await stopWaiting(stranger.actor, batch)).toBeNull();
  expect(await findWait(stranger.actor, batch)).toBeNull();
});

test("a run that ends while an admin makes a batch wait for it opens the batch, or the wait is refused", async () => {
  for (let n = 0; n < 5; n++) {
    const { admin, batch, run } = await study({ tasks: 1 });
    const [waits] = await Promise.all([waitForRun(admin, batch, { run }), end(run)]);
    await openWaiting();
    expect(await stateOf(batch)).toBe(waits && "refused" in waits ? "draft" : "open");
  }
});
