import { test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { arbitraryStudy as anyStudy } from "@/lib/dataset/testing/arbitrary-study";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import { tablesOf } from "@/lib/report/rules/tables/all";
import type { Table, TableRow } from "@/lib/report/schema/table";
import { PROVENANCE } from "@/lib/report/testing/table";
import { tableLatex } from "./latex";

/** The printed tables of a LaTeX text: the shape of their columns, and their cells as read. */
function tabulars(latex: string): { shape: string; rows: string[][] }[] {
  return [...latex.matchAll(/\\begin\{tabular\}\{((?:[lr]|p\{\d+pt\})*)\}\n([\s\S]*?)\\end\{tabular\}/g)].map(
    ([, shape = "", body = ""]) => ({
      shape,
      rows: body
        .split("\n")
        .filter((line) => line.startsWith("{}"))
        .map((line) =>
          line
            .slice(2, -3)
            .split(/(?<!\\)& ?/)
            .map((cell) =>
              cell
                .replace(/\\text\w+\{\}|\$\\?[\w-]+\$|\\char34\{\}|---\{\}/g, "x")
                .replace(/[\\{}]/g, "")
                .trim(),
            ),
        ),
    }),
  );
}

/** The width of a table at 8 points, where a digit is 4.25 points wide, between columns 6 points apart. */
function widthOf({ shape, rows }: { shape: string; rows: string[][] }): number {
  const columns = [...shape.matchAll(/[lr]|p\{(\d+)pt\}/g)];
  return columns.reduce((sum, [, paragraph], at) => {
    const longest = Math.max(...rows.map((row) => row[at]?.length ?? 0));
    return sum + 6 + (paragraph === undefined ? 4.25 * longest : Number(paragraph));
  }, 0);
}

const about = { unit: null, description: "…" };

/** An agreement table as the report of a real study has it: 144 rows, most without a value. */
function agreement(): Table {
  const coefficient = (id: string, header: string, type: "number" | "share" = "number") => [
    { id, header, type, ...about },
    {
      id: `${id}Ci`,
      header: "95 % interval",
      type: "interval" as const,
      ...about,
      unit: type === "share" ? "share of pairs" : null,
    },
  ];
  const classes = ["independent of the draft", "draft shown", "exposure unknown", "all together"];
  const rows = [
    "All items",
    ...Array.from({ length: 5 }, (_, n) => `C${n} An aspect of the text that takes a few words to tell`),
  ].flatMap((itemName, at) =>
    ["people", "people and LLMs"].flatMap((raterSet) =>
      ["nominal", "ordinal", "interval"].flatMap((level) =>
        classes.map((exposure, of): TableRow => {
          const isEmpty = of === 1 || of === 2;
          const value = isEmpty ? { undefined: "no-pairable-values" as const } : 0.1234 * (at + 1);
          const ci = isEmpty ? null : ([0.1 * at, 0.1 * at + 0.2, 40] as const);
          return {
            ...{ item: itemName, itemName, exposureId: exposure, exposure, raterSet, level },
            ...{
              alpha: value,
              alphaCi: ci,
              percentAgreement: value,
              percentAgreementCi: ci,
              ac2: value,
              ac2Ci: ci,
            },
            ...{ weightedPercent: value, weightedPercentCi: ci, units: 60, adjudicated: 0 },
          };
        }),
      ),
    ),
  );
  return {
    name: "agreement",
    title: "Agreement by item",
    description: "…",
    columns: [
      { id: "itemName", header: "Item", type: "text", ...about },
      { id: "exposure", header: "Exposure", type: "text", ...about },
      { id: "raterSet", header: "Among", type: "text", ...about },
      { id: "level", header: "Level", type: "text", ...about },
      ...coefficient("alpha", "α"),
      ...coefficient("percentAgreement", "Agreement", "share"),
      ...coefficient("weightedPercent", "Weighted", "share"),
      ...coefficient("ac2", "AC2"),
      { id: "units", header: "Units", type: "count", ...about },
      { id: "adjudicated", header: "Adjudicated", type: "count", ...about },
    ],
    rows,
    notes: [],
    provenance: PROVENANCE,
  };
}

test("144 rows of mostly dashes are six printed rows of what a paper reports", () => {
  const table = agreement();
  expect(table.rows).toHaveLength(144);
  const latex = tableLatex(table);
  const panels = tabulars(latex);
  for (const panel of panels) {
    // The heading, and everything at the ordinal level, once.
    expect(panel.rows).toHaveLength(1 + 6);
    expect(panel.rows.slice(1).flat()).not.toContain("x");
    expect(widthOf(panel)).toBeLessThanOrEqual(345);
  }
  expect(panels[0]?.rows.map((row) => row[1])).toEqual([
    "x",
    ...[0, 1, 2, 3, 4, 5].map(
      (at) => `${(0.1234 * (at + 1)).toFixed(2)} [${(0.1 * at).toFixed(2)}, ${(0.1 * at + 0.2).toFixed(2)}]`,
    ),
  ]);
  expect(panels.flatMap(({ rows }) => rows[0]?.slice(1))).toEqual([
    "x",
    "Agreement (%)",
    "Weighted (%)",
    "AC2",
    "Units",
  ]);
  expect(latex).toContain("(Exposure: independent of the draft; Among: people; Level: ordinal)");
  expect(latex).toContain(
    "Not printed: 72 rows without a value.\\par\nNumbers are missing where no unit has two ratings.",
  );
  expect(latex).not.toContain("Adjudicated");
});

test("a long table goes on in the next one, of a page each", () => {
  const rows = Array.from({ length: 88 }, (_, n) => ({ rater: `R${n}`, value: n / 100 }));
  const latex = tableLatex({
    ...agreement(),
    columns: [
      { id: "rater", header: "Rater", type: "text", ...about },
      { id: "value", header: "r", type: "number", ...about },
    ],
    rows,
  });
  expect(tabulars(latex).map((panel) => panel.rows.length - 1)).toEqual([40, 40, 8]);
  expect(latex).toContain("Part 3 of 3");
  expect(latex.match(/\\label\{tab:[^}]*\}/g)).toEqual([
    "\\label{tab:agreement}",
    "\\label{tab:agreement-2}",
    "\\label{tab:agreement-3}",
  ]);
});

property.prop([anyStudy], { numRuns: 6 })(
  "no table of any study is wider than the text of a page",
  async (records) => {
    const reader = new StudyDataReader();
    for (const record of records) reader.add(record);
    for (const table of tablesOf(await reportOf(reader.finish(), { replicates: 20, seed: 1 }), [])) {
      const latex = tableLatex(table);
      expect(tabulars(latex).length).toBe(latex.split("\\begin{tabular}").length - 1);
      for (const panel of tabulars(latex)) expect(widthOf(panel), table.name).toBeLessThanOrEqual(345);
    }
  },
  60_000,
);
