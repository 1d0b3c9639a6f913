import pg from "pg";
import { expect, test } from "vitest";
import { addAnnotators } from "@/lib/batch/data/add-annotators";
import { moveBatch } from "@/lib/batch/data/change-state";
import { releaseExpiredLeases } from "@/lib/batch/data/claim";
import { openBatch } from "@/lib/batch/data/open-batch";
import { claimed, endLease, makeCrowd, submitEmpty } from "@/lib/batch/testing/crowd";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { claim } from "@/lib/participation/data/claim";
import { claimFromProcesses } from "@/scripts/campaign/concurrent-claims";
import { makeBatch, type TestBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

function find(id: string) {
  return db.assignment.findUniqueOrThrow({ where: { id }, include: { heldSlot: true } });
}

/** The number of annotators of each subject, and of slots taken in all. */
async function filling(batch: TestBatch) {
  const subjects = await db.assignment.groupBy({
    by: ["subjectId"],
    where: { batchId: batch.id },
    _count: true,
  });
  const slots = await db.slot.count({ where: { batchId: batch.id, assignmentId: { not: null } } });
  return { most: Math.max(...subjects.map(({ _count }) => _count)), slots };
}

test("200 people at once on 60 subjects: three each, no slot left, and exactly 20 get no assignment", async () => {
  const crowd = { people: 200, subjects: 60, k: 3 };
  const report = await claimFromProcesses({ processes: 2, runs: 3, ...crowd });
  expect(report).toMatchObject({ claimed: 3 * 180, none: 3 * 20 });
}, 120_000);

test("40 people who claim 20 times at once have one open assignment each, and every response names it", async () => {
  const { batch, annotators } = await makeCrowd({ subjects: 60, people: 40, k: 3 });
  const answers = await Promise.all(
    annotators.flatMap((person) => Array.from({ length: 20 }, async () => (await claimed(person, batch)).id)),
  );
  const open = await db.assignment.findMany({ where: { batchId: batch.id, state: "open" } });
  expect(open).toHaveLength(40);
  const openByRater = new Map(open.map((each) => [each.raterId, each.id]));
  const expected = annotators.flatMap(({ raterId }) => Array(20).fill(openByRater.get(raterId)));
  expect(answers).toEqual(expected);
}, 120_000);

test("with as many annotators as slots, each annotator does each subject once", async () => {
  const { batch, annotators } = await makeCrowd({ subjects: 5, people: 3, k: 3 });
  for (const person of annotators) {
    for (let n = 1; n <= 5; n++) {
      const { id, position } = await claimed(person, batch);
      expect(position).toBe(n);
      await submitEmpty(id);
    }
    expect(await claim(person.actor, batch.id)).toEqual({ status: "none", later: false });
  }
  expect(await filling(batch)).toEqual({ most: 3, slots: 15 });
});

test("the order is each annotator's own", async () => {
  const { batch, annotators } = await makeCrowd({ subjects: 30, people: 3, k: 3 });
  const orders = [];
  for (const person of annotators) {
    const order = [];
    for (let n = 0; n < 30; n++) {
      const { id } = await claimed(person, batch);
      order.push((await submitEmpty(id)).subjectId);
    }
    orders.push(order.join());
  }
  expect(new Set(orders).size).toBe(3);
});

test("a claim renews the lease of what is open", async () => {
  const { batch, first } = await makeCrowd({});
  const before = await claimed(first, batch);
  await endLease(before.id);
  const after = await claimed(first, batch);
  expect(after).toMatchObject({ id: before.id, lease: before.lease });
  expect(after.leaseUntil.getTime()).toBeGreaterThan(Date.now());
});

test("an expired lease frees the slot for another annotator, without the worker", async () => {
  const { batch, first, second } = await makeCrowd({ subjects: 1 });
  const before = await claimed(first, batch);
  expect(await claim(second.actor, batch.id)).toEqual({ status: "none", later: true });
  await endLease(before.id);
  const after = await claimed(second, batch);
  expect(await find(before.id)).toMatchObject({ state: "expired", lease: null, heldSlot: null });
  expect((await find(after.id)).heldSlot).not.toBeNull();
  expect(await claim(first.actor, batch.id)).toEqual({ status: "none", later: false });
});

test("an annotator whose lease expired continues the same assignment first, under a new lease", async () => {
  const { batch, first, second } = await makeCrowd({ subjects: 20, k: 2 });
  const before = await claimed(first, batch);
  const op = crypto.randomUUID();
  await db.operation.create({
    data: { assignmentId: before.id, id: op, seq: 1, type: "note", payload: {}, clientAt: new Date() },
  });
  await db.assignment.update({ where: { id: before.id }, data: { version: 1 } });
  await endLease(before.id);
  expect(await releaseExpiredLeases()).toBe(1);
  await claimed(second, batch);
  const after = await claimed(first, batch);
  expect(after).toMatchObject({ id: before.id, position: before.position });
  expect(after.lease).not.toBe(before.lease);
  expect(await db.operation.count({ where: { assignmentId: after.id } })).toBe(1);
});

test("a skipped subject is not offered to the same annotator again, but to another", async () => {
  const { batch, first, second } = await makeCrowd({ subjects: 1 });
  const { id } = await claimed(first, batch);
  await db.slot.updateMany({ where: { assignmentId: id }, data: { assignmentId: null } });
  await db.assignment.update({ where: { id }, data: { state: "skipped", lease: null, leaseUntil: null } });
  expect(await claim(first.actor, batch.id)).toEqual({ status: "none", later: false });
  await claimed(second, batch);
});

test("a claim waits for a slot that another request has locked, instead of returning none", async () => {
  const { batch, first } = await makeCrowd({ subjects: 1 });
  const other = new pg.Client({ connectionString: env().DATABASE_URL });
  await other.connect();
  await other.query("BEGIN");
  await other.query('SELECT FROM "Slot" WHERE "batchId" = $1 FOR UPDATE', [batch.id]);
  const claiming = claim(first.actor, batch.id);
  const early = await Promise.race([claiming, new Promise((done) => setTimeout(done, 500, "waiting"))]);
  expect(early).toBe("waiting");
  await other.query("ROLLBACK");
  await other.end();
  expect(await claiming).toMatchObject({ status: "claimed" });
});

test("an assignment has the guidelines in force when it was opened", async () => {
  const { batch, first } = await makeCrowd({ subjects: 2 });
  const before = await claimed(first, batch);
  await db.guidelines.create({
    data: { batchId: batch.id, projectId: batch.projectId, version: 2, text: "New" },
  });
  await submitEmpty(before.id);
  const after = await claimed(first, batch);
  expect((await find(before.id)).guidelinesVersion).toBe(1);
  expect((await find(after.id)).guidelinesVersion).toBe(2);
});

test("the arm an annotator has done least comes first, and no slot is left for balance", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 6 });
  const annotators = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const batch = await makeBatch({ dataset, annotators, open: false });
  const arm = await db.arm.findFirstOrThrow({ where: { batchId: batch.id } });
  await db.arm.create({
    data: { batchId: batch.id, name: "B", position: 1, k: 1, protocol: arm.protocol ?? {} },
  });
  const admin = await makeMember("admin", { project });
  expect(await openBatch(admin.actor, batch.id)).toEqual({ subjects: 6, slots: 12 });

  for (const person of annotators) {
    for (let n = 1; n <= 6; n++) {
      await submitEmpty((await claimed(person, batch)).id);
      const done = await db.assignment.groupBy({
        by: ["armId"],
        where: { batchId: batch.id, raterId: person.raterId },
        _count: true,
      });
      if (person === annotators[0] && n % 2 === 0)
        expect(done.map(({ _count }) => _count)).toEqual([n / 2, n / 2]);
    }
  }
  expect(await filling(batch)).toEqual({ most: 2, slots: 12 });
});

test("a paused batch refuses claims, and resuming renews what is open", async () => {
  const { batch, first, admin } = await makeCrowd({});
  const { id } = await claimed(first, batch);
  await moveBatch(admin.actor, batch.id, "pause");
  expect(await claim(first.actor, batch.id)).toEqual({ refused: "batch-paused" });
  await endLease(id);
  expect(await releaseExpiredLeases()).toBe(0);
  await moveBatch(admin.actor, batch.id, "resume");
  expect((await claimed(first, batch)).id).toBe(id);
});

test("closing a batch releases open assignments, and claims are refused", async () => {
  const { batch, first, admin } = await makeCrowd({});
  const { id } = await claimed(first, batch);
  expect(await moveBatch(admin.actor, batch.id, "close")).toMatchObject({ state: "closed", returned: 1 });
  expect(await find(id)).toMatchObject({ state: "returned", lease: null, heldSlot: null });
  expect(await claim(first.actor, batch.id)).toEqual({ refused: "batch-closed" });
});

test("no claim gets into a batch that is being closed", async () => {
  const { batch, annotators, admin } = await makeCrowd({ subjects: 20, people: 20 });
  await Promise.all([
    ...annotators.map(({ actor }) => claim(actor, batch.id)),
    moveBatch(admin.actor, batch.id, "close"),
  ]);
  expect(await db.assignment.count({ where: { batchId: batch.id, state: "open" } })).toBe(0);
});

test("only enabled annotators of the batch can claim; for others it does not exist", async () => {
  const { batch, first, second, admin, project } = await makeCrowd({});
  const stranger = await makeMember("annotator");
  const colleague = await makeMember("annotator", { project });
  expect(await claim(stranger.actor, batch.id)).toBeNull();
  expect(await claim(colleague.actor, batch.id)).toBeNull();
  await addAnnotators(admin.actor, batch.id, [colleague.membershipId]);
  expect(await claim(colleague.actor, batch.id)).toMatchObject({ status: "claimed" });

  await db.membership.update({ where: { id: first.membershipId }, data: { disabledAt: new Date() } });
  expect(await claim(first.actor, batch.id)).toBeNull();
  await db.user.update({ where: { id: second.id }, data: { disabledAt: new Date() } });
  expect(await claim(second.actor, batch.id)).toBeNull();
});
