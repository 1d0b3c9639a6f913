import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { findAssignment } from "@/lib/review/data/assignments";
import { recordOps } from "@/lib/review/data/record-operations";
import { skip, submit } from "@/lib/review/data/submit";
import { cancelReopening, undoSubmit } from "@/lib/review/data/undo-submit";
import { answer, finishing, makeReviewFixture, newOp, note } from "@/lib/review/testing/fixture";
import { reopen } from "@/lib/review/testing/reopen";

async function opened() {
  const fixture = await makeReviewFixture({ subjects: 1 });
  const person = await fixture.join();
  const { id, lease } = await fixture.open(person);
  return { fixture, actor: person.actor, id, lease };
}

/** A submission of eleven seconds ago. */
async function submittedEarlier(quality = {}) {
  const { fixture, actor, id, lease } = await opened();
  await recordOps(actor, id, { lease, base: 0, ops: finishing() });
  await submit(actor, id, { lease });
  await db.batch.update({ where: { id: fixture.batch.id }, data: { quality } });
  const submittedAt = new Date(Date.now() - 11_000);
  await db.assignment.update({ where: { id }, data: { submittedAt } });
  return { actor, id, submittedAt };
}

test("a submission cannot be taken back after ten seconds in a batch that does not allow it", async () => {
  const { actor, id } = await submittedEarlier({ reopening: false });
  expect(await findAssignment(actor, id)).toMatchObject({ mayTakeBack: false });
  expect(await undoSubmit(actor, id)).toEqual({ refused: "undo-too-late" });
  expect(await db.judgement.count({ where: { assignmentId: id } })).toBe(3);
});

test("a submission reopened by its author counts until it is submitted again, and that is recorded", async () => {
  const { actor, id, submittedAt } = await submittedEarlier();
  expect(await findAssignment(actor, id)).toMatchObject({ mayTakeBack: true });
  const reopened = await reopen(actor, id);
  expect(reopened).toMatchObject({ state: "open", version: 9 });
  expect(await findAssignment(actor, id)).toMatchObject({ state: "open", reopened: { note: "" } });
  expect(await db.judgement.count({ where: { assignmentId: id } })).toBe(3);

  const { lease } = reopened;
  await recordOps(actor, id, { lease, base: 9, ops: [answer("C1", 5)] });
  expect(await submit(actor, id, { lease })).toMatchObject({ state: "submitted" });
  const first = { assignmentId: id, shown: 1, target: "item" } as const;
  expect(await db.judgement.findFirst({ where: first })).toMatchObject({ value: 5 });
  expect(await db.reopening.findMany({ where: { assignmentId: id } })).toMatchObject([
    { note: "", askedBy: actor.userId, submittedAt, version: 9, endedAt: expect.any(Date) },
  ]);
});

test("a redone submission that is undone leaves the signals of the one before it, where the batch counts them", async () => {
  const counted = { pastes: 2, pastedCharacters: 80, timesAway: 0, awayMs: 0 };
  for (const [signals, expected] of [
    [true, { pastes: 0, pastedCharacters: 0, timesAway: 0, awayMs: 0 }],
    [false, null],
  ] as const) {
    const { actor, id } = await submittedEarlier({ signals });
    const { lease } = await reopen(actor, id);
    const time = newOp({ type: "time", spent: [], signals: counted });
    await recordOps(actor, id, { lease, base: 9, ops: [time] });
    await submit(actor, id, { lease });
    const stored = () => db.assignment.findUniqueOrThrow({ where: { id }, select: { signals: true } });
    expect(await stored()).toEqual({ signals: signals ? counted : null });
    await undoSubmit(actor, id);
    expect(await stored()).toEqual({ signals: expected });
  }
});

test("a submission reopened by its author can be left as it was, whatever was changed since", async () => {
  const { actor, id, submittedAt } = await submittedEarlier();
  expect(await cancelReopening(actor, id)).toEqual({ refused: "not-reopened" });
  const { lease } = await reopen(actor, id);
  await recordOps(actor, id, { lease, base: 9, ops: [answer("C1", 5)] });
  expect(await cancelReopening(actor, id)).toEqual({ state: "submitted" });
  expect(await findAssignment(actor, id)).toMatchObject({ state: "submitted", submittedAt, version: 9 });
  expect(await submit(actor, id, { lease })).toEqual({ refused: "already-submitted" });
});

test("undoing a skip restores the annotator's work, unless other annotators have taken every slot", async () => {
  const { fixture, actor, id, lease } = await opened();
  const skipIt = (lease: string) => skip(actor, id, { lease, reason: "I know the author." });
  await recordOps(actor, id, { lease, base: 0, ops: [note("begun")] });
  await skipIt(lease);
  expect(await findAssignment(actor, id)).toMatchObject({ state: "skipped", mayTakeBack: true });
  const again = await reopen(actor, id);
  expect(again).toMatchObject({ state: "open", version: 1 });
  expect(await findAssignment(actor, id)).toMatchObject({ state: "open", skipReason: null });
  await skipIt(again.lease);
  for (let n = 0; n < 3; n++) await fixture.open(await fixture.join());
  expect(await undoSubmit(actor, id)).toEqual({ refused: "skip-stands" });
});
