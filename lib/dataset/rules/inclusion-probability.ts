import type { JsonObject } from "@/lib/formats/json-value";

/** The field in a response's metadata with the chance of the response to be in the sample of its study. */
export const INCLUSION_PROBABILITY = "inclusionProbability";

/** The chance of a response to be in the sample of its study; null where its metadata state none, or no possible one. */
export function inclusionProbabilityIn(metadata: JsonObject | undefined): number | null {
  const stated = metadata?.[INCLUSION_PROBABILITY];
  return typeof stated === "number" && stated > 0 && stated <= 1 ? stated : null;
}
