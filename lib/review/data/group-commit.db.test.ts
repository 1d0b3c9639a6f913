import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "@/lib/auth/rules";
import { unverifiedSessionOf } from "@/lib/auth/sessions";
import { db, pool } from "@/lib/database/db";
import { type PendingWrite, writeTogether } from "@/lib/review/data/group-commit";
import { recordOps } from "@/lib/review/data/record-operations";
import type { Op } from "@/lib/review/schema/operation";
import { answer, makeReviewFixture } from "@/lib/review/testing/fixture";
import { makeSession } from "@/testing/builders/people";

/** An annotator at work: their assignment has one operation, so the next one takes the fast path. */
async function atWork(fixture: Awaited<ReturnType<typeof makeReviewFixture>>, subject = 0) {
  const person = await fixture.join();
  const { sid } = await makeSession(person, new Date(Date.now() - HOUR));
  const { id, lease } = await fixture.open(person, subject);
  const who = unverifiedSessionOf(sid);
  const save = (base: number, ...ops: Op[]) => recordOps(who, id, { lease, base, ops });
  const first = answer("C1", 1);
  await save(0, first);
  const { armId } = await db.assignment.findUniqueOrThrow({ where: { id } });
  const session = await db.session.findFirstOrThrow({ where: { userId: person.id } });
  const write = (more: Partial<PendingWrite> = {}) =>
    writeTogether({ id, who, lease, armId, base: 1, last: first.op, ops: [answer("C1", 2)], ...more });
  return { person, id, lease, who, first, session, save, write };
}

async function manyAtWork(many: number) {
  const fixture = await makeReviewFixture({ subjects: many });
  const all = [];
  for (let n = 0; n < many; n += 1) all.push(await atWork(fixture, n));
  return all;
}

const recorded = (ids: string[]) =>
  db.$queryRaw<{ assignmentId: string; seq: number; id: string; transaction: string }[]>`
    SELECT "assignmentId", "seq", "id", "xmin"::text AS "transaction" FROM "Operation"
    WHERE "assignmentId" = ANY (${ids}::uuid[]) ORDER BY "assignmentId", "seq"`;

test("saves that arrive during a write are written together in one transaction, each in its own order", async () => {
  const all = await manyAtWork(20);
  const sent = await Promise.all(
    all.map(async ({ save, id }) => {
      const ops = Array.from({ length: 10 }, (_, n) => answer("C1", 1 + (n % 5)));
      for (const [n, op] of ops.entries())
        expect(await save(n + 1, op)).toMatchObject({ version: n + 2, merged: [] });
      // As many operations at once as after an outage.
      const many = Array.from({ length: 30 }, (_, n) => answer("C2", 1 + (n % 5)));
      expect(await save(11, ...many)).toMatchObject({ version: 41, merged: [] });
      return { id, ops: [...ops, ...many] };
    }),
  );
  const rows = (await recorded(all.map(({ id }) => id))).filter(({ seq }) => seq > 1);
  for (const { id, ops } of sent)
    expect(rows.filter(({ assignmentId }) => assignmentId === id).map((row) => row.id)).toEqual(
      ops.map(({ op }) => op),
    );
  expect(rows).toHaveLength(800);
  const single = rows.filter(({ seq }) => seq <= 11);
  expect(new Set(single.map(({ transaction }) => transaction)).size).toBeLessThan(100);
});

test("a refused save does not affect the others of its group", async () => {
  const all = await manyAtWork(6);
  const [written, another, passed, signedOut, wrong, last] = all;
  if (!written || !another || !passed || !signedOut || !wrong || !last)
    throw new Error("somebody is missing");
  // Another process has saved.
  const theirs = answer("C2", 2);
  const row = { assignmentId: another.id, id: theirs.op, seq: 2, type: theirs.type, payload: theirs };
  await db.operation.create({ data: { ...row, clientAt: new Date() } });
  await db.assignment.update({ where: { id: another.id }, data: { version: 2 } });
  await db.assignment.update({ where: { id: passed.id }, data: { leaseUntil: new Date(0) } });
  await db.session.updateMany({ where: { userId: signedOut.person.id }, data: { revokedAt: new Date() } });
  // PostgreSQL cannot store this date, so the statement fails.
  const impossible = { ...answer("C1", 3), at: "999999-01-01T00:00:00Z" };

  const outcomes = await Promise.allSettled([
    written.save(1, answer("C1", 4)),
    another.save(1, answer("C2", 5)),
    passed.save(1, answer("C1", 4)),
    signedOut.save(1, answer("C1", 4)),
    wrong.save(1, impossible),
    last.save(1, answer("C1", 4)),
  ]);
  expect(outcomes.map((one) => (one.status === "fulfilled" ? one.value : "failed"))).toEqual([
    expect.objectContaining({ version: 2 }),
    expect.objectContaining({ refused: "stale" }),
    expect.objectContaining({ refused: "expired" }),
    { refused: "signed-out" },
    "failed",
    expect.objectContaining({ version: 2 }),
  ]);
  const versions = await db.assignment.findMany({ where: { id: { in: [wrong.id, signedOut.id] } } });
  expect(versions.map(({ version }) => version)).toEqual([1, 1]);
  expect(await wrong.save(1, answer("C1", 4))).toMatchObject({ version: 2 });
});

/** Runs `during` while another connection holds the locks of a statement, and releases them in any case. */
async function whileLocked<T>(
  sql: string,
  during: (letGo: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  // Locks that the application role may not take.
  const holder = new pg.Client({ connectionString: process.env.TEST_OWNER_URL });
  await holder.connect();
  try {
    await holder.query(`BEGIN; ${sql}`);
    return await during(() => holder.query("ROLLBACK"));
  } finally {
    await holder.query("ROLLBACK");
    await holder.end();
  }
}

test("a connection that is cut in the middle loses nothing and writes nothing twice", async () => {
  const all = await manyAtWork(8);
  const outcomes = await whileLocked('LOCK TABLE "Operation" IN SHARE MODE', async (letGo) => {
    const saving = Promise.allSettled(all.map(({ save }) => save(1, answer("C1", 5))));
    // The first write runs alone, the others wait for it.
    for (let cut = 0; cut < 2; ) {
      const { rowCount } = await pool.query(`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
          AND wait_event_type = 'Lock' AND query LIKE 'WITH held AS%jsonb_to_recordset%'`);
      cut += rowCount ?? 0;
    }
    await letGo();
    return saving;
  });
  for (const [n, outcome] of outcomes.entries()) {
    // A write that was alone in its statement gets the error and is repeated, as a browser does.
    const saved = outcome.status === "fulfilled" ? outcome.value : await all[n]?.save(1, answer("C1", 5));
    expect(saved).toMatchObject({ version: 2 });
  }
  expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(4);
  expect(await recorded(all.map(({ id }) => id))).toHaveLength(16);
});

test("a hanging statement holds up no other annotator", async () => {
  const [stuck, other] = await manyAtWork(2);
  if (!stuck || !other) throw new Error("somebody is missing");
  // The same position in the document, taken by an operation that may still be rolled back.
  const taken = `INSERT INTO "Operation" ("assignmentId", "id", "seq", "type", "payload", "clientAt")
    VALUES ('${stuck.id}', gen_random_uuid(), 2, 'score', '{}', now())`;
  await whileLocked(taken, async (letGo) => {
    const saving = stuck.save(1, answer("C1", 5));
    expect(await other.save(1, answer("C1", 5))).toMatchObject({ version: 2 });
    await letGo();
    expect(await saving).toMatchObject({ version: 2 });
  });
});

test("a save of a row that another transaction has locked does not wait in the group, and is written after it", async () => {
  const { write, save, id } = await atWork(await makeReviewFixture({ subjects: 1 }));
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "Assignment" WHERE "id" = ${id}::uuid FOR UPDATE`;
    expect(await write()).toBeNull();
  });
  expect(await save(1, answer("C1", 4))).toMatchObject({ version: 2 });
});

test("the statement checks every reason for a refusal at the next save", async () => {
  const fixture = await makeReviewFixture({ subjects: 1 });
  const { person, session, write, save, id } = await atWork(fixture);
  const annotator = unverifiedSessionOf((await makeSession(await fixture.join("admin"))).sid);

  for (const wrong of [
    { who: annotator },
    { who: unverifiedSessionOf("x".repeat(43)) },
    { lease: randomUUID() },
    { armId: randomUUID() },
    { base: 0, last: null },
    { base: 2 },
    { last: null },
    { last: randomUUID() },
    { id: randomUUID() },
  ])
    expect(await write(wrong), JSON.stringify(wrong)).toBeNull();

  const sessionIs = (data: object) => db.session.update({ where: { id: session.id }, data });
  const batchIs = (data: object) => db.batch.update({ where: { id: fixture.batch.id }, data });
  const userIs = (disabledAt: Date | null) =>
    db.user.update({ where: { id: person.id }, data: { disabledAt } });
  const memberIs = (disabledAt: Date | null) =>
    db.membership.update({ where: { id: person.membershipId }, data: { disabledAt } });
  const { lastSeenAt, expiresAt } = session;
  const ago = (ms: number) => new Date(Date.now() - ms);
  const cases: [string, () => Promise<unknown>, () => Promise<unknown>, object | null][] = [
    [
      "a session that was ended",
      () => sessionIs({ revokedAt: new Date() }),
      () => sessionIs({ revokedAt: null }),
      { refused: "signed-out" },
    ],
    [
      "a session nobody used for eight hours",
      () => sessionIs({ lastSeenAt: ago(8 * HOUR + 1000) }),
      () => sessionIs({ lastSeenAt }),
      { refused: "signed-out" },
    ],
    [
      "a session of yesterday",
      () => sessionIs({ expiresAt: ago(1000) }),
      () => sessionIs({ expiresAt }),
      { refused: "signed-out" },
    ],
    [
      "an account that was switched off",
      () => userIs(new Date()),
      () => userIs(null),
      { refused: "signed-out" },
    ],
    ["a member who was removed", () => memberIs(new Date()), () => memberIs(null), null],
    [
      "a batch that was paused",
      () => batchIs({ state: "paused" }),
      () => batchIs({ state: "open" }),
      { refused: "batch-paused" },
    ],
  ];
  for (const [what, begin, end, refused] of cases) {
    await begin();
    expect(await write(), what).toBeNull();
    expect(await save(1, answer("C1", 5)), what).toEqual(refused);
    await end();
  }
  expect(await db.operation.count({ where: { assignmentId: id } })).toBe(1);
  expect(await write()).toMatchObject({ savedAt: expect.any(Date), leaseUntil: expect.any(Date) });
});

test("the statement and all other requests agree on when a session expires", async () => {
  const { session, save } = await atWork(await makeReviewFixture({ subjects: 1 }));
  let base = 1;
  const far = new Date(Date.now() + DAY);
  for (const [idle, expiresAt, isAlive] of [
    [8 * HOUR - MINUTE, far, true],
    [8 * HOUR + MINUTE, far, false],
    [0, new Date(Date.now() + MINUTE), true],
    [0, new Date(Date.now() - 1), false],
  ] as const) {
    const lastSeenAt = new Date(Date.now() - idle);
    await db.session.update({ where: { id: session.id }, data: { lastSeenAt, expiresAt } });
    const saved = await save(base, answer("C1", 3));
    expect(saved !== null && "version" in saved).toBe(isAlive);
    if (isAlive) base += 1;
  }
});

test("a save renews the session it was made with, and returns its account", async () => {
  const { person, session, save, who, write } = await atWork(await makeReviewFixture({ subjects: 1 }));
  const seen = async () => (await db.session.findUniqueOrThrow({ where: { id: session.id } })).lastSeenAt;
  const lately = new Date(Date.now() - 30_000);
  await db.session.update({ where: { id: session.id }, data: { lastSeenAt: lately } });
  await save(1, answer("C1", 3));
  expect(await seen()).toEqual(lately);
  await db.session.update({ where: { id: session.id }, data: { lastSeenAt: new Date(Date.now() - HOUR) } });
  await save(2, answer("C1", 4));
  expect((await seen()).getTime()).toBeGreaterThan(Date.now() - MINUTE);
  expect(who.userId).toBe(person.id);
  expect(await write()).toBeNull();
});
