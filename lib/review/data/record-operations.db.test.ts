import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { findAssignment } from "@/lib/review/data/assignments";
import { heartbeat, recordOps } from "@/lib/review/data/record-operations";
import { fold } from "@/lib/review/rules/apply";
import { itemState } from "@/lib/review/rules/selectors";
import type { Saved } from "@/lib/review/schema";
import type { Op } from "@/lib/review/schema/operation";
import { answer, makeReviewFixture, newOp, note } from "@/lib/review/testing/fixture";

async function opened() {
  const fixture = await makeReviewFixture({ subjects: 1 });
  const person = await fixture.join();
  const assignment = await fixture.open(person);
  const write = (base: number, ...ops: Op[]) =>
    recordOps(person.actor, assignment.id, { lease: assignment.lease, base, ops });
  const read = async () => {
    const view = await findAssignment(person.actor, assignment.id);
    if (!view) throw new Error("the annotator cannot read their own assignment");
    return { ...view, document: fold(view.frame, view.ops) };
  };
  return { fixture, person, assignment, write, read };
}

test("operations are recorded in order, without gaps, and can be read back", async () => {
  const { write, read } = await opened();
  const first = await write(0, answer("C1", 3), note("hm"));
  expect(first).toMatchObject({ version: 2, merged: [] });
  expect(await write(2, answer("C1", 4))).toMatchObject({ version: 3 });
  const view = await read();
  expect(view).toMatchObject({ version: 3, state: "open" });
  expect(itemState(view.document, "C1").answer).toBe(4);
  expect(view.document.note).toBe("hm");
});

test("an operation recorded before changes nothing and gets its answer again", async () => {
  const { write, read, assignment } = await opened();
  const op = answer("C1", 3);
  const first = (await write(0, op)) as Saved;
  expect(await write(0, op)).toMatchObject({ version: 1, savedAt: first.savedAt });
  // A retry after a lost response may contain more than the first attempt did.
  expect(await write(0, op, answer("C2", 1))).toMatchObject({ version: 2, merged: [] });
  expect(await read()).toMatchObject({ version: 2 });
  expect(await db.operation.count({ where: { assignmentId: assignment.id } })).toBe(2);
});

test("a hundred operations sent twenty times at once have a hundred effects", async () => {
  const { write, read, assignment } = await opened();
  const ops = Array.from({ length: 100 }, (_, n) => note(`note ${n}`));
  for (let n = 0; n < 100; n += 20) {
    const some = ops.slice(n, n + 20);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, k) =>
        write(n, ...(k % 2 === 0 ? some : some.slice(0, 1 + (k % 19)).concat(some))),
      ),
    );
    for (const saved of answers) expect(saved).toMatchObject({ version: n + 20 });
  }
  const view = await read();
  expect(view.ops).toHaveLength(100);
  expect(new Set(view.ops.map(({ op }) => op))).toEqual(new Set(ops.map(({ op }) => op)));
  const seqs = await db.operation.findMany({
    where: { assignmentId: assignment.id },
    orderBy: { seq: "asc" },
  });
  expect(seqs.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
});

test("operations of two tabs on different parts are merged, and each tab gets the other's", async () => {
  const { write, read } = await opened();
  const [mine, theirs] = [answer("C1", 3), answer("C2", 5)];
  await write(0, theirs);
  expect(await write(0, mine)).toMatchObject({ version: 2, merged: [theirs] });
  const { document } = await read();
  expect([itemState(document, "C1").answer, itemState(document, "C2").answer]).toEqual([3, 5]);
});

test("two tabs on the same value: the later one is refused, with what the server has", async () => {
  const { write, read } = await opened();
  const theirs = answer("C1", 5);
  await write(0, theirs);
  expect(await write(0, answer("C1", 3))).toEqual({
    refused: "stale",
    detail: { version: 1, ops: [theirs] },
  });
  expect(itemState((await read()).document, "C1").answer).toBe(5);
  // Undoing a value that the other tab has set again is the same conflict.
  const again = answer("C1", 1);
  await write(1, again);
  expect(await write(1, newOp({ type: "undo", of: theirs.op }))).toMatchObject({ refused: "stale" });
});

test("two tabs and two hundred edits: no edit is lost silently", async () => {
  const { write, read } = await opened();
  const tab = async (item: "C1" | "C2") => {
    let [base, merged, reported] = [0, 0, 0];
    for (let n = 0; n < 100; n += 1) {
      // Every third edit is of the value that the other tab edits too.
      const op = n % 3 === 0 ? note(`${item} ${n}`) : answer(item, 1 + (n % 5));
      for (;;) {
        const outcome = await write(base, op);
        if (!outcome) throw new Error("gone");
        if ("version" in outcome) {
          [base, merged] = [outcome.version, merged + outcome.merged.length];
          break;
        }
        expect(outcome.refused).toBe("stale");
        const { version, ops } = outcome.detail as { version: number; ops: Op[] };
        [base, reported] = [version, reported + ops.length];
      }
    }
    return merged + reported;
  };
  const learned = await Promise.all([tab("C1"), tab("C2")]);
  expect((await read()).version).toBe(200);
  // A tab learns everything the other recorded, except what came after its own last edit.
  for (const n of learned) expect(n).toBeLessThanOrEqual(100);
  expect(Math.max(...learned)).toBeGreaterThan(0);
});

test("all operations of a request are recorded or none", async () => {
  const { write, read } = await opened();
  const bad = answer("C1", 9);
  expect(await write(0, answer("C2", 1), bad)).toMatchObject({
    refused: "does-not-fit",
    detail: { op: bad.op, because: "off-scale" },
  });
  expect((await read()).version).toBe(0);
});

test("a base newer than a restored backup is answered with all operations", async () => {
  const { write } = await opened();
  const recorded = answer("C1", 2);
  await write(0, recorded);
  expect(await write(40, answer("C2", 2))).toMatchObject({ version: 2, merged: [recorded] });
});

test("every save renews the lease, and so does a heartbeat", async () => {
  const { write, assignment, person } = await opened();
  const soon = new Date(Date.now() + 60_000);
  const rewind = () => db.assignment.update({ where: { id: assignment.id }, data: { leaseUntil: soon } });
  await rewind();
  expect(((await write(0, note("a"))) as Saved).leaseUntil?.getTime()).toBeGreaterThan(soon.getTime());
  await rewind();
  const beat = await heartbeat(person.actor, assignment.id, assignment.lease);
  expect(beat && "leaseUntil" in beat && beat.leaseUntil.getTime()).toBeGreaterThan(soon.getTime());
  expect(await heartbeat(person.actor, assignment.id, randomUUID())).toEqual({ refused: "expired" });
});

test("after the lease has expired a write is refused, and its text is stored for later", async () => {
  const { fixture, write, read, assignment, person } = await opened();
  await write(0, note("in time"));
  await fixture.expire(assignment.id);
  const other = await fixture.join();
  const theirs = await fixture.open(other);
  await recordOps(other.actor, theirs.id, { lease: theirs.lease, base: 0, ops: [note("theirs")] });

  expect(await write(1, note("too late"))).toEqual({ refused: "expired", detail: { kept: true } });
  expect(await write(1, answer("C1", 9))).toEqual({ refused: "expired", detail: { kept: false } });
  expect(await read()).toMatchObject({ state: "expired", version: 2, document: { note: "too late" } });
  expect((await findAssignment(other.actor, theirs.id))?.ops).toHaveLength(1);
  expect(await heartbeat(person.actor, assignment.id, assignment.lease)).toEqual({ refused: "expired" });
});

test("an expired lease refuses writes even if no other annotator claimed the slot", async () => {
  const { write, assignment } = await opened();
  await db.assignment.update({
    where: { id: assignment.id },
    data: { leaseUntil: new Date(Date.now() - 1000) },
  });
  expect(await write(0, note("late"))).toEqual({ refused: "expired", detail: { kept: true } });
});

test("an old tab cannot write after the work was continued under another lease", async () => {
  const { write, read, assignment } = await opened();
  await db.assignment.update({ where: { id: assignment.id }, data: { lease: randomUUID() } });
  expect(await write(0, note("old tab"))).toEqual({ refused: "expired", detail: { kept: false } });
  expect((await read()).version).toBe(0);
});

test("a paused or closed batch takes no writes", async () => {
  const { fixture, write } = await opened();
  const become = (state: "paused" | "closed") =>
    db.batch.update({ where: { id: fixture.batch.id }, data: { state } });
  await become("paused");
  expect(await write(0, note("a"))).toEqual({ refused: "batch-paused" });
  await become("closed");
  expect(await write(0, note("a"))).toEqual({ refused: "batch-closed" });
});

test("a cached assignment is not used once the database has changed", async () => {
  const { fixture, write, read, assignment, person } = await opened();
  const where = { id: assignment.id };
  const first = answer("C1", 1);
  expect(await write(0, first)).toMatchObject({ version: 1 });

  // Another process has saved.
  const theirs = answer("C2", 2);
  const at = new Date();
  const row = {
    assignmentId: assignment.id,
    id: theirs.op,
    type: theirs.type,
    payload: theirs,
    clientAt: at,
  };
  await db.operation.create({ data: { ...row, seq: 2 } });
  await db.assignment.update({ where, data: { version: 2 } });
  expect(await write(1, answer("C2", 3))).toMatchObject({ refused: "stale", detail: { ops: [theirs] } });
  expect(await write(1, answer("C1", 3))).toMatchObject({ version: 3, merged: [theirs] });

  const cases: [() => Promise<unknown>, () => Promise<unknown>, object | null][] = [
    [
      () => db.batch.update({ where: { id: fixture.batch.id }, data: { state: "paused" } }),
      () => db.batch.update({ where: { id: fixture.batch.id }, data: { state: "open" } }),
      { refused: "batch-paused" },
    ],
    [
      () => db.project.update({ where: { id: fixture.project.id }, data: { archivedAt: at } }),
      () => db.project.update({ where: { id: fixture.project.id }, data: { archivedAt: null } }),
      { refused: "project-archived" },
    ],
    [
      () => db.membership.update({ where: { id: person.membershipId }, data: { disabledAt: at } }),
      () => db.membership.update({ where: { id: person.membershipId }, data: { disabledAt: null } }),
      null,
    ],
    [
      () => db.assignment.update({ where, data: { lease: randomUUID() } }),
      () => db.assignment.update({ where, data: { lease: assignment.lease } }),
      { refused: "expired", detail: { kept: false } },
    ],
  ];
  for (const [begin, end, outcome] of cases) {
    await begin();
    expect(await write(3, answer("C1", 5))).toEqual(outcome);
    await end();
  }
  expect(await write(3, answer("C1", 4), answer("C1", 9))).toMatchObject({ refused: "does-not-fit" });
  expect(await write(3, answer("C1", 4))).toMatchObject({ version: 4, merged: [] });
  const view = await read();
  expect(view.ops.map(({ op }) => op)).toHaveLength(4);
  expect(itemState(view.document, "C1").answer).toBe(4);
});

test("another annotator's assignment looks like one that does not exist", async () => {
  const { fixture, assignment, person } = await opened();
  const body = { lease: assignment.lease, base: 0, ops: [note("mine now")] };
  const elsewhere = await makeReviewFixture({ subjects: 1 });
  const strangers = [
    await fixture.join(),
    await fixture.join("researcher"),
    await fixture.join("admin"),
    await elsewhere.join("admin"),
  ];
  for (const { actor } of strangers) {
    expect(await recordOps(actor, assignment.id, body)).toBeNull();
    expect(await heartbeat(actor, assignment.id, assignment.lease)).toBeNull();
    expect(await findAssignment(actor, assignment.id)).toBeNull();
  }
  expect(await recordOps(person.actor, randomUUID(), body)).toBeNull();

  await db.membership.update({ where: { id: person.membershipId }, data: { disabledAt: new Date() } });
  expect(await recordOps(person.actor, assignment.id, body)).toBeNull();
  await db.membership.update({ where: { id: person.membershipId }, data: { disabledAt: null } });
  await db.user.update({ where: { id: person.id }, data: { disabledAt: new Date() } });
  expect(await recordOps(person.actor, assignment.id, body)).toBeNull();
  await db.user.update({ where: { id: person.id }, data: { disabledAt: null } });
  expect(await recordOps(person.actor, assignment.id, body)).toMatchObject({ version: 1 });
});

test("the overall draft leaves the server when the last item is answered, not before", async () => {
  const { write, read } = await opened();
  expect(JSON.stringify((await read()).frame)).not.toContain("all in all");
  expect(await write(0, answer("C1", 2))).not.toHaveProperty("revealed");
  const saved = (await write(1, answer("C2", 2))) as Saved;
  expect(JSON.stringify(saved.revealed)).toContain("all in all");
  expect(JSON.stringify((await read()).frame)).toContain("all in all");
});
