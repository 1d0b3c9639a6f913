import { expect, test } from "vitest";
import { chartsOf } from "@/lib/report/rules/papers/chart";
import { PAPERS, paperById } from "@/lib/report/rules/papers/registry";
import type { PaperChart } from "@/lib/report/schema/paper-figure";
import type { Table } from "@/lib/report/schema/table";
import { pair, preferred, sourceOf, table, votes } from "@/lib/report/testing/checklist-study";
import { goldPairs, llmbarTable } from "@/lib/report/testing/gold-pairs";
import { type PaperLine, paperTable } from "@/lib/report/testing/paper-table";

/** The drawings of a paper's figure from its table. */
function drawn<Mark extends PaperChart["mark"]>(mark: Mark, paper: string, id: string, from: Table) {
  const drawing = paperById(paper)?.tables.find((one) => one.id === id)?.drawing;
  if (!drawing) throw new Error(`${id} has no drawing`);
  return chartsOf(from, drawing).flatMap((chart) =>
    chart.mark === mark ? [chart as Extract<PaperChart, { mark: Mark }>] : [],
  );
}

/** Figures whose values the report draws itself, and a list of words. */
const DRAWN_BY_THE_REPORT = ["coeval F1", "coeval F3", "coeval F5"];

test("every figure of a paper has a drawing", () => {
  const without = PAPERS.flatMap(({ id, tables }) =>
    tables.flatMap((one) => (/^F\d/.test(one.id) && !one.drawing ? [`${id} ${one.id}`] : [])),
  );
  expect(without.sort()).toEqual(DRAWN_BY_THE_REPORT);
});

const version = (method: string, n: number, scores: object): PaperLine => ({
  ...{ type: "response", id: `${method}${n}`, task: "t", model: "m", text: "…" },
  metadata: {
    run: method,
    method,
    role: n === 0 ? "initial" : "revised",
    iteration: n,
    isFinal: n === 2,
    ...scores,
  },
});

test("STICK's figure 3 has a part for each score, with a line for each way of refining", async () => {
  const lines: PaperLine[] = [
    { type: "task", id: "t", instruction: "Write." },
    ...[2, 4, 3].map((bench, n) => version("stick.refine", n, { bench, other: 10 * n })),
    ...[2, 1, 1].map((bench, n) => version("self_refine.unstructured", n, { bench })),
  ];
  const charts = drawn("lines", "stick", "F3", await paperTable("stick", "F3", lines));
  expect(charts.map(({ name, panels }) => [name, panels.length])).toEqual([
    ["bench", 1],
    ["other", 1],
  ]);
  const [bench, other] = charts.map(({ panels }) => panels[0]?.series ?? []);
  const courses = Object.fromEntries(
    (bench ?? []).map(({ name, points }) => [name, points.map(({ place, value }) => [place, value])]),
  );
  expect(courses).toEqual({
    STICK: [
      ["0", 2],
      ["1", 4],
      ["2", 3],
    ],
    "Self-Refine": [
      ["0", 2],
      ["1", 1],
      ["2", 1],
    ],
  });
  expect(other?.map(({ points }) => points.length)).toEqual([3]);
});

test("the checklist study's figure 3 goes from no checklist to always, and its histograms have one part for all signs", () => {
  const source = sourceOf([
    ...[0, 1].flatMap((n) => pair(n, { items: 1 })),
    preferred(0, "none", votes(10, 0)),
    preferred(1, "none", votes(4, 6)),
    preferred(0, "checklist", votes(0, 10)),
    preferred(1, "checklist", votes(10, 0)),
    preferred(0, "ablation", votes(10, 0), { ablations: [] }),
    preferred(1, "ablation", votes(10, 0), { ablations: [] }),
  ]);
  const [uses] = drawn("lines", "checklists", "F3a", table("F3a", source));
  const [line] = uses?.panels[0]?.series ?? [];
  const [row] = table("F3a", source).rows;
  expect([line?.points[0]?.value, line?.points.at(-1)?.value]).toEqual([row?.none, row?.all]);
  expect(line?.name).toBe("judge · baseline (writer)");
  // Without a change in the first pair; 0.6 nearer to people in the second.
  const [changes] = drawn("bars", "checklists", "changes-pairwise", table("changes-pairwise", source));
  expect(changes?.thresholds.map(({ value }) => value)).toEqual([-0.3, 0.3]);
  expect(changes?.panels.map(({ bins }) => bins)).toEqual([
    [
      { from: 0, to: 0, count: 1 },
      { from: 0.6, to: 0.7, count: 1 },
    ],
  ]);
});

test("LLMBar's figure 4 has two values for each evaluator, and figure 5 of TICK a bin for each whole number", async () => {
  const from = goldPairs({ natural: 4, neighbor: 2, gptinst: 2, gptout: 2, manual: 2 }, ({ task, pair, n }) =>
    ["AB", "BA"].map((order) => ({
      ...{ type: "draft", id: `${task}/${order}`, task, item: "preference", pair, order, rater: "gpt-4" },
      ...{ raterKind: "llm", method: "llmbar.vanilla", condition: "v1", value: n === 0 ? "B" : "A" },
    })),
  );
  const [accuracy] = drawn("dots", "llmbar", "F4", llmbarTable("F4", from));
  expect(accuracy?.series.map(({ name, points }) => [name, points.map(({ value }) => value)])).toEqual([
    ["NATURAL Acc", [0.75]],
    ["ADVERSARIAL Acc", [0.5]],
  ]);
  const checklist = (id: string, questions: number): PaperLine => ({
    ...{
      type: "rubric",
      id,
      task: "t",
      kind: "checklist",
      origin: "llm",
      method: "tick.generate",
      model: id,
    },
    items: Array.from({ length: questions }, (_, n) => ({
      ...{ id: `${id}.${n}`, text: `Is it so (${n})?`, scale: { type: "yesno" } },
    })),
  });
  const lengths = await paperTable("tick", "F5", [
    { type: "task", id: "t", instruction: "Write." },
    checklist("one", 2),
    checklist("two", 4),
  ]);
  const [histogram] = drawn("bars", "tick", "F5", lengths);
  expect(histogram?.panels).toEqual([
    {
      name: "one, tick.generate",
      bins: [
        { from: 1.5, to: 2.5, count: 1 },
        { from: 3.5, to: 4.5, count: 0 },
      ],
    },
    {
      name: "two, tick.generate",
      bins: [
        { from: 1.5, to: 2.5, count: 0 },
        { from: 3.5, to: 4.5, count: 1 },
      ],
    },
  ]);
});

test("SALC's figure 3 has three correlations for each evaluator, and figure 4 an accuracy for each dataset", async () => {
  const lines = [1, 2, 3].flatMap((n): PaperLine[] => {
    const [task, a, b] = [`t${n}`, `a${n}`, `b${n}`];
    const overall = { task, response: a, item: "overall" };
    const compared = { task, item: "preference", pair: [a, b] };
    const judge = { rater: "judge", raterKind: "llm", method: "salc.evaluate_absolute" };
    return [
      { type: "task", id: task, instruction: "Write.", tags: [n === 1 ? "HHH" : "MT-Bench"] },
      ...[a, b].map((id): PaperLine => ({ type: "response", id, task, text: id })),
      {
        ...{ type: "judgement", id: `p${n}`, ...overall, rater: "A01", raterKind: "human" },
        ...{ exposure: "none", value: n },
      },
      { type: "judgement", id: `g${n}`, ...compared, rater: "gold", raterKind: "gold", value: "A" },
      { type: "draft", id: `d${n}`, ...overall, ...judge, value: n + 1 },
      { type: "draft", id: `e${n}`, ...overall, response: b, ...judge, value: n === 2 ? 5 : 1 },
    ];
  });
  const [correlations] = drawn("dots", "salc", "F3", await paperTable("salc", "F3", lines));
  expect(correlations?.series.map(({ name }) => name)).toEqual([
    "Pearson’s r",
    "Kendall’s τ-b",
    "Spearman’s ρ",
  ]);
  expect(correlations?.series[0]?.points).toContainEqual(
    expect.objectContaining({ value: 1, n: 3, place: expect.stringContaining("All") }),
  );
  const [accuracy] = drawn("dots", "salc", "F4", await paperTable("salc", "F4", lines));
  expect(accuracy?.axis).toBe("Accuracy");
  expect(accuracy?.series.map(({ name, points }) => [name, points[0]?.value])).toEqual([
    ["HHH Acc", 1],
    ["MT-Bench Acc", 0.5],
    ["All pairs Acc", 2 / 3],
  ]);
});

const text = (id: string) => ({ id, header: id, type: "text" as const, unit: null, description: "" });
const count = (id: string) => ({ ...text(id), type: "count" as const });
const steps = [0, 10, 2].map((step) => ({ name: "a", step, third: step === 2 ? null : step }));
const number = (id: string) => ({ ...text(id), type: "number" as const });

test("more lines than have marks of their own get a part each, and missing values are in no line", () => {
  const rows = ["a", "b", "c", "d", "e"].map((name, at) => ({
    ...{ model: "m", name, first: at, second: at === 4 ? null : { undefined: "no-variation" as const } },
    third: 1,
  }));
  const of = { columns: [text("model"), text("name"), number("first"), number("second"), number("third")] };
  const provenance = {} as Table["provenance"];
  const from = { ...of, rows, name: "n", title: "T", description: "", notes: [], provenance };
  const charts = chartsOf(from, { mark: "lines", axis: "Value", places: "Use" });
  expect(charts).toHaveLength(1);
  const [chart] = charts;
  if (chart?.mark !== "lines") throw new Error("no lines");
  expect(chart.panels.map(({ name }) => name)).toEqual(["a", "b", "c", "d", "e"]);
  expect(chart.panels[2]?.series[0]?.points.map(({ place, value }) => [place, value])).toEqual([
    ["first", 2],
    ["third", 1],
  ]);
  expect(chart.order).toEqual(["first", "second", "third"]);
  const [along, ...others] = chartsOf(
    { ...from, columns: [text("name"), count("step"), number("third")], rows: steps },
    { mark: "lines", along: "step", axis: "Score", places: "Step" },
  );
  // The second step has no value, and keeps its place.
  expect(along).toMatchObject({ mark: "lines", axis: "third", order: ["0", "2", "10"] });
  expect(others).toEqual([]);
  const [dots] = chartsOf(from, { mark: "dots", axis: "Value", values: (id) => id === "second", n: "first" });
  expect(dots).toBeUndefined();
  const only = { rows: ({ name }: { name?: unknown }) => name === "b", words: "Of b alone" };
  expect(chartsOf(from, { mark: "dots", axis: "first", values: (id) => id === "first", only })).toMatchObject(
    [{ axis: "first", only: "Of b alone", series: [{ points: [{ value: 1 }] }] }],
  );
});
