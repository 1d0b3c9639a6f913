import { expect, test } from "vitest";
import { bradleyTerry, type Comparison, type Outcome } from "./bradley-terry";
import { linearInterval } from "./linearised";
import { randomFrom } from "./random";
import { tournamentDrawnByScore } from "./testing/inference-studies";

const TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"];
/** Agresti (1990), Categorical Data Analysis, table 10.10: wins of rows over columns, American League 1987. */
const BASEBALL = [
  [0, 7, 9, 7, 7, 9, 11],
  [6, 0, 7, 5, 11, 9, 9],
  [4, 6, 0, 7, 7, 8, 12],
  [6, 8, 6, 0, 6, 7, 10],
  [6, 2, 6, 7, 0, 7, 12],
  [4, 4, 5, 6, 6, 0, 6],
  [2, 4, 1, 3, 1, 7, 0],
];

const WON: Outcome = [1, 0, 0];
const TIED: Outcome = [0, 1, 0];

function games(wins: readonly (readonly number[])[], names: readonly string[]): Comparison[] {
  const all = wins.flatMap((row, a) =>
    row.flatMap((n, b) =>
      Array.from({ length: n }, () => ({
        first: names[a] as string,
        second: names[b] as string,
        human: WON,
      })),
    ),
  );
  return all.map((game, cluster) => ({ ...game, cluster }));
}

test("ranks as the published fit does", () => {
  const { strengths, ties } = bradleyTerry(games(BASEBALL, TEAMS));
  const last = strengths.find(({ name }) => name === "Baltimore")?.strength.value as number;
  const found = TEAMS.map((team) => {
    const own = strengths.find(({ name }) => name === team)?.strength.value as number;
    return own - last;
  });
  // Log strengths with Baltimore at 0, as printed by Agresti and by the R package BradleyTerry2.
  expect(found.map((value) => value.toFixed(2))).toEqual([
    "1.58",
    "1.44",
    "1.29",
    "1.25",
    "1.11",
    "0.68",
    "0.00",
  ]);
  expect(ties).toBe(0);
  expect(strengths[0]?.name).toBe("Milwaukee");
});

test("with ties no other strengths make the outcomes likelier", () => {
  const random = randomFrom(3);
  const names = ["A", "B", "C"];
  const all = Array.from({ length: 60 }, (_, cluster): Comparison => {
    const [first, second] = [names[cluster % 3] as string, names[(cluster + 1) % 3] as string];
    const at = random();
    return { first, second, cluster, human: at < 0.4 ? WON : at < 0.7 ? TIED : [0, 0, 1] };
  });
  const { strengths, ties } = bradleyTerry(all);
  const fitted = new Map(strengths.map(({ name, strength }) => [name, strength.value as number]));
  const likelihood = (at: ReadonlyMap<string, number>, nu: number) =>
    all.reduce((sum, { first, second, human }) => {
      const [a, b] = [Math.exp(at.get(first) as number), Math.exp(at.get(second) as number)];
      const tie = nu * Math.sqrt(a * b);
      const [won, tied, lost] = human as Outcome;
      return sum + Math.log((won * a + tied * tie + lost * b) / (a + b + tie));
    }, 0);
  const best = likelihood(fitted, ties as number);
  for (const name of names)
    for (const move of [-0.01, 0.01]) {
      const other = new Map(fitted).set(name, (fitted.get(name) as number) + move);
      expect(likelihood(other, ties as number)).toBeLessThan(best);
    }
  for (const factor of [0.98, 1.02]) expect(likelihood(fitted, factor * (ties as number))).toBeLessThan(best);
});

test("the error of two contestants is that of a log odds", () => {
  const all = games(
    [
      [0, 30],
      [20, 0],
    ],
    ["A", "B"],
  );
  const { strengths } = bradleyTerry(all);
  // Half of √(1/30 + 1/20), and 50 / 49 for the fitted parameter.
  const expected = (Math.sqrt(1 / 30 + 1 / 20) / 2) * Math.sqrt(50 / 49);
  expect(strengths[0]?.strength.error).toBeCloseTo(expected, 10);
  expect(linearInterval(strengths[0]?.strength as never)).not.toBeNull();
});

test("a contestant who lost every comparison leaves all strengths undefined", () => {
  const found = bradleyTerry(
    games(
      [
        [0, 3, 4],
        [2, 0, 5],
        [0, 0, 0],
      ],
      ["A", "B", "C"],
    ),
  );
  expect(found.reason).toBe("not-connected");
  expect(found.strengths.map(({ strength }) => strength.value)).toEqual([null, null, null]);
  const apart = bradleyTerry([
    ...games(
      [
        [0, 2],
        [2, 0],
      ],
      ["A", "B"],
    ),
    ...games(
      [
        [0, 2],
        [2, 0],
      ],
      ["C", "D"],
    ),
  ]);
  expect(apart.reason).toBe("not-connected");
  expect(bradleyTerry([]).reason).toBe("no-ratings");
});

test("with a judge equal to people, a few labels give the ranking of all comparisons", () => {
  const all = games(BASEBALL, TEAMS);
  const random = randomFrom(8);
  const some = all.map((game) => ({ ...game, judge: WON, human: random() < 0.5 ? WON : null }));
  const powered = bradleyTerry(some, 1);
  const full = bradleyTerry(all);
  const of = (ranking: typeof full) =>
    TEAMS.map((team) => ranking.strengths.find(({ name }) => name === team)?.strength.value ?? 0);
  for (const [n, value] of of(powered).entries()) expect(value).toBeCloseTo(of(full)[n] as number, 8);
});

test("a judge who prefers the first named does not move the ranking", () => {
  const all = games(BASEBALL, TEAMS).map((game, n) =>
    n % 2 === 0 ? game : { ...game, first: game.second, second: game.first, human: [0, 0, 1] as Outcome },
  );
  const biased = all.map((game) => ({ ...game, judge: WON }));
  const of = (ranking: ReturnType<typeof bradleyTerry>) =>
    ranking.strengths.map(({ strength }) => strength.value);
  const [plain, powered] = [of(bradleyTerry(all)), of(bradleyTerry(biased, 0.5))];
  for (const [n, value] of (powered ?? []).entries()) expect(value).toBeCloseTo(plain?.[n] as number, 8);
});

const TIE_OR_WIN = (wins: number, ties: number, first = "A", second = "B") => [
  ...Array.from({ length: wins }, () => ({ first, second, human: WON })),
  ...Array.from({ length: ties }, () => ({ first, second, human: TIED })),
];

test.each([
  ["one side never loses", TIE_OR_WIN(10, 5)],
  ["everything is tied", TIE_OR_WIN(0, 8)],
  [
    "a round has no more wins than ties",
    [...TIE_OR_WIN(4, 0), ...TIE_OR_WIN(0, 3, "B", "C"), ...TIE_OR_WIN(0, 3, "C", "A")],
  ],
])("where %s there is no finite ν, and the reason says that they are not connected", (_, pairs) => {
  expect(bradleyTerry(pairs.map((pair, cluster) => ({ ...pair, cluster }))).reason).toBe("not-connected");
});

test("a chain of wins that ties close has finite strengths", () => {
  const pairs = [...TIE_OR_WIN(8, 0), ...TIE_OR_WIN(8, 0, "B", "C"), ...TIE_OR_WIN(4, 4, "A", "C")];
  const { reason, strengths } = bradleyTerry(pairs.map((pair, cluster) => ({ ...pair, cluster })));
  expect([reason, ...strengths.map(({ name }) => name)]).toEqual([null, "A", "B", "C"]);
});

test("pairs on which the judge cannot be read keep people's outcomes", () => {
  const all = games(BASEBALL, TEAMS);
  const unread = all.map((game, n) => ({ ...game, judge: n % 4 === 0 ? null : WON }));
  // Where people judged every pair a judge adds nothing, whatever it says.
  const of = (ranking: ReturnType<typeof bradleyTerry>) =>
    ranking.strengths.map(({ strength }) => strength.value);
  const [plain, powered] = [of(bradleyTerry(all)), of(bradleyTerry(unread, 1))];
  for (const [n, value] of powered.entries()) expect(value).toBeCloseTo(plain[n] as number, 8);
});

test("a pair of weight 2, or that people got with half the probability, counts as two pairs", () => {
  const random = randomFrom(4);
  const pairs = tournamentDrawnByScore(random, 40).map(({ probability: _, ...pair }) => pair);
  const strengthsOf = (comparisons: readonly Comparison[]) =>
    bradleyTerry(comparisons, 0.5).strengths.map(({ name, strength: { value } }) => [
      name,
      value?.toFixed(9),
    ]);
  const twice = (isTwice: (pair: Comparison) => boolean) =>
    strengthsOf(pairs.flatMap((pair) => (isTwice(pair) ? [pair, pair] : [pair])));
  expect(strengthsOf(pairs.map((pair) => (pair.first === "A" ? { ...pair, weight: 2 } : pair)))).toEqual(
    twice(({ first }) => first === "A"),
  );
  const labelled = pairs.filter(({ human }) => human).map(({ judge: _, ...pair }) => pair);
  const isWon = ({ human }: Comparison) => human?.[0] === 1;
  expect(strengthsOf(labelled.map((pair) => (isWon(pair) ? { ...pair, probability: 0.5 } : pair)))).toEqual(
    strengthsOf(labelled.flatMap((pair) => (isWon(pair) ? [pair, pair] : [pair]))),
  );
});

test("a sample drawn by a judge's uncertainty ranks as all pairs do, once its probabilities weigh it", () => {
  const random = randomFrom(5);
  const studies = 40;
  const means = { alone: 0, corrected: 0, unweighted: 0 };
  for (let n = 0; n < studies; n++) {
    const sample = tournamentDrawnByScore(random, 100);
    const add = (to: keyof typeof means, comparisons: readonly Comparison[]) => {
      const best = bradleyTerry(comparisons).strengths.find(({ name }) => name === "A");
      means[to] += (best?.strength.value ?? Number.NaN) / studies;
    };
    add("corrected", sample);
    add(
      "alone",
      sample.map(({ judge: _, ...pair }) => pair),
    );
    add(
      "unweighted",
      sample.map(({ probability: _, ...pair }) => pair),
    );
  }
  // The strength of A, of which the standard error of 40 studies is about .02.
  for (const mean of [means.alone, means.corrected]) expect(Math.abs(mean - 0.6)).toBeLessThan(0.08);
  expect(means.unweighted).toBeLessThan(0.45);
});
