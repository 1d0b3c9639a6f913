import { bradleyTerry, type Comparison, type Outcome } from "@/lib/agreement/bradley-terry";
import { correlationInterval, partialCorrelation, type RelatedValues } from "@/lib/agreement/clustered-slope";
import { type BinaryUnit, correctedRate } from "@/lib/agreement/corrected-rate";
import { krippendorffAlpha } from "@/lib/agreement/krippendorff";
import { type LinearEstimate, linearDifference, linearInterval } from "@/lib/agreement/linearised";
import { completed, type PilotUnit, planAgreement } from "@/lib/agreement/planner";
import { type JudgedUnit, predictionPowered } from "@/lib/agreement/prediction-powered";
import type { Random } from "@/lib/agreement/random";
import { ratingsFromMatrix } from "@/lib/agreement/ratings";

/** An interval of a simulated study, and the true value that it should contain. */
interface Found {
  truth: number;
  interval: { low: number; high: number } | null;
}

/** An estimator and a design of which the truth is known. */
export interface InferenceStudy {
  name: string;
  of: (random: Random) => Found;
}

const chance = (random: Random, p: number) => random() < p;
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const within = (truth: number, estimate: LinearEstimate): Found => ({
  truth,
  interval: linearInterval(estimate),
});

/** Easy and hard tasks, on which a model passes 4 of 5, or 2 of 5: 60 % altogether. */
const PASS = { easy: 0.8, hard: 0.4 };
const PASSED = 0.6;

/** Units of tasks with four requirements each; a judge errs more often where people fail a response. */
function tasksOfFour(random: Random, tasks: number, labelled: number, better = 0): JudgedUnit[][] {
  return Array.from({ length: tasks }, (_, cluster) => {
    const passes = (chance(random, 0.5) ? PASS.easy : PASS.hard) + better;
    return Array.from({ length: 4 }, () => {
      const people = chance(random, passes);
      const judge = chance(random, people ? 0.95 : 0.25);
      return { cluster, judge: Number(judge), human: chance(random, labelled) ? Number(people) : null };
    });
  });
}

/** Scores with a part that belongs to the task; the judge is a point too high and half as sensitive. */
function scores(random: Random, tasks: number, labelled: number): JudgedUnit[] {
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

/** All pairs of four models on each task; a judge gives people's outcome two times in three. */
function tournament(random: Random, tasks: number, labelled: number): Comparison[] {
  const names = Object.keys(STRENGTHS);
  const outcome = (a: number, b: number): Outcome => {
    const [wins, loses] = [Math.exp(a), Math.exp(b)];
    const ties = TIES * Math.sqrt(wins * loses);
    const at = random() * (wins + ties + loses);
    return at < wins ? [1, 0, 0] : at < wins + ties ? [0, 1, 0] : [0, 0, 1];
  };
  return Array.from({ length: tasks }, (_, cluster) =>
    names.flatMap((first, n) =>
      names.slice(n + 1).map((second): Comparison => {
        const people = outcome(STRENGTHS[first] as number, STRENGTHS[second] as number);
        const judge = chance(random, 2 / 3) ? people : outcome(0, 0);
        return { first, second, cluster, human: chance(random, labelled) ? people : null, judge };
      }),
    ),
  ).flat();
}

const bestOf = (comparisons: readonly Comparison[]) =>
  bradleyTerry(comparisons).strengths.find(({ name }) => name === "A")?.strength;

/** Raters who know the answer with probability .7, and otherwise draw a side: α is .49. */
function ratedUnits(random: Random, units: number, raters: number): PilotUnit[] {
  return Array.from({ length: units }, (_, cluster) => {
    const answer = Number(chance(random, 0.5));
    const values = Array.from({ length: raters }, () =>
      chance(random, 0.7) ? answer : Number(chance(random, 0.5)),
    );
    return { cluster, values };
  });
}

/** A study as large as planned, within half the planned width of the truth. */
function plannedStudy(random: Random): Found {
  const pilot = ratedUnits(random, 200, 3);
  const design = { units: 100, raters: 3 };
  const [plan] = completed(
    planAgreement(
      { units: pilot },
      { statistic: "alpha", level: "nominal", categories: 2 },
      { units: [design.units], raters: [design.raters] },
      { studies: 200, seed: Math.floor(random() * 2 ** 31) },
    ),
  );
  const width = plan?.width ?? null;
  const study = ratedUnits(random, design.units, design.raters);
  const matrix = Array.from({ length: design.raters }, (_, n) =>
    study.map(({ values }) => values[n] as number),
  );
  const found = krippendorffAlpha(ratingsFromMatrix(matrix), "nominal").value ?? 0;
  const half = (width ?? 0) / 2;
  return { truth: 0.49, interval: { low: found - half, high: found + half } };
}

/** Studies with known truths, for the coverage of intervals. */
export const INFERENCE_STUDIES: readonly InferenceStudy[] = [
  {
    name: "PPI++, pass rate, 100 tasks of 4, a quarter labelled",
    of: (random) => within(PASSED, predictionPowered(tasksOfFour(random, 100, 0.25).flat()).powered),
  },
  {
    name: "PPI++, pass rate, 400 tasks of 4, a tenth labelled",
    of: (random) => within(PASSED, predictionPowered(tasksOfFour(random, 400, 0.1).flat()).powered),
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
    of: (random) => within(PASSED, predictionPowered(tasksOfFour(random, 100, 0.25).flat()).human),
  },
  {
    name: "PPI++, 60 labels in two strata by the judge",
    of: (random) => within(PASSED, predictionPowered(stratified(random)).powered),
  },
  {
    name: "PPI++, labels with unequal probabilities",
    of: (random) => within(PASSED, predictionPowered(unequal(random)).powered),
  },
  {
    name: "PPI++, difference of two models on the same 100 tasks",
    of: (random) => {
      const [first, second] = [0.1, 0].map((better) =>
        predictionPowered(tasksOfFour(random, 100, 0.3, better).flat()),
      );
      return within(
        0.1,
        linearDifference(first?.powered as LinearEstimate, second?.powered as LinearEstimate),
      );
    },
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
  { name: "planner, α of 100 units by a pilot of 200", of: plannedStudy },
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
