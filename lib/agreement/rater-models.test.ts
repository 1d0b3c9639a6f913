import { expect, test } from "vitest";
import { dawidSkene, type Label } from "./dawid-skene";
import { dependability, generalisability } from "./generalisability";
import { mace } from "./mace";
import { type FacetScore, manyFacetRasch } from "./many-facet-rasch";
import { randomFrom } from "./random";
import { dawidSkene1979 } from "./testing/dawid-skene-1979";

const rounded = (list: readonly number[], decimals = 2) =>
  list.map((value) => Number(value.toFixed(decimals)));

/** Raters who know the true label with a probability each, and otherwise draw one. */
function simulated(seed: number, units: number, knows: readonly number[], labels: number) {
  const random = randomFrom(seed);
  const truth = Array.from({ length: units }, () => Math.floor(random() * labels));
  const given = truth.flatMap((label, unit) =>
    knows.map((knowing, rater) => ({
      ...{ unit, rater },
      label: random() < knowing ? label : Math.floor(random() * labels),
    })),
  );
  return { truth, given, size: { units, raters: knows.length, labels } };
}

/** The log likelihood, by adding over all true labels. */
function logLikelihood(
  given: readonly Label[],
  units: number,
  prevalence: readonly number[],
  chance: (rater: number, truth: number, label: number) => number,
): number {
  let sum = 0;
  for (let unit = 0; unit < units; unit++) {
    const own = given.filter((label) => label.unit === unit);
    const all = prevalence.map((share, truth) =>
      own.reduce((product, { rater, label }) => product * chance(rater, truth, label), share),
    );
    sum += Math.log(all.reduce((total, part) => total + part, 0));
  }
  return sum;
}

test("Dawid and Skene's anaesthetists are reproduced", () => {
  const { prevalence, errors, soft, hasConverged } = dawidSkene(dawidSkene1979.labels, dawidSkene1979.size);
  expect(hasConverged).toBe(true);
  // Table 2 of the paper: the marginal probabilities and the first observer's error rates.
  expect(rounded(prevalence)).toEqual([0.4, 0.42, 0.11, 0.07]);
  expect(errors[0]?.map((row) => row && rounded(row))).toEqual([
    [0.89, 0.11, 0, 0],
    [0.07, 0.88, 0.05, 0],
    [0, 0.34, 0.66, 0],
    [0, 0, 0.56, 0.44],
  ]);
  for (const row of soft) expect(row.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 12);
});

test("the likelihood of EM never falls, and is that of adding over all true labels", () => {
  const { given, size } = simulated(4, 40, [0.9, 0.7, 0.5], 3);
  const { logLikelihood: path, prevalence, errors } = dawidSkene(given, size);
  for (const [n, value] of path.slice(1).entries())
    expect(value).toBeGreaterThanOrEqual((path[n] as number) - 1e-9);
  const brute = logLikelihood(given, size.units, prevalence, (r, t, l) => errors[r]?.[t]?.[l] ?? 0);
  expect(brute).toBeCloseTo(path.at(-1) as number, 5);
});

test("no nearby error rates make the labels likelier", () => {
  const { given, size } = simulated(5, 60, [0.8, 0.6, 0.7, 0.5], 2);
  const { prevalence, errors } = dawidSkene(given, size);
  const at = (move: number, rater: number, truth: number) =>
    logLikelihood(given, size.units, prevalence, (r, t, l) => {
      const own = errors[r]?.[t]?.[l] ?? 0;
      return r === rater && t === truth ? own + (l === 0 ? move : -move) : own;
    });
  for (let rater = 0; rater < 4; rater++)
    for (const truth of [0, 1])
      for (const move of [-0.01, 0.01]) expect(at(move, rater, truth)).toBeLessThan(at(0, rater, truth));
});

test("raters who have rated different units are fitted, also where some have never met a label", () => {
  const { given, size } = simulated(8, 90, [0.9, 0.8, 0.7, 0.6, 0.8], 5);
  // Each unit has two of five raters; the last rater has only units to which nobody gave the label 4.
  const sparse = given.filter(({ unit, rater }) => rater === unit % 4 || rater === (unit + 1) % 4);
  const without = given.filter(({ unit, rater }) => {
    const all = sparse.filter((one) => one.unit === unit);
    return rater === 4 && all.every(({ label }) => label !== 4);
  });
  const labels = [...sparse, ...without.map((one) => ({ ...one, label: one.label % 4 }))];
  const { logLikelihood: path, prevalence, errors, soft, hasConverged } = dawidSkene(labels, size);
  expect(hasConverged).toBe(true);
  expect(errors[4]?.[4]).toBe(null);
  for (const row of soft) expect(row.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 9);
  for (const [n, value] of path.slice(1).entries())
    expect(value).toBeGreaterThanOrEqual((path[n] as number) - 1e-9);
  const brute = logLikelihood(labels, size.units, prevalence, (r, t, l) => errors[r]?.[t]?.[l] ?? 0);
  expect(brute).toBeCloseTo(path.at(-1) as number, 5);
});

test("Dawid-Skene trusts the better raters more than a majority does", () => {
  const { truth, given, size } = simulated(6, 400, [0.95, 0.95, 0.2, 0.2, 0.2], 2);
  const { soft } = dawidSkene(given, size);
  const right = soft.filter((row, unit) => (row[truth[unit] as number] as number) > 0.5).length;
  const majority = truth.filter((label, unit) => {
    const votes = given.filter((one) => one.unit === unit && one.label === label).length;
    return votes > 2;
  }).length;
  expect(right).toBeGreaterThan(majority);
});

test("a model without labels, and a unit without any, are undefined or equal", () => {
  expect(dawidSkene([], { units: 2, raters: 1, labels: 2 }).reason).toBe("no-ratings");
  expect(mace([], { units: 2, raters: 1, labels: 2 }).reason).toBe("no-ratings");
  const { soft } = mace([{ unit: 0, rater: 0, label: 1 }], { units: 2, raters: 2, labels: 2 });
  expect(soft[1]).toEqual([0.5, 0.5]);
});

test("MACE tells competent raters from guessing ones", () => {
  const knows = [0.9, 0.7, 0.4, 0.05];
  const { truth, given, size } = simulated(7, 800, knows, 4);
  const { competence, soft, hasConverged } = mace(given, size);
  expect(hasConverged).toBe(true);
  for (const [rater, own] of competence.entries()) expect(own).toBeCloseTo(knows[rater] as number, 1);
  const right = soft.filter((row, unit) => row[truth[unit] as number] === Math.max(...row)).length;
  expect(right / truth.length).toBeGreaterThan(0.9);
});

/** The example of the README of github.com/dirkhovy/MACE: five raters of parts of speech; blank where a rater gave none. */
const MACE_EXAMPLE = {
  labels: ["NOUN", "VERB", "ADJ", "ADV", "PRON"],
  rows: [
    ["NOUN", "", "", "NOUN", "PRON"],
    ["VERB", "VERB", "", "VERB", ""],
    ["ADJ", "", "ADJ", "", "ADV"],
    ["", "VERB", "", "VERB", "ADV"],
    ["NOUN", "", "", "NOUN", "PRON"],
  ],
  predicted: ["NOUN", "VERB", "ADJ", "VERB", "NOUN"],
  competence: [0.882, 0.79, 0.66, 0.882, 0.031],
};

test("MACE's authors' example: their labels and their guesser, with competences in the same order", () => {
  const { labels, rows, predicted, competence: published } = MACE_EXAMPLE;
  const given = rows.flatMap((row, unit) =>
    row.flatMap((label, rater) => (label === "" ? [] : [{ unit, rater, label: labels.indexOf(label) }])),
  );
  const { soft, competence } = mace(given, { units: 5, raters: 5, labels: 5 });
  expect(soft.map((row) => labels[row.indexOf(Math.max(...row))])).toEqual(predicted);
  // They print a fit by variational Bayes, which shrinks competences of few labels; ours is the maximum by EM.
  expect(competence[4]).toBeLessThan(0.05);
  for (const [rater, theirs] of published.slice(0, 4).entries())
    expect(competence[rater]).toBeGreaterThan(theirs);
  const order = (values: readonly (number | null)[]) =>
    [0, 1, 2, 4].toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  expect(order(competence)).toEqual(order(published));
});

test("MACE's competences are the maximum of its likelihood with smoothed counts", () => {
  const { given, size } = simulated(9, 60, [0.9, 0.6, 0.3], 3);
  const { competence, guesses } = mace(given, size);
  const uniform = new Array<number>(3).fill(1 / 3);
  const at = (move: number, rater: number) => {
    const own = competence.map((value, r) => (value as number) + (r === rater ? move : 0));
    const likelihood = logLikelihood(given, size.units, uniform, (r, t, l) => {
      const knows = own[r] as number;
      return knows * Number(t === l) + (1 - knows) * (guesses[r]?.[l] as number);
    });
    // Smoothing by .05 adds as much as .05 further labels known, and .05 guessed.
    return likelihood + own.reduce((sum, knows) => sum + 0.05 * Math.log(knows * (1 - knows)), 0);
  };
  for (const rater of [0, 1, 2])
    for (const move of [-0.005, 0.005]) expect(at(move, rater)).toBeLessThan(at(0, rater));
});

/** Unnormalised log chances of the scores 0 and up. */
function logChances(logit: number, thresholds: readonly number[]): number[] {
  const logs = [0];
  for (const step of thresholds) logs.push((logs.at(-1) as number) + logit - step);
  return logs;
}

function facetScores(
  seed: number,
  units: number,
  severity: readonly number[],
  difficulty: readonly number[],
) {
  const random = randomFrom(seed);
  const thresholds = [-1, 0, 1];
  const scores: FacetScore[] = [];
  for (let unit = 0; unit < units; unit++) {
    const quality = 3 * (random() + random() - 1);
    severity.forEach((severe, rater) => {
      difficulty.forEach((hard, item) => {
        const logs = logChances(quality - severe - hard, thresholds);
        const all = logs.reduce((sum, log) => sum + Math.exp(log), 0);
        let left = random() * all;
        const score = logs.findIndex((log) => {
          left -= Math.exp(log);
          return left < 0;
        });
        scores.push({ unit, rater, item, score: Math.max(0, score) });
      });
    });
  }
  const size = { units, raters: severity.length, items: difficulty.length };
  return { scores, size };
}

test("a Rasch model expects as many points of each rater and item as each gave", () => {
  const { scores, size } = facetScores(2, 60, [-0.8, 0, 0.8], [-0.5, 0.5]);
  const model = manyFacetRasch(scores, size);
  expect(model.hasConverged).toBe(true);
  const expected = ({ unit, rater, item }: FacetScore) => {
    const logit =
      (model.units[unit]?.measure ?? 0) -
      (model.raters[rater]?.measure ?? 0) -
      (model.items[item]?.measure ?? 0);
    const logs = logChances(logit, model.thresholds);
    const all = logs.reduce((sum, log) => sum + Math.exp(log), 0);
    return logs.reduce((sum, log, score) => sum + (score * Math.exp(log)) / all, 0);
  };
  const inner = scores.filter(({ unit }) => !model.units[unit]?.isExtreme);
  for (const rater of [0, 1, 2]) {
    const own = inner.filter((score) => score.rater === rater);
    const given = own.reduce((sum, { score }) => sum + score, 0);
    expect(own.reduce((sum, score) => sum + expected(score), 0)).toBeCloseTo(given, 4);
  }
  const reached = inner.filter(({ score }) => score >= 2).length;
  expect(reached).toBeGreaterThan(0);
});

test("a Rasch model finds severity, difficulty and thresholds in their order and size", () => {
  const { scores, size } = facetScores(3, 600, [-0.8, 0, 0.8], [-0.5, 0.5]);
  const { raters, items, thresholds } = manyFacetRasch(scores, size);
  // Six scores for each unit: joint maximum likelihood stretches by about 6 / 5.
  for (const [n, severe] of [-0.8, 0, 0.8].entries())
    expect(Math.abs((raters[n]?.measure ?? 9) - 1.2 * severe)).toBeLessThan(0.2);
  expect((items[1]?.measure ?? 0) - (items[0]?.measure ?? 0)).toBeGreaterThan(0.9);
  expect(thresholds[0]).toBeLessThan(thresholds[1] as number);
  expect(thresholds[1]).toBeLessThan(thresholds[2] as number);
});

test("with two raters the difference is twice the log odds, as is known of joint maximum likelihood", () => {
  const pairs = [...Array(9).fill([1, 0]), ...Array(3).fill([0, 1]), [1, 1], [0, 0]] as number[][];
  const scores = pairs.flatMap((pair, unit) => pair.map((score, rater) => ({ unit, rater, item: 0, score })));
  const { raters, units } = manyFacetRasch(scores, { units: 14, raters: 2, items: 1 });
  expect((raters[1]?.measure ?? 0) - (raters[0]?.measure ?? 0)).toBeCloseTo(2 * Math.log(3), 5);
  expect(units[12]?.isExtreme).toBe(true);
  expect(units[12]?.measure).toBeGreaterThan(units[0]?.measure ?? 9);
  expect(units[13]?.measure).toBeLessThan(units[0]?.measure ?? -9);
});

test("raters who share no unit cannot be compared", () => {
  const scores = [0, 1, 2, 3].map((unit) => ({ unit, rater: unit < 2 ? 0 : 1, item: 0, score: unit % 2 }));
  const model = manyFacetRasch(scores, { units: 4, raters: 2, items: 1 });
  expect(model.reason).toBe("not-connected");
  expect(model.raters).toEqual([null, null]);
});

test("scores that are all the highest measure nothing", () => {
  const scores = [0, 1, 2].flatMap((unit) => [0, 1].map((rater) => ({ unit, rater, item: 0, score: 1 })));
  const model = manyFacetRasch(scores, { units: 3, raters: 2, items: 1 });
  expect(model.reason).toBe("no-variation");
});

test.each([
  ["an inner category", [0, 1, 3, 4]],
  ["the lowest category", [1, 2, 3, 4]],
  ["the highest category", [0, 1, 2, 3]],
])("%s that is never used is passed over, as if scores were numbered without it", (_, used) => {
  const { scores, size } = facetScores(5, 80, [-0.5, 0, 0.5], [0]);
  const plain = manyFacetRasch(scores, size);
  const spread = manyFacetRasch(
    scores.map((one) => ({ ...one, score: used[one.score] as number })),
    size,
  );
  expect(plain.reason).toBeNull();
  expect(spread).toEqual({ ...plain, categories: used });
});

test("a category that only extreme units have has no threshold", () => {
  // Ten units with two scores of 1 and 2 each, and one whose scores are all 0.
  const pairs = [...Array(6).fill([1, 2]), ...Array(3).fill([2, 1]), [2, 2], [0, 0]] as number[][];
  const scores = pairs.flatMap((pair, unit) => pair.map((score, rater) => ({ unit, rater, item: 0, score })));
  const found = manyFacetRasch(scores, { units: 11, raters: 2, items: 1 });
  expect([found.reason, found.categories]).toEqual([null, [1, 2]]);
  expect((found.raters[0]?.measure ?? 0) - (found.raters[1]?.measure ?? 0)).toBeCloseTo(2 * Math.log(2), 5);
  expect(found.units[10]).toMatchObject({ isExtreme: true });
});

test("variance components recover those of the simulation", () => {
  const random = randomFrom(12);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const [units, raters, items] = [300, 12, 12].map((n) => Array.from({ length: n }, normal)) as number[][];
  const ur = (units as number[]).map(() => (raters as number[]).map(() => normal() * 0.5));
  const scores = (units as number[]).map((unit, u) =>
    (raters as number[]).map((rater, r) =>
      (items as number[]).map((item) => 2 * unit + rater + item + (ur[u]?.[r] ?? 0) + normal()),
    ),
  );
  const { components, reason } = generalisability(scores);
  expect(reason).toBeNull();
  const variance = (list: readonly number[]) => {
    const mean = list.reduce((sum, value) => sum + value, 0) / list.length;
    return list.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (list.length - 1);
  };
  expect(Math.abs(components.unit / (4 * variance(units as number[])) - 1)).toBeLessThan(0.02);
  expect(Math.abs(components.rater / variance(raters as number[]) - 1)).toBeLessThan(0.1);
  expect(components.unitByRater).toBeCloseTo(0.25, 1);
  expect(components.residual).toBeCloseTo(1, 1);
  expect(components.unitByItem).toBeLessThan(0.03);
  const [few, many] = [2, 10].map((n) => dependability(components, { raters: n, items: 2 }));
  expect(few?.relative).toBeLessThan(many?.relative as number);
  expect(few?.absolute).toBeLessThan(few?.relative as number);
});

test("designs with gaps, and those without a second rater, say so", () => {
  expect(generalisability([[[1], [2]], [[1]]]).reason).toBe("incomplete-ratings");
  expect(generalisability([[[1]], [[2]]]).reason).toBe("no-pairable-values");
  expect(generalisability([]).reason).toBe("no-pairable-values");
});
