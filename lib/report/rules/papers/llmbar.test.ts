import { expect, test } from "vitest";
import { RECORDS } from "@/lib/dataset/schema";
import { evaluatorOf } from "@/lib/report/rules/papers/llmbar/evaluators";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { PaperSource } from "@/lib/report/schema/paper-table";
import type { Table, TableRow } from "@/lib/report/schema/table";
import { type GoldPair, goldPairs, llmbarTable, type PairLine } from "@/lib/report/testing/gold-pairs";

const row = (of: Table, match: Partial<TableRow>): TableRow | undefined =>
  of.rows.find((one) => Object.entries(match).every(([id, value]) => one[id] === value));

const draft = ({ task, pair }: GoldPair, method: string, more: object): PairLine => ({
  ...{ type: "draft", task, item: "preference", pair, rater: "gpt-4", raterKind: "llm", method },
  ...more,
});
const inBoth = (
  instance: GoldPair,
  method: string,
  [AB, BA]: readonly [unknown, unknown],
  more: object = {},
) =>
  Object.entries({ AB, BA }).map(([order, value]) =>
    draft(instance, method, {
      id: `${instance.task}/${method}/${order}`,
      order,
      value,
      condition: "v1",
      ...more,
    }),
  );

test("averages are unweighted means over four and over five subsets", () => {
  // Shares of right verdicts: 100, 90, 80, 70 and 60 % of subsets of different size.
  const wrong: Record<string, number> = { natural: 0, neighbor: 1, gptinst: 4, gptout: 3, manual: 8 };
  const sizes = { natural: 30, neighbor: 10, gptinst: 20, gptout: 10, manual: 20 };
  const from = goldPairs(sizes, (instance) =>
    inBoth(instance, "llmbar.cot*", instance.n < (wrong[instance.subset] ?? 0) ? ["B", "B"] : ["A", "A"]),
  );
  const found = row(llmbarTable("T2", from), { evaluator: "CoT*" });
  expect(found).toMatchObject({ model: "gpt-4", n: 90 });
  const figures = ["natural", "neighbor", "gptinst", "gptout", "manual", "adversarial", "average"];
  expect(figures.map((part) => found?.[`${part}Acc`])).toEqual(
    [1, 0.9, 0.8, 0.7, 0.6, 0.75, 0.8].map((share) => expect.closeTo(share)),
  );
  expect(found?.averageAgr).toBe(1);
  // Averages are there, so the pool of all pairs, which the paper does not have, is not shown.
  expect(llmbarTable("T2", from).columns.map(({ id }) => id)).not.toContain("allAcc");
});

test("the printed averages come out of the released counts of the subsets", () => {
  // GPT-4's Vanilla: pairs that are right in both orders, in one, and all.
  const released: Record<string, [both: number, one: number, all: number]> = {
    natural: [92, 3, 100],
    neighbor: [79, 14, 134],
    gptinst: [66, 9, 92],
    gptout: [33, 6, 47],
    manual: [32, 5, 46],
  };
  const sizes = Object.fromEntries(Object.entries(released).map(([subset, [, , all]]) => [subset, all]));
  const from = goldPairs(sizes, (instance) => {
    const [both, one] = released[instance.subset] as [number, number, number];
    const verdicts = instance.n < both ? ["A", "A"] : instance.n < both + one ? ["A", "B"] : ["B", "B"];
    return inBoth(instance, "llmbar.vanilla", verdicts as [unknown, unknown]);
  });
  const found = row(llmbarTable("T2", from), { evaluator: "Vanilla" });
  const printed = (id: string) => (100 * Number(found?.[id])).toFixed(1);
  expect(["adversarialAcc", "averageAcc", "averageAgr"].map(printed)).toEqual(["73.1", "77.2", "90.6"]);
});

test("a verdict that could not be read is wrong, and two of them do not agree unless as in the released scripts", () => {
  const verdicts: [unknown, unknown][] = [
    [null, null],
    ["A", null],
    ["A", "A"],
    ["B", "B"],
  ];
  const of = (compat?: "llmbar") =>
    llmbarTable(
      "T2",
      goldPairs(
        { natural: 4 },
        (instance) => inBoth(instance, "llmbar.vanilla*", verdicts[instance.n] as [unknown, unknown]),
        compat ? { compat } : {},
      ),
    ).rows[0];
  expect(of()).toMatchObject({ naturalAcc: 3 / 8, naturalAgr: 2 / 4 });
  expect(of("llmbar")).toMatchObject({ naturalAcc: 3 / 8, naturalAgr: 3 / 4 });
});

test("a tie of ChatEval's referees counts one half", () => {
  const from = goldPairs({ natural: 2 }, (instance) =>
    inBoth(instance, "llmbar.chateval*", instance.n === 0 ? ["tie", "A"] : ["A", "A"]),
  );
  expect(row(llmbarTable("T2", from), { evaluator: "ChatEval*" })).toMatchObject({ naturalAcc: 3.5 / 4 });
});

test("runs that differ in their parameters have rows of their own, and JSON and text are not mixed", () => {
  const from = goldPairs({ natural: 2 }, (instance) => [
    ...inBoth(instance, "llmbar.swap*", ["A", "A"], { condition: "v1, rules=true, temperature=0" }),
    ...inBoth(instance, "llmbar.swap*", ["B", "B"], {
      id: `${instance.task}/hot`,
      condition: "v1, rules=true, temperature=1",
    }).map((line, at) => ({ ...line, id: `${instance.task}/hot/${at}` })),
    ...inBoth(instance, "llmbar.swap*:structured", ["A", "B"], {
      condition: "v1, rules=true, temperature=0",
    }),
  ]);
  expect(
    llmbarTable("T2", from).rows.map(({ evaluator, condition, naturalAcc }) => [
      evaluator,
      condition ?? null,
      naturalAcc,
    ]),
  ).toEqual([
    ["Swap*", "v1, rules=true, temperature=0", 1],
    ["Swap* (JSON)", null, 0.5],
    ["Swap*", "v1, rules=true, temperature=1", 0],
  ]);
});

test.each([
  ["llmbar.vanilla", "v1", "Vanilla"],
  ["llmbar.metrics_reference*", "v1, rules=true", "Metrics+Reference*"],
  ["llmbar.metrics_reference*", "v1, rules=false, temperature=0", "Metrics+Reference"],
  ["llmbar.vanilla*:structured", "v1", "Vanilla* (JSON)"],
  ["llmbar", "Vanilla_NoRules", "Vanilla"],
  ["llmbar", "Swap_CoT", "Swap+CoT*"],
  ["tick.preference", "v1", undefined],
  [null, null, undefined],
])("drafts by %s under %s are of %s", (method, condition, name) => {
  expect(evaluatorOf({ method, condition })?.name).toBe(name);
});

test("ratings: equal ones count one half and hedge; one that could not be read counts nothing, and hedges nothing", () => {
  const values = ["A", "tie", "B", null];
  const from = goldPairs({ natural: 4 }, (instance) => [
    draft(instance, "llmbar.rating*", { id: `${instance.task}/r`, value: values[instance.n] }),
  ]);
  expect(llmbarTable("T11", from).rows[0]).toMatchObject({
    naturalAcc: 1.5 / 4,
    naturalDif: expect.closeTo(2 / 3),
  });
  expect(llmbarTable("T10", from).rows[0]).toMatchObject({ naturalHedging: expect.closeTo(1 / 3) });
});

test("ratings as released: equal ones have one verdict for each order", () => {
  const from = goldPairs({ natural: 4 }, (instance) =>
    inBoth(instance, "llmbar", instance.n === 0 ? ["A", "B"] : ["A", "A"], { condition: "Rating" }),
  );
  expect(llmbarTable("T11", from).rows[0]).toMatchObject({
    evaluator: "Vanilla*",
    naturalAcc: 3.5 / 4,
    naturalDif: 3 / 4,
  });
});

test("a reward model prefers the response with the higher score, and has no agreement", () => {
  const from = goldPairs(
    { natural: 3 },
    ({ task, pair, n }) =>
      pair
        .map(
          (response, at): PairLine => ({
            ...{ type: "draft", id: `${response}/rm`, task, response, item: "overall", rater: "RM" },
            ...{
              raterKind: "llm",
              method: null,
              value: [
                [2.5, 1],
                [1, 1],
                [0.5, 3],
              ][n]?.[at],
            },
          }),
        )
        .map(({ method: _, ...line }) => line as PairLine),
    { published: true },
  );
  const found = llmbarTable("T3", from);
  expect(row(found, { model: "RM" })).toMatchObject({ naturalAcc: 0.5, n: 3 });
  expect(row(found, { model: "RM" })?.naturalAgr ?? null).toBeNull();
  expect(row(found, { model: "Preference model" })).toMatchObject({
    averageAcc: expect.closeTo(0.376),
    averageAgr: expect.closeTo(0.897),
  });
});

test("labels of both orders, pair by pair, and the verdicts that follow the place", () => {
  const verdicts: [unknown, unknown][] = [
    ["A", "A"],
    ["A", "B"],
    ["B", "A"],
    [null, "A"],
  ];
  const from = goldPairs({ natural: 4 }, (instance) =>
    inBoth(instance, "llmbar.vanilla", verdicts[instance.n] as [unknown, unknown]),
  );
  expect(
    llmbarTable("labels", from).rows.map(({ gold, labelAB, labelBA }) => [gold, labelAB, labelBA]),
  ).toEqual([
    ["1", "1", "1"],
    ["1", "1", "2"],
    ["1", "2", "1"],
    ["1", null, "1"],
  ]);
  expect(llmbarTable("bias", from).rows).toEqual([
    expect.objectContaining({ evaluator: "Vanilla", pairs: 4, same: 1, first: 1, second: 1, unread: 1 }),
  ]);
});

test("pairs that a draft names the other way round keep their labels and their order", () => {
  const from = goldPairs({ natural: 1 }, (instance) =>
    inBoth({ ...instance, pair: [instance.pair[1], instance.pair[0]] }, "llmbar.vanilla", ["A", "B"]),
  );
  // Shown first in AB is the pair's own first, which is output 2.
  expect(llmbarTable("labels", from).rows[0]).toMatchObject({ labelAB: "1", labelBA: "2" });
  expect(llmbarTable("bias", from).rows[0]).toMatchObject({ first: 1, second: 0 });
});

test("the verifier decides what a program can count, and stands among the evaluators", () => {
  const from = goldPairs(
    { constraint: 2 },
    (instance) => inBoth(instance, "llmbar.vanilla*", ["B", "B"]),
    {},
    () => ({
      instruction: "Name a colour. The output should contain exactly 3 words.",
      texts: ["Blue like skies.", "Blue."],
    }),
  );
  const cases = llmbarTable("T14", from);
  expect(row(cases, { evaluator: "Vanilla*" })).toMatchObject({ constraintAcc: 0, constraintAgr: 1 });
  expect(row(cases, { evaluator: "Verifier" })).toMatchObject({ constraintAcc: 1 });
  expect(llmbarTable("T15", { ...from, published: true }).rows).toContainEqual({
    ...{ structure: "exactly n words", pairs: 2, published: 12, accuracy: 1 },
  });
});

test("people: how often two of them prefer the same output", () => {
  const from = goldPairs({ natural: 2, manual: 1 }, ({ task, pair, n, subset }) =>
    ["P", "Q"].map(
      (rater, at): PairLine => ({
        ...{
          type: "judgement",
          id: `${task}/${rater}`,
          task,
          item: "preference",
          pair,
          rater,
          raterKind: "human",
        },
        ...{ exposure: "none", value: subset === "natural" && n === 1 && at === 1 ? "B" : "A" },
      }),
    ),
  );
  expect(llmbarTable("people", from).rows).toMatchObject([
    { subset: "NATURAL", units: 2, pairs: 2, same: 1, agreement: 0.5 },
    { subset: "ADVERSARIAL", units: 1, pairs: 1, same: 1, agreement: 1 },
    { subset: "All", units: 3, pairs: 3, same: 2 },
  ]);
});

test("a study without anything says of every table what it lacks", () => {
  const reader = new StudyDataReader();
  reader.add(RECORDS.study.parse({ type: "study", version: 1, name: "Empty" }));
  const empty: PaperSource = {
    study: reader.finish(),
    texts: new Map(),
    published: true,
    options: { replicates: 0, seed: 42 },
  };
  for (const one of paperById("llmbar")?.tables ?? []) {
    const result = one.of(empty);
    expect(isMissing(result) && result.missing.every((what) => what.length > 10), one.id).toBe(true);
  }
});

test("T4: instructions and the neighbours that curation noted", () => {
  const withNeighbour = goldPairs({ neighbor: 1 }, () => [
    {
      ...{ type: "task", id: "curated", instruction: "Write a poem." },
      metadata: { neighbour: { instruction: "Write a novel.", similarity: 0.83 } },
    },
  ]);
  expect(llmbarTable("T4", withNeighbour).rows).toEqual([
    { instruction: "Write a poem.", neighbour: "Write a novel.", similarity: 0.83 },
  ]);
});
