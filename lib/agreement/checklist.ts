import type { IntervalRequest } from "./bootstrap";
import type { Estimate, ValueOrReason } from "./estimate";
import { estimateFrom } from "./estimator";
import type { Sample } from "./sample";

/**
 * Answers to the requirements of one instruction: met, not met, or null when unanswered or not applicable.
 */
export type ChecklistAnswers = readonly (boolean | null)[];

/**
 * The share of answered requirements that are met: yes / (yes + no). Unanswered requirements are not counted.
 * Undefined when nothing is answered.
 *
 * @example
 * passRate([true, true, false, null]).value; // → 0.667
 * passRate([null]).reason; // → "no-answered-requirements"
 */
export function passRate(answers: ChecklistAnswers): Estimate {
  return drfr([answers]);
}

/**
 * The share of the weight of answered requirements that is met: Σ w·s / Σ w. Weights are 0 or more; a missing
 * weight is 0.
 *
 * @example
 * weightedPassRate([true, false], [3, 1]).value; // → 0.75
 */
export function weightedPassRate(answers: ChecklistAnswers, weights: readonly number[]): Estimate {
  let met = 0;
  let total = 0;
  answers.forEach((answer, i) => {
    if (answer === null) return;
    const weight = weights[i] ?? 0;
    total += weight;
    if (answer) met += weight;
  });
  const answered = answers.filter((answer) => answer !== null).length;
  const about = { units: answered > 0 ? 1 : 0, raters: 1, pairable: answered };
  if (total === 0) return { value: null, reason: "zero-total-weight", ...about };
  return { value: met / total, reason: null, ...about };
}

/**
 * Decomposed requirements following ratio: met requirements over all answered ones, pooled over the
 * instructions, so that longer checklists weigh more. Qin et al. (2024), InFoBench, arXiv:2401.03601.
 *
 * @example
 * // 1 of 1 and 1 of 3 requirements are met: 2 of 4.
 * drfr([[true], [true, false, false]]).value; // → 0.5
 */
export function drfr(instructions: readonly ChecklistAnswers[], request?: IntervalRequest): Estimate {
  return estimateFrom(
    checklistSample(instructions, (met, answered, weight) => {
      let part = 0;
      let whole = 0;
      for (let i = 0; i < weight.length; i++) {
        part += (weight[i] as number) * (met[i] as number);
        whole += (weight[i] as number) * (answered[i] as number);
      }
      return whole === 0 ? "no-answered-requirements" : part / whole;
    }),
    request,
  );
}

/**
 * The mean of the pass rates of all instructions with an answer: each instruction weighs the same.
 *
 * @example
 * // 1 of 1 and 1 of 3 requirements are met: (1 + 1/3) / 2.
 * meanPassRate([[true], [true, false, false]]).value; // → 0.667
 */
export function meanPassRate(instructions: readonly ChecklistAnswers[], request?: IntervalRequest): Estimate {
  return estimateFrom(
    checklistSample(instructions, (met, answered, weight) => {
      let sum = 0;
      let all = 0;
      for (let i = 0; i < weight.length; i++) {
        if (answered[i] === 0) continue;
        sum += ((weight[i] as number) * (met[i] as number)) / (answered[i] as number);
        all += weight[i] as number;
      }
      return all === 0 ? "no-answered-requirements" : sum / all;
    }),
    request,
  );
}

type Rate = (met: Float64Array, answered: Float64Array, weight: Float64Array) => ValueOrReason;

/** A sample whose units are instructions. */
function checklistSample(instructions: readonly ChecklistAnswers[], rate: Rate): Sample {
  const met = Float64Array.from(
    instructions,
    (answers) => answers.filter((answer) => answer === true).length,
  );
  const answered = Float64Array.from(
    instructions,
    (answers) => answers.filter((answer) => answer !== null).length,
  );
  const pairable = answered.reduce((sum, n) => sum + n, 0);
  return {
    kernel: (weight) => rate(met, answered, weight),
    weight: new Float64Array(instructions.length).fill(1),
    counts: (i) => (answered[i] as number) > 0,
    compare: (a, b) =>
      (answered[a] as number) - (answered[b] as number) || (met[a] as number) - (met[b] as number),
    formOfUnit: () => Int32Array.from(instructions, (_, i) => i),
    units: answered.filter((n) => n > 0).length,
    raters: 1,
    pairable,
  };
}
