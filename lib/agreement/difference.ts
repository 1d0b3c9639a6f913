import { type IntervalRequest, percentileInterval } from "./bootstrap";
import type { Estimate } from "./estimate";
import type { Sample } from "./estimator";
import { randomFrom } from "./random";
import { drawer } from "./resample";

/**
 * The difference of two statistics, first minus second, that share their units: two criteria on the same
 * responses, two models against the same people, one rating set with and without a rater. The interval
 * comes from computing both on the same drawn units, so what they have in common cancels out; it says
 * whether the difference is more than luck far better than two separate intervals do.
 *
 * Unit u of one sample must be unit u of the other. Undefined when either statistic is.
 */
export function pairedDifference(first: Sample, second: Sample, ask: IntervalRequest = {}): Estimate {
  const { replicates = 1000, seed = 42, confidence = 0.95 } = ask;
  const about = {
    units: Math.min(first.units, second.units),
    raters: Math.max(first.raters, second.raters),
    pairable: first.pairable + second.pairable,
  };
  const one = first.kernel(first.weight);
  const other = second.kernel(second.weight);
  if (typeof one === "string") return { value: null, reason: one, ...about, interval: null };
  if (typeof other === "string") return { value: null, reason: other, ...about, interval: null };

  const { draw, drawn } = drawer([first, second], ask);
  const random = randomFrom(seed);
  const differences: number[] = [];
  for (let b = 0; b < replicates; b++) {
    const [weightOne, weightOther] = draw(random) as [Float64Array, Float64Array];
    const a = first.kernel(weightOne);
    const z = second.kernel(weightOther);
    if (typeof a === "number" && typeof z === "number") differences.push(a - z);
  }
  const interval = percentileInterval(differences, { replicates, seed, confidence, drawn });
  return { value: one - other, reason: null, ...about, interval };
}
