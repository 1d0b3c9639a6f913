import { expect, test, vi } from "vitest";
import { takeRateLimitToken } from "@/lib/auth/rate-limit";
import { findSignedIn, revokeAllSessions, unverifiedSessionOf } from "@/lib/auth/sessions";
import { forAnnotator } from "@/lib/database/connections";
import { db } from "@/lib/database/db";
import { findOwnAssignment } from "@/lib/review/data/assignments";
import { recordOwnOps, submitOwn } from "@/lib/review/data/opaque-keys";
import type { AssignmentView } from "@/lib/review/schema";
import type { Op } from "@/lib/review/schema/operation";
import { answer, finishing, fullProtocol, makeReviewFixture, newOp } from "@/lib/review/testing/fixture";
import { makeSession } from "@/testing/builders/people";

/*
 * Several web servers share a port, so requests of one person reach any of them, and each has its own memory.
 * The test loads the same modules twice on one database.
 */

const one = { findOwnAssignment, recordOwnOps, submitOwn, takeRateLimitToken };
vi.resetModules();
const other = {
  ...(await import("@/lib/review/data/assignments")),
  ...(await import("@/lib/review/data/opaque-keys")),
  ...(await import("@/lib/auth/rate-limit")),
};

test("each copy of the modules binds the connections that all of them share", async () => {
  const copies = [forAnnotator, (await import("@/lib/database/connections")).forAnnotator];
  expect(new Set(copies).size).toBe(2);
  const boundTo = () =>
    db.$queryRaw<{ who: string }[]>`SELECT current_setting('countersign.annotator', true) AS who`;
  for (const bind of copies) {
    const id = crypto.randomUUID();
    expect(await bind(id, boundTo)).toEqual([{ who: id }]);
  }
});

/** The opaque keys in a view, by their keys in the study file. */
function keysIn(view: AssignmentView | null): Map<string, string> {
  const items = view?.frame.steps.flatMap((step) =>
    step.type === "judge" ? step.items : step.type === "rubric" ? step.rubrics.flatMap((r) => r.items) : [],
  );
  return new Map(items?.map(({ text, key }) => [/Is (\S+) so/.exec(text)?.[1] ?? text, key]));
}

/** An operation with the opaque keys of a view. */
function under(keys: Map<string, string>, op: Op): Op {
  const name = (key: string) => keys.get(key) ?? key;
  if (op.type === "answer") return { ...op, item: name(op.item) };
  if (op.type === "decide") return { ...op, target: { ...op.target, item: name(op.target.item) } };
  return op;
}

test("saves that reach two processes in turn are all recorded, once and in order, and submitted by either", async () => {
  const fixture = await makeReviewFixture();
  const person = await fixture.join();
  const { id, lease } = await fixture.open(person);
  const views = [
    await one.findOwnAssignment(person.actor, id),
    await other.findOwnAssignment(person.actor, id),
  ];
  const [keys, same] = views.map(keysIn);
  if (!keys) throw new Error("nothing to read");
  expect(same).toEqual(keys);
  const ops = finishing().map((op) => under(keys, op));
  for (const [base, op] of ops.entries()) {
    const process = base % 2 ? other : one;
    const saved = await process.recordOwnOps(person.actor, id, { lease, base, ops: [op] });
    expect(saved).toMatchObject({ version: base + 1, merged: [] });
    // Sent again to the other process, as after a lost response.
    const again = await (base % 2 ? one : other).recordOwnOps(person.actor, id, { lease, base, ops: [op] });
    expect(again).toMatchObject({ version: base + 1 });
  }
  const rows = await db.operation.findMany({ where: { assignmentId: id }, orderBy: { seq: "asc" } });
  expect(rows.map((row) => row.id)).toEqual(ops.map(({ op }) => op));
  // The first process last saw the second to last operation.
  const sent = { lease, base: ops.length };
  const submitted = await Promise.all([one, other].map((p) => p.submitOwn(person.actor, id, sent)));
  expect(submitted.filter((answer) => answer && "state" in answer)).toHaveLength(1);
  expect(submitted).toContainEqual(expect.objectContaining({ refused: "already-submitted" }));
  expect(await db.judgement.count({ where: { assignmentId: id } })).toBe(3);
});

test("a process that cached an assignment reads its keys again after the assignment has changed arm", async () => {
  const fixture = await makeReviewFixture();
  const person = await fixture.join();
  const { id, lease } = await fixture.open(person);
  const before = keysIn(await one.findOwnAssignment(person.actor, id));
  const arm = await db.arm.create({
    data: { batchId: fixture.batch.id, name: "second", position: 1, k: 3, protocol: fullProtocol },
  });
  await db.slot.updateMany({ where: { assignmentId: id }, data: { assignmentId: null } });
  const { subjectId } = await db.assignment.findUniqueOrThrow({ where: { id } });
  const place = { batchId: fixture.batch.id, subjectId, armId: arm.id, replicate: 1, orderKey: 99, lane: 0 };
  const slot = await db.slot.create({ data: place });
  await db.assignment.update({ where: { id }, data: { armId: arm.id, slotId: slot.id } });
  await db.slot.update({ where: { id: slot.id }, data: { assignmentId: id } });
  const now = keysIn(await other.findOwnAssignment(person.actor, id));
  expect(now.get("C1")).not.toBe(before.get("C1"));
  const save = (keys: Map<string, string>, base: number) =>
    one.recordOwnOps(person.actor, id, { lease, base, ops: [under(keys, answer("C1", 2))] });
  expect(await save(now, 0)).toMatchObject({ version: 1 });
  // Old keys no longer work, in either process.
  expect(await save(before, 1)).toMatchObject({ refused: "does-not-fit" });
  expect(
    await other.recordOwnOps(person.actor, id, { lease, base: 1, ops: [under(before, answer("C1", 3))] }),
  ).toMatchObject({ refused: "does-not-fit" });
});

test("signing out and rate limits apply in every process", async () => {
  const fixture = await makeReviewFixture();
  const person = await fixture.join();
  const { sid } = await makeSession(person);
  const { id, lease } = await fixture.open(person);
  const who = unverifiedSessionOf(sid);
  const say = (p: typeof one | typeof other, base: number) =>
    p.recordOwnOps(who, id, { lease, base, ops: [newOp({ type: "score", value: null })] });
  await one.findOwnAssignment(person.actor, id);
  await other.findOwnAssignment(person.actor, id);
  expect(await findSignedIn(sid)).toMatchObject({ userId: person.id });
  await revokeAllSessions(person.actor);
  for (const process of [one, other]) expect(await say(process, 0)).toMatchObject({ refused: "signed-out" });

  const limit = { name: "of-two-processes", burst: 3, perMinute: 0.001 };
  const tries: boolean[] = [];
  for (const process of [one, other, one, other, one])
    tries.push(await process.takeRateLimitToken([{ limit, who: person.id }]));
  expect(tries).toEqual([true, true, true, false, false]);
});
