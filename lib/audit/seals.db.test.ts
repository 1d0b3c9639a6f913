import { expect, test } from "vitest";
import { checkAuditLog } from "@/lib/audit/check-seals";
import { sealAuditLog } from "@/lib/audit/seals";
import { audit } from "@/lib/auth/audit";
import { db, pool } from "@/lib/database/db";
import { asOwner } from "@/testing/as-owner";

async function write(rows: number) {
  await db.$transaction(async (tx) => {
    for (let n = 0; n < rows; n += 1)
      await audit(tx, null, { action: "test.written", subject: ["Test", String(n)], detail: { n } });
  });
}

/** Acts as an owner of the tables who knows how to bypass a trigger. */
const tamper = (sql: string) =>
  asOwner(async (owner) => {
    await owner.query("SET session_replication_role = replica");
    await owner.query(sql);
  });

test("the log is a hash chain, and every changed, removed or inserted row is detected", async () => {
  expect(await checkAuditLog(pool)).toEqual({ seals: 0, rows: 0, hash: null, broken: null });
  await write(20);
  // Recent rows may be preceded by rows of transactions not yet committed.
  expect(await sealAuditLog()).toBe(0);
  expect(await sealAuditLog(0)).toBe(20);
  expect(await sealAuditLog(0)).toBe(0);
  await write(5);
  const sealed = await Promise.all([sealAuditLog(0), sealAuditLog(0)]);
  expect(sealed.reduce((sum, rows) => sum + rows, 0)).toBe(5);
  await write(3);
  expect(await checkAuditLog(pool)).toMatchObject({ seals: 2, rows: 25, broken: null });

  const { id } = await db.auditLog.findFirstOrThrow({ orderBy: { id: "asc" }, skip: 21 });
  const changes = [
    [
      `UPDATE "AuditLog" SET "detail" = '{"n": 99}' WHERE "id" = ${id}`,
      `UPDATE "AuditLog" SET "detail" = '{"n": 1}' WHERE "id" = ${id}`,
    ],
    [
      `UPDATE "AuditLog" SET "at" = "at" + interval '1 microsecond' WHERE "id" = ${id}`,
      `UPDATE "AuditLog" SET "at" = "at" - interval '1 microsecond' WHERE "id" = ${id}`,
    ],
    [
      `CREATE TABLE aside AS SELECT * FROM "AuditLog" WHERE "id" = ${id}; DELETE FROM "AuditLog" WHERE "id" = ${id}`,
      `INSERT INTO "AuditLog" SELECT * FROM aside; DROP TABLE aside`,
    ],
    [`UPDATE "AuditSeal" SET "hash" = repeat('0', 64) WHERE "n" = 1`, null],
  ] as const;
  for (const [change, back] of changes) {
    await tamper(change);
    expect((await checkAuditLog(pool)).broken, change).toBe(back === null ? 1 : 2);
    if (back) await tamper(back);
    if (back) expect((await checkAuditLog(pool)).broken).toBeNull();
  }
});
