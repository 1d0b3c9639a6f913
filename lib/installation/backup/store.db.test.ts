import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { countersign } from "@/lib/cli/countersign";
import { makeUser } from "@/testing/builders/people";
import { BucketProblem } from "./bucket";
import { backupName, s3Address } from "./store";
import { CREDENTIALS, startObjectStore } from "./testing/object-store";

const server = inject("server");
const folder = mkdtempSync(path.join(tmpdir(), "countersign-store-"));
let store: Awaited<ReturnType<typeof startObjectStore>>;
const made: string[] = [];

beforeAll(async () => {
  store = await startObjectStore();
});

afterEach(() => vi.unstubAllEnvs());

afterAll(async () => {
  await store.stop();
  rmSync(folder, { recursive: true });
  for (const url of made) await query(server, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
});

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function run(...args: string[]) {
  const [out, err] = [[] as string[], [] as string[]];
  const code = await countersign(args, {
    stdout: (text) => void out.push(text),
    stderr: (text) => void err.push(text),
  });
  return { code, out: out.join(""), err: err.join("") };
}

function withBucket(secretAccessKey = CREDENTIALS.secretAccessKey) {
  vi.stubEnv("DATABASE_URL", process.env.TEST_OWNER_URL ?? "");
  vi.stubEnv("AWS_ACCESS_KEY_ID", CREDENTIALS.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", secretAccessKey);
  vi.stubEnv("AWS_REGION", CREDENTIALS.region);
  vi.stubEnv("AWS_ENDPOINT_URL_S3", store.endpoint);
}

const OLD = [2020, 2021, 2022].map((year) => backupName(new Date(Date.UTC(year, 0, 1))));

test("backups in a bucket: the oldest go, what is no backup stays, and one restores an empty database", async () => {
  withBucket();
  const user = await makeUser({ name: "Kept in a bucket" });
  for (const name of OLD) store.objects.set(`lab/${name}`, Buffer.from("old"));
  store.objects.set("lab/countersign-notes.txt", Buffer.from("mine"));
  store.objects.set(`other/${OLD[0]}`, Buffer.from("of another installation"));

  const { code, out } = await run("backup", "--to", "s3://safe/lab", "--keep", "2", "--json");
  expect(code).toBe(0);
  const { where, removed } = JSON.parse(out);
  expect(removed).toEqual(OLD.slice(0, 2));
  const [key = ""] = [where.slice("s3://safe/".length)];
  expect([...store.objects.keys()].sort()).toEqual(
    [`other/${OLD[0]}`, `lab/${OLD[2]}`, "lab/countersign-notes.txt", key].sort(),
  );

  const name = `restored_${randomBytes(6).toString("hex")}`;
  await query(server, `CREATE DATABASE ${name} TEMPLATE template0`);
  const target = new URL(server);
  target.pathname = `/${name}`;
  made.push(target.href);
  vi.stubEnv("DATABASE_URL", target.href);
  expect((await run("restore", where)).code).toBe(0);
  expect(await query(target.href, `SELECT "name" FROM "User" WHERE "id" = '${user.id}'`)).toEqual([
    { name: "Kept in a bucket" },
  ]);
}, 120_000);

test("a refusal of the bucket is reported in one line, and nothing is deleted", async () => {
  withBucket("another secret");
  const before = [...store.objects.keys()];
  const { code, err } = await run("backup", "--to", "s3://safe/lab", "--keep", "1");
  expect(code).toBe(1);
  expect(err).toMatch(
    /^countersign backup: .* refuses to take \/safe\/lab\/countersign-.*: 403 SignatureDoesNotMatch\n$/m,
  );
  expect(err).not.toContain("another secret");
  expect([...store.objects.keys()]).toEqual(before);
});

test("a folder keeps the configured number of backups, and all other files", async () => {
  vi.stubEnv("DATABASE_URL", process.env.TEST_OWNER_URL ?? "");
  for (const name of [...OLD, "notes.txt"]) writeFileSync(path.join(folder, name), "old");
  expect((await run("backup", "--to", folder, "--keep", "2")).code).toBe(0);
  const left = readdirSync(folder).sort();
  expect(left).toHaveLength(3);
  expect(left).toEqual(expect.arrayContaining([OLD[2], "notes.txt"]));
});

test("an invalid target, number or credential is refused before a backup is made", async () => {
  vi.stubEnv("DATABASE_URL", process.env.TEST_OWNER_URL ?? "");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "");
  expect(await run("backup", "--to", "s3://safe/lab")).toMatchObject({
    code: 1,
    err: "countersign backup: a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY\n",
  });
  expect((await run("backup", "--to", folder, "--keep", "0")).err).toContain("--keep takes a number");
  expect((await run("backup", "some-file", "--keep", "3")).err).toContain("--keep goes with --to");
  expect((await run("backup", "--to", folder, "file")).code).toBe(2);
  expect(() => s3Address("s3:/safe")).toThrow(BucketProblem);
  expect(s3Address("/var/backups")).toBeNull();
});
