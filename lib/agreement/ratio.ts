import type { IntervalRequest } from "./bootstrap";
import type { Estimate } from "./estimate";
import { estimateFrom } from "./estimator";

/**
 * A ratio of two sums over units, Σ part / Σ whole: a share, or a mean. Intervals draw whole units, so values
 * that belong together (all values of a task) should be one unit. `part[u]` and `whole[u]` are the two
 * numbers of unit u; a unit whose `whole` is 0 is ignored. Undefined, not 0, when every `whole` is 0.
 *
 * The ratio estimator of cluster sampling; Cochran (1977), Sampling Techniques, chapter 6.
 *
 * @example
 * ratio([1, 3], [2, 4]).value; // → 0.667
 * ratio([0], [0]).reason; // → "zero-denominator"
 */
export function ratio(
  part: ArrayLike<number>,
  whole: ArrayLike<number>,
  request?: Omit<IntervalRequest, "clusters">,
): Estimate {
  const forms = new Map<string, number>();
  const parts: number[] = [];
  const wholes: number[] = [];
  const weights: number[] = [];
  const formOf = new Int32Array(whole.length).fill(-1);
  let all = 0;
  for (let unit = 0; unit < whole.length; unit++) {
    const [own, of] = [part[unit] as number, whole[unit] as number];
    if (of === 0) continue;
    const key = `${own} ${of}`;
    const form = forms.get(key) ?? parts.length;
    if (form === parts.length) {
      forms.set(key, form);
      parts.push(own);
      wholes.push(of);
      weights.push(0);
    }
    weights[form] = (weights[form] as number) + 1;
    formOf[unit] = form;
    all += of;
  }
  return estimateFrom(
    {
      kernel: (weight) => {
        let above = 0;
        let below = 0;
        for (let form = 0; form < weight.length; form++) {
          above += (weight[form] as number) * (parts[form] as number);
          below += (weight[form] as number) * (wholes[form] as number);
        }
        return below === 0 ? "zero-denominator" : above / below;
      },
      weight: Float64Array.from(weights),
      counts: () => true,
      compare: (a, b) =>
        (wholes[a] as number) - (wholes[b] as number) || (parts[a] as number) - (parts[b] as number),
      formOfUnit: () => formOf,
      units: weights.reduce((sum, units) => sum + units, 0),
      raters: 0,
      pairable: all,
    },
    request,
  );
}
