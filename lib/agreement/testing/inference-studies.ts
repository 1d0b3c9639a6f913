import { bradleyTerry, type Comparison, type Outcome } from "@/lib/agreement/bradley-terry";
import { correlationInterval, partialCorrelation, type RelatedValues } from "@/lib/agreement/clustered-slope";
import { type BinaryUnit, correctedRate } from "@/lib/agreement/corrected-rate";
import { type LinearEstimate, linearInterval } from "@/lib/agreement/linearised";
import { poweredShare, type ShareEstimate, shareDifference } from "@/lib/agreement/powered-share";
import { type JudgedUnit, predictionPowered } from "@/lib/agreement/prediction-powered";
import type { Random } from "@/lib/agreement/random";

/** An interval of a simulated study, and the true value that it should contain. */
export interface Found {
  truth: number;
  interval: { low: number; high: number } | null;
}

/** An estimator and a design of which the truth is known. */
export interface InferenceStudy {
  name: string;
  of: (random: Random) => Found;
}

export const chance = (random: Random, p: number) => random() < p;
export const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const within = (truth: number, estimate: LinearEstimate): Found => ({
  truth,
  interval: linearInterval(estimate),
});

const shareOf = (units: readonly JudgedUnit[], kind: "human" | "powered" = "powered"): ShareEstimate =>
  poweredShare(units, predictionPowered(units))[kind];

/** The interval of a share, by both unless `kind` says by people. */
const withinShare = (truth: number, units: readonly JudgedUnit[], kind?: "human"): Found => ({
  truth,
  interval: shareOf(units, kind).interval,
});

const PASSED = 0.6;

/** The share by which a response passes more often on easy tasks than on all, and less often on hard ones. */
const apart = (passed: number) => Math.min(0.2, 1 - passed);

/** Units of tasks with four requirements each; a judge errs more often where people fail a response. */
function tasksOfFour(random: Random, tasks: number, labelled: number, passed = PASSED): JudgedUnit[][] {
  return Array.from({ length: tasks }, (_, cluster) => {
    const passes = passed + (chance(random, 0.5) ? 1 : -1) * apart(passed);
    return Array.from({ length: 4 }, () => {
      const people = chance(random, passes);
      const judge = chance(random, people ? 0.95 : 0.25);
      return { cluster, judge: Number(judge), human: chance(random, labelled) ? Number(people) : null };
    });
  });
}

/** A thousand responses of which most pass, so many of them labelled: few labels are failures, or none. */
function mostPass(random: Random, passed: number, labels: number): JudgedUnit[] {
  return Array.from({ length: 1000 }, (_, cluster) => {
    const people = chance(random, passed);
    const judge = Number(chance(random, people ? 0.95 : 0.2));
    return { cluster, judge, human: chance(random, labels / 1000) ? Number(people) : null };
  });
}

/** The judge gives no value to a twentieth of what it would pass and a quarter of what it would fail. */
function withUnread(random: Random, units: readonly JudgedUnit[]): JudgedUnit[] {
  return units.map((unit) => ({
    ...unit,
    judge: chance(random, unit.judge === 1 ? 0.05 : 0.25) ? null : unit.judge,
  }));
}

/** Scores with a part that belongs to the task; the judge is a point too high and half as sensitive. */
function scores(random: Random, tasks: number, labelled: number): (JudgedUnit & { judge: number })[] {
  return Array.from({ length: tasks }, (_, cluster) => {
    const task = normal(random);
    return Array.from({ length: 3 }, () => {
      const people = 3 + task + normal(random);
      const judge = 4 + (people - 3) / 2 + normal(random) / 2;
      return { cluster, judge, human: chance(random, labelled) ? people : null };
    });
  }).flat();
}

/** Scores that people and the judge both raise with the length of a response: without it they correlate as in `scores`. */
function scoresByLength(random: Random, tasks: number): RelatedValues[] {
  return scores(random, tasks, 1).map(({ cluster, judge, human }) => {
    const length = normal(random);
    return { cluster, first: judge + length, second: (human ?? 0) + length, third: length };
  });
}

/** Cov(judge, people) is 1 and their variances are .75 and 2. */
const CORRELATION = 1 / Math.sqrt(1.5);

/** Thirty units that the judge passed and thirty that it failed are labelled, out of a thousand. */
function stratified(random: Random): JudgedUnit[] {
  const units = Array.from({ length: 1000 }, (_, cluster) => {
    const people = chance(random, PASSED);
    const judge = Number(chance(random, people ? 0.9 : 0.2));
    return { cluster, judge, people: Number(people), stratum: String(judge) };
  });
  const left = new Map([
    ["0", 30],
    ["1", 30],
  ]);
  return units.map(({ people, ...unit }) => {
    const more = left.get(unit.stratum) ?? 0;
    left.set(unit.stratum, more - 1);
    return { ...unit, human: more > 0 ? people : null };
  });
}

/** Units that the judge failed are three times as likely to be labelled. */
function unequal(random: Random): JudgedUnit[] {
  return Array.from({ length: 1000 }, (_, cluster) => {
    const people = chance(random, PASSED);
    const judge = Number(chance(random, people ? 0.9 : 0.2));
    const probability = judge === 1 ? 0.06 : 0.18;
    return { cluster, judge, probability, human: chance(random, probability) ? Number(people) : null };
  });
}

/** Chances of being drawn in proportion to weights, and what the lots drew: systematically, as batches draw. */
function drawnByWeight<Of extends { weight: number }>(random: Random, of: readonly Of[], size: number) {
  const all = of.reduce((sum, { weight }) => sum + weight, 0);
  let until = -random();
  return of
    .map((one) => ({ ...one, lot: random() }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ lot: _, ...one }) => {
      const probability = (size * one.weight) / all;
      const before = Math.floor(until);
      until += probability;
      return { one, probability, isDrawn: Math.floor(until) > before };
    });
}

/** A response or pair about which the judge is uncertain is drawn so many times as often. */
const MOST_OFTEN = 4;

/** A judge's uncertainty about one response in three makes it four times as likely to be drawn. */
function drawnByScore(random: Random): JudgedUnit[] {
  const units = Array.from({ length: 1000 }, (_, cluster) => {
    const people = chance(random, PASSED);
    const isOpen = chance(random, 1 / 3);
    const judge = Number(isOpen ? chance(random, 0.8) : chance(random, people ? 0.95 : 0.1));
    return { cluster, judge, people: Number(people), weight: isOpen ? MOST_OFTEN : 1 };
  });
  return drawnByWeight(random, units, DRAWN).map(({ one: { people, weight: _, ...unit }, ...lot }) => ({
    ...{ ...unit, probability: lot.probability },
    human: lot.isDrawn ? people : null,
  }));
}

/** The size of such a sample. */
const DRAWN = 150;

/** A thousand units judged with TPR .9 and TNR .8. */
function binary(random: Random, isLabelled: (passed: boolean) => boolean): BinaryUnit[] {
  return Array.from({ length: 1000 }, (_, cluster) => {
    const passed = chance(random, PASSED);
    return {
      cluster,
      judge: chance(random, passed ? 0.9 : 0.2),
      human: isLabelled(passed) ? passed : null,
    };
  });
}

function halfAndHalf(random: Random): BinaryUnit[] {
  const left = { true: 75, false: 75 };
  return binary(random, (passed) => left[`${passed}`]-- > 0);
}

const STRENGTHS: Record<string, number> = { A: 0.6, B: 0.2, C: -0.2, D: -0.6 };
const TIES = 0.5;

function outcomeBetween(random: Random, a: number, b: number): Outcome {
  const [wins, loses] = [Math.exp(a), Math.exp(b)];
  const ties = TIES * Math.sqrt(wins * loses);
  const at = random() * (wins + ties + loses);
  return at < wins ? [1, 0, 0] : at < wins + ties ? [0, 1, 0] : [0, 0, 1];
}

/** All pairs of four models on each task, as people would compare them. */
function allPairs(random: Random, tasks: number): (Comparison & { human: Outcome })[] {
  const names = Object.keys(STRENGTHS);
  return Array.from({ length: tasks }, (_, cluster) =>
    names.flatMap((first, n) =>
      names.slice(n + 1).map((second) => {
        const human = outcomeBetween(random, STRENGTHS[first] as number, STRENGTHS[second] as number);
        return { first, second, cluster, human };
      }),
    ),
  ).flat();
}

/** A judge gives people's outcome two times in three. */
function tournament(random: Random, tasks: number, labelled: number): Comparison[] {
  return allPairs(random, tasks).map(({ human, ...pair }) => {
    const judge = chance(random, 2 / 3) ? human : outcomeBetween(random, 0, 0);
    return { ...pair, human: chance(random, labelled) ? human : null, judge };
  });
}

/**
 * A judge is uncertain mostly where the weaker model did not lose, and people compare a fifth of the pairs, drawn by that: the
 * weaker ones win more of these than of all.
 */
export function tournamentDrawnByScore(random: Random, tasks: number): Comparison[] {
  const pairs = allPairs(random, tasks).map((pair) => {
    const isOpen = chance(random, pair.human[0] === 1 ? 0.2 : 0.6);
    const isRight = !isOpen && chance(random, 0.9);
    const judge = isRight ? pair.human : outcomeBetween(random, 0, 0);
    return { ...pair, judge, weight: isOpen ? MOST_OFTEN : 1 };
  });
  return drawnByWeight(random, pairs, pairs.length / 5).map(({ one: { weight: _, ...pair }, ...lot }) => ({
    ...{ ...pair, probability: lot.probability },
    human: lot.isDrawn ? pair.human : null,
  }));
}

const bestOf = (comparisons: readonly Comparison[]) =>
  bradleyTerry(comparisons).strengths.find(({ name }) => name === "A")?.strength;

/** Studies with known truths, for the coverage of intervals. */
export const INFERENCE_STUDIES: readonly InferenceStudy[] = [
  {
    name: "PPI++, pass rate, 100 tasks of 4, a quarter labelled",
    of: (random) => withinShare(PASSED, tasksOfFour(random, 100, 0.25).flat()),
  },
  {
    name: "PPI++, pass rate, 400 tasks of 4, a tenth labelled",
    of: (random) => withinShare(PASSED, tasksOfFour(random, 400, 0.1).flat()),
  },
  {
    name: "PPI++, mean score, 60 tasks of 3, half labelled",
    of: (random) => within(3, predictionPowered(scores(random, 60, 0.5)).powered),
  },
  {
    name: "PPI++, mean score, 200 tasks of 3, a tenth labelled",
    of: (random) => within(3, predictionPowered(scores(random, 200, 0.1)).powered),
  },
  {
    name: "people alone, pass rate, 100 tasks of 4, a quarter labelled",
    of: (random) => withinShare(PASSED, tasksOfFour(random, 100, 0.25).flat(), "human"),
  },
  {
    name: "PPI++, 60 labels in two strata by the judge",
    of: (random) => withinShare(PASSED, stratified(random)),
  },
  {
    name: "PPI++, labels with unequal probabilities",
    of: (random) => withinShare(PASSED, unequal(random)),
  },
  {
    name: "PPI++, 150 of 1,000 drawn by a judge's uncertainty",
    of: (random) => within(PASSED, predictionPowered(drawnByScore(random)).powered),
  },
  {
    name: "PPI++, difference of two models on the same 100 tasks",
    of: (random) => {
      const [first, second] = [0.7, PASSED].map((passed) =>
        shareOf(tasksOfFour(random, 100, 0.3, passed).flat()),
      );
      return { truth: 0.1, interval: first && second ? shareDifference(first, second) : null };
    },
  },
  ...[0.9, 0.95].flatMap((passed): InferenceStudy[] => [
    ...[50, 100].flatMap((labels): InferenceStudy[] => [
      {
        name: `PPI++, ${labels} of 1,000 labelled, ${100 * passed} % pass`,
        of: (random) => withinShare(passed, mostPass(random, passed, labels)),
      },
      {
        name: `people alone, ${labels} of 1,000 labelled, ${100 * passed} % pass`,
        of: (random) => withinShare(passed, mostPass(random, passed, labels), "human"),
      },
    ]),
    {
      name: `PPI++, 100 tasks of 4, a quarter labelled, ${100 * passed} % pass`,
      of: (random) => withinShare(passed, tasksOfFour(random, 100, 0.25, passed).flat()),
    },
    {
      name: `PPI++, difference of ${100 * passed} and 80 %, 100 of 1,000 labelled`,
      of: (random) => {
        const [first, second] = [passed, 0.8].map((one) => shareOf(mostPass(random, one, 100)));
        return { truth: passed - 0.8, interval: first && second ? shareDifference(first, second) : null };
      },
    },
  ]),
  {
    name: "PPI++, the judge unreadable more often on failures, 100 tasks of 4",
    of: (random) => withinShare(PASSED, withUnread(random, tasksOfFour(random, 100, 0.25).flat())),
  },
  {
    name: "corrected rate, 150 of 1,000 labelled at random",
    of: (random) => within(PASSED, correctedRate(binary(random, () => chance(random, 0.15))).rate),
  },
  {
    name: "corrected rate, 75 passed and 75 failed labelled",
    of: (random) => within(PASSED, correctedRate(halfAndHalf(random)).rate),
  },
  {
    name: "Bradley-Terry with ties, 4 models, 60 tasks",
    of: (random) => within(0.6, bestOf(tournament(random, 60, 1)) as LinearEstimate),
  },
  {
    name: "Bradley-Terry with a judge, a quarter labelled, 120 tasks",
    of: (random) => within(0.6, bestOf(tournament(random, 120, 0.25)) as LinearEstimate),
  },
  {
    name: "Bradley-Terry with a judge, a fifth of the pairs of 120 tasks drawn by its uncertainty",
    of: (random) => within(0.6, bestOf(tournamentDrawnByScore(random, 120)) as LinearEstimate),
  },
  {
    name: "Bradley-Terry, people alone on such a sample",
    of: (random) => {
      const alone = tournamentDrawnByScore(random, 120).map(({ judge: _, ...pair }) => pair);
      return within(0.6, bestOf(alone) as LinearEstimate);
    },
  },
  {
    name: "correlation, 60 tasks of 3",
    of: (random) => {
      const units = scores(random, 60, 1).map(({ cluster, judge, human }) => ({
        ...{ cluster, first: judge, second: human ?? 0, third: 0 },
      }));
      return { truth: CORRELATION, interval: correlationInterval(partialCorrelation(units)) };
    },
  },
  {
    name: "correlation less length, 100 tasks of 3",
    of: (random) => ({
      truth: CORRELATION,
      interval: correlationInterval(partialCorrelation(scoresByLength(random, 100))),
    }),
  },
];

/** The share of studies whose interval contains the truth. */
export function coverageOf({ of }: InferenceStudy, studies: number, random: Random): number {
  let contained = 0;
  for (let study = 0; study < studies; study++) {
    const { truth, interval } = of(random);
    if (interval && interval.low <= truth && truth <= interval.high) contained++;
  }
  return contained / studies;
}
