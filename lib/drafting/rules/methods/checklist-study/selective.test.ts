import { describe, expect, test } from "vitest";
import { hostileTexts } from "@/lib/drafting/testing/hostile";
import { input, method, one } from "@/lib/drafting/testing/inputs";
import { simulate } from "@/lib/drafting/testing/simulate";

const answers = { response_1: { "1": "yes", "2": "yes" }, response_2: { "1": "no", "2": "no" } };
const compared = (judge: 1 | 2) => JSON.stringify({ reason: "r", judge });
const withList = (judge: 1 | 2) => JSON.stringify({ checklist: answers, judge });

/** So many of ten samples without a checklist prefer B; with it all prefer A. */
const pairJudge =
  (forB: number, second = (order: string | undefined) => withList(order === "AB" ? 1 : 2)) =>
  ({ key, sampleIndex, order }: { key: string; sampleIndex: number; order?: string }) => {
    if (key.startsWith("checklist ")) return second(order);
    const isB = sampleIndex < forB;
    return compared((order === "AB") === isB ? 2 : 1);
  };

describe("clstudy.pairwise.selective", () => {
  const selective = method("clstudy.pairwise.selective");

  test.each([
    [0, 1, 10],
    [1, 1, 20],
    [2, 3, 10],
    [3, 3, 20],
    [8, 3, 10],
  ])("with %i of 10 for the other and a threshold of %i makes %i calls", (forB, threshold, made) => {
    const { calls } = simulate(selective, input, { threshold }, pairJudge(forB));
    expect(calls).toHaveLength(made);
  });

  test.each([
    [1, 1, 1],
    [2, 1, 4],
    [3, 2, 3],
    [10, 5, 20],
    [10, 6, 10],
  ])(
    "%i samples and a threshold of %i are %i calls at most, counted and in later stages",
    (n, threshold, most) => {
      const params = selective.params.parse({ n, threshold });
      expect(selective.most(input, params)).toBe(most);
      const later = selective.later?.(params, input) ?? [];
      expect(later.reduce((sum, { calls }) => sum + calls, n)).toBe(most);
      const made = simulate(selective, input, { n, threshold }, pairJudge(Math.floor(n / 2))).calls;
      expect(made).toHaveLength(most);
    },
  );

  test("records the disagreement, the threshold and the verdict without the checklist", () => {
    const { drafted } = simulate(selective, input, { threshold: 2 }, pairJudge(7));
    const verdict = drafted.values.at(-1);
    expect(verdict).toMatchObject({
      target: "preference",
      value: "A",
      votes: Array(10).fill("A"),
      selective: { score: 3, threshold: 2, used: true, without: { value: "B" } },
    });
    expect(drafted.values).toHaveLength(5);
  });

  test("keeps the first verdict and asks no checklist when samples agree", () => {
    const { drafted } = simulate(selective, input, { threshold: 2 }, pairJudge(1));
    expect(drafted.values).toMatchObject([
      { value: "A", selective: { score: 1, threshold: 2, used: false } },
    ]);
  });

  test("keeps the first verdict, flagged, where the checklist's answers cannot be read", () => {
    const { drafted } = simulate(
      selective,
      input,
      {},
      pairJudge(2, () => "?"),
    );
    expect(drafted.values).toMatchObject([
      { value: "A", flags: ["checklist_failed"], selective: { used: false, score: 2 } },
    ]);
  });
});

describe("clstudy.direct.selective", () => {
  const selective = method("clstudy.direct.selective");
  const judge =
    (ratings: number[]) =>
    ({ key, sampleIndex }: { key: string; sampleIndex: number }) =>
      key.startsWith("checklist ")
        ? JSON.stringify({ checklist: { "1": "yes", "2": "no" }, rating: 2 })
        : JSON.stringify({ reason: "r", rating: ratings[sampleIndex] });

  test("takes the checklist at a deviation of exactly the threshold", () => {
    const at = simulate(selective, one, { n: 5, threshold: 0.4 }, judge([4, 4, 4, 4, 5]));
    expect(at.calls).toHaveLength(10);
    expect(at.drafted.values.map(({ value }) => value)).toEqual(["yes", "no", 2]);
    const below = simulate(selective, one, { n: 5, threshold: 0.45 }, judge([4, 4, 4, 4, 5]));
    expect(below.calls).toHaveLength(5);
    expect(below.drafted.values).toMatchObject([{ value: 4, selective: { score: 0.4, used: false } }]);
  });
});

test("a single rating has no deviation, so it never uses the checklist", () => {
  const { most, params } = method("clstudy.direct.selective");
  expect(most(one, params.parse({ n: 1 }))).toBe(1);
  expect(most(one, params.parse({ n: 2, threshold: 2 }))).toBe(4);
});

describe("ablation", () => {
  test("judges with the whole checklist and without each item", () => {
    const { calls, drafted } = simulate(
      method("clstudy.pairwise.ablation"),
      input,
      { n: 2 },
      ({ key, order }) => {
        const items = key.startsWith("without:") ? { "1": "yes" } : { "1": "yes", "2": "yes" };
        const judge = key.startsWith("without:2 ") === (order === "AB") ? 2 : 1;
        return JSON.stringify({ checklist: { response_1: items, response_2: items }, judge });
      },
    );
    expect(calls.map(({ plan }) => plan.key)).toEqual([
      ...["sample:0", "sample:1"],
      ...["without:1 sample:0", "without:1 sample:1", "without:2 sample:0", "without:2 sample:1"],
    ]);
    expect(drafted.values.at(-1)).toMatchObject({
      value: "A",
      ablations: [
        { item: "q1", value: "A", votes: ["A", "A"], flags: [] },
        { item: "q2", value: "B", votes: ["B", "B"], flags: [] },
      ],
    });
    const prompt = calls[2]?.plan.messages.at(-1)?.content ?? "";
    expect(prompt).not.toContain("exactly two lines");
    expect(prompt).toContain("1. Rhyme: Do the lines rhyme?");
  });

  test("makes the same calls for the whole checklist as a run that judges with it, so that answers are reused", () => {
    const plansOf = (id: string) => {
      const { plan, params } = method(id);
      return plan(one, params.parse({}), () => "abcdef").map(
        ({ messages, schema, sampling, sampleIndex }) => ({
          ...{ messages, schema, sampling, sampleIndex },
        }),
      );
    };
    expect(plansOf("clstudy.direct.ablation").slice(0, 10)).toEqual(plansOf("clstudy.direct.checklist"));
  });

  test("leaves nothing out of a checklist of one item", () => {
    const single = { ...one, items: one.items.slice(0, 1) };
    const { plan, most, params } = method("clstudy.direct.ablation");
    const parsed = params.parse({ n: 3 });
    expect(plan(single, parsed, () => "abcdef")).toHaveLength(3);
    expect(most(single, parsed)).toBe(3);
    expect(most(one, parsed)).toBe(9);
  });
});

test.each(["pairwise.selective", "pairwise.ablation", "direct.selective", "direct.ablation"])(
  "%s takes no hostile answer for a verdict",
  (kind) => {
    const on = kind.startsWith("pairwise") ? input : one;
    for (const text of hostileTexts)
      for (const profile of ["", ":structured"]) {
        const { drafted } = simulate(method(`clstudy.${kind}${profile}`), on, { n: 2 }, () => text);
        for (const { value, ablations = [] } of drafted.values)
          expect([value, ...ablations.map((one) => one.value)].filter((one) => one !== null)).toEqual([]);
      }
  },
);
