import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAPERS, paperById, tablesByNumber } from "@/lib/report/rules/papers/registry";

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
    expect(tables.flatMap(({ also = [] }) => also).filter((number) => !named.has(number))).toEqual([]);
  },
);

test("no two tables of a paper share an id", () => {
  for (const { tables } of PAPERS) expect(new Set(tables.map(({ id }) => id)).size).toBe(tables.length);
});

/** The numbers of each paper's tables, figures and appendices that a study can be asked for. */
const NUMBERS: Record<string, string> = {
  llmbar: "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 F4 F5",
  tick: "T1 T2 T3 T3a T3b T4 T5 T6 T7 T8 F2 F3 F4 F5 B.2",
  stick: "T1 T5 T8 F3",
  checklists:
    "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 F3 F3a F3b F4 F6 F7 F8 F9 F10 F11 F12 F13 F14 A.3 A3-pairwise a3-direct",
  salc: "T1 T2 T3 T4 T5 T6 T7 T8 T9 F3 F4 F6 C.2",
  coeval: "T1 T2 T3 T10 T11 T12 T13 T14 T15 T16 F1 F3 F4 F5 F6 F7 F8 F9",
};

test.each(Object.entries(NUMBERS))("every number of %s has a table", (id, numbers) => {
  const paper = paperById(id);
  const without = numbers.split(" ").filter((number) => !paper || tablesByNumber(paper, number).length === 0);
  expect(without).toEqual([]);
});

test("a number is that of the table named by it, or of all that stand for it", () => {
  const found = (id: string, number: string) => {
    const paper = paperById(id);
    return paper ? tablesByNumber(paper, number).map((table) => table.id) : [];
  };
  expect(found("tick", "t8")).toEqual(["T5"]);
  expect(found("coeval", "T13")).toEqual(["sheet"]);
  expect(found("checklists", "F3")).toEqual(["F3a", "F3b"]);
  expect(found("checklists", "A.3")).toEqual(["A3-pairwise", "A3-direct"]);
  expect(found("llmbar", "T16")).toEqual([]);
  // No table stands for a number that another is named by.
  for (const paper of PAPERS)
    for (const { also = [] } of paper.tables)
      expect(also.filter((number) => paper.tables.some((table) => table.id === number))).toEqual([]);
});
