import { fc, test as prop } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { RECORDS } from "@/lib/dataset/schema";
import { PaperSourceReader } from "@/lib/report/rules/papers/paper-source";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import {
  BASELINE,
  CONDITION,
  type Line,
  pair,
  pairOf,
  preferred,
  result,
  rubric,
  secondList,
  sourceOf,
  table,
  times,
  votes,
} from "@/lib/report/testing/checklist-study";

test("the paper's items of checklists sum up to 21,475 and 1,510", () => {
  const printed: Record<string, [sum754: number, sum50: number, least: number, most: number]> = {
    baseline: [3488, 245, 1, 19],
    ticking: [3710, 265, 2, 10],
    specify: [3807, 266, 1, 16],
    "length_0.5": [1714, 123, 1, 10],
    "length_1.5": [5266, 367, 2, 28],
    self_refine: [3490, 244, 1, 19],
  };
  /** So many lengths with this sum, the shortest and the longest among them. */
  const lengths = (tasks: number, sum: number, ends: readonly number[]) => {
    const [left, rest] = [tasks - ends.length, sum - ends.reduce((total, one) => total + one, 0)];
    const short = Math.floor(rest / left);
    return [...ends, ...Array.from({ length: left }, (_, n) => short + Number(n < rest - left * short))];
  };
  const study = (tasks: number, of: (policy: string) => number[]) =>
    sourceOf(
      Array.from({ length: tasks }, (_, n): Line[] => [
        { type: "task", id: `t${n}`, instruction: "Write." },
        ...Object.keys(printed).map((policy) => rubric(`t${n}`, policy, of(policy)[n] ?? 0)),
      ]).flat(),
    );
  const large = new Map(
    Object.entries(printed).map(([policy, [sum, , ...ends]]) => [policy, lengths(754, sum, ends)]),
  );
  const t5 = table(
    "T5",
    study(754, (policy) => large.get(policy) ?? []),
  );
  expect(t5.rows.map(({ items }) => items)).toEqual([3488, 3807, 1714, 5266, 3490, 3710, 21_475]);
  expect(t5.rows[0]).toMatchObject({ policy: "baseline (writer)", least: 1, most: 19, checklists: 754 });
  expect(t5.rows[0]?.mean).toBeCloseTo(4.63, 2);
  const small = new Map(Object.entries(printed).map(([policy, [, sum]]) => [policy, lengths(50, sum, [])]));
  const t6 = table(
    "T5",
    study(50, (policy) => small.get(policy) ?? []),
  );
  expect(t6.rows.at(-1)).toMatchObject({ policy: "All", items: 1510 });

  const { rows } = table("T5", { ...sourceOf([rubric("t0", "baseline", 3)]), published: true });
  const sums = (source: string) =>
    rows.flatMap(({ policy, items, ...row }) => (row.source === source ? [[policy, items]] : []));
  expect(sums("paper, Table 6")).toEqual([
    ...Object.entries(printed).map(([policy, [, sum]]) => [policy, sum]),
    ["All", 1510],
  ]);
  expect(sums("paper, Table 5").at(-1)).toEqual(["All", 21_475]);
});

describe("selective use", () => {
  // Without a checklist: right for sure, wrong by 6 to 4, a tie, wrong for sure. With it: wrong, right, right, none.
  const judged = () => [
    ...[0, 1, 2, 3].flatMap((n) => pair(n)),
    ...[votes(10, 0), votes(4, 6), votes(5, 5), votes(0, 10)].map((one, n) => preferred(n, "none", one)),
    ...[votes(0, 10), votes(10, 0), votes(9, 1), []].map((one, n) =>
      preferred(n, "checklist", one.length > 0 ? one : [null as never]),
    ),
  ];

  test("accuracy under each threshold, a tie one half, a verdict that cannot be read not used", () => {
    const [row] = table("F3a", sourceOf(judged())).rows;
    expect(row).toMatchObject({ model: "judge", policy: "baseline (writer)", instances: 4 });
    expect(row).toMatchObject({ none: 1.5 / 4, k4: 3 / 4, k5: (1 + 0 + 1 + 0) / 4, all: 2 / 4 });
  });

  test("of the program released with the paper a tie counts 0", () => {
    const source = sourceOf(judged(), { options: { replicates: 0, seed: 42, compat: "checklists" } });
    const { rows, notes } = table("F3a", source);
    // Only the first is right without a checklist; the tie of the third counts nothing now. With it the third is right.
    expect(rows[0]).toMatchObject({ none: 1 / 4, k4: 3 / 4, k5: 2 / 4, all: 2 / 4 });
    expect(notes[0]).toBe(
      "A tie counts 0, as in the program released with the paper, and so does what could not be read.",
    );
    const { rows: differences, notes: beside } = table("A3-pairwise", source);
    expect(differences.find(({ compared }) => compared === "k = 4 – None")?.difference).toBe(2 / 4);
    expect(beside).toContain(notes[0]);
    const [usual] = table("A3-pairwise", sourceOf(judged())).rows.filter(
      ({ compared }) => compared === "k = 4 – None",
    );
    expect(usual?.difference).toBe(3 / 4 - 1.5 / 4);
  });

  test("how often it is used", () => {
    const [row] = table("F6", sourceOf(judged())).rows;
    expect(row).toMatchObject({ none: 0, k1: 2 / 4, k4: 2 / 4, k5: 1 / 4, all: 3 / 4 });
  });

  test("runs that chose by themselves have a row of their own", () => {
    const selective = (used: boolean) => ({
      selective: { score: used ? 4 : 0, threshold: 3, used, without: { value: "A", votes: ["A"] } },
    });
    const lines = [0, 1, 2].flatMap((n) => [
      ...pair(n),
      preferred(n, "selective", votes(6, 4), selective(n === 0)),
    ]);
    const source = sourceOf(
      lines.map((line) =>
        line.type === "draft" ? { ...line, condition: `v1, n=10, threshold=3, rubric=${BASELINE}` } : line,
      ),
    );
    expect(table("F6", source).rows).toMatchObject([
      { policy: "baseline (writer), run with k = 3", used: 1 / 3, instances: 3 },
    ]);
  });

  test("policies are compared on the instances that all of them have", () => {
    const other = (n: number): Line => ({
      ...preferred(n, "checklist", votes(10, 0)),
      ...{ id: `other/${n}`, condition: `${CONDITION}, rubric=clstudy.generate.ticking (writer)` },
    });
    const rows = table("F3a", sourceOf([...judged(), other(1), other(2)])).rows;
    expect(rows.map(({ policy, instances, all }) => [policy, instances, all])).toEqual([
      ["baseline (writer)", 2, 1],
      ["ticking (writer)", 2, 1],
    ]);
    expect(table("T1", sourceOf([...judged(), other(0), other(1)])).rows).toMatchObject([
      { best: "ticking (writer)", bestValue: 1, worst: "baseline (writer)", worstValue: 0.5, none: 0.5 },
    ]);
  });

  prop.prop([
    fc.array(fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 })), {
      minLength: 1,
      maxLength: 8,
    }),
  ])("the order in which a pair is named changes nothing", (given) => {
    const lines = given.flatMap(([without, whole], n) => [
      ...pair(n),
      preferred(n, "none", votes(without, 10 - without)),
      preferred(n, "checklist", votes(whole, 10 - whole)),
    ]);
    const turned = lines.map((line) => {
      if (line.type !== "draft") return line;
      const other = (value: unknown) => (value === "A" ? "B" : value === "B" ? "A" : value);
      const { votes: own } = line.metadata as { votes: unknown[] };
      return {
        ...line,
        pair: (line.pair as string[]).toReversed(),
        value: other(line.value),
        metadata: { votes: own.map(other), flags: [] },
      };
    });
    expect(table("F3a", sourceOf(turned)).rows).toEqual(table("F3a", sourceOf(lines)).rows);
  });
});

/** A response with people's scores and ratings of samples under "none" and "checklist". */
function rated(n: number, people: readonly number[], arms: Record<string, readonly number[]>): Line[] {
  const [task, response] = [`t${n}`, `t${n}/r`];
  return [
    { type: "task", id: task, instruction: "Write." },
    { type: "response", id: response, task, text: "…" },
    rubric(task, "baseline", 2),
    ...people.map(
      (value, at): Line => ({
        ...{ type: "judgement", id: `${task}/p${at}`, task, response, item: "overall" },
        ...{ rater: `p${at}`, raterKind: "human", exposure: "none", value },
      }),
    ),
    ...Object.entries(arms).map(
      ([arm, given]): Line => ({
        ...{ type: "draft", id: `${task}/${arm}`, task, response, item: "overall", rater: "judge" },
        ...{ raterKind: "llm", method: `clstudy.direct.${arm}` },
        condition: arm === "none" ? CONDITION : `${CONDITION}, rubric=${BASELINE}`,
        value: Math.floor(given.reduce((sum, one) => sum + one, 0) / given.length + 0.5),
        metadata: { votes: given, flags: [] },
      }),
    ),
  ];
}

test("ratings agree with the mean of people, rounded half up, by ordinal α", () => {
  // Deviations 0, 0.4, 0.63: the paper's examples.
  const [sure, divided, unsure] = [times(10, 2), [...times(8, 4), 5, 5], [3, 3, ...times(6, 4), 5, 5]];
  const source = sourceOf([
    ...rated(0, [2, 2, 2], { none: sure, checklist: times(10, 5) }),
    ...rated(1, [4, 5, 5], { none: divided, checklist: times(10, 5) }),
    ...rated(2, [1, 1, 2], { none: unsure, checklist: times(10, 1) }),
  ]);
  const [row] = table("F3b", source).rows;
  // At 0.4 both divided responses take the checklist's rating, and all three are people's.
  expect(row).toMatchObject({ "k0.4": 1, instances: 3 });
  expect(row?.["k0.45"]).not.toBe(1);
  const [rates] = table("F7", source).rows;
  expect(rates).toMatchObject({ "k0.4": 2 / 3, "k0.45": 1 / 3, "k0.6": 1 / 3, "k0.7": 0 });
});

test("differences from none have paired intervals, and the note counts the significant ones", () => {
  const lines = Array.from({ length: 30 }, (_, n) => [
    ...pair(n),
    preferred(n, "none", votes(0, 10)),
    preferred(n, "checklist", n < 24 ? votes(10, 0) : votes(0, 10)),
  ]).flat();
  const { rows, notes } = table("A3-pairwise", sourceOf(lines));
  const always = rows.find(({ compared }) => compared === "All – None");
  expect(always).toMatchObject({ difference: 0.8, significant: "yes", positive: "yes" });
  const [low, high] = (always?.differenceCi ?? [0, 1]) as [number, number];
  expect(low).toBeGreaterThan(0.6);
  expect(high).toBeLessThan(1);
  expect(rows.find(({ compared }) => compared === "k = 1 – None")).toMatchObject({
    ...{ difference: 0, significant: "no", positive: "no" },
  });
  expect(notes[0]).toBe("Always against never: 1 of 1 are significant, 1 of them for the checklist.");
  const beside = table("A3-pairwise", { ...sourceOf(lines), published: true });
  expect(beside.notes.at(-1)).toContain("of Qwen2.5-32B 3 (Baseline, Length × 0.5 and Self-refine)");
});

test.each([
  // Of 1,000 items so many are in checklists that every sample answered: the shares that table 7 prints.
  ["baseline", 252],
  ["ticking", 904],
  ["specify", 907],
  ["length_0.5", 228],
  ["length_1.5", 256],
  ["self_refine", 247],
] as const)("of %s %i items in a thousand are retained, as in the paper", (policy, verified) => {
  const broken = { flags: ["wrong_arity"] };
  const lists = [verified - 52, 52, 1000 - verified].map((items, n) => ({
    ...rubric(`t${n}`, policy, items),
  }));
  const under = (line: Line): Line => ({
    ...line,
    condition: `${CONDITION}, rubric=clstudy.generate.${policy} (writer)`,
  });
  const source = sourceOf([
    ...[0, 1, 2].flatMap((n) => pair(n).filter(({ type }) => type !== "rubric")),
    ...lists,
    ...[0, 1].map((n) => under(preferred(n, "checklist", votes(10, 0)))),
    under(preferred(2, "checklist", votes(10, 0), broken)),
  ]);
  expect(table("T7", { ...source, published: true }).rows).toEqual([
    expect.objectContaining({
      ...{ policy: `${policy} (writer)`, checklists: 3, original: 1000, verified, reduced: 1000 - verified },
      ...{ retained: verified / 1000, published: verified / 1000 },
    }),
  ]);
});

test("of several checklists of one policy for a task T5 has the first, and a note says how many it has not", () => {
  const judged = [0, 1].flatMap((n) => [...pair(n), preferred(n, "checklist", votes(10, 0))]);
  const once = "Of several checklists by one policy and model for a task the first counts:";
  expect(table("T5", sourceOf(judged)).notes.join("\n")).not.toContain(once);
  const { rows, notes } = table("T5", sourceOf([...judged, secondList(0, 5)]));
  expect(rows[0]).toMatchObject({ items: 4, checklists: 2 });
  expect(notes.at(-1)).toBe(`${once} of baseline (writer) 1 is left out.`);
});

describe("of several checklists of one policy for a task T7 counts", () => {
  const lines = [...pair(0), ...pair(1), secondList(0, 5)];

  test("the items of the one that judged", () => {
    const source = sourceOf([
      ...lines,
      preferred(0, "checklist", votes(10, 0), { rubric: "t0/again", flags: ["wrong_arity"] }),
      preferred(1, "checklist", votes(10, 0), { rubric: "t1/baseline" }),
    ]);
    const { rows, notes } = table("T7", source);
    expect(rows).toMatchObject([{ checklists: 2, original: 7, verified: 2, reduced: 5 }]);
    expect(notes).toHaveLength(1);
  });

  test("each that judged, by what was answered to it", () => {
    const other = pairOf(0, "c");
    const source = sourceOf([
      ...lines,
      ...other.lines,
      preferred(0, "checklist", votes(10, 0), { rubric: "t0/again", flags: ["wrong_arity"] }),
      other.turn(preferred(0, "checklist", votes(10, 0), { rubric: "t0/baseline" })),
    ]);
    expect(table("T7", source).rows).toMatchObject([{ checklists: 2, original: 7, verified: 2 }]);
  });

  test("none of a draft that does not say which one judged", () => {
    const source = sourceOf([...lines, ...[0, 1].map((n) => preferred(n, "checklist", votes(10, 0)))]);
    const { rows, notes } = table("T7", source);
    expect(rows).toMatchObject([{ checklists: 1, original: 2, verified: 2 }]);
    expect(notes.at(-1)).toBe(
      "Left out, as the policy wrote several checklists for the task and the draft does not say by which one it judged: of baseline (writer) 1 pair.",
    );
  });
});

test("of two verdicts of a judge on one pair by two checklists of a policy the one by the first checklist counts", () => {
  const [first, second] = [
    preferred(0, "checklist", votes(10, 0), { rubric: "t0/baseline" }),
    { ...preferred(0, "checklist", votes(0, 10), { rubric: "t0/again" }), id: "t0/by the second" },
  ];
  for (const drafts of [
    [first, second],
    [second, first],
  ]) {
    const source = sourceOf([...pair(0), secondList(0, 5), preferred(0, "none", votes(5, 5)), ...drafts]);
    const { rows, notes } = table("F3a", source);
    expect(rows).toMatchObject([{ instances: 1, all: 1 }]);
    expect(notes).toContain(
      "Of verdicts by several checklists of one policy and model for a task those by the first count: 1 is left out.",
    );
  }
});

test("of a study without such records every table says which are missing", () => {
  const source = sourceOf([{ type: "task", id: "t", instruction: "Write." }]);
  for (const { id } of paperById("checklists")?.tables ?? []) {
    const found = result(id, source);
    expect(isMissing(found), id).toBe(true);
    if (isMissing(found)) expect(found.missing.join(""), id).not.toBe("");
  }
});

test("damaged notes of a draft are read as missing", () => {
  const hostile = [null, "votes", [], { votes: "A" }, { votes: [] }, { votes: [{}] }, { votes: [true] }];
  for (const metadata of hostile) {
    const line = { ...preferred(0, "none", ["A"]), metadata };
    const parsed = RECORDS.draft.safeParse(line);
    if (!parsed.success) continue;
    const reader = new PaperSourceReader();
    reader.add(parsed.data);
    expect(reader.finish().samples).toEqual([]);
  }
  const partly = preferred(0, "ablation", ["A"], { ablations: "all", selective: { used: 1 } });
  const reader = new PaperSourceReader();
  reader.add(RECORDS.draft.parse(partly));
  expect(reader.finish().samples).toMatchObject([{ ablations: [], selective: null }]);
});
