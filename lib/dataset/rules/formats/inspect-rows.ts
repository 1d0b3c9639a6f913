import type { Json, JsonObject } from "@/lib/formats/json-value";
import { isObject } from "./mapping";

/** The fields of a sample that are read; the events and the transcript of a run are left behind. */
const FIELDS = [
  "id",
  "epoch",
  "input",
  "choices",
  "target",
  "output",
  "scores",
  "metadata",
  "error",
] as const;

const ATTACHMENT = "attachment://";

/**
 * A sample of a log of Inspect as one row, with what its header says about the run under `inspect`. Long
 * texts, which a log keeps apart as attachments, are put back in their places.
 */
export function inspectRow(header: JsonObject, sample: JsonObject): JsonObject {
  const run = isObject(header.eval) ? header.eval : {};
  const { task, model, run_id, created } = run;
  const attachments = isObject(sample.attachments) ? sample.attachments : {};
  return {
    inspect: Object.fromEntries(
      Object.entries({ task, model, run_id, created }).filter(
        (field): field is [string, Json] => typeof field[1] === "string",
      ),
    ),
    ...Object.fromEntries(
      FIELDS.map((name) => [name, withAttachments(sample[name] ?? null, attachments)] as const),
    ),
  };
}

function withAttachments(value: Json, attachments: JsonObject): Json {
  if (typeof value === "string") {
    if (!value.startsWith(ATTACHMENT)) return value;
    const name = value.slice(ATTACHMENT.length);
    return Object.hasOwn(attachments, name) ? (attachments[name] ?? null) : value;
  }
  if (Array.isArray(value)) return value.map((one) => withAttachments(one, attachments));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withAttachments(one, attachments)]),
  );
}

/** The samples of a log in its JSON form; null when it has none. */
export function samplesOf(log: JsonObject): JsonObject[] | null {
  const { samples } = log;
  return Array.isArray(samples) && samples.length > 0 && samples.every(isObject) ? samples : null;
}

export const NO_SAMPLES =
  "it has no samples: it was written with --no-log-samples, or the evaluation ended before its first sample";

/** The names of the files in an archive that are samples, in the order of their names as numbers go. */
export function sampleNames(names: readonly string[]): string[] {
  const order = new Intl.Collator("en", { numeric: true });
  return names
    .filter((name) => name.startsWith("samples/") && name.endsWith(".json"))
    .sort((one, other) => order.compare(one, other));
}
