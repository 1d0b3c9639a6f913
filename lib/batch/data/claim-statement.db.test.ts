import { createHash } from "node:crypto";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { releaseExpiredLeases, take } from "@/lib/batch/data/claim";
import type { Attempt } from "@/lib/batch/data/claim-statement";
import { releaseAssignment } from "@/lib/batch/data/lifecycle";
import { armsOf, claimed, endLease, makeCrowd, submitEmpty } from "@/lib/batch/testing/crowd";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { makeMember } from "@/testing/builders/people";

// Each fragment of the statement by itself, named as in claim-statement.ts. What they do together is tested in
// claim.db.test.ts, prefetch.db.test.ts and balance.db.test.ts.

type Crowd = Awaited<ReturnType<typeof makeCrowd>>;
type Annotator = Crowd["first"];

function attempt({ batch }: Crowd, annotator: Annotator, more: Partial<Attempt> = {}) {
  return take({ as: "open", userId: annotator.actor.userId, batchId: batch.id, locked: "skip", ...more });
}

/** The assignment that one attempt returns, with its slot and subject; fails if it returns none. */
async function taken(crowd: Crowd, annotator: Annotator, more: Partial<Attempt> = {}) {
  const look = await attempt(crowd, annotator, more);
  if (!look || look === "conflict" || !look.assignment)
    throw new Error(`no assignment: ${JSON.stringify(look)}`);
  const { id, lease } = look.assignment;
  const row = await db.assignment.findUniqueOrThrow({ where: { id }, include: { heldSlot: true } });
  return { ...row, lease };
}

const NO_ASSIGNMENT = { assignment: null };

describe("annotatorInBatch", () => {
  test("finds nothing for a batch that is not open, a stranger, and a disabled annotator", async () => {
    const crowd = await makeCrowd();
    const stranger = await makeMember("annotator", { project: crowd.project });
    expect(await attempt(crowd, stranger)).toBeNull();
    await db.membership.update({
      where: { id: crowd.second.membershipId },
      data: { disabledAt: new Date() },
    });
    expect(await attempt(crowd, crowd.second)).toBeNull();
    await db.batch.update({ where: { id: crowd.batch.id }, data: { state: "paused" } });
    expect(await attempt(crowd, crowd.first)).toBeNull();
  });
});

describe("POSITION", () => {
  test("numbers an annotator's assignments, and draws an order of their own from seed, pseudonym and number", async () => {
    const crowd = await makeCrowd({ subjects: 3 });
    const { seed } = await db.batch.findUniqueOrThrow({ where: { id: crowd.batch.id } });
    const { code } = await db.rater.findUniqueOrThrow({ where: { id: crowd.first.raterId } });
    for (const n of [1, 2, 3]) {
      const { id, position, order } = await taken(crowd, crowd.first);
      const digest = createHash("md5")
        .update(`${seed}:${code}:${n - 1}`)
        .digest();
      expect({ position, order }).toMatchObject({
        position: n,
        order: { seed: Math.abs(digest.readInt32BE()) },
      });
      await submitEmpty(id);
    }
  });
});

describe("STARTING_POINT", () => {
  test("is in a fixed order the slot after the annotator's last one, not an earlier one that became free", async () => {
    const crowd = await makeCrowd({ subjects: 3, subjectOrder: "fixed" });
    const keyOf = async (annotator: Annotator) => (await taken(crowd, annotator)).heldSlot?.orderKey;
    const key = await keyOf(crowd.first);
    const inBetween = await keyOf(crowd.second);
    const open = { batchId: crowd.batch.id, raterId: crowd.first.raterId, state: "open" as const };
    await submitEmpty((await db.assignment.findFirstOrThrow({ where: open })).id);
    const later = await keyOf(crowd.first);
    await submitEmpty((await db.assignment.findFirstOrThrow({ where: open })).id);
    await db.slot.updateMany({
      where: { batchId: crowd.batch.id, orderKey: inBetween },
      data: { assignmentId: null },
    });
    expect([key, inBetween, later]).toEqual(
      [key, inBetween, later].toSorted((a, b) => Number(a) - Number(b)),
    );
    expect(await keyOf(crowd.first)).toBe(inBetween);
  });
});

describe("WORK_BY_ARM and ARMS_IN_TURN", () => {
  test("give an annotator assignments of each arm in proportion to its k", async () => {
    const crowd = await makeCrowd({ subjects: 6, people: 3, arms: armsOf(2, 1) });
    const byArm = new Map<string, number>();
    for (let n = 0; n < 6; n++) {
      const { id, armId } = await taken(crowd, crowd.first);
      byArm.set(armId, (byArm.get(armId) ?? 0) + 1);
      await submitEmpty(id);
    }
    expect([...byArm.values()].sort()).toEqual([2, 4]);
  });
});

describe("ROOM_TO_RESERVE", () => {
  test("has two numbers, and none before the annotator is at work", async () => {
    const crowd = await makeCrowd({ subjects: 8, people: 1 });
    expect(await attempt(crowd, crowd.first, { as: "reserved" })).toMatchObject(NO_ASSIGNMENT);
    await taken(crowd, crowd.first);
    expect((await taken(crowd, crowd.first, { as: "reserved" })).reservedNo).toBe(1);
    expect((await taken(crowd, crowd.first, { as: "reserved" })).reservedNo).toBe(2);
    expect(await attempt(crowd, crowd.first, { as: "reserved" })).toMatchObject(NO_ASSIGNMENT);
  });

  test("is gone while two free slots are left for each other annotator", async () => {
    const crowd = await makeCrowd({ subjects: 4, people: 2 });
    await taken(crowd, crowd.first);
    expect((await taken(crowd, crowd.first, { as: "reserved" })).reservedNo).toBe(1);
    expect(await attempt(crowd, crowd.first, { as: "reserved" })).toMatchObject(NO_ASSIGNMENT);
  });
});

describe("reopenReserved", () => {
  test("renews what is open, and opens what was prefetched under a lease of its own", async () => {
    const crowd = await makeCrowd({ subjects: 6, people: 1 });
    const open = await taken(crowd, crowd.first);
    const prefetched = await taken(crowd, crowd.first, { as: "reserved" });
    expect(prefetched).toMatchObject({ state: "reserved", openedAt: null });
    const renewed = await taken(crowd, crowd.first);
    expect(renewed).toMatchObject({ id: open.id, lease: open.lease });
    expect(Number(renewed.leaseUntil)).toBeGreaterThanOrEqual(Number(open.leaseUntil));
    await submitEmpty(open.id);
    const next = await taken(crowd, crowd.first);
    expect(next).toMatchObject({ id: prefetched.id, state: "open", reservedNo: null });
    expect(next.openedAt).not.toBeNull();
    expect(next.lease).not.toBe(prefetched.lease);
  });
});

describe("findSlot", () => {
  test("prefers an expired assignment to a new subject, and a new subject to a released assignment", async () => {
    const crowd = await makeCrowd({ subjects: 2, people: 1 });
    const expired = await taken(crowd, crowd.first);
    await endLease(expired.id);
    await releaseExpiredLeases(crowd.batch.id);
    expect((await taken(crowd, crowd.first)).id).toBe(expired.id);
    await releaseAssignment(crowd.admin.actor, expired.id);
    const fresh = await taken(crowd, crowd.first);
    expect(fresh.subjectId).not.toBe(expired.subjectId);
    await submitEmpty(fresh.id);
    expect((await taken(crowd, crowd.first)).id).toBe(expired.id);
  });
});

describe("newSlot", () => {
  test("chooses among the next free slots the subject that is nearest to completion", async () => {
    const crowd = await makeCrowd({ subjects: 6, people: 3, k: 3 });
    const { subjectId } = await taken(crowd, crowd.second);
    expect((await taken(crowd, crowd.first)).subjectId).toBe(subjectId);
    const third = crowd.annotators[2] as Annotator;
    expect((await taken(crowd, third)).subjectId).toBe(subjectId);
  });
});

describe("earlierSlot", () => {
  test("continues in another arm only what has no answers yet", async () => {
    const crowd = await makeCrowd({ subjects: 1, people: 3, arms: armsOf(1, 1) });
    const before = await taken(crowd, crowd.first);
    await endLease(before.id);
    await releaseExpiredLeases(crowd.batch.id);
    const others = [await taken(crowd, crowd.second), await taken(crowd, crowd.annotators[2] as Annotator)];
    const skipped = others.find(({ armId }) => armId !== before.armId)?.id;
    await db.slot.updateMany({ where: { assignmentId: skipped }, data: { assignmentId: null } });
    await db.assignment.update({
      where: { id: skipped },
      data: { state: "skipped", lease: null, leaseUntil: null },
    });
    await db.assignment.update({ where: { id: before.id }, data: { version: 1 } });
    expect(await attempt(crowd, crowd.first)).toMatchObject(NO_ASSIGNMENT);
    await db.assignment.update({ where: { id: before.id }, data: { version: 0 } });
    const after = await taken(crowd, crowd.first);
    expect(after.id).toBe(before.id);
    expect(after.armId).not.toBe(before.armId);
  });
});

describe("CONTINUE_EARLIER", () => {
  test("gives the old assignment its number, a new lease, and the guidelines of this moment", async () => {
    const crowd = await makeCrowd({ subjects: 1, people: 1 });
    const before = await taken(crowd, crowd.first);
    await endLease(before.id);
    await releaseExpiredLeases(crowd.batch.id);
    await db.guidelines.create({
      data: { batchId: crowd.batch.id, projectId: crowd.project.id, version: 2, text: "New" },
    });
    const after = await taken(crowd, crowd.first);
    expect(after).toMatchObject({ id: before.id, position: before.position, guidelinesVersion: 2 });
    expect(after.lease).not.toBe(before.lease);
  });
});

describe("openAssignment", () => {
  test("takes the lease it is given, and dates the opening of what is opened, not of what is prefetched", async () => {
    const crowd = await makeCrowd({ subjects: 6, people: 1 });
    const lease = crypto.randomUUID();
    const opened = await taken(crowd, crowd.first, { lease });
    expect(opened).toMatchObject({ state: "open", lease, reservedNo: null });
    expect(opened.openedAt).not.toBeNull();
    expect(await taken(crowd, crowd.first, { as: "reserved" })).toMatchObject({
      state: "reserved",
      openedAt: null,
    });
  });
});

describe("OCCUPY_SLOT", () => {
  test("ties the slot to the assignment, so that no one else gets it", async () => {
    const crowd = await makeCrowd({ subjects: 1 });
    const { id, heldSlot } = await taken(crowd, crowd.first);
    expect(heldSlot?.assignmentId).toBe(id);
    expect(await attempt(crowd, crowd.second)).toMatchObject({ ...NO_ASSIGNMENT, free: false });
  });
});

describe("RESULT", () => {
  test("says that the guidelines are unread, and returns open work all the same", async () => {
    const crowd = await makeCrowd({ people: 1 });
    const { id } = await claimed(crowd.first, crowd.batch);
    await db.batch.update({ where: { id: crowd.batch.id }, data: { mustRead: true } });
    await db.guidelines.create({
      data: { batchId: crowd.batch.id, projectId: crowd.project.id, version: 2, text: "Read first." },
    });
    expect(await attempt(crowd, crowd.first)).toMatchObject({ assignment: { id }, unread: false });
    await submitEmpty(id);
    expect(await attempt(crowd, crowd.first)).toMatchObject({
      ...NO_ASSIGNMENT,
      unread: true,
      qualified: true,
    });
  });

  test("says that slots are free while other requests have locked them", async () => {
    const crowd = await makeCrowd({ subjects: 1 });
    const other = new pg.Client({ connectionString: env().DATABASE_URL });
    await other.connect();
    await other.query("BEGIN");
    await other.query('SELECT FROM "Slot" WHERE "batchId" = $1 FOR UPDATE', [crowd.batch.id]);
    expect(await attempt(crowd, crowd.first)).toMatchObject({ ...NO_ASSIGNMENT, free: true });
    await other.query("ROLLBACK");
    await other.end();
    expect(await attempt(crowd, crowd.first)).toMatchObject({ assignment: expect.anything() });
  });
});
