import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const FOLDER = path.join(import.meta.dirname, "../../prisma/migrations");
const BASELINE = "20261123150000_baseline";

/** Migrations after the baseline, as name and SQL without comments. */
const migrations = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name > BASELINE)
  .map(({ name }) => {
    const sql = readFileSync(path.join(FOLDER, name, "migration.sql"), "utf8");
    return { name, statements: sql.replaceAll(/--.*$/gm, "").split(";") };
  });

/** Statements that would break a program of the version before, which still runs while servers are replaced. */
const BREAKS: Record<string, RegExp> = {
  "removes what it reads": /\bDROP (TABLE|COLUMN|TYPE|VIEW)\b/i,
  "renames what it reads": /\bRENAME\b(?! CONSTRAINT)/i,
  "demands what it does not write": /\bALTER COLUMN "?\w+"? SET NOT NULL\b/i,
  "changes a type": /\bALTER COLUMN "?\w+"? (SET DATA )?TYPE\b/i,
};

/** New columns of an existing table that a row without them cannot have. */
function demandedColumns(statement: string): string[] {
  if (!/^\s*ALTER TABLE/i.test(statement)) return [];
  return statement
    .split(/,\s*(?=ADD |ALTER |DROP )/i)
    .filter((action) => /\bADD COLUMN\b/i.test(action))
    .filter((column) => /\bNOT NULL\b/i.test(column) && !/\bDEFAULT\b|\bGENERATED\b/i.test(column));
}

test("web servers of the version before go on with the schema of each migration", () => {
  expect(migrations.length).toBeGreaterThan(5);
  const broken = migrations.flatMap(({ name, statements }) =>
    statements.flatMap((statement) => [
      ...Object.entries(BREAKS).flatMap(([why, pattern]) =>
        pattern.test(statement) ? [`${name} ${why}`] : [],
      ),
      ...demandedColumns(statement).map((column) => `${name} demands a value: ${column.trim()}`),
    ]),
  );
  expect(broken).toEqual([]);
});

test.each([
  ['ALTER TABLE "Task" DROP COLUMN "input"', "removes what it reads"],
  ['ALTER TABLE "Task" RENAME TO "Prompt"', "renames what it reads"],
  ['ALTER TABLE "Task" ALTER COLUMN "input" SET NOT NULL', "demands what it does not write"],
  ['ALTER TABLE "Task" ALTER COLUMN "position" SET DATA TYPE BIGINT', "changes a type"],
])("%s is noticed", (statement, why) => {
  expect(BREAKS[why]?.test(statement)).toBe(true);
});

test("a new column needs a default, or to be optional", () => {
  expect(
    demandedColumns('ALTER TABLE "Task" ADD COLUMN "a" INTEGER NOT NULL, ADD COLUMN "b" TEXT'),
  ).toHaveLength(1);
  expect(demandedColumns('ALTER TABLE "Task" ADD COLUMN "a" INTEGER NOT NULL DEFAULT 0')).toEqual([]);
  expect(demandedColumns('CREATE TABLE "New" ("a" INTEGER NOT NULL)')).toEqual([]);
});
