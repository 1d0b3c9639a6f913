import {
  isAtRest,
  type Label,
  posterior,
  prevalenceIn,
  type RaterModel,
  ratedUnits,
  sharesGiven,
} from "./dawid-skene";

/** With each rater's competence. */
export interface Mace extends RaterModel {
  /** By rater, the probability of knowing the true label; null for raters without a label. */
  competence: (number | null)[];
  /** By rater, how often each label is given without knowing. */
  guesses: (number[] | null)[];
}

const MOST_ITERATIONS = 1000;

/** Added to each count, as in the authors' program, so that no rater is certain after a few units. */
const SMOOTHING = 0.1;

/**
 * The true label of each unit and each rater's competence, where nobody knows either. Assumes that a rater either knows the
 * true label and gives it, or guesses from habits of their own, whatever the unit. EM with counts smoothed as in the paper:
 * 0.1 over the number of labels. Labels are equally likely before any rater speaks.
 *
 * Hovy, Berg-Kirkpatrick, Vaswani & Hovy (2013), Learning Whom to Trust with MACE, NAACL.
 *
 * @example
 * // Three raters agree, the fourth always gives 0.
 * const labels = [0, 1, 0, 1, 1, 0].flatMap((label, unit) =>
 *   [label, label, label, 0].map((given, rater) => ({ unit, rater, label: given })));
 * const { soft, competence } = mace(labels, { units: 6, raters: 4, labels: 2 });
 * soft[1].map(Math.round); // → [0, 1]
 * competence[0] > 0.9 && competence[3] < 0.2; // → true
 */
export function mace(given: readonly Label[], size: { units: number; raters: number; labels: number }): Mace {
  const uniform = new Array<number>(size.labels).fill(1 / size.labels);
  const hasLabels = ratedUnits(
    given.map(({ rater }) => ({ unit: rater, rater, label: 0 })),
    size.raters,
  );
  let competence = new Array<number>(size.raters).fill(0.5);
  let guesses = Array.from({ length: size.raters }, () => [...uniform]);
  let soft = sharesGiven(given, size);
  const logLikelihood: number[] = [];
  let hasConverged = false;
  const chance = (rater: number, truth: number, label: number) =>
    (competence[rater] as number) * Number(truth === label) +
    (1 - (competence[rater] as number)) * (guesses[rater]?.[label] as number);
  // The first maximisation takes the shares of labels that were given for the truth.
  let truths = soft;
  while (given.length > 0 && !hasConverged && logLikelihood.length < MOST_ITERATIONS) {
    const counted = counts(given, truths, size, { competence, guesses, chance });
    competence = counted.map(({ knows, guessed }) => {
      const all = guessed.reduce((sum, count) => sum + count, 0);
      return (knows + SMOOTHING / 2) / (knows + all + SMOOTHING);
    });
    guesses = counted.map(({ guessed }) => {
      const all = guessed.reduce((sum, count) => sum + count + SMOOTHING / size.labels, 0);
      return guessed.map((count) => (count + SMOOTHING / size.labels) / all);
    });
    const found = posterior(given, size, uniform, (...of) => Math.log(chance(...of)));
    soft = found.soft;
    truths = soft;
    hasConverged = isAtRest(logLikelihood, found.logLikelihood);
    logLikelihood.push(found.logLikelihood);
  }
  return {
    soft,
    prevalence: prevalenceIn(soft, ratedUnits(given, size.units)),
    competence: competence.map((own, rater) => (hasLabels[rater] ? own : null)),
    guesses: guesses.map((own, rater) => (hasLabels[rater] ? own : null)),
    ...{ logLikelihood, hasConverged },
    reason: given.length === 0 ? "no-ratings" : hasConverged ? null : "not-converged",
  };
}

/** Expected numbers of labels that each rater knew, and guessed. */
function counts(
  given: readonly Label[],
  truths: readonly (readonly number[])[],
  { raters, labels }: { raters: number; labels: number },
  at: {
    competence: readonly number[];
    guesses: readonly (readonly number[])[];
    chance: (rater: number, truth: number, label: number) => number;
  },
): { knows: number; guessed: number[] }[] {
  const found = Array.from({ length: raters }, () => ({
    knows: 0,
    guessed: new Array<number>(labels).fill(0),
  }));
  for (const { unit, rater, label } of given) {
    const own = found[rater] as { knows: number; guessed: number[] };
    // Only a label that is true can have been known.
    const known =
      ((truths[unit]?.[label] as number) * (at.competence[rater] as number)) / at.chance(rater, label, label);
    own.knows += known;
    own.guessed[label] = (own.guessed[label] as number) + 1 - known;
  }
  return found;
}
