import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { moveBatch } from "@/lib/batch/data/change-state";
import { releaseExpiredLeases } from "@/lib/batch/data/claim";
import { confirmGuidelines } from "@/lib/batch/data/guidelines";
import { findAffectedWork } from "@/lib/batch/data/lifecycle";
import { findLoads } from "@/lib/batch/data/member-loads";
import { findMonitor } from "@/lib/batch/data/monitor";
import { prefetch, releaseReserved } from "@/lib/batch/data/prefetch";
import { findProgress } from "@/lib/batch/data/progress";
import { claimed, makeCrowd } from "@/lib/batch/testing/crowd";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import { undoSubmit } from "@/lib/review/data/undo-submit";
import { findFrame } from "@/lib/review/stimulus/find-frame";
import { makeBatch, type TestBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, type TestMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

type Person = TestMember<"annotator">;

/** A crowd on enough subjects to prefetch some; with guidelines that must be read, on request. */
const makePrefetching = ({
  mustRead = false,
  ...crowd
}: Parameters<typeof makeCrowd>[0] & { mustRead?: boolean } = {}) =>
  makeCrowd({ subjects: 10, people: 1, ...crowd, ...(mustRead && { mustRead, guidelines: "Read first." }) });

async function submitWork(person: Person, { id, lease }: { id: string; lease: string }) {
  const score = { op: randomUUID(), at: new Date().toISOString(), type: "score" as const, value: 3 };
  await recordOps(person.actor, id, { lease, base: 0, ops: [score] });
  expect(await submit(person.actor, id, { lease })).toMatchObject({ state: "submitted" });
}

/** The page that prefetches, unless a test has several. */
const page = randomUUID();

const ids = async (person: Person, batch: TestBatch) =>
  (await prefetch(person.actor, batch.id, page))?.assignments ?? [];
const prefetched = (batch: TestBatch) =>
  db.slot.count({ where: { batchId: batch.id, assignmentId: { not: null } } });

test("two assignments are prefetched for an annotator at work, the same on repeated requests, and open in that order", async () => {
  const { batch, first } = await makePrefetching();
  expect(await ids(first, batch)).toEqual([]);
  let current = await claimed(first, batch);
  let ahead = await ids(first, batch);
  expect(ahead).toHaveLength(2);
  expect(await ids(first, batch)).toEqual(ahead);
  for (let n = 2; n <= 6; n++) {
    await submitWork(first, current);
    current = await claimed(first, batch);
    expect(current).toMatchObject({ id: ahead[0], position: n });
    const more = await ids(first, batch);
    expect(more).toEqual([ahead[1], expect.any(String)]);
    ahead = more;
  }
  expect(await prefetched(batch)).toBe(8);
});

test("prefetched assignments are no work in progress in the list of people, and no sign of activity", async () => {
  const { batch, first } = await makePrefetching();
  const admin = await makeMember("admin", { project: { id: batch.projectId } });
  const load = async () => (await findLoads(admin.actor, batch.projectId)).get(first.membershipId);
  const current = await claimed(first, batch);
  expect(await ids(first, batch)).toHaveLength(2);
  expect(await load()).toMatchObject({ open: 1, lastAt: expect.any(Date) });
  await submitWork(first, current);
  const { lastAt } = (await load()) ?? expect.fail();
  await db.assignment.updateMany({
    where: { batchId: batch.id, openedAt: null },
    data: { leaseUntil: new Date(Date.now() + 7 * 86_400_000) },
  });
  expect(await load()).toMatchObject({ open: 0, submitted: 1, lastAt });
});

test("many requests at once prefetch no more than two assignments, and no subject twice", async () => {
  const { batch, annotators } = await makePrefetching({ subjects: 60, people: 6, k: 2 });
  await Promise.all(annotators.map((person) => claimed(person, batch)));
  await Promise.all(annotators.flatMap((person) => Array.from({ length: 5 }, () => ids(person, batch))));
  for (const person of annotators) expect(await ids(person, batch)).toHaveLength(2);
  expect(await prefetched(batch)).toBe(18);
});

test("prefetched assignments are deleted when the annotator leaves, or when the lease expires", async () => {
  const { batch, first } = await makePrefetching();
  await claimed(first, batch);
  const [one] = await ids(first, batch);
  expect(await releaseReserved(first.actor, batch.id, page)).toEqual({ left: 2 });
  expect(await prefetched(batch)).toBe(1);
  expect(await db.assignment.findUnique({ where: { id: one } })).toBeNull();
  const again = await ids(first, batch);
  expect(await db.assignment.count({ where: { batchId: batch.id } })).toBe(3);

  const passed = { leaseUntil: new Date(Date.now() - 1000) };
  await db.assignment.updateMany({ where: { id: { in: again } }, data: passed });
  expect(await releaseExpiredLeases(batch.id)).toBe(2);
  expect(await db.assignment.count({ where: { batchId: batch.id } })).toBe(1);
  expect(await prefetched(batch)).toBe(1);
});

test("prefetched assignments count with the free ones in the questions before a batch changes: nobody has seen them", async () => {
  const { admin, batch, first } = await makePrefetching();
  await claimed(first, batch);
  const before = await findAffectedWork(admin.actor, batch.id);
  expect(before).toMatchObject({ free: 9, open: 1 });
  expect(await ids(first, batch)).toHaveLength(2);
  expect(await findAffectedWork(admin.actor, batch.id)).toEqual(before);
});

test("a released assignment comes back as the same one if it is asked for again and its slot is free, to its annotator alone", async () => {
  const { batch, first, second } = await makePrefetching({ subjects: 12, people: 2 });
  const current = await claimed(first, batch);
  await claimed(second, batch);
  const [, lost] = await ids(first, batch);
  if (!lost) throw new Error("nothing was prefetched");
  const { subjectId } = await db.assignment.findUniqueOrThrow({ where: { id: lost } });
  const before = await findFrame(first.actor, lost);
  await releaseReserved(first.actor, batch.id, page);
  // Nobody else gets it by its id.
  const other = randomUUID();
  expect((await prefetch(second.actor, batch.id, other, [lost]))?.assignments).not.toContain(lost);
  await releaseReserved(second.actor, batch.id, other);
  expect((await prefetch(first.actor, batch.id, page, [lost]))?.assignments[0]).toBe(lost);
  await releaseReserved(first.actor, batch.id, page);
  await submitWork(first, current);
  const opened = await claim(first.actor, batch.id, [lost]);
  expect(opened).toMatchObject({ assignment: { id: lost, position: 2 } });
  expect(await db.assignment.findUnique({ where: { id: lost } })).toMatchObject({ subjectId, state: "open" });
  // Its parts have the same names for the annotator's browser.
  expect(await findFrame(first.actor, lost)).toEqual(before);
});

test("an assignment is not given again while its slot is taken: another one opens", async () => {
  const { batch, first, second } = await makePrefetching({ subjects: 2, people: 2, k: 1 });
  const current = await claimed(first, batch);
  const { id: theirs } = await claimed(second, batch);
  const slot = await db.slot.findFirstOrThrow({ where: { assignmentId: theirs } });
  await submitWork(first, current);
  expect(await claim(first.actor, batch.id, [theirs])).toMatchObject({ status: "none" });
  expect(await db.slot.findUnique({ where: { id: slot.id } })).toMatchObject({ assignmentId: theirs });
});

test("a page that closes releases what it prefetched, and nothing of the page that came after it", async () => {
  const { batch, first } = await makePrefetching();
  await claimed(first, batch);
  const ahead = await ids(first, batch);
  const next = randomUUID();
  expect(await prefetch(first.actor, batch.id, next)).toEqual({ assignments: ahead });
  // The closing page's request arrives late.
  expect(await releaseReserved(first.actor, batch.id, page)).toEqual({ left: 0 });
  expect(await prefetch(first.actor, batch.id, next)).toEqual({ assignments: ahead });
  expect(await releaseReserved(first.actor, batch.id, next)).toEqual({ left: 2 });
});

test("an assignment that is opened has a lease of its own, not that of the page", async () => {
  const { batch, first } = await makePrefetching();
  const { id, lease } = await claimed(first, batch);
  const [one] = await ids(first, batch);
  await submitWork(first, { id, lease });
  const next = await claimed(first, batch);
  expect(next.id).toBe(one);
  expect(next.lease).not.toBe(page);
});

test("no assignment is prefetched that another annotator would wait for", async () => {
  const { batch, annotators, first } = await makePrefetching({ subjects: 8, people: 3 });
  await claimed(first, batch);
  // Seven are free, and four are for the others: two each.
  expect(await ids(first, batch)).toHaveLength(2);
  for (const person of annotators.slice(1)) {
    await claimed(person, batch);
    expect(await ids(person, batch)).toHaveLength(0);
  }
});

test("annotators of unequal speed who all prefetch fill every slot, and arms stay balanced", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 12 });
  const annotators: Person[] = [];
  for (let n = 0; n < 4; n++) annotators.push(await makeMember("annotator", { project }));
  const steps = [
    {
      type: "score" as const,
      question: "How good?",
      scale: { type: "points" as const, min: 1, max: 5 },
      exposure: "none" as const,
      opens: "at-once" as const,
    },
  ];
  const arms = ["A", "B"].map((name) => ({ name, k: 1, exposure: null, steps }));
  const batch = await makeBatch({ dataset, annotators, arms });
  const working = new Map<Person, { id: string; lease: string }>();
  for (let turn = 0; working.size > 0 || turn === 0; turn++) {
    for (const [pace, person] of annotators.entries()) {
      if (turn % (pace + 1) !== 0) continue;
      const current = working.get(person);
      if (current) await submitWork(person, current);
      working.delete(person);
      const next = await claim(person.actor, batch.id);
      if (!next || !("assignment" in next)) continue;
      working.set(person, next.assignment);
      await prefetch(person.actor, batch.id, page);
    }
  }
  expect(await prefetched(batch)).toBe(24);
  const done = await db.assignment.groupBy({
    by: ["raterId", "armId"],
    where: { batchId: batch.id, state: "submitted" },
    _count: true,
  });
  expect(done.reduce((sum, { _count }) => sum + _count, 0)).toBe(24);
  for (const { raterId } of annotators) {
    const counts = done.filter((row) => row.raterId === raterId).map(({ _count }) => _count);
    expect(Math.max(...counts) - Math.min(...(counts.length < 2 ? [0] : counts))).toBeLessThanOrEqual(2);
  }
});

test("the monitor counts prefetched assignments apart: neither open, nor on hold, nor touched", async () => {
  const { batch, first, admin } = await makePrefetching();
  await claimed(first, batch);
  await prefetch(first.actor, batch.id, page);
  const researcher = { ...admin.actor } as unknown as TestMember<"researcher">["actor"];
  const monitor = await findMonitor(researcher, batch.id, "day");
  expect(monitor?.arms).toEqual([
    { name: "A", slots: 10, submitted: 0, open: 1, reserved: 0, further: 0, ahead: 2, free: 7, skipped: 0 },
  ]);
  expect(monitor?.hand).toEqual({ held: 1 });
  expect(await findProgress(researcher, batch.id)).toMatchObject({ untouched: 9, open: 1 });
});

test("undoing a submission releases the last of two prefetched assignments", async () => {
  const { batch, first } = await makePrefetching();
  const one = await claimed(first, batch);
  await prefetch(first.actor, batch.id, page);
  await submitWork(first, one);
  const two = await claimed(first, batch);
  const [three] = await ids(first, batch);
  expect(await undoSubmit(first.actor, one.id)).toMatchObject({ state: "open" });
  const lease = (await db.assignment.findUniqueOrThrow({ where: { id: one.id } })).lease ?? "";
  expect(await ids(first, batch)).toEqual([three]);
  expect(await submit(first.actor, one.id, { lease })).toMatchObject({ state: "submitted" });
  // An assignment that was begun comes before one that was only prefetched.
  expect(await claimed(first, batch)).toMatchObject({ id: two.id });
});

test("a prefetched assignment opens under the guidelines of that moment, once they are read", async () => {
  const { batch, first } = await makePrefetching({ mustRead: true });
  await confirmGuidelines(first.actor, batch.id, { read: 1 });
  const current = await claimed(first, batch);
  const [next] = await ids(first, batch);
  await db.guidelines.create({
    data: { projectId: batch.projectId, batchId: batch.id, version: 2, text: "Read again." },
  });
  await submitWork(first, current);
  expect(await claim(first.actor, batch.id)).toEqual({ refused: "guidelines-unread" });
  await confirmGuidelines(first.actor, batch.id, { read: 2 });
  expect(await claimed(first, batch)).toMatchObject({ id: next });
  const row = await db.assignment.findUniqueOrThrow({ where: { id: next } });
  expect([row.guidelinesVersion, row.openedAt]).toEqual([2, expect.any(Date)]);
});

test("closing a batch deletes prefetched assignments, and strangers cannot prefetch", async () => {
  const { batch, first, admin } = await makePrefetching();
  const stranger = await makeMember("annotator");
  expect(await prefetch(stranger.actor, batch.id, page)).toBeNull();
  expect(await releaseReserved(stranger.actor, batch.id, page)).toBeNull();
  await claimed(first, batch);
  await prefetch(first.actor, batch.id, page);
  await moveBatch(admin.actor, batch.id, "close");
  expect(await prefetched(batch)).toBe(0);
  expect(await db.assignment.findMany({ where: { batchId: batch.id }, select: { state: true } })).toEqual([
    { state: "returned" },
  ]);
  expect(await ids(first, batch)).toEqual([]);
});
