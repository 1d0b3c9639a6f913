import type { Json, JsonObject } from "@/lib/formats/json-value";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { type ConvertedAnswer, convertAnswer } from "./answers";

/** The method of drafts that another tool computed. */
export const EXTERNAL = "external";

/** The metrics of a row: those that are values of items, and the others as they are written. */
interface Scores {
  values: ConvertedAnswer[];
  others: JsonObject;
}

/**
 * Parts the metrics of another tool: numbers, and true or false, are values. Names that mean an overall score
 * or a preference here are kept among the others, because a metric of that name is on no scale of theirs.
 */
export function scoresOf(metrics: readonly (readonly [name: string, value: Json])[]): Scores {
  const values: ConvertedAnswer[] = [];
  const others: (readonly [string, Json])[] = [];
  for (const [question, given] of metrics) {
    const isValue = typeof given === "number" || typeof given === "boolean";
    const value = isValue && question !== OVERALL && question !== PREFERENCE ? convertAnswer(given) : null;
    if (value === null) others.push([question, given]);
    else values.push({ question, value });
  }
  return { values, others: Object.fromEntries(others) };
}
