import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/**
 * The rooms with SQL of judgements and decisions, by table name or by the query builder. `judgement` has what is written
 * and what other rooms ask; the two largest readers, the ratings table and the report, have columns of their own.
 */
const ROOMS = ["judgement", "report", "export"];
const MOST_FILES = 10;

const ACCESS = [
  /\b(?:FROM|JOIN|INTO|UPDATE|USING)\s+"(?:Judgement|Decision)"/,
  /\bPrisma\.sql`"(?:Judgement|Decision)"/,
  /\.(?:judgement|decision)\.\w+\(/,
  /\b(?:judgements|decisions):\s*\{\s*(?:some|none|every|where|select|include|create|orderBy)\b/,
  /\bselect:\s*\{\s*(?:judgements|decisions):\s*true/,
];

const hasAccess = (text: string) => ACCESS.some((pattern) => pattern.test(text));

const files = readdirSync("lib", { recursive: true, encoding: "utf8" })
  .map((file) => path.posix.join("lib", file))
  .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|\/testing\//.test(file))
  .filter((file) => hasAccess(readFileSync(file, "utf8")));

test("SQL of judgements is in a few files of three rooms: others use lib/judgement/data", () => {
  expect(files.filter((file) => !ROOMS.includes(file.split("/")[1] ?? ""))).toEqual([]);
  expect(files.length, files.join("\n")).toBeLessThanOrEqual(MOST_FILES);
});

test("every access to the tables is recognised", () => {
  const ways = [
    'SELECT 1 FROM "Judgement" AS x',
    'DELETE FROM\n  "Decision" WHERE TRUE',
    "await tx.judgement.findMany({})",
    "where: { decisions: { some: { batchId } } }",
    "_count: { select: { judgements: true } }",
    'from: Prisma.sql`"Judgement" x`',
  ];
  expect(ways.filter((text) => !hasAccess(text))).toEqual([]);
  expect(hasAccess('textColumn("action", "Decision", TIPS.decided)')).toBe(false);
});
