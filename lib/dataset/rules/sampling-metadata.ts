import type { Json, JsonObject } from "@/lib/formats/json-value";

/** The field in a response's metadata with the chance of the response to be in the sample of its study. */
export const INCLUSION_PROBABILITY = "inclusionProbability";

/** The field with the stratum that the response was drawn from, where each of several strata had its share of the sample. */
export const SAMPLING_STRATUM = "samplingStratum";

/** The field in a task's metadata with the sampled pairs of its responses: each has its `pair` and the same two fields. */
export const SAMPLED_PAIRS = "sampledPairs";

/** A pair of responses in the sample of its study. */
interface SampledPair {
  pair: readonly [string, string];
  /** The chance of the pair to be in the sample; null where none, or no possible one, is stated. */
  probability: number | null;
  /** The stratum that it was drawn from; null where none is stated. */
  stratum: string | null;
}

/** The stratum that a response was drawn from; null where its metadata state none. */
export function samplingStratumIn(metadata: JsonObject | undefined): string | null {
  const stated = metadata?.[SAMPLING_STRATUM];
  return typeof stated === "string" ? stated : null;
}

/** The chance of a response to be in the sample of its study; null where its metadata state none, or no possible one. */
export function inclusionProbabilityIn(metadata: JsonObject | undefined): number | null {
  const stated = metadata?.[INCLUSION_PROBABILITY];
  return typeof stated === "number" && stated > 0 && stated <= 1 ? stated : null;
}

/** The sampled pairs that a task's metadata state; entries that name no two responses are left out. */
export function sampledPairsIn(metadata: JsonObject | undefined): SampledPair[] {
  const stated = metadata?.[SAMPLED_PAIRS];
  if (!Array.isArray(stated)) return [];
  return stated.flatMap((entry): SampledPair[] => {
    if (!isObject(entry) || !Array.isArray(entry.pair)) return [];
    const [one, other] = entry.pair;
    if (typeof one !== "string" || typeof other !== "string") return [];
    return [
      {
        pair: [one, other],
        probability: inclusionProbabilityIn(entry),
        stratum: samplingStratumIn(entry),
      },
    ];
  });
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
