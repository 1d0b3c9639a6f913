import { describe, expect, test } from "vitest";
import { eraseOwnAccount } from "@/lib/account/data/erasure";
import { actAs } from "@/lib/auth/actor";
import { moveBatch } from "@/lib/batch/data/change-state";
import { releaseExpiredLeases } from "@/lib/batch/data/claim";
import {
  findAffectedWork,
  releaseAssignment,
  removeAnnotator,
  reopenAssignment,
  withdrawReopening,
} from "@/lib/batch/data/lifecycle";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import {
  findAssignment,
  listPastBatches,
  listPastWork,
  listReopenedWork,
} from "@/lib/review/data/assignments";
import { heartbeat, recordOps } from "@/lib/review/data/record-operations";
import { skip, submit } from "@/lib/review/data/submit";
import { undoSubmit } from "@/lib/review/data/undo-submit";
import type { Op } from "@/lib/review/schema/operation";
import { finishing, makeReviewFixture, newOp, note } from "@/lib/review/testing/fixture";
import { makeMember } from "@/testing/builders/people";

/** A batch on two responses with k = 3, its admin, and an annotator who has submitted the first subject. */
async function study() {
  const fixture = await makeReviewFixture();
  const admin = await makeMember("admin", { project: fixture.project });
  const person = await fixture.join();
  const work = await fixture.open(person);
  const write = (lease: string, base: number, ops: Op[]) =>
    recordOps(person.actor, work.id, { lease, base, ops });
  await write(work.lease, 0, finishing());
  await submit(person.actor, work.id, { lease: work.lease });
  const reopen = (text = "Look at C1 again.") => reopenAssignment(admin.actor, work.id, { note: text });
  return { fixture, admin, person, work, write, reopen };
}

/** The assignment that an annotator gets when they claim one. */
async function take(person: { actor: Parameters<typeof claim>[0] }, batch: { id: string }) {
  const claimed = await claim(person.actor, batch.id);
  if (!claimed || !("assignment" in claimed)) throw new Error(JSON.stringify(claimed));
  return claimed.assignment;
}

const find = (id: string) => db.assignment.findUniqueOrThrow({ where: { id }, include: { heldSlot: true } });

const scoresOf = async (assignmentId: string, item = "C1") => {
  const rows = await db.judgement.findMany({ where: { assignmentId, item: { key: item } } });
  return rows.map(({ value }) => value);
};

const actions = async (subjectId: string) => {
  const rows = await db.auditLog.findMany({ where: { subjectId }, orderBy: { id: "asc" } });
  return rows.map(({ action }) => action);
};

const versionOf = async (batch: { id: string }) =>
  (await db.batch.findUniqueOrThrow({ where: { id: batch.id } })).dataVersion;

const score = (value: number) => newOp({ type: "answer", item: "C1", value });

describe("a submission is sent back", () => {
  test("it counts until it is submitted again; then only the last submission counts", async () => {
    const { fixture, person, work, write, reopen } = await study();
    const before = await versionOf(fixture.batch);
    expect(await reopen()).toEqual({ state: "reopened" });
    expect(await scoresOf(work.id)).toEqual([2]);
    expect(await versionOf(fixture.batch)).toBe(before + 1);
    expect(await find(work.id)).toMatchObject({ submittedAt: null, lease: null, heldSlot: {} });
    expect(await listReopenedWork(person.actor)).toMatchObject([
      { id: work.id, state: "reopened", reopened: { note: "Look at C1 again." } },
    ]);

    const again = await take(person, fixture.batch);
    expect(again.id).toBe(work.id);
    expect(await findAssignment(person.actor, work.id)).toMatchObject({
      state: "open",
      reopened: { note: "Look at C1 again." },
      version: 9,
    });
    await write(again.lease, 9, [score(4)]);
    expect(await scoresOf(work.id)).toEqual([2]);
    expect(await submit(person.actor, work.id, { lease: again.lease, base: 10 })).toMatchObject({
      state: "submitted",
    });
    expect(await scoresOf(work.id)).toEqual([4]);
    expect(await db.judgement.count({ where: { assignmentId: work.id } })).toBe(3);
    expect(await versionOf(fixture.batch)).toBe(before + 2);
    expect(await db.reopening.findMany({ where: { assignmentId: work.id } })).toMatchObject([
      { version: 9, endedAt: expect.any(Date) },
    ]);
    expect(await listReopenedWork(person.actor)).toEqual([]);
    expect(await actions(work.id)).toEqual(["assignment.reopened"]);
  });

  test("taking the second submission back within ten seconds makes the first one count again", async () => {
    const { fixture, person, work, write, reopen } = await study();
    const first = await find(work.id);
    const rows = () =>
      db.judgement.findMany({
        where: { assignmentId: work.id },
        orderBy: { position: "asc" },
        omit: { id: true },
        include: { lines: { orderBy: { position: "asc" }, omit: { id: true, judgementId: true } } },
      });
    const submitted = await rows();
    await reopen();
    const again = await take(person, fixture.batch);
    await write(again.lease, 9, [score(4)]);
    await submit(person.actor, work.id, { lease: again.lease });
    expect(await undoSubmit(person.actor, work.id)).toMatchObject({ state: "open", version: 10 });
    expect(await rows()).toEqual(submitted);
    expect(await withdrawOf(fixture, work.id)).toEqual({ state: "submitted" });
    expect(await find(work.id)).toMatchObject({ submittedAt: first.submittedAt, submittedVersion: 9 });
  });

  test("its slot stays with its annotator when time runs out or an admin takes it away", async () => {
    const { fixture, admin, person, work, reopen } = await study();
    await reopen();
    await take(person, fixture.batch);
    await db.assignment.update({ where: { id: work.id }, data: { leaseUntil: new Date(0) } });
    await releaseExpiredLeases(fixture.batch.id);
    expect(await find(work.id)).toMatchObject({ state: "reopened", lease: null, heldSlot: {} });
    await take(person, fixture.batch);
    expect(await releaseAssignment(admin.actor, work.id)).toEqual({ state: "reopened" });
    expect(await find(work.id)).toMatchObject({ state: "reopened", heldSlot: {} });
    expect((await take(person, fixture.batch)).id).toBe(work.id);
  });

  test("it waits behind what its annotator has open, and cannot be skipped", async () => {
    const { fixture, person, work, reopen } = await study();
    const other = await take(person, fixture.batch);
    await reopen();
    expect((await take(person, fixture.batch)).id).toBe(other.id);
    await skip(person.actor, other.id, { lease: other.lease, reason: "no" });
    const again = await take(person, fixture.batch);
    expect(again.id).toBe(work.id);
    expect(await skip(person.actor, work.id, { lease: again.lease, reason: "no" })).toEqual({
      refused: "reopened-not-skipped",
    });
  });

  test("closing the batch restores it as it was submitted", async () => {
    const { fixture, admin, person, work, write, reopen } = await study();
    await reopen();
    const again = await take(person, fixture.batch);
    await write(again.lease, 9, [score(4)]);
    expect(await moveBatch(admin.actor, fixture.batch.id, "close")).toEqual({
      state: "closed",
      returned: 0,
      stand: 1,
    });
    expect(await scoresOf(work.id)).toEqual([2]);
    const view = await findAssignment(person.actor, work.id);
    expect(view).toMatchObject({ state: "submitted", version: 9, reopened: null });
    expect(await write(again.lease, 10, [score(5)])).toEqual({ refused: "already-submitted" });
  });

  test("only once, only a submission, and only to an annotator who still works on an active batch", async () => {
    const { fixture, admin, person, work, reopen } = await study();
    const outcomes = await Promise.all([reopen("One."), reopen("Two.")]);
    expect(outcomes).toContainEqual({ state: "reopened" });
    expect(outcomes).toContainEqual({ refused: "already-reopened" });
    expect(await db.reopening.count({ where: { assignmentId: work.id } })).toBe(1);

    const open = await fixture.open(await fixture.join());
    expect(await reopenAssignment(admin.actor, open.id, { note: "?" })).toEqual({ refused: "not-submitted" });
    expect(await withdrawReopening(admin.actor, open.id)).toEqual({ refused: "not-reopened" });
    await withdrawReopening(admin.actor, work.id);
    await removeAnnotator(admin.actor, fixture.batch.id, person.membershipId);
    expect(await reopen()).toEqual({ refused: "annotator-gone" });
    await moveBatch(admin.actor, fixture.batch.id, "close");
    expect(await reopen()).toEqual({ refused: "batch-closed" });
  });

  test("an annotator who claims meanwhile has one assignment, never two", async () => {
    const { fixture, person, work, reopen } = await study();
    const [claimed] = await Promise.all([take(person, fixture.batch), reopen()]);
    const states = await db.assignment.findMany({ where: { raterId: person.raterId } });
    expect(states.filter(({ state }) => state === "open")).toHaveLength(1);
    expect(await find(work.id)).toMatchObject({ state: claimed.id === work.id ? "open" : "reopened" });
  });

  async function withdrawOf(fixture: Awaited<ReturnType<typeof makeReviewFixture>>, id: string) {
    const admin = await makeMember("admin", { project: fixture.project });
    return withdrawReopening(admin.actor, id);
  }
});

describe("work in progress is taken away", () => {
  test("a released assignment keeps what was saved, frees its slot, and its tab gets a refusal", async () => {
    const { fixture, admin, person } = await study();
    const work = await fixture.open(person, 1, 2);
    const write = (base: number, op: Op) =>
      recordOps(person.actor, work.id, { lease: work.lease, base, ops: [op] });
    await write(0, note("begun"));
    const slot = (await find(work.id)).heldSlot?.id;
    expect(await releaseAssignment(admin.actor, work.id)).toEqual({ state: "returned" });
    expect(await find(work.id)).toMatchObject({ state: "returned", lease: null, heldSlot: null, version: 1 });
    expect(await db.slot.findUnique({ where: { id: slot } })).toMatchObject({ assignmentId: null });
    expect(await heartbeat(person.actor, work.id, work.lease)).toEqual({ refused: "released" });
    expect(await submit(person.actor, work.id, { lease: work.lease })).toEqual({ refused: "released" });
    // Operations sent after the release are stored with the assignment.
    expect(await write(1, note("begun, and more"))).toEqual({ refused: "released", detail: { kept: true } });
    expect(await releaseAssignment(admin.actor, work.id)).toEqual({ refused: "not-in-progress" });
    expect(await actions(work.id)).toEqual(["assignment.released"]);
    expect(await take(person, fixture.batch)).toMatchObject({ id: work.id });
  });

  test("a removed annotator's submissions stay, and their other slots go to others", async () => {
    const { fixture, admin, person, work, reopen } = await study();
    const open = await fixture.open(person, 1, 2);
    await reopen();
    const { id } = fixture.batch;
    expect(await findAffectedWork(admin.actor, id, person.membershipId)).toEqual({
      open: 1,
      onHold: 0,
      reopened: 1,
      submitted: 0,
      free: 4,
    });
    const outcomes = await Promise.all([
      removeAnnotator(admin.actor, id, person.membershipId),
      removeAnnotator(admin.actor, id, person.membershipId),
    ]);
    expect(outcomes).toContainEqual({ removed: true, returned: 1, stand: 1 });
    expect(outcomes).toContainEqual({ removed: false, returned: 0, stand: 0 });
    expect(await find(work.id)).toMatchObject({ state: "submitted", heldSlot: {} });
    expect(await scoresOf(work.id)).toEqual([2]);
    expect(await find(open.id)).toMatchObject({ state: "returned", heldSlot: null });
    expect(await claim(person.actor, id)).toBeNull();
    expect((await actions(id)).filter((action) => action === "batch.annotator-removed")).toHaveLength(1);
    // The annotator can still read their work.
    expect(await findAssignment(person.actor, work.id)).toMatchObject({ state: "submitted" });
  });

  test("an erased person's sent-back submission stands, and the note is deleted", async () => {
    const { fixture, person, work, reopen } = await study();
    await reopen();
    await take(person, fixture.batch);
    expect(await eraseOwnAccount(person.actor)).toEqual({ erased: true });
    expect(await find(work.id)).toMatchObject({ state: "submitted", reopenedAt: null, heldSlot: {} });
    expect(await db.reopening.count({ where: { assignmentId: work.id } })).toBe(0);
    expect(await scoresOf(work.id)).toEqual([2]);
  });

  test("a removed annotator cannot undo a submission", async () => {
    const { fixture, admin, person, work } = await study();
    await removeAnnotator(admin.actor, fixture.batch.id, person.membershipId);
    expect(await undoSubmit(person.actor, work.id)).toEqual({ refused: "released" });
  });

  test("an admin of another project can do none of it", async () => {
    const { fixture, person, work } = await study();
    const { actor } = await makeMember("admin");
    expect(await releaseAssignment(actor, work.id)).toBeNull();
    expect(await reopenAssignment(actor, work.id, { note: "?" })).toBeNull();
    expect(await withdrawReopening(actor, work.id)).toBeNull();
    expect(await removeAnnotator(actor, fixture.batch.id, person.membershipId)).toBeNull();
    expect(await findAffectedWork(actor, fixture.batch.id)).toBeNull();
  });
});

describe("two admins at once", () => {
  test("one closes and one pauses: the batch is closed, and each change is recorded once", async () => {
    const { fixture, admin, person } = await study();
    await fixture.open(person, 1, 2);
    const other = await makeMember("admin", { project: fixture.project });
    const move = (by: typeof admin, verb: "close" | "pause") => moveBatch(by.actor, fixture.batch.id, verb);
    const outcomes = await Promise.all([
      move(admin, "close"),
      move(other, "pause"),
      move(other, "close"),
      move(admin, "close"),
    ]);
    const returned = outcomes.flatMap((outcome) =>
      outcome && "returned" in outcome ? [outcome.returned] : [],
    );
    expect(returned.reduce((sum, n) => sum + n, 0)).toBe(1);
    const { state } = await db.batch.findUniqueOrThrow({ where: { id: fixture.batch.id } });
    expect(state).toBe("closed");
    const recorded = await actions(fixture.batch.id);
    expect(recorded.filter((action) => action === "batch.closed")).toHaveLength(1);
    expect(recorded.filter((action) => action === "batch.paused").length).toBeLessThan(2);
  });
});

describe("work that cannot be saved any more", () => {
  test("in a project archived meanwhile", async () => {
    const { fixture, person, work, reopen } = await study();
    await reopen();
    const open = await take(person, fixture.batch);
    await db.project.update({ where: { id: fixture.project.id }, data: { archivedAt: new Date() } });
    const refused = { refused: "project-archived" };
    const ops = [note("late")];
    expect(await recordOps(person.actor, work.id, { lease: open.lease, base: 9, ops })).toEqual(refused);
    expect(await heartbeat(person.actor, work.id, open.lease)).toEqual(refused);
    expect(await submit(person.actor, work.id, { lease: open.lease })).toEqual(refused);
    expect(await skip(person.actor, work.id, { lease: open.lease, reason: "x" })).toEqual(refused);
    expect(await findAssignment(person.actor, work.id)).toMatchObject({
      lease: null,
      batch: { projectArchived: true },
    });
  });

  test("by an account disabled meanwhile, in the project or the installation", async () => {
    for (const where of ["project", "installation"] as const) {
      const { fixture, person } = await study();
      const open = await fixture.open(person, 1, 2);
      const disabledAt = new Date();
      if (where === "project")
        await db.membership.update({ where: { id: person.membershipId }, data: { disabledAt } });
      else await db.user.update({ where: { id: person.id }, data: { disabledAt } });
      const ops = [note("late")];
      expect(await recordOps(person.actor, open.id, { lease: open.lease, base: 0, ops })).toBeNull();
      expect(await submit(person.actor, open.id, { lease: open.lease })).toBeNull();
      expect(await undoSubmit(person.actor, open.id)).toBeNull();
      expect(await db.operation.count({ where: { assignmentId: open.id } })).toBe(0);
    }
  });
});

describe("an annotator's past work", () => {
  test("is their own alone, found by batch and by words of task and response", async () => {
    const { fixture, person, work } = await study();
    const other = await fixture.join();
    const theirs = await fixture.open(other);
    await recordOps(other.actor, theirs.id, { lease: theirs.lease, base: 0, ops: finishing() });
    await submit(other.actor, theirs.id, { lease: theirs.lease });

    const ids = async (query: Parameters<typeof listPastWork>[1]) =>
      (await listPastWork(person.actor, query)).rows.map(({ id }) => id);
    expect(await ids({})).toEqual([work.id]);
    expect(await ids({ batch: fixture.batch.id, q: "instruction 0" })).toEqual([work.id]);
    expect(await ids({ q: "RESPONSE 0" })).toEqual([work.id]);
    expect(await ids({ q: "100%_" })).toEqual([]);
    expect(await ids({ batch: crypto.randomUUID() })).toEqual([]);
    expect(await ids({ after: work.id })).toEqual([]);
    expect(await listPastBatches(person.actor)).toMatchObject([{ id: fixture.batch.id, submitted: 1 }]);
    const stranger = actAs((await makeMember("admin", { project: fixture.project })).actor, "annotator");
    expect(await listPastWork(stranger, {})).toEqual({ rows: [], next: null });
    expect(await listPastBatches(stranger)).toEqual([]);
  });

  test("comes in pages that lose nothing", async () => {
    const { fixture, person, work } = await study();
    const {
      subjectId: _,
      id: __,
      ...first
    } = await db.assignment.findUniqueOrThrow({ where: { id: work.id } });
    const { datasetId } = fixture;
    const { taskId } = await db.subject.findFirstOrThrow({ where: { batchId: fixture.batch.id } });
    for (let n = 0; n < 51; n += 1) {
      const response = await db.response.create({
        data: { datasetId, taskId, key: `extra-${n}`, position: 100 + n, text: "Extra" },
      });
      const subject = await db.subject.create({
        data: {
          batchId: fixture.batch.id,
          datasetId,
          kind: "response",
          position: 100 + n,
          taskId,
          responseId: response.id,
        },
      });
      const place = { subjectId: subject.id, armId: first.armId, replicate: 1 };
      const slot = await db.slot.create({
        data: { batchId: fixture.batch.id, ...place, orderKey: n, lane: 0 },
      });
      await db.assignment.create({
        data: {
          ...first,
          order: {},
          signals: undefined,
          subjectId: subject.id,
          slotId: slot.id,
          position: 10 + n,
        },
      });
    }
    const page = await listPastWork(person.actor, {});
    const rest = await listPastWork(person.actor, { after: page.next ?? "" });
    const all = [...page.rows, ...rest.rows].map(({ id }) => id);
    expect(page.rows).toHaveLength(50);
    expect(new Set(all).size).toBe(52);
    expect(rest.next).toBeNull();
  });
});
