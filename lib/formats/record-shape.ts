import { z } from "zod";
import type { Json, JsonObject } from "@/lib/formats/json-value";

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const Metadata = z.custom<JsonObject>(isObject, "must be an object");

/** A longer list is a mistake, and checking all its entries would take too long. */
const MOST_ENTRIES = 10_000;
const TOO_LONG = "has more than 10,000 entries";
const TAKEN = "is no field of the format, and metadata has a field of that name already";

/**
 * An object of the study file. Fields the format does not know are kept under
 * `metadata`. An optional field that is null, an empty list or empty metadata
 * counts as left out, so that every study has one form; only `initial: null`
 * says something that leaving it out does not.
 */
export function shape<S extends z.ZodRawShape>(fields: S) {
  const object = z.object({ ...fields, metadata: Metadata.optional() });
  const optional = new Set<string>();
  for (const [key, field] of Object.entries(fields))
    if (z.safeParse(field, undefined).success) optional.add(key);
  return z.preprocess((given, context) => {
    if (!isObject(given)) return given;
    const refuse = (key: string, message: string) =>
      context.issues.push({ code: "custom", message, path: [key], input: given });
    const known: JsonObject = {};
    const unknown: JsonObject = {};
    for (const [key, value] of Object.entries(given)) {
      if (key === "metadata") continue;
      if (!Object.hasOwn(fields, key)) unknown[key] = value;
      else if (Array.isArray(value) && value.length > MOST_ENTRIES) refuse(key, TOO_LONG);
      else if (!optional.has(key) || !isEmpty(value) || key === "initial") known[key] = value;
    }
    const givenMetadata = given.metadata ?? {};
    if (!isObject(givenMetadata)) return { ...known, metadata: givenMetadata };
    for (const key of Object.keys(unknown)) if (Object.hasOwn(givenMetadata, key)) refuse(key, TAKEN);
    const metadata = { ...givenMetadata, ...unknown };
    return Object.keys(metadata).length === 0 ? known : { ...known, metadata };
  }, object);
}

function isEmpty(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
