import { type Ratings, ratingsFromCodes } from "@/lib/agreement/ratings";

/** The parameters of a large generated dataset, so that a file can name it instead of containing it. */
interface GeneratorParameters {
  units: number;
  raters: number;
  values: number;
  firstValue: number;
  missingRate: number;
  accuracy: number;
  noise: "adjacent" | "uniform";
  seed: number;
}

/**
 * Ratings of the portable generator "mulberry32-agreement/1": every unit has a true value; each rater gives
 * it with probability `accuracy`, otherwise a neighbouring value (`adjacent`) or any value (`uniform`), and
 * skips the unit with probability `missingRate`. Three numbers are drawn for every rating, also for a missing
 * one.
 */
export function generateRatings(parameters: GeneratorParameters): Ratings {
  const { units, raters, values, firstValue, missingRate, accuracy, noise, seed } = parameters;
  const next = mulberry32(seed);
  const codes = new Int32Array(units * raters).fill(-1);
  for (let u = 0; u < units; u++) {
    const truth = Math.floor(next() * values);
    for (let r = 0; r < raters; r++) {
      const skip = next();
      const hit = next();
      const error = next();
      if (skip < missingRate) continue;
      let code = truth;
      if (hit >= accuracy) {
        if (noise === "uniform") code = Math.floor(error * values);
        else code = error < 0.5 ? Math.max(truth - 1, 0) : Math.min(truth + 1, values - 1);
      }
      codes[u * raters + r] = code;
    }
  }
  return ratingsFromCodes(
    codes,
    raters,
    Array.from({ length: values }, (_, index) => firstValue + index),
  );
}

/** Uniform numbers in [0, 1) from a 32-bit state (mulberry32), as the generator's definition requires. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
