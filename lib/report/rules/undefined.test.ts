import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { type DraftRecord, type JudgementRecord, RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { methodsText } from "@/lib/export/rules/methods";
import type { Scale, Value } from "@/lib/judgement/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { isUndefined } from "@/lib/report/rules/render/format-cell";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { Table, TableCell } from "@/lib/report/schema/table";
import { ReportReason } from "@/lib/report/schema/values";
import { itemNames } from "./item-names";
import { render } from "./render/render";
import { Labels } from "./scope-labels";
import { StudyDataReader } from "./study-data";
import { tablesOf } from "./tables/all";
import { MISSING_VALUE_REASONS } from "./wording";

const FIVE: Scale = { type: "points", min: 1, max: 5 };
const YESNONA: Scale = { type: "yesnona" };

interface Stated {
  /** By rater: a value for each task, null for none. */
  people?: Record<string, readonly (Value | null)[]>;
  llm?: readonly (Value | null)[];
  scale?: Scale;
  /** About the whole response or a pair, instead of an item. */
  item?: "overall" | "preference";
  more?: Partial<JudgementRecord>;
}

/** A report on people's and a model's values for one response to each task, or a pair. */
async function reportOn({ people = {}, llm = [], scale = FIVE, item, more }: Stated) {
  const reader = new StudyDataReader();
  const add = (record: { type: StudyRecord["type"]; [field: string]: unknown }) =>
    reader.add(RECORDS[record.type].parse(record));
  const tasks = Math.max(1, llm.length, ...Object.values(people).map(({ length }) => length));
  add({ type: "study", version: 1, name: "Undefined" });
  if (!item)
    add({
      type: "rubric",
      id: "k",
      task: null,
      kind: "criteria",
      items: [{ id: "c", text: "Clear?", scale }],
    });
  const about = (t: number): Pick<DraftRecord, "task" | "item"> => ({
    task: `t${t}`,
    item: item ?? "c",
    ...(item === "preference" ? { pair: [`a${t}`, `b${t}`] } : { response: `a${t}` }),
  });
  for (let t = 0; t < tasks; t++) {
    add({ type: "task", id: `t${t}`, instruction: "Write." });
    for (const side of ["a", "b"]) add({ type: "response", id: `${side}${t}`, task: `t${t}`, text: "…" });
  }
  llm.forEach((value, t) => {
    add({ type: "draft", id: `d${t}`, ...about(t), rater: "gpt", raterKind: "llm", value });
  });
  for (const [rater, values] of Object.entries(people)) {
    values.forEach((value, t) => {
      if (value === null) return;
      const who = { rater, raterKind: "human", exposure: "none", value };
      add({ type: "judgement", id: `${rater}${t}`, ...about(t), ...who, ...more });
    });
  }
  const study = reader.finish();
  const report = await reportOf(study, { replicates: 20, seed: 42 });
  const items = itemNames(study, report);
  return {
    report,
    tables: tablesOf(report, items),
    methods: methodsText(report, new Labels(items), null, "1"),
  };
}

const twelve = <T>(of: (t: number) => T) => Array.from({ length: 12 }, (_, t) => of(t));
const varied = twelve((t) => 1 + (t % 5));

/** Studies for each way in which a number can be undefined (STATISTICS 1.10, and some more). */
const CASES: Record<string, Stated> = {
  "nobody judged": { llm: varied },
  "nobody gave a value": { people: { A: twelve(() => null) }, llm: twelve(() => null) },
  "nothing but n/a": { people: { A: twelve(() => "na"), B: twelve(() => "na") }, scale: YESNONA },
  "all ratings identical": { people: { A: twelve(() => 3), B: twelve(() => 3) }, llm: twelve(() => 3) },
  "all answers identical": {
    people: { A: twelve(() => "yes"), B: twelve(() => "yes") },
    llm: twelve(() => "yes"),
    scale: YESNONA,
  },
  "all preferences identical": {
    people: { A: twelve(() => "A"), B: twelve(() => "A") },
    llm: twelve(() => "A"),
    item: "preference",
  },
  "raters never overlap": {
    people: { A: twelve((t) => (t % 2 ? 3 : null)), B: twelve((t) => (t % 2 ? null : 2)) },
    llm: varied,
  },
  "one person alone": { people: { A: varied }, llm: varied },
  "one unit, disagreement": { people: { A: [1], B: [5] }, llm: [3] },
  "one rating": { people: { A: [1] } },
  "one rater constant": { people: { A: varied, B: twelve(() => 3) }, llm: twelve(() => 3) },
  "both constant, different": { people: { A: twelve(() => 1), B: twelve(() => 5) }, llm: twelve(() => 2) },
  "perfect with variation": { people: { A: varied, B: varied }, llm: varied },
  "people evenly divided": {
    people: { A: twelve(() => "yes"), B: twelve(() => "no") },
    llm: twelve(() => "yes"),
    scale: YESNONA,
  },
  "negative values": {
    people: { A: twelve((t) => -(t % 3)), B: twelve((t) => -(t % 2)) },
    llm: twelve(() => -1),
    scale: { type: "points", min: -2, max: 0 },
  },
  "as large as it gets": {
    people: { A: twelve((t) => (t % 2 ? 1e60 : -1e60)), B: twelve((t) => (t % 3 ? 1e60 : -1e60)) },
    llm: twelve((t) => (t % 4 ? 1e60 : -1e60)),
    item: "overall",
  },
  "as small as it gets": {
    people: { A: twelve((t) => t * 5e-324), B: twelve(() => 0) },
    llm: twelve((t) => (11 - t) * 5e-324),
    item: "overall",
  },
  "more values than a table holds": {
    people: { A: Array.from({ length: 60 }, (_, t) => t), B: Array.from({ length: 60 }, (_, t) => t + 0.5) },
    llm: Array.from({ length: 60 }, (_, t) => t + 0.25),
    item: "overall",
  },
  "graded and forced preferences": {
    people: { A: twelve(() => "A"), B: varied },
    llm: varied,
    item: "preference",
  },
  "in arms of one person each, with the draft in view": {
    people: { A: varied },
    llm: varied,
    more: { arm: "with", exposure: "draft-first", activeMs: 0 },
  },
};

/** Numbers that a table leaves empty although they are not undefined. */
const SILENT = new Set([
  "raters.alphaWithout",
  "raters.alphaError",
  "agreement.median",
  "agreement.lowest",
  "agreement.highest",
  "agreement.stratified",
  ...["agreement", "agreement-by-arm", "agreement-by-position"].flatMap((table) => [
    `${table}.weightedPercent`,
    `${table}.ac2`,
  ]),
]);

function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

function figuresOf(table: Table): { id: string; cell: TableCell | undefined }[] {
  return table.columns.flatMap(({ id, type }) =>
    type === "text" || type === "interval"
      ? []
      : table.rows.map((row) => ({ id: `${table.name}.${id}`, cell: row[id] })),
  );
}

describe.each(Object.entries(CASES))("%s", async (_, said) => {
  const { report, tables, methods } = await reportOn(said);

  test("no number is NaN or infinite, and every missing one has a reason", () => {
    expect(numbersIn(report).filter((number) => !Number.isFinite(number))).toEqual([]);
    for (const table of tables) {
      for (const { id, cell } of figuresOf(table)) if (cell === null) expect(SILENT).toContain(id);
    }
  });

  test("every written form of every table gives the reasons", () => {
    for (const table of tables) {
      const reasons = figuresOf(table).flatMap(({ cell }) => (isUndefined(cell) ? cell.undefined : []));
      const rows = parse(render(table, "csv"), { columns: true }) as Record<string, string>[];
      const statedReasons = rows.flatMap(({ undefined: why }) => (why === "" ? [] : (why ?? "").split("; ")));
      expect(statedReasons).toHaveLength(reasons.length);
      for (const format of ["csv", "json", "latex", "markdown"] as const) {
        const text = render(table, format);
        expect(text).not.toMatch(/\bNaN\b|Infinity/);
        for (const reason of new Set(reasons))
          expect(text).toContain(
            format === "csv" || format === "json" ? reason : MISSING_VALUE_REASONS[reason],
          );
      }
    }
  });

  test("the methods paragraph words the reason for an undefined number", () => {
    expect(methods).not.toMatch(/NaN|Infinity|null|is undefined(?!: [a-z]| for )/);
  });
});

const alphaOf = async (said: Stated): Promise<ReliabilityRow | undefined> =>
  (await reportOn(said)).report.reliability.find(
    ({ scope, level, raters, exposure }) =>
      scope === "all" && level !== "nominal" && raters === "human" && exposure === "independent",
  );

test.each<[keyof typeof CASES & string, number | null, string | null, number | null]>([
  ["all ratings identical", null, "no-variation", 1],
  ["raters never overlap", null, "no-pairable-values", null],
  ["one unit, disagreement", 0, null, -1 / 7],
  ["perfect with variation", 1, null, 1],
])("%s: alpha %s (%s), AC1 %s", async (name, value, reason, ac1) => {
  const row = await alphaOf(CASES[name] ?? {});
  expect(row).toMatchObject({ value, reason });
  if (ac1 === null) expect(row).toMatchObject({ ac1, ac1Reason: reason });
  else expect(row?.ac1).toBeCloseTo(ac1, 9);
});

test("undefined correlations name the reason: no common units, one unit, or a constant side", async () => {
  const reasonOf = async (name: string) => (await reportOn(CASES[name] ?? {})).report.humanVsLlm[0];
  expect(await reasonOf("nobody judged")).toMatchObject({
    pearson: null,
    kendall: null,
    reason: "fewer-than-2-pairs",
  });
  expect(await reasonOf("one unit, disagreement")).toMatchObject({
    spearman: null,
    reason: "fewer-than-2-pairs",
  });
  expect(await reasonOf("one rater constant")).toMatchObject({ pearson: null, reason: "constant-input" });
});

test("the methods paragraph names the undefined part of a comparison and gives the other numbers", async () => {
  const methodsOf = async (name: string) => (await reportOn(CASES[name] ?? {})).methods;
  expect(await methodsOf("more values than a table holds")).toContain(
    "Gwet's AC2 is undefined: the scale has no list of categories.",
  );
  expect(await methodsOf("more values than a table holds")).toContain("a mean difference of 0.000 (95 %");
  expect(await methodsOf("one rater constant")).toMatch(
    /The correlation of gpt with the people, on values given without having seen a draft, is undefined: one side never varies; gpt had a mean difference of 0\.125 \(95 % interval −?0\.\d{3} to 0\.\d{3}, drawn from 12 tasks only\) on 12 units\./,
  );
  expect(await methodsOf("nobody judged")).toContain(
    "The correlation of gpt with the people, on values given without having seen a draft, is undefined: fewer than two units rated by both.",
  );
});

test("the documentation names every reason", () => {
  const text = readFileSync(new URL("../../../docs/reference/statistics.md", import.meta.url), "utf8");
  const named = text.slice(text.indexOf("| reason |"), text.indexOf("## The prevalence paradox"));
  for (const reason of ReportReason.options) expect(named).toContain(`\`${reason}\``);
});
