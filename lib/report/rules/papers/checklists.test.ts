import { fc, test as prop } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { PaperSourceReader } from "@/lib/report/rules/papers/paper-source";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import type { PaperSource } from "@/lib/report/schema/paper-table";
import type { ReportOverlap } from "@/lib/report/schema/study";
import type { Table } from "@/lib/report/schema/table";

type Line = { type: StudyRecord["type"]; [field: string]: unknown };

const paper = paperById("checklists");

function sourceOf(lines: readonly Line[], more: Partial<PaperSource> = {}): PaperSource {
  const reader = new PaperSourceReader();
  reader.add(RECORDS.study.parse({ type: "study", version: 1, name: "Checklists" }));
  for (const line of lines) reader.add(RECORDS[line.type].parse(line));
  return { ...reader.finish(), published: false, options: { replicates: 0, seed: 42 }, ...more };
}

function result(id: string, source: PaperSource) {
  const found = paper?.tables.find((one) => one.id === id)?.of(source);
  if (!found) throw new Error(`there is no table ${id}`);
  return found;
}

function table(id: string, source: PaperSource): Table {
  const found = result(id, source);
  if (isMissing(found)) throw new Error(`${id}: ${found.missing.join("; ")}`);
  return found;
}

const times = <T>(n: number, value: T): T[] => Array.from({ length: n }, () => value);
const votes = (a: number, b: number) => [...times(a, "A"), ...times(b, "B")];
const CONDITION = "v1, n=10";
const BASELINE = "clstudy.generate.baseline (writer)";

/** A task with a pair and gold, and its baseline checklist of so many items. */
function pair(n: number, { gold = "A", items = 2 } = {}): Line[] {
  const task = `t${n}`;
  return [
    { type: "task", id: task, instruction: "Write." },
    ...["a", "b"].map((side) => ({ type: "response" as const, id: `${task}/${side}`, task, text: side })),
    rubric(task, "baseline", items),
    {
      ...{
        type: "judgement",
        id: `gold/${task}`,
        task,
        item: "preference",
        pair: [`${task}/a`, `${task}/b`],
      },
      ...{ rater: "gold", raterKind: "gold", value: gold },
    },
  ];
}

const rubric = (task: string, policy: string, items: number): Line => ({
  ...{ type: "rubric", id: `${task}/${policy}`, task, kind: "checklist", origin: "llm", model: "writer" },
  method: `clstudy.generate.${policy}`,
  items: Array.from({ length: items }, (_, at) => ({
    ...{ id: `${task}/${policy}.${at + 1}`, text: `Is it so in ${task}, ${at + 1}?` },
    scale: { type: "yesno" },
  })),
});

/** A drafted preference with its votes: for the side with more of them. */
function preferred(
  n: number,
  arm: string,
  given: readonly string[],
  more: Record<string, unknown> = {},
): Line {
  const task = `t${n}`;
  const a = given.filter((vote) => vote === "A").length;
  const b = given.filter((vote) => vote === "B").length;
  const rest = arm === "none" ? CONDITION : `${CONDITION}, rubric=${BASELINE}`;
  return {
    ...{ type: "draft", id: `${task}/${arm}`, task, item: "preference", pair: [`${task}/a`, `${task}/b`] },
    ...{ rater: "judge", raterKind: "llm", method: `clstudy.pairwise.${arm}`, condition: rest },
    value: a + b === 0 ? null : a === b ? "tie" : a > b ? "A" : "B",
    metadata: { votes: given, flags: [], ...more },
  };
}

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
});

test("shares retained are those of items in checklists that every sample answered", () => {
  // 252 of 1,000 items, as in the paper's baseline: the rest is in one checklist that a sample answered in part.
  const broken = { flags: ["wrong_arity"] };
  const source = sourceOf([
    ...pair(0, { items: 200 }),
    ...pair(1, { items: 52 }),
    ...pair(2, { items: 748 }),
    ...[0, 1].map((n) => preferred(n, "checklist", votes(10, 0))),
    preferred(2, "checklist", votes(10, 0), broken),
  ]);
  expect(table("T7", { ...source, published: true }).rows).toEqual([
    expect.objectContaining({
      ...{ policy: "baseline (writer)", checklists: 3, original: 1000, verified: 252, reduced: 748 },
      ...{ retained: 0.252, published: 0.252 },
    }),
  ]);
});

describe("ablation", () => {
  const ablations = (n: number, ...given: string[][]) => ({
    ablations: given.map((own, at) => ({
      ...{ item: `t${n}/baseline.${at + 1}`, value: "A", votes: own, flags: [] },
    })),
  });
  // t0: gold A, undecided without and right with the checklist; without item 1 as before, without item 2 no change.
  // t1: gold A, right without and wrong with it; without item 1 it is right again, and strongly.
  const lines = [
    ...pair(0),
    preferred(0, "none", votes(5, 5)),
    preferred(0, "ablation", votes(10, 0), ablations(0, votes(5, 5), votes(10, 0))),
    ...pair(1),
    preferred(1, "none", votes(10, 0)),
    preferred(1, "ablation", votes(0, 10), ablations(1, votes(10, 0), votes(0, 10))),
  ];

  test("says of each item whether it helped or hurt agreement with people", () => {
    const { rows } = table("items", sourceOf(lines));
    expect(
      rows.map(({ item, effect, change, strong, equal }) => [item, effect, change, strong, equal]),
    ).toEqual([
      ["Is it so in t0, 1?", "helped", -0.5, "no", "no"],
      ["Is it so in t1, 1?", "hurt", 1, "yes", "yes"],
    ]);
  });

  test("counts positive and negative items, and those whose samples are equal", () => {
    expect(table("signs-pairwise", sourceOf(lines)).rows).toMatchObject([
      {
        ...{ ablations: "all", positiveLists: 1, positiveOf: 2, positiveItems: 1, positiveShare: 0.5 },
        ...{ positiveStrong: 0, negativeLists: 1, negativeOf: 2, negativeItems: 1, negativeStrong: 1 },
      },
      { ablations: "with equal samples", positiveOf: 1, positiveItems: 0, negativeOf: 2, negativeItems: 1 },
    ]);
  });

  test("has the cases, and changes in bins that begin at θ", () => {
    const source = sourceOf(lines);
    expect(table("T8", source).rows).toMatchObject([
      { task: "t1", people: 1, without: 1, whole: 2, change: -1, negative: "Is it so in t1, 1? (1)" },
      { task: "t0", people: 1, without: 1.5, whole: 1, change: 0.5, positive: "Is it so in t0, 1? (-0.5)" },
    ]);
    const changes = table("changes-pairwise", source);
    expect(changes.rows.map(({ from, to, sign, count }) => [from, to, sign, count])).toEqual([
      [-1.1, -1, "negative", 1],
      [0.5, 0.6, "positive", 1],
    ]);
    expect(changes.notes[0]).toBe("θ = 0.3: 1 positive, 0 neutral, 1 negative.");
  });

  test("identical items of one policy are averaged", () => {
    const same = lines.map((line) =>
      line.type === "rubric"
        ? {
            ...line,
            items: (line.items as { text: string }[]).map((item, at) => ({ ...item, text: `Same ${at}?` })),
          }
        : line,
    );
    const again = (line: Line) => JSON.parse(JSON.stringify(line).replaceAll("t0", "t2")) as Line;
    const third = [...same.filter((line) => JSON.stringify(line).includes("t0")).map(again)];
    const { rows } = table("items", sourceOf([...same, ...third]));
    expect(rows.map(({ item, effect, times: n, tasks }) => [item, effect, n, tasks])).toEqual([
      ["Same 0?", "helped", 2, "t0, t2"],
      ["Same 0?", "hurt", 1, "t1"],
    ]);
  });

  const label = (n: number, item: number, question: string, name: string): Line => ({
    ...{ type: "labels", id: `l/${question}/${n}.${item}`, task: `t${n}`, item: `t${n}/baseline.${item}` },
    ...{ question, labels: [name], rater: "gold", raterKind: "gold" },
  });

  test("labels are crossed with what the ablation found", () => {
    const source = sourceOf([
      ...lines,
      label(0, 1, "positive-items", "Explicit"),
      label(0, 2, "positive-items", "Explicit"),
      label(1, 1, "negative-items", "Limited"),
    ]);
    const [explicit, implicit] = table("T9", source).rows;
    expect(explicit).toMatchObject({ label: "Explicit", items: 2, share: 1, signed: 1, signedShare: 1 });
    expect(implicit).toMatchObject({ label: "Implicit", items: 0, signed: 0 });
    expect(table("T10", source).rows.find(({ label: name }) => name === "Limited")).toMatchObject({
      ...{ items: 1, signed: 1 },
    });
    expect(table("items", source).rows[0]).toMatchObject({ item: "Is it so in t0, 1?", labels: "Explicit" });
  });

  test("labels alone have a table too, which says that their effect is not known", () => {
    const t9 = table("T9", sourceOf([...pair(0), label(0, 1, "positive-items", "Tone")]));
    expect(t9.columns.map(({ id }) => id)).not.toContain("signed");
    expect(t9.notes.join(" ")).toContain("not known");
  });

  test("overlap is crossed with positive and negative items", () => {
    const key = (rubricId: string, item: string) => JSON.stringify([rubricId, item]);
    const generated = (n: number, at: number) => key(`t${n}/baseline`, `t${n}/baseline.${at}`);
    const overlap = (n: number, matched: number[], people: boolean[]): ReportOverlap => {
      const first = people.map((_, at) => key(`h${n}`, `h${n}.${at}`));
      return {
        ...{ question: "overlap", rater: "p", task: `t${n}`, first: "human", second: "writer" },
        ...{ firstItems: 0, firstMatched: 0, secondItems: 0, secondMatched: 0 },
        items: {
          first: { all: first, matched: first.filter((_, at) => people[at]) },
          second: { all: [generated(n, 1), generated(n, 2)], matched: matched.map((at) => generated(n, at)) },
        },
      };
    };
    const source = sourceOf(lines);
    const overlaps = [overlap(0, [1], [true, false]), overlap(1, [2], [true])];
    expect(table("T4", { ...source, study: { ...source.study, overlaps } }).rows).toEqual([
      { list: "human", positiveBoth: 1, positiveOnly: 1, negativeBoth: 1, negativeOnly: 0 },
      { list: "writer", positiveBoth: 1, positiveOnly: 0, negativeBoth: 0, negativeOnly: 1 },
    ]);
  });
});

test("of a study without such records every table says which are missing", () => {
  const source = sourceOf([{ type: "task", id: "t", instruction: "Write." }]);
  for (const { id } of paper?.tables ?? []) {
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
