import type { Rating } from "@/lib/export/rules/ratings";

/** Attributes as OTLP's JSON has them. */
type AttributeValue = { stringValue: string } | { doubleValue: number } | { boolValue: boolean };
interface Attribute {
  key: string;
  value: AttributeValue;
}

const EVENT = "gen_ai.evaluation.result";
/** The severity INFO. */
const INFO = 9;

/**
 * The judgements of single responses as events `gen_ai.evaluation.result` of OpenTelemetry's conventions for
 * generative AI: lines of OTLP's JSON for logs, one request each. `gen_ai.response.id` is the id of the response in
 * the study. Planted errors are left out, because their responses were never given; so are skipped values, and
 * rows about a pair, a whole task or an item of a checklist, which are the result of no single response.
 */
export async function* evaluationEvents(
  { at, version }: { at: Date; version: string },
  ratings: AsyncIterable<Rating>,
): AsyncGenerator<string> {
  for await (const rating of ratings) {
    const record = logRecord(rating, at);
    if (record !== null) yield `${JSON.stringify(requestOf(record, version))}\n`;
  }
}

function requestOf(record: object, version: string) {
  return {
    resourceLogs: [
      {
        resource: { attributes: [textOf("service.name", "countersign"), textOf("service.version", version)] },
        scopeLogs: [{ scope: { name: "countersign", version }, logRecords: [record] }],
      },
    ],
  };
}

function logRecord(rating: Rating, at: Date): object | null {
  const { response_id: response, item_id: item, final_value: given, is_planted: planted } = rating;
  const isSingle = typeof response === "string" && response !== "" && !response.startsWith("[");
  if (!isSingle || item === null || given === null || planted === true) return null;
  const score = scoreOf(String(given));
  const submitted = typeof rating.submitted_at === "string" ? new Date(rating.submitted_at) : at;
  const texts: [string, unknown][] = [
    ["gen_ai.evaluation.explanation", rating.explanation],
    ["gen_ai.response.id", response],
    ["gen_ai.response.model", rating.response_model],
    ["countersign.study", rating.study],
    ["countersign.batch", rating.batch],
    ["countersign.arm", rating.arm],
    ["countersign.task.id", rating.task_id],
    ["countersign.item.text", rating.item_text],
    ["countersign.rater", rating.rater],
    ["countersign.rater.kind", rating.rater_kind],
    ["countersign.exposure", rating.exposure],
  ];
  return {
    timeUnixNano: nanoseconds(submitted),
    observedTimeUnixNano: nanoseconds(at),
    severityNumber: INFO,
    eventName: EVENT,
    attributes: [
      textOf("gen_ai.evaluation.name", String(item)),
      ...(score.value === null
        ? []
        : [{ key: "gen_ai.evaluation.score.value", value: { doubleValue: score.value } }]),
      ...(score.label === null ? [] : [textOf("gen_ai.evaluation.score.label", score.label)]),
      ...texts.flatMap(([key, value]) =>
        value === null || value === undefined || value === "" ? [] : [textOf(key, String(value))],
      ),
      { key: "countersign.is_gold", value: { boolValue: rating.is_gold === true } },
    ] satisfies Attribute[],
  };
}

/** A number is a score; an answer is a label, and yes and no are scored 1 and 0 too. */
function scoreOf(value: string): { value: number | null; label: string | null } {
  if (value === "yes" || value === "no") return { value: value === "yes" ? 1 : 0, label: value };
  const number = Number(value);
  return value.trim() !== "" && Number.isFinite(number)
    ? { value: number, label: null }
    : { value: null, label: value };
}

function textOf(key: string, stringValue: string): Attribute {
  return { key, value: { stringValue } };
}

function nanoseconds(moment: Date): string {
  return `${moment.getTime()}000000`;
}
