import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { krippendorffAlpha } from "@/lib/agreement/krippendorff";
import { randomFrom } from "@/lib/agreement/random";
import { agreementWithRest, correlationWithRest } from "@/lib/agreement/raters";
import { ratingsFromMatrix } from "@/lib/agreement/ratings";
import { reportOf } from "@/lib/report/computation/report-on-study";
import type { StudyData } from "@/lib/report/schema/study";

type Values = readonly (number | null)[];

/** Scores by person and response, without visible drafts, and an LLM's; each response has its own task. */
async function ratersOf(people: Record<string, Values>, llm: Values = []) {
  const responses = Math.max(...Object.values(people).map((values) => values.length));
  const about = (n: number) => ({ task: `t${n}`, item: "k", response: `r${n}`, pair: null });
  const study: StudyData = {
    name: "s",
    tasks: Array.from({ length: responses }, (_, n) => ({ id: `t${n}`, tags: [], instruction: "…" })),
    responses: Array.from({ length: responses }, (_, n) => ({ id: `r${n}`, task: `t${n}`, model: "m" })),
    items: [
      {
        key: "k",
        id: "C1",
        rubric: "c",
        task: null,
        name: null,
        text: "…",
        category: null,
        scale: { type: "points", min: 1, max: 5 },
        model: null,
        method: null,
      },
    ],
    drafts: llm.flatMap((value, n) =>
      value === null
        ? []
        : [
            {
              id: `d${n}`,
              ...about(n),
              rater: "gpt",
              raterKind: "llm" as const,
              method: null,
              condition: null,
              order: null,
              value,
              scoreLine: null,
              words: 0,
            },
          ],
    ),
    judgements: Object.entries(people).flatMap(([rater, values]) =>
      values.map((value, n) => ({
        id: `${rater}${n}`,
        ...about(n),
        rater,
        raterKind: "human" as const,
        arm: null,
        exposure: "none" as const,
        draft: null,
        initial: undefined,
        value,
        lines: [],
        activeMs: null,
        startedAt: null,
        submittedAt: null,
      })),
    ),
    decisions: [],
  };
  const { pairs, each } = (await reportOf(study, { replicates: 5, seed: 1 })).raters;
  return {
    pairs: pairs.filter(({ exposure }) => exposure === "independent"),
    each: each.filter(({ exposure }) => exposure === "independent"),
  };
}

test("an LLM is compared with the same other raters as people are", async () => {
  const often = (values: number[]) => [...values, ...values, ...values, ...values];
  const up = often([1, 2, 3]);
  const { each, pairs } = await ratersOf({ A: up, B: up, C: often([3, 2, 1]) }, up);
  // A and B agree with one of two others except on the second response: (1/2 + 1 + 1/2) / 3. C: (0 + 1 + 0) / 3.
  const agreements = Object.fromEntries(
    each.map(({ rater, agreement }) => [rater?.rater ?? "people", agreement]),
  );
  expect(agreements.A).toBeCloseTo(2 / 3, 12);
  expect(agreements.C).toBeCloseTo(1 / 3, 12);
  expect(agreements.people).toBeCloseTo(5 / 9, 12);
  // Without A the others are B and C: 2/3; without B the same; without C they are A and B: 1.
  expect(agreements.gpt).toBeCloseTo((2 / 3 + 2 / 3 + 1) / 3, 12);
  // The mean of B and C is always 2.
  expect(each.find(({ rater }) => rater?.rater === "A")).toMatchObject({
    correlation: null,
    correlationReason: "constant-input",
  });
  expect(each.find(({ rater }) => rater?.rater === "C")).toMatchObject({ correlation: -1, alpha: 1 });
  expect(each.find(({ rater }) => rater?.rater === "gpt")).toMatchObject({
    correlation: 1,
    units: 12,
    draftSeen: 0,
    alpha: null,
  });
  expect(pairs.map(({ first, second }) => first.rater + second.rater)).toEqual([
    "AB",
    "AC",
    "Agpt",
    "BC",
    "Bgpt",
    "Cgpt",
  ]);
  expect(pairs[0]).toMatchObject({ level: "ordinal", value: 1, percentAgreement: 1, units: 12 });
});

test("people who share no unit have a reason", async () => {
  const { pairs, each } = await ratersOf({ A: [1, null], B: [null, 2] });
  expect(pairs).toMatchObject([{ value: null, reason: "no-pairable-values", units: 0 }]);
  expect(each.map(({ agreement, agreementReason }) => [agreement, agreementReason])).toEqual([
    [null, "no-common-units"],
    [null, "no-common-units"],
    [null, "no-common-units"],
  ]);
});

const scores = fc.array(fc.option(fc.integer({ min: 1, max: 5 }), { freq: 4 }), {
  minLength: 14,
  maxLength: 14,
});

property.prop([scores, scores, scores], { numRuns: 8 })(
  "people's rows are what the library computes for them",
  async (a, b, c) => {
    const { each, pairs } = await ratersOf({ A: a, B: b, C: c });
    const ratings = ratingsFromMatrix([a, b, c]);
    const agreement = agreementWithRest(ratings);
    const correlation = correlationWithRest(ratings);
    ["A", "B", "C"].forEach((name, r) => {
      const row = each.find(({ rater }) => rater?.rater === name);
      if (!row) return;
      const same = (found: number | null, expected: number | null | undefined) =>
        expected == null ? expect(found).toBeNull() : expect(found).toBeCloseTo(expected, 9);
      same(row.agreement, agreement[r]?.value);
      same(row.correlation, row.units < 10 ? null : correlation[r]?.value);
      same(
        row.alpha,
        krippendorffAlpha(ratingsFromMatrix([a, b, c].filter((_, at) => at !== r)), "ordinal").value,
      );
    });
    const pair = pairs.find(({ first, second }) => first.rater === "A" && second.rater === "B");
    if (pair) expect(pair.value).toEqual(krippendorffAlpha(ratingsFromMatrix([a, b]), "ordinal").value);
  },
);

test("forty people are distinguished on every unit they judged", async () => {
  const scoresBy = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `A${String(n).padStart(2, "0")}`,
      [0, 1, 2, 3].map((unit) => (((n + unit) * 3) % 7 === 0 ? null : 1 + ((n * n + unit) % 5))),
    ]),
  );
  const { each } = await ratersOf(scoresBy);
  const agreement = agreementWithRest(ratingsFromMatrix(Object.values(scoresBy)));
  const found = new Map(each.map(({ rater, agreement }) => [rater?.rater, agreement]));
  for (const [at, name] of Object.keys(scoresBy).entries())
    expect(found.get(name)).toBeCloseTo(agreement[at]?.value as number, 12);
});

test("people with two units each, whose r is 1 or -1 by construction, are left out of people's average", async () => {
  const random = randomFrom(3);
  const truth = Array.from({ length: 40 }, () => 1 + Math.floor(random() * 5));
  const noisy = () => truth.map((value) => Math.min(5, Math.max(1, value + Math.floor(random() * 3) - 1)));
  const few = (n: number) =>
    truth.map((_, unit) => (unit === 2 * n || unit === 2 * n + 1 ? 1 + (unit % 2) * 4 : null));
  const scoresBy: Record<string, (number | null)[]> = { A: noisy(), B: noisy(), C: noisy().slice(0, 12) };
  for (let n = 0; n < 12; n++) scoresBy[`few${n}`] = few(n);
  const { each } = await ratersOf(scoresBy);
  const rowOf = (name: string) => each.find(({ rater }) => rater?.rater === name);
  expect(rowOf("few0")).toMatchObject({
    correlation: null,
    correlationReason: "fewer-than-10-units",
    leftOut: 1,
    correlationCi: null,
  });
  const people = each.find(({ rater }) => rater === null);
  expect(people).toMatchObject({ averaged: 3, leftOut: 12 });
  // A and B have 40 units, C has 12: each counts by those.
  const [a, b, c] = ["A", "B", "C"].map((name) => rowOf(name)?.correlation ?? Number.NaN);
  expect(people?.correlation).toBeCloseTo((40 * Number(a) + 40 * Number(b) + 12 * Number(c)) / 92, 12);
  expect(people?.correlation).toBeGreaterThan(0.6);
});
