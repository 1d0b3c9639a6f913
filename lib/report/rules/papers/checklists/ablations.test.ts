import { describe, expect, test } from "vitest";
import { RECORDS } from "@/lib/dataset/schema";
import { itemKey } from "@/lib/report/rules/item-key";
import type { ReportOverlap } from "@/lib/report/schema/study";
import {
  type Line,
  pair,
  preferred,
  rubric,
  secondList,
  sourceOf,
  table,
  votes,
} from "@/lib/report/testing/checklist-study";
import { recordsAboutItems } from "./records-about-items";

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

  test("takes all positive items as strong when requested, and negative ones by their change", () => {
    const { rows } = table("items-infobench", sourceOf(lines));
    expect(rows.map(({ effect, change, strong }) => [effect, change, strong])).toEqual([
      ["helped", -0.5, "yes"],
      ["hurt", 1, "yes"],
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
    const { notes } = table("signs-pairwise", { ...sourceOf(lines), published: true });
    expect(notes.at(-1)).toMatch(/100 of 160 .* 53 of 137/);
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

  test("labels are cross-tabulated with the effects found by the ablation", () => {
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
      {
        ...{ list: "human", positiveBoth: 1, positiveOnly: 1, negativeBoth: 1, negativeOnly: 0 },
        ...{ harmlessShare: null, harmlessOf: null },
      },
      {
        ...{ list: "writer", positiveBoth: 1, positiveOnly: 0, negativeBoth: 0, negativeOnly: 1 },
        // Items 1 and 2 of t0 and item 2 of t1 did not hurt; all but item 2 of t0 have a match.
        ...{ harmlessShare: 2 / 3, harmlessOf: 3 },
      },
    ]);
  });
});

describe("of an ablated item of the second of two checklists by one policy for the task", () => {
  /** Both lists number their items alike, as imported ones may. */
  const numbered = (line: Line): Line => ({
    ...line,
    items: (line.items as object[]).map((item, at) => ({ ...item, id: `${at + 1}` })),
  });
  const ablated = (rubric: string | null, ids: readonly string[]) => ({
    ...(rubric !== null && { rubric }),
    ablations: ids.map((item, at) => ({
      ...{ item, value: "A", votes: at === 0 ? votes(5, 5) : votes(10, 0), flags: [] },
    })),
  });
  const itemsIn = (lists: readonly Line[], draft: Line) =>
    table(
      "items",
      sourceOf([
        ...pair(0).filter(({ type }) => type !== "rubric"),
        ...lists,
        preferred(0, "none", votes(5, 5)),
        draft,
      ]),
    ).rows.map(({ item }) => item);
  const lists = [rubric("t0", "baseline", 2), secondList(0, 2)];

  test("the tables have the text, by the checklist that the draft names", () => {
    const draft = preferred(0, "ablation", votes(10, 0), ablated("t0/again", ["1", "2"]));
    expect(itemsIn(lists.map(numbered), draft)).toEqual(["Again in t0, 1?"]);
  });

  test("the tables have the text, by its id where the draft names no checklist", () => {
    const draft = preferred(0, "ablation", votes(10, 0), ablated(null, ["t0/again.1", "t0/again.2"]));
    expect(itemsIn(lists, draft)).toEqual(["Again in t0, 1?"]);
  });

  test("the tables have the id alone where it could be of either", () => {
    const draft = preferred(0, "ablation", votes(10, 0), ablated(null, ["1", "2"]));
    expect(itemsIn(lists.map(numbered), draft)).toEqual(["1"]);
  });

  test("a labelling batch keeps the ablation of its own checklist's items only", () => {
    const records = lists
      .map(numbered)
      .concat(preferred(0, "ablation", votes(10, 0), ablated("t0/again", ["1", "2"])))
      .map((line) => RECORDS[line.type].parse(line));
    const kept = recordsAboutItems(records, new Set([itemKey("t0/baseline", "1")]));
    expect(kept.find(({ type }) => type === "draft")?.metadata).toMatchObject({ ablations: [] });
  });
});
