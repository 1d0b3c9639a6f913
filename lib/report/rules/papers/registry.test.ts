import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAPERS } from "@/lib/report/rules/papers/registry";

/** Pages of papers whose name is not the paper's id. */
const PAGES: Readonly<Record<string, string>> = { checklists: "checklist-study" };

test.each(PAPERS.map((paper) => [paper.id, paper] as const))(
  "the page on %s names the command of its tables, and every table by its id",
  (id, { tables }) => {
    const page = readFileSync(`docs/reference/methods/${PAGES[id] ?? id}.md`, "utf8");
    const section = page.slice(page.indexOf("\n## Tables"));
    expect(section).toContain(`countersign tables STUDY.jsonl --paper ${id}`);
    const named = new Set(section.match(/[A-Za-z0-9]+(-[A-Za-z0-9]+)*/g));
    expect(tables.filter((table) => !named.has(table.id)).map((table) => table.id)).toEqual([]);
  },
);

test("no two tables of a paper share an id", () => {
  for (const { tables } of PAPERS) expect(new Set(tables.map(({ id }) => id)).size).toBe(tables.length);
});
