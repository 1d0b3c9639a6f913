import { krippendorffAlpha, type Level } from "@/lib/agreement/krippendorff";
import { type Random, randomFrom } from "@/lib/agreement/random";
import { type Ratings, ratingsFromMatrix } from "@/lib/agreement/ratings";

/*
 * npm run check:statistics: how often a report's 95 % interval of Krippendorff's alpha contains the true alpha, by the
 * number of tasks. Ratings are simulated: a task has a true value; each of five raters gives it with probability .7, and
 * otherwise a value drawn from the prevalence of values. The true alpha is that of 200,000 such tasks. STUDIES sets how
 * many studies are simulated per row.
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

for (const { name, level, prevalence } of SETTINGS) {
  const random = randomFrom(7);
  const truth = krippendorffAlpha(simulated(random, 200_000, prevalence), level).value;
  if (truth === null) throw new Error(`${name}: the true alpha is undefined`);
  console.log(`${name}, true α ${truth.toFixed(3)}`);
  for (const tasks of TASKS) {
    let contained = 0;
    let defined = 0;
    for (let seed = 0; seed < studies; seed++) {
      const { interval } = krippendorffAlpha(simulated(random, tasks, prevalence), level, { seed });
      if (!interval) continue;
      defined++;
      if (interval.low <= truth && truth <= interval.high) contained++;
    }
    const share = contained / defined;
    const error = 196 * Math.sqrt((share * (1 - share)) / defined);
    console.log(
      `  ${String(tasks).padStart(3)} tasks: ${(100 * share).toFixed(1)} % ± ${error.toFixed(1)} of ${defined} intervals`,
    );
  }
}

function simulated(random: Random, tasks: number, prevalence: readonly number[]): Ratings {
  const matrix = Array.from({ length: RATERS }, () => new Array<number>(tasks));
  for (let task = 0; task < tasks; task++) {
    const value = drawn(random, prevalence);
    for (const row of matrix) row[task] = random() < KNOWS ? value : drawn(random, prevalence);
  }
  return ratingsFromMatrix(matrix);
}

function drawn(random: Random, prevalence: readonly number[]): number {
  let left = random();
  const at = prevalence.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return at < 0 ? prevalence.length - 1 : at;
}
