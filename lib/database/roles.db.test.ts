import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { forAnnotator } from "@/lib/database/connections";
import { db, pool } from "@/lib/database/db";
import { judging, makeQualityStudy, next, submitAssignment } from "@/lib/quality/testing/fixture";
import { grantApplication } from "@/scripts/postgres/roles.mjs";
import { makeBatch } from "@/testing/builders/batches";

const ownerUrl = process.env.TEST_OWNER_URL ?? "";
const ownUrl = process.env.DATABASE_URL ?? "";

/** The error code of a statement, or null when it succeeds. */
const codeOf = (sql: string, values?: unknown[]) =>
  pool.query(sql, values).then(
    () => null,
    (error: { code?: string }) => error.code,
  );

describe("the role that web and worker connect as", () => {
  test("owns nothing and can only read and write rows", async () => {
    const { rows } = await pool.query(
      `SELECT current_user AS "name", rolsuper, rolcreatedb, rolcreaterole, rolbypassrls,
         (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS "owned" FROM pg_roles r WHERE rolname = current_user`,
    );
    expect(rows).toEqual([
      {
        name: "countersign_app",
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolbypassrls: false,
        owned: 0,
      },
    ]);
  });

  test.each([
    'UPDATE "AuditLog" SET "action" = $$x$$',
    'DELETE FROM "AuditLog"',
    'TRUNCATE "AuditLog"',
    'DELETE FROM "AuditSeal"',
    'UPDATE "Operation" SET "seq" = 2',
    'DELETE FROM "Operation"',
    'ALTER TABLE "AuditLog" DISABLE TRIGGER ALL',
    'ALTER TABLE "Operation" DISABLE ROW LEVEL SECURITY',
    'DROP POLICY own_work ON "Operation"',
    "CREATE TABLE mine (a int)",
    "CREATE FUNCTION acting_annotator(int) RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "SET session_replication_role = replica",
    "SET ROLE countersign",
    'DELETE FROM "_prisma_migrations"',
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "SELECT pg_read_file('/etc/passwd')",
  ])("may not %s", async (sql) => expect(await codeOf(sql)).toBe("42501"));

  test("is created for an existing database, which stays under its owner until requested", async () => {
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    const role = { user: "countersign_late", password: "a password of its own" };
    const late = new URL(ownUrl);
    [late.username, late.password] = [role.user, encodeURIComponent(role.password)];
    const client = new pg.Client({ connectionString: late.href });
    try {
      await grantApplication(ownerUrl, role);
      await grantApplication(ownerUrl, role);
      await client.connect();
      await client.query(`INSERT INTO "RateLimit" ("key", "tokens", "updatedAt") VALUES ('late', 1, now())`);
      await client.query("SELECT graphile_worker.add_job('audit-seal')");
      const { rows } = await client.query("SELECT count(*)::int AS jobs FROM graphile_worker._private_jobs");
      expect(rows).toEqual([{ jobs: 1 }]);
      await expect(client.query('DELETE FROM "AuditLog"')).rejects.toThrow("permission denied");
      await expect(grantApplication(ownerUrl, { user: "countersign", password: "x" })).rejects.toThrow(
        "owner",
      );
    } finally {
      await client.end();
      await owner.query("DROP OWNED BY countersign_late CASCADE").catch(() => {});
      await owner.query("DROP ROLE IF EXISTS countersign_late");
      await owner.end();
    }
  });
});

describe("a connection that works for an annotator", () => {
  let [mine, theirs] = ["", ""];
  let userId = "";

  beforeAll(async () => {
    const { dataset, annotators } = await makeQualityStudy(2, 2);
    const arms = judging.map((arm) => ({ ...arm, k: 2 }));
    const batch = await makeBatch({ dataset, annotators, arms });
    const ids: string[] = [];
    for (const person of annotators) {
      const view = await next(person, batch);
      if (!view) throw new Error("nothing to do");
      await submitAssignment(person, view, () => "yes");
      ids.push(view.id);
    }
    [mine = "", theirs = ""] = ids;
    userId = annotators[0]?.id ?? "";
  }, 60_000);

  const TABLES = ["Operation", "Judgement", "Decision"] as const;
  /** The owners of the rows that an unfiltered query finds. */
  const whose = async (table: (typeof TABLES)[number]) =>
    (
      await pool.query<{ assignmentId: string }>(
        `SELECT DISTINCT "assignmentId" FROM "${table}" WHERE "assignmentId" = ANY ($1::uuid[])`,
        [[mine, theirs]],
      )
    ).rows.map(({ assignmentId }) => assignmentId);

  test.each(TABLES)(
    "finds only the annotator's own rows of %s, even without a condition in the query",
    async (table) => {
      expect((await whose(table)).sort()).toEqual([mine, theirs].sort());
      expect(await forAnnotator(userId, () => whose(table))).toEqual([mine]);
      expect(await forAnnotator(crypto.randomUUID(), () => whose(table))).toEqual([]);
      // The same connections serve other annotators afterwards, also at the same time.
      const many = Array.from({ length: 60 }, (_, n) =>
        n % 2 ? forAnnotator(userId, () => whose(table)) : whose(table),
      );
      for (const [n, found] of (await Promise.all(many)).entries()) expect(found).toHaveLength(n % 2 ? 1 : 2);
    },
  );

  test("writes no rows of other annotators, in transactions too", async () => {
    const forge = (assignmentId: string) =>
      db.$transaction((tx) =>
        tx.operation.create({
          data: {
            assignmentId,
            id: crypto.randomUUID(),
            seq: 999,
            type: "note",
            payload: {},
            clientAt: new Date(),
          },
        }),
      );
    await expect(forAnnotator(userId, () => forge(theirs))).rejects.toThrow(/row-level security/);
    const changed = () => db.judgement.updateMany({ where: { assignmentId: theirs }, data: { activeMs: 1 } });
    expect(await forAnnotator(userId, changed)).toEqual({ count: 0 });
    expect((await changed()).count).toBeGreaterThan(0);
    expect(await forAnnotator(userId, () => db.operation.count({ where: { seq: 999 } }))).toBe(0);
  });
});
