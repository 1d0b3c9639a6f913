import type { Mapping } from "@/lib/dataset/schema/mapping";
import type { Json, JsonObject } from "@/lib/formats/json-value";
import { type Annotated, annotatedConverter, ownNameOf, type ToolAnswer } from "./annotated";
import type { Converter, RowProblem, SourceRow } from "./converter";
import { isObject, unmappedColumns } from "./mapping";
import { cellText, ownRowOf } from "./task-row";

/**
 * Tasks as Label Studio exports them (JSON, not JSON-MIN): `data` with the texts, `predictions` of models and
 * `annotations` of people. People have the tool's numbers; their e-mail addresses are dropped.
 */
export function labelStudioConverter(mapping: Mapping): Converter {
  return annotatedConverter(mapping, takeApart);
}

function takeApart({ value }: SourceRow): Annotated | RowProblem[] {
  if (!isObject(value.data))
    return [{ place: "data", reason: "is missing: a Label Studio task keeps its texts there" }];
  const proposals = listIn(value, "predictions");
  const annotations = listIn(value, "annotations");
  if (!proposals) return [{ place: "predictions", reason: "must be a list of objects" }];
  if (!annotations) return [{ place: "annotations", reason: "must be a list of objects" }];
  const id = value.id === undefined ? undefined : (cellText(value.id) ?? undefined);
  return {
    id,
    data: value.data,
    proposals: proposals.flatMap((one) => {
      const score = typeof one.score === "number" ? { score: one.score } : undefined;
      return resultsOf(one).map((given) => ({
        ...given,
        by: cellText(one.model_version ?? null) || "prediction",
        id: cellText(one.id ?? null) ?? undefined,
        metadata: score,
      }));
    }),
    answers: annotations
      .filter((one) => one.was_cancelled !== true)
      .flatMap((one) =>
        resultsOf(one).map((given) => ({
          ...given,
          by: ownNameOf(one) ?? whoOf(one.completed_by),
          draft: cellText(one.parent_prediction ?? null) ?? undefined,
          activeMs:
            typeof one.lead_time === "number" && one.lead_time >= 0
              ? Math.round(one.lead_time * 1000)
              : undefined,
          submittedAt: typeof one.created_at === "string" ? one.created_at : undefined,
        })),
      ),
    metadata: isObject(value.meta) ? unmappedColumns(value.meta, []) : {},
    own: ownRowOf(value.data),
  };
}

function listIn(value: JsonObject, key: string): JsonObject[] | null {
  const list = value[key] ?? [];
  return Array.isArray(list) && list.every(isObject) ? list : null;
}

/** The answers by control of the labelling interface. */
function resultsOf({ result }: JsonObject): Pick<ToolAnswer, "question" | "value">[] {
  if (!Array.isArray(result)) return [];
  return result.filter(isObject).flatMap(({ from_name, type, value }) => {
    if (typeof from_name !== "string" || !isObject(value) || typeof type !== "string") return [];
    return [{ question: from_name, value: chosenIn(type, value) }];
  });
}

function chosenIn(type: string, value: JsonObject): Json {
  if (type === "pairwise") {
    const sides: Record<string, string> = { left: "A", right: "B" };
    return { pair: typeof value.selected === "string" ? (sides[value.selected] ?? "tie") : "tie" };
  }
  return value[type] ?? value;
}

function whoOf(given: Json | undefined): string {
  const id = isObject(given) ? given.id : given;
  return `annotator ${typeof id === "number" || (typeof id === "string" && !id.includes("@")) ? id : "unnamed"}`;
}
