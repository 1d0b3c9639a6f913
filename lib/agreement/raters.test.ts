import { test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { drfr, meanPassRate, passRate, weightedPassRate } from "./checklist";
import { pearson } from "./correlation";
import { fleiss, fleissKappa } from "./fleiss";
import { gwet, gwetAC1 } from "./gwet";
import { cohenKappa } from "./kappa";
import { alpha, krippendorffAlpha } from "./krippendorff";
import { percent, percentAgreement } from "./percent";
import { agreementWithRest, correlationWithRest, dropOneRater, pairwiseMatrix } from "./raters";
import { ratingsFromCounts, ratingsFromMatrix, ratingsFromRows } from "./ratings";
import { matrices, range } from "./testing/arbitrary";
import { gwetGender, krippendorff2011 } from "./testing/published";

const anonymous = ratingsFromCounts(Uint8Array.of(2, 0, 1, 1), ["a", "b"]);

describe("every two raters", () => {
  test.prop([matrices(0, 3)])("each pair as if computed alone", (m) => {
    const scale = { categories: range(0, 3) };
    const ratings = ratingsFromMatrix(m, scale);
    const kappas = pairwiseMatrix(ratings, (two) => cohenKappa(two, "linear"));
    const alphas = pairwiseMatrix(ratings, (two) => krippendorffAlpha(two, "ordinal"));
    for (const a of range(0, m.length - 1)) {
      expect(kappas[a]?.[a]).toBeNull();
      for (const b of range(a + 1, m.length - 1)) {
        expect(kappas[a]?.[b]).toEqual(cohenKappa(ratings, "linear", [a, b]));
        expect(kappas[b]?.[a]).toEqual(kappas[a]?.[b]);
        const alone = ratingsFromMatrix([m[a] ?? [], m[b] ?? []], scale);
        expect(alphas[a]?.[b]).toEqual(krippendorffAlpha(alone, "ordinal"));
      }
    }
  });

  test("anonymous raters make no pairs", () => {
    expect(pairwiseMatrix(anonymous, gwetAC1)).toEqual([]);
  });
});

describe("without each rater in turn", () => {
  test.prop([matrices(0, 3)])("equals the coefficient of the data without that rater", (m) => {
    const scale = { categories: range(0, 3) };
    const ratings = ratingsFromMatrix(m, scale);
    const statistics = [
      [alpha("ordinal"), (r: typeof ratings) => krippendorffAlpha(r, "ordinal")],
      [percent("pairs_pooled"), (r: typeof ratings) => percentAgreement(r, "pairs_pooled")],
      [fleiss("available"), (r: typeof ratings) => fleissKappa(r)],
      [gwet("none"), (r: typeof ratings) => gwetAC1(r)],
    ] as const;
    for (const [measure, statistic] of statistics) {
      const without = dropOneRater(ratings, measure);
      expect(without).toHaveLength(m.length);
      without.forEach((found, r) => {
        const { value, ...rest } = statistic(
          ratingsFromMatrix(
            m.filter((_, other) => other !== r),
            scale,
          ),
        );
        expect(found).toMatchObject(rest);
        if (value === null) expect(found.value).toBeNull();
        else expect(found.value).toBeCloseTo(value, 10);
      });
    }
  });

  test("no anonymous rater can be dropped", () => {
    expect(dropOneRater(anonymous, alpha("nominal"))).toEqual([]);
  });
});

describe("each rater with the rest", () => {
  test.prop([matrices(0, 2)])("shares the value of so many of the others", (m) => {
    const found = agreementWithRest(ratingsFromMatrix(m));
    m.forEach((row, r) => {
      const shares = row.flatMap((value, u) => {
        const others = m.flatMap((other, o) => (o === r ? [] : [other[u] ?? null])).filter((x) => x !== null);
        return value === null || others.length === 0
          ? []
          : [others.filter((x) => x === value).length / others.length];
      });
      expect(found[r]?.units).toBe(shares.length);
      if (shares.length === 0)
        expect(found[r]).toMatchObject({ value: null, reason: "no-common-units", pairable: 0 });
      else expect(found[r]?.value).toBeCloseTo(shares.reduce((sum, x) => sum + x, 0) / shares.length, 10);
    });
  });

  test.prop([matrices(0, 4)])("moves with the mean of the others", (m) => {
    const found = correlationWithRest(ratingsFromMatrix(m));
    m.forEach((row, r) => {
      const means = row.map((_, u) => {
        const others = m.flatMap((other, o) => (o === r ? [] : [other[u] ?? null])).filter((x) => x !== null);
        return others.length === 0 ? null : others.reduce((sum, x) => sum + x, 0) / others.length;
      });
      const expected = pearson(ratingsFromMatrix([row, means]));
      expect(found[r]).toMatchObject({ reason: expected.reason, units: expected.units });
      if (expected.value !== null) expect(found[r]?.value).toBeCloseTo(expected.value, 8);
    });
  });

  test("counts the ratings on the shared units", () => {
    const ratings = ratingsFromMatrix(krippendorff2011);
    expect(agreementWithRest(ratings)[0]).toMatchObject({ units: 9, raters: 4, pairable: 35 });
    expect(correlationWithRest(ratings)[2]).toMatchObject({ units: 10, raters: 4, pairable: 37 });
  });

  test("words have no correlation, and anonymous raters have no row", () => {
    expect(correlationWithRest(ratingsFromMatrix(gwetGender))[0]).toMatchObject({
      value: null,
      reason: "non-numeric-values",
    });
    expect(agreementWithRest(anonymous)).toEqual([]);
    expect(correlationWithRest(anonymous)).toEqual([]);
  });

  test("from rows, by number of first appearance", () => {
    const rows = [
      { unit: 1, rater: "B", value: 1 },
      { unit: 2, rater: "A", value: 2 },
      { unit: 1, rater: "A", value: 1 },
      { unit: 2, rater: "C", value: 1 },
    ];
    expect(agreementWithRest(ratingsFromRows(rows)).map(({ value }) => value)).toEqual([1, 0.5, 0]);
  });
});

describe("checklists", () => {
  const answers = [
    [true, false],
    [null, null],
    [true, true, true],
    [true, null, false, false],
  ];

  test("pass rate of one", () => {
    expect(passRate([true, false, null, true])).toMatchObject({
      value: 2 / 3,
      reason: null,
      units: 1,
      raters: 1,
      pairable: 3,
    });
    expect(passRate([null])).toMatchObject({
      value: null,
      reason: "no-answered-requirements",
      units: 0,
      pairable: 0,
    });
  });

  test("weighted", () => {
    expect(weightedPassRate([true, false, null], [100, 50, 70])).toEqual({
      value: 2 / 3,
      reason: null,
      units: 1,
      raters: 1,
      pairable: 2,
    });
    expect(weightedPassRate([true, false], [100])).toMatchObject({ value: 1, pairable: 2 });
    expect(weightedPassRate([null, null], [10, 10])).toMatchObject({
      value: null,
      reason: "zero-total-weight",
      units: 0,
    });
    expect(weightedPassRate([true], [0])).toMatchObject({
      value: null,
      reason: "zero-total-weight",
      units: 1,
    });
  });

  test("pooled over instructions, or averaged over them", () => {
    expect(drfr(answers)).toMatchObject({ value: 5 / 8, units: 3, raters: 1, pairable: 8 });
    expect(meanPassRate(answers).value).toBeCloseTo((1 / 2 + 1 + 1 / 3) / 3, 12);
    expect(drfr([[null]]).reason).toBe("no-answered-requirements");
    expect(meanPassRate([[null]]).reason).toBe("no-answered-requirements");
  });

  test("intervals draw instructions with an answer", () => {
    expect(drfr(answers, { replicates: 400 }).interval).toEqual({
      confidence: 0.95,
      drawn: 3,
      dropped: 0,
      high: 0.875,
      low: 0.3333333333333333,
      method: "bootstrap-percentile",
      replicates: 400,
      seed: 42,
    });
    expect(meanPassRate(answers, { replicates: 400, resample: "all-units" }).interval).toEqual({
      confidence: 0.95,
      drawn: 4,
      dropped: 2,
      high: 1,
      low: 0.3333333333333333,
      method: "bootstrap-percentile",
      replicates: 400,
      seed: 42,
    });
    expect(drfr([[true], [false, null], [null]], {})).toMatchObject({
      value: 0.5,
      units: 2,
      interval: { drawn: 2 },
    });
    const clusters = ["x", "x", "x", "y"];
    expect(drfr(answers, { clusters }).interval).toMatchObject({ drawn: 2 });
    const interval = drfr(answers, { replicates: 400 }).interval;
    for (const order of [
      [2, 0, 3, 1],
      [3, 2, 1, 0],
      [0, 2, 3, 1],
      [3, 0, 1, 2],
      [2, 3, 0, 1],
    ]) {
      const permuted = order.map((i) => answers[i] ?? []);
      expect(drfr(permuted, { replicates: 400 }).interval).toEqual(interval);
    }
  });
});
