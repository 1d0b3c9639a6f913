import type { IntervalRequest } from "@/lib/agreement/bootstrap";
import type { Estimate } from "@/lib/agreement/estimate";
import { gwetAC1 } from "@/lib/agreement/gwet";
import { cohenKappa } from "@/lib/agreement/kappa";
import { krippendorffAlpha, type Level } from "@/lib/agreement/krippendorff";
import { percentAgreement } from "@/lib/agreement/percent";
import { type Random, randomFrom } from "@/lib/agreement/random";
import { type Ratings, ratingsFromMatrix } from "@/lib/agreement/ratings";
import { NO_VERDICT } from "@/lib/agreement/verdict-table";
import { measureVerdicts } from "@/lib/agreement/verdicts";
import { endsOf, endsOfShare } from "@/lib/report/rules/interval-ends";
import type { Ends } from "@/lib/report/schema/values";

/*
 * npm run check:statistics: how often a report's 95 % interval contains the true value, by the number of tasks. Ratings
 * are simulated: a task has a true value; each of five raters gives it with probability .7, and otherwise a value drawn
 * from the prevalence of values. The true statistic is that of 200,000 such tasks. Accuracy and κ against gold are those
 * of one rater against the true values. STUDIES sets how many studies are simulated per row.
 */
const TASKS = [5, 10, 15, 20, 30, 50, 100];
const RATERS = 5;
const KNOWS = 0.7;
const studies = Number(process.env.STUDIES ?? 1000);

const SETTINGS: { name: string; level: Level; prevalence: readonly number[] }[] = [
  { name: "yes or no, 20 % yes", level: "nominal", prevalence: [0.8, 0.2] },
  { name: "yes or no, 50 % yes", level: "nominal", prevalence: [0.5, 0.5] },
  { name: "five ordered points", level: "ordinal", prevalence: [0.1, 0.2, 0.4, 0.2, 0.1] },
];

/** One simulated study: what the raters gave, and the true values. */
interface Study {
  ratings: Ratings;
  gold: readonly number[];
  first: readonly number[];
}

/** A statistic, and the ends of the interval as a report has them. */
interface Statistic {
  name: string;
  of: (study: Study, level: Level, values: number, request?: IntervalRequest) => Estimate;
  ends: (estimate: Estimate) => Ends | null;
}

const ofInterval = ({ interval }: Estimate) => endsOf(interval);

const STATISTICS: readonly Statistic[] = [
  {
    name: "α",
    of: ({ ratings }, level, _, request) => krippendorffAlpha(ratings, level, request),
    ends: ofInterval,
  },
  { name: "AC1", of: ({ ratings }, _, __, request) => gwetAC1(ratings, request), ends: ofInterval },
  {
    name: "percent agreement",
    of: ({ ratings }, _, __, request) => percentAgreement(ratings, "unit_mean", request),
    ends: endsOfShare,
  },
  {
    name: "κ of two raters",
    of: ({ ratings }, level, _, request) =>
      cohenKappa(ratings, level === "nominal" ? "none" : "quadratic", [0, 1], request),
    ends: ofInterval,
  },
  { name: "accuracy against gold", of: (...of) => againstGold(...of).accuracy, ends: endsOfShare },
  { name: "κ against gold", of: (...of) => againstGold(...of).kappa, ends: ofInterval },
];

for (const { name, level, prevalence } of SETTINGS) {
  console.log(name);
  const values = prevalence.length;
  const population = simulated(randomFrom(7), 200_000, prevalence);
  const truths = STATISTICS.map(({ of }) => of(population, level, values).value ?? Number.NaN);
  console.log(
    `  true values: ${STATISTICS.map((one, n) => `${one.name} ${truths[n]?.toFixed(3)}`).join(", ")}`,
  );
  const random = randomFrom(11);
  for (const tasks of TASKS) {
    const contained = STATISTICS.map(() => 0);
    const defined = STATISTICS.map(() => 0);
    for (let seed = 0; seed < studies; seed++) {
      const study = simulated(random, tasks, prevalence);
      for (const [n, { of, ends }] of STATISTICS.entries()) {
        const interval = ends(of(study, level, values, { seed }));
        if (!interval) continue;
        const [low, high] = interval;
        const truth = truths[n] as number;
        defined[n] = (defined[n] as number) + 1;
        if (low <= truth && truth <= high) contained[n] = (contained[n] as number) + 1;
      }
    }
    const shares = STATISTICS.map(
      ({ name: of }, n) => `${of} ${shareOf(contained[n] ?? 0, defined[n] ?? 0)}`,
    );
    console.log(`  ${String(tasks).padStart(3)} tasks: ${shares.join(", ")}`);
  }
}

/** The share of intervals that contain the truth, with its own 95 % margin, and how many there were. */
function shareOf(contained: number, defined: number): string {
  if (defined === 0) return "no interval";
  const share = contained / defined;
  const error = 196 * Math.sqrt((share * (1 - share)) / defined);
  return `${(100 * share).toFixed(1)} % ± ${error.toFixed(1)} of ${defined}`;
}

/** The first rater against the true values, as a report compares a machine with gold. */
function againstGold({ gold, first }: Study, level: Level, values: number, request?: IntervalRequest) {
  const units = gold.map((value, task) => ({
    gold: value,
    verdicts: [first[task] as number, NO_VERDICT] as const,
  }));
  const scale = {
    ...{ size: values, tie: null, level: level === "nominal" ? ("nominal" as const) : ("ordinal" as const) },
    numbers: level === "nominal" ? null : Array.from({ length: values }, (_, n) => n),
  };
  return measureVerdicts(units, scale, { unreadAgree: false }, request);
}

function simulated(random: Random, tasks: number, prevalence: readonly number[]): Study {
  const matrix = Array.from({ length: RATERS }, () => new Array<number>(tasks));
  const gold = new Array<number>(tasks);
  for (let task = 0; task < tasks; task++) {
    const value = drawn(random, prevalence);
    gold[task] = value;
    for (const row of matrix) row[task] = random() < KNOWS ? value : drawn(random, prevalence);
  }
  return { ratings: ratingsFromMatrix(matrix), gold, first: matrix[0] ?? [] };
}

function drawn(random: Random, prevalence: readonly number[]): number {
  let left = random();
  const at = prevalence.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return at < 0 ? prevalence.length - 1 : at;
}
