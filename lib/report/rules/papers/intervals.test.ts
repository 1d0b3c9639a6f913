import { expect, test } from "vitest";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import type { Table } from "@/lib/report/schema/table";
import * as study from "@/lib/report/testing/checklist-study";
import { goldPairs, llmbarTable } from "@/lib/report/testing/gold-pairs";
import { type PaperLine, paperResult, paperRows } from "@/lib/report/testing/paper-table";

const N = 12;
const numbers = Array.from({ length: N }, (_, n) => n);
const REPLICATES = 20;

/** Tasks with a response and a pair of them, which a model and two people scored and compared. */
const scored: PaperLine[] = numbers.flatMap((n): PaperLine[] => {
  const [task, a, b] = [`t${n}`, `a${n}`, `b${n}`];
  const preference = { task, item: "preference", pair: [a, b] };
  const score = { task, response: a, item: "overall" };
  const person = (rater: string) => ({ rater, raterKind: "human", exposure: "none" });
  const model = { rater: "judge", raterKind: "llm", method: "tick.direct" };
  const writer = { origin: "llm", method: "tick.generate", model: "writer" };
  const list = (id: string, by: object, count: number): PaperLine => ({
    ...{ type: "rubric", id, task, kind: "checklist", ...by },
    items: Array.from({ length: count }, (_, at) => ({
      ...{ id: `${id}.${at}`, text: `Is line ${at} as it has to be?`, scale: { type: "yesno" } },
    })),
  });
  return [
    { type: "task", id: task, instruction: "Write.", tags: [n % 2 === 0 ? "even" : "odd"] },
    ...[a, b].map(
      (id): PaperLine => ({
        ...{ type: "response", id, task, text: id, model: `m${n % 2}` },
        metadata: { livebench: n, method: "stick.refine", role: "refined", iteration: 0, isFinal: true },
      }),
    ),
    list(`m${n}`, writer, 2 + (n % 3)),
    list(`h${n}`, { origin: "human" }, 3),
    { type: "judgement", id: `p${n}`, ...preference, ...person("A01"), value: n % 3 === 0 ? "B" : "A" },
    { type: "judgement", id: `q${n}`, ...preference, ...person("A02"), value: "A" },
    {
      type: "draft",
      id: `d${n}`,
      ...preference,
      ...model,
      method: "tick.preference",
      value: n % 4 === 1 ? "B" : "A",
    },
    { type: "judgement", id: `g${n}`, ...preference, rater: "gold", raterKind: "gold", value: "A" },
    { type: "judgement", id: `s${n}`, ...score, ...person("A01"), arm: "direct", value: 1 + (n % 5) },
    { type: "judgement", id: `u${n}`, ...score, ...person("A02"), arm: "direct", value: 1 + ((n * 3) % 5) },
    { type: "draft", id: `e${n}`, ...score, ...model, value: 1 + ((n + 1) % 5) },
  ];
});

/** The columns with numbers that a sample of tasks estimates, and those that hold their intervals. */
function intervalsIn({ columns, rows }: Table) {
  const ids = columns.flatMap(({ id, type }) => (type === "interval" ? [id] : []));
  return ids.filter((id) => rows.some((row) => Array.isArray(row[id])));
}

test.each([
  ["tick", "T2", "bleu4"],
  ["tick", "T4", "wpld"],
  ["tick", "T6", "mean"],
  ["tick", "B2", "r"],
  ["stick", "T1", "stick"],
  ["stick", "F3", "score:livebench"],
  ["salc", "T1", "allAcc"],
  ["salc", "T3", "spearman"],
  ["salc", "T5", "score:livebench"],
  ["llmbar", "people", "agreement"],
] as const)(
  "of %s, %s has intervals where they are asked for, around its numbers",
  async (paper, id, column) => {
    const measured = await paperResult(paper, id, scored, true, [], REPLICATES);
    if (isMissing(measured)) throw new Error(`${id}: ${measured.missing.join("; ")}`);
    expect(intervalsIn(measured)).toContain(`${column}Ci`);
    expect(measured.provenance.interval).toMatchObject({ over: "tasks", replicates: REPLICATES });
    const at = measured.columns.findIndex((one) => one.id === column);
    expect(measured.columns[at + 1]?.id).toBe(`${column}Ci`);
    for (const row of measured.rows) {
      const [value, ends] = [row[column], row[`${column}Ci`]];
      if (typeof value !== "number" || !Array.isArray(ends)) continue;
      expect(ends[0], `${row.source}`).toBeLessThanOrEqual(value + 1e-9);
      expect(ends[1], `${row.source}`).toBeGreaterThanOrEqual(value - 1e-9);
      // What the paper prints has none.
      expect(row.source ?? "this study").toBe("this study");
    }
  },
);

test("Acc and Agr of LLMBar have intervals, those of averages too", () => {
  const subsets = { natural: N, neighbor: N, gptinst: N, gptout: N, manual: N };
  const source = goldPairs(
    subsets,
    ({ task, pair, n }) =>
      (["AB", "BA"] as const).map((order) => ({
        ...{ type: "draft", id: `d/${task}/${order}`, task, item: "preference", pair, order },
        ...{ rater: "judge", raterKind: "llm", method: "llmbar.vanilla", value: n % 3 === 0 ? "B" : "A" },
      })),
    { options: { replicates: REPLICATES, seed: 42 } },
  );
  const [row] = llmbarTable("T2", source).rows;
  for (const column of ["naturalAcc", "naturalAgr", "adversarialAcc", "averageAcc"]) {
    const [low = 1, high = 0] = (row?.[`${column}Ci`] ?? []) as number[];
    expect(low, column).toBeLessThanOrEqual(row?.[column] as number);
    expect(high, column).toBeGreaterThanOrEqual(row?.[column] as number);
  }
});

test("every condition of the checklist study has an interval", () => {
  const lines = numbers.flatMap((n) => [
    ...study.pair(n),
    study.preferred(n, "none", study.votes(n % 3 === 0 ? 4 : 6, n % 3 === 0 ? 6 : 4)),
    study.preferred(n, "checklist", study.votes(n % 4 === 0 ? 0 : 10, n % 4 === 0 ? 10 : 0)),
  ]);
  const source = study.sourceOf(lines, { options: { replicates: REPLICATES, seed: 42 } });
  for (const id of ["F3a", "F6"])
    expect(intervalsIn(study.table(id, source))).toEqual(
      expect.arrayContaining(["k4Ci", "k5Ci", ...(id === "F3a" ? ["noneCi", "allCi"] : [])]),
    );
});

test("an accuracy of 1 has an interval with a length", () => {
  const lines = numbers.flatMap((n) => [
    ...study.pair(n),
    study.preferred(n, "none", study.votes(6, 4)),
    study.preferred(n, "checklist", study.votes(10, 0)),
  ]);
  const source = study.sourceOf(lines, { options: { replicates: REPLICATES, seed: 42 } });
  const [row] = study.table("F3a", source).rows;
  const [low = 1, high = 0] = (row?.allCi ?? []) as number[];
  expect([row?.all, high]).toEqual([1, 1]);
  expect(low).toBeLessThan(1);
});

test("a single family of tasks has no rows beside those of all", async () => {
  const tagged = (tags: string[]) =>
    scored.map((line): PaperLine => (line.type === "task" ? { ...line, tags } : line));
  expect(await paperRows("stick", "F3", tagged(["one"]))).toEqual(await paperRows("stick", "F3", tagged([])));
});

test("no table claims intervals that it has not", async () => {
  for (const { id } of paperById("stick")?.tables ?? []) {
    const result = await paperResult("stick", id, scored);
    if (!isMissing(result)) expect(result.provenance.interval, id).toBeNull();
  }
});
