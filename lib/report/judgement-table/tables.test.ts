import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BUNDLE_TABLES, STUDY_TABLES } from "./tables";

const SQL_TYPES = {
  text: "VARCHAR",
  texts: "VARCHAR[]",
  number: "DOUBLE",
  count: "BIGINT",
  integer: "INTEGER",
  boolean: "BOOLEAN",
  time: "TIMESTAMPTZ",
};

test("docs/reference/sql.md has every table and column", () => {
  const page = readFileSync("docs/reference/sql.md", "utf8");
  for (const [name, { about, columns }] of Object.entries(STUDY_TABLES)) {
    const rows = columns.map(
      (column) => `| \`${column.name}\` | ${SQL_TYPES[column.type]} | ${column.about} |`,
    );
    expect(page).toContain(
      [`### ${name}`, "", `${about[0]?.toUpperCase()}${about.slice(1)}.`, ""].join("\n"),
    );
    expect(page).toContain(["| column | type | what it says |", "|---|---|---|", ...rows, ""].join("\n"));
  }
  for (const [name, about] of Object.entries(BUNDLE_TABLES))
    expect(page).toContain(`| \`${name}\` | ${about} |`);
});
