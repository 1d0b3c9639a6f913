import { execFileSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { eraseAccount } from "@/lib/account/data/erasure";
import { commandOutput } from "@/lib/cli/testing/command-output";
import { db } from "@/lib/database/db";
import { LEFT_OUT } from "@/lib/installation/backup/catalogue";
import { readBackup } from "@/lib/installation/backup/read";
import { CannotRestore, restoreBackup } from "@/lib/installation/backup/restore";
import type { Migration } from "@/lib/installation/backup/schema";
import { edited, flip, madeBy } from "@/lib/installation/backup/testing/altered";
import { writeBackup } from "@/lib/installation/backup/write";
import { claim } from "@/lib/participation/data/claim";
import { joinBatch } from "@/lib/participation/data/join";
import { askQuestion } from "@/lib/question/data";
import { enqueue } from "@/lib/queue/enqueue";
import { computeReportJob } from "@/lib/report/schema/jobs";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import { seedDemo } from "@/prisma/seed";
import { BASELINE } from "@/scripts/prisma/baseline.mjs";
import { knownMigrations, migrate } from "@/scripts/prisma/migrate.mjs";
import { makeBatch, makeParticipationLink } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeInvitation, makeMember, makeSession, makeSiteAdmin, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const server = inject("server");
const source = process.env.TEST_OWNER_URL ?? "";
const folder = mkdtempSync(path.join(tmpdir(), "countersign-backup-"));
const file = path.join(folder, "whole");
const made: string[] = [];

/**
 * Text that only a faithful copy preserves: tabs, line ends, backslashes, the end mark of COPY, other
 * alphabets.
 */
const NASTY = 'a\tb\r\n\\.\n\\N "quoted" {x,"y"} 𝒳 العربية \\t';

beforeAll(async () => {
  await seedDemo(() => {});
  await makeSession(await makeUser({ name: NASTY }));
  const dataset = await db.dataset.findFirstOrThrow();
  await db.task.create({
    data: {
      datasetId: dataset.id,
      key: "nasty",
      position: 9_999,
      instruction: NASTY,
      tags: [NASTY, "", "NULL"],
      metadata: { null: null, huge: 1e300, text: NASTY },
    },
  });
  const { id } = await db.import.create({ data: { projectId: dataset.projectId, fileName: NASTY } });
  await db.importChunk.create({ data: { importId: id, n: 1, bytes: randomBytes(300_000) } });
  // JSON null and SQL null differ in a judgement.
  const judgements = await db.judgement.findMany({ take: 2, orderBy: { id: "asc" } });
  await db.$executeRaw`UPDATE "Judgement" SET "initial" = 'null'::jsonb WHERE "id" = ${judgements[0]?.id}::uuid`;
  await db.$transaction((tx) => enqueue(tx, computeReportJob, { id: randomUUID() }, { key: "wanted" }));
  await backUp(file);
}, 300_000);

afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const url of made) await query(server, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}, 60_000);

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A database without tables. */
async function emptyDatabase(): Promise<string> {
  const name = `restored_${randomBytes(6).toString("hex")}`;
  await query(server, `CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  made.push(url.href);
  return url.href;
}

async function backUp(to: string, url = source) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await writeBackup(client, to);
  } finally {
    await client.end();
  }
}

async function migrations() {
  return { baseline: BASELINE, known: await knownMigrations(), apply: migrate };
}

/** The rows of each table as sorted text; PostgreSQL returns them in any order. */
async function rowsOf(backup: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  await readBackup(backup, {
    onTable: async ({ table, rows }) => {
      let text = "";
      for await (const piece of rows) text += piece.toString();
      found[table] = text.split("\n").sort();
    },
  });
  return found;
}

/** All reports, recomputed from a database by a separate process. */
function reportsOf(url: string): Record<string, unknown> {
  const program = path.join(import.meta.dirname, "testing/reports.ts");
  const args = ["--conditions=react-server", "--import", "tsx", program];
  const env = { ...process.env, DATABASE_URL: url };
  return JSON.parse(execFileSync(process.execPath, args, { env, encoding: "utf8", maxBuffer: 2 ** 28 }));
}

test("restoring into an empty database gives the same rows, agreement and constraints", async () => {
  const target = await emptyDatabase();
  await restoreBackup(target, file, await migrations());

  const again = path.join(folder, "again");
  const [first, second] = [await readBackup(file), await backUp(again, target)];
  const { jobs: _, ...rows } = await rowsOf(file);
  expect(await rowsOf(again)).toEqual({ ...rows, jobs: expect.arrayContaining([]) });
  expect(second.sequences).toEqual(first.sequences);
  expect(first.tables.find(({ name }) => name === "Judgement")?.rows).toBeGreaterThan(100);

  const reports = reportsOf(source);
  expect(Object.keys(reports).length).toBeGreaterThan(1);
  expect(reportsOf(target)).toEqual(reports);

  // Excluded tables, waiting jobs, and the constraints.
  expect(await query(target, 'SELECT 1 FROM "Session"')).toEqual([]);
  const waiting = "SELECT key FROM graphile_worker.jobs WHERE key = 'wanted'";
  expect(await query(target, waiting)).toEqual([{ key: "wanted" }]);
  const rules = `SELECT conname AS name, pg_get_constraintdef(oid) AS rule, convalidated AS valid FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT tgname, pg_get_triggerdef(oid), tgenabled = 'O' FROM pg_trigger WHERE NOT tgisinternal
      AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
    ORDER BY 1, 2`;
  expect(await query(target, rules)).toEqual(await query(source, rules));
  await expect(query(target, 'DELETE FROM "AuditLog"')).rejects.toThrow(/append-only/);
}, 300_000);

test("a backup is readable as text, by its owner only", () => {
  expect(gunzipSync(readFileSync(file)).toString()).toContain("العربية");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a backup taken after an erasure contains nothing of the erased person", async () => {
  const traces = Object.fromEntries(
    ["name", "note", "flag", "question", "person", "study", "session"].map((what) => [
      what,
      `canary${randomBytes(16).toString("hex")}${what}`,
    ]),
  ) as Record<"name" | "note" | "flag" | "question" | "person" | "study" | "session", string>;
  const project = await makeProject();
  await db.project.update({ where: { id: project.id }, data: { onErasure: "remove" } });
  const user = await makeUser({ name: traces.name, email: `${traces.name}@example.org` });
  const member = await makeMember("annotator", { project, user });
  const batch = await makeBatch({ dataset: await makeDataset({ project, tasks: 2 }), annotators: [member] });
  const claimed = await claim(member.actor, batch.id);
  if (!claimed || !("assignment" in claimed)) throw new Error("nothing was claimed");
  const { id, lease } = claimed.assignment;
  const stamp = () => ({ op: randomUUID(), at: new Date().toISOString() });
  await recordOps(member.actor, id, {
    lease,
    base: 0,
    ops: [
      { ...stamp(), type: "score", value: 4 },
      { ...stamp(), type: "note", text: traces.note },
      { ...stamp(), type: "flag", code: "other", on: true, note: traces.flag },
    ],
  });
  expect(await askQuestion(member.actor, id, traces.question)).toHaveProperty("id");
  expect(await submit(member.actor, id, { lease, base: 3 })).toHaveProperty("state", "submitted");
  await makeInvitation(await makeProject(), { email: user.email });

  const link = await makeParticipationLink(batch);
  const { person, study, session } = traces;
  await joinBatch({ token: link.token, person, study, session }, null, "their browser");
  const { membership } = await db.participant.findFirstOrThrow({
    where: { externalId: person },
    select: { membership: { select: { userId: true } } },
  });

  const found = async (name: string) => {
    await backUp(path.join(folder, name));
    const text = gunzipSync(readFileSync(path.join(folder, name))).toString();
    return Object.values(traces).filter((trace) => text.includes(trace));
  };
  expect(await found("with-them")).toEqual(Object.values(traces));
  const admin = await makeSiteAdmin();
  for (const account of [user.id, membership.userId]) {
    expect(await eraseAccount(admin.actor, account)).toEqual({ erased: true });
  }
  expect(await found("without-them")).toEqual([]);
});

test("no table refers to an omitted one, and every table is backed up or listed as omitted", async () => {
  const referred = await query(
    source,
    `SELECT confrelid::regclass::text AS "table" FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  const names = referred.map(({ table }) => String(table).replaceAll('"', ""));
  expect(names.filter((name) => LEFT_OUT.includes(name))).toEqual([]);

  const tables = await query(source, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
  const inFile = (await readBackup(file)).tables.map(({ name }) => name);
  expect(tables.map(({ name }) => name).sort()).toEqual(
    [...inFile.filter((name) => name !== "jobs"), ...LEFT_OUT, "_prisma_migrations"].sort(),
  );
});

test("concurrent writes are not in the backup", async () => {
  const during = path.join(folder, "during");
  const client = new pg.Client({ connectionString: source });
  await client.connect();
  const before = await db.user.count();
  let late: { id: string } | undefined;
  const manifest = await writeBackup(client, during, async (table) => {
    // Users are written almost last; the snapshot was taken long before.
    if (table !== "Task" || late) return;
    late = { id: "" };
    late = await makeUser({ name: "Late" });
  });
  await client.end();
  await vi.waitFor(() => expect(late?.id).not.toBe(""));
  expect(await db.user.count()).toBe(before + 1);
  expect(manifest.tables.find(({ name }) => name === "User")).toMatchObject({ rows: before });
  expect(gunzipSync(readFileSync(during)).toString()).not.toContain(late?.id);
});

/** The state that every bad file leaves unchanged. */
let untouched: string | undefined;

test.each([
  ["cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length - 20), /incomplete/],
  ["cut in the middle", (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1), /incomplete/],
  ["empty", () => Buffer.alloc(0), /incomplete/],
  ["with a flipped bit", flip, /damaged|changed/],
  [
    "with a changed word",
    (bytes: Buffer) => edited(bytes, (text) => text.replace("العربية", "العربيه")),
    /changed/,
  ],
  [
    "with a row less",
    (bytes: Buffer) => edited(bytes, (text) => text.replace(/(?<=\n).*Noor Vance.*\n/, "")),
    /changed/,
  ],
  [
    "without its seal",
    (bytes: Buffer) => edited(bytes, (text) => text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1)),
    /incomplete/,
  ],
  [
    "of another format",
    (bytes: Buffer) => edited(bytes, (text) => text.replace('"format":1', '"format":2')),
    /format 2/,
  ],
  ["that is something else", () => gzipSync("hello\n"), /no backup/],
  ["that is not packed", () => Buffer.from("hello\n"), /no backup/],
])("a file %s is refused before anything is written", async (name, change, reason) => {
  untouched ??= await emptyDatabase();
  const bad = path.join(folder, name.replaceAll(" ", "-"));
  writeFileSync(bad, change(readFileSync(file)));
  await expect(restoreBackup(untouched, bad, await migrations())).rejects.toThrow(reason);
  expect(await query(untouched, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
});

test("a database with data is left unchanged", async () => {
  const before = await db.user.count();
  await expect(restoreBackup(source, file, await migrations())).rejects.toThrow(CannotRestore);
  await expect(restoreBackup(source, file, await migrations())).rejects.toThrow(/not empty/);
  expect(await db.user.count()).toBe(before);
});

test("rows that violate a constraint restore nothing", async () => {
  const target = await emptyDatabase();
  await migrate(target);
  await query(target, `ALTER TABLE "User" ADD CONSTRAINT "nobody" CHECK ("name" <> 'Noor Vance')`);
  await expect(restoreBackup(target, file, await migrations())).rejects.toThrow(/nobody/);
  expect(await query(target, 'SELECT 1 FROM "AuditLog" UNION ALL SELECT 1 FROM "Project"')).toEqual([]);
  await query(target, 'ALTER TABLE "User" DROP CONSTRAINT "nobody"');
  await restoreBackup(target, file, await migrations());
  expect(await query(target, `SELECT name FROM "User" WHERE name = 'Noor Vance'`)).toHaveLength(1);
});

function writtenBy(migrations: Migration[], name: string): string {
  const copy = path.join(folder, name);
  writeFileSync(copy, madeBy(readFileSync(file), migrations));
  return copy;
}

const replaced = () => JSON.parse(readFileSync("prisma/replaced-migrations.json", "utf8"));

test("a backup by all migrations that the baseline has replaced is restored, one by some of them refused", async () => {
  const target = await emptyDatabase();
  // The tables in the file have what came after the baseline as well.
  const [, ...later] = await knownMigrations();
  const all = writtenBy([...replaced(), ...later], "from-before-the-baseline");
  await restoreBackup(target, all, await migrations());
  expect(await query(target, `SELECT name FROM "User" WHERE name = 'Noor Vance'`)).toHaveLength(1);
  const older = writtenBy(replaced().slice(0, 3), "older");
  const bare = await emptyDatabase();
  await expect(restoreBackup(bare, older, await migrations())).rejects.toThrow(
    /with commit \w{8}, start that/,
  );
  expect(await query(bare, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
});

test("a backup of a newer version is refused, and a database that is newer than the backup", async () => {
  const behind = { ...(await migrations()), known: [] };
  await expect(restoreBackup(await emptyDatabase(), file, behind)).rejects.toThrow(
    /that version or a newer one/,
  );
  const ahead = await emptyDatabase();
  await migrate(ahead);
  await query(
    ahead,
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at) VALUES ('later', '', '2100_later', now())`,
  );
  await expect(restoreBackup(ahead, file, await migrations())).rejects.toThrow(/newer than the backup/);
});

test("the commands print what they did, and what a backup does not contain", async () => {
  const taken = path.join(folder, "by-command");
  const written = await commandOutput("backup", taken);
  expect(written).toMatchObject({ code: 0, stderr: "" });
  expect(written.stdout).toMatch(/^\d+ rows of \d+ tables are in .*by-command, as they were at .*Z\.$/m);
  expect(written.stdout).toMatch(/needed beside it.*\n.*LLM_KEY_SECRET.*\n.*NEXTAUTH_SECRET/);
  expect(await commandOutput("backup", taken)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/exists already/),
  });

  expect((await commandOutput("backup", "--list", taken)).stdout).toMatch(/^Judgement +\d+ +[0-9a-f]{64}$/m);
  const listed = await commandOutput("backup", "--list", taken, "--json");
  expect(JSON.parse(listed.stdout)).toMatchObject({ format: 1, leftOut: LEFT_OUT });

  expect(await commandOutput("restore", taken)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^countersign restore: .*not empty.*\n$/),
  });
  process.env.DATABASE_URL = await emptyDatabase();
  expect(await commandOutput("restore", taken)).toMatchObject({ code: 0, stderr: "" });
  process.env.DATABASE_URL = source;
});

test.each([
  [["backup"], /name one file/],
  [["backup", "--list", "nowhere"], /nowhere: there is no such file/],
  [["backup", "nowhere/at/all"], /nowhere\/at\/all: there is no such file or folder/],
  [["restore", "nowhere"], /nowhere: there is no such file/],
  [["restore", "a", "b"], /name one file/],
  [["restore", "--wrong"], /--wrong/],
])("%j is bad input", async (args, reason) => {
  const { code, stdout, stderr } = await commandOutput(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(reason);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(existsSync("nowhere")).toBe(false);
});
