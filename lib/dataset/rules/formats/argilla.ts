import type { Mapping } from "@/lib/dataset/schema/mapping";
import type { Json, JsonObject } from "@/lib/formats/json-value";
import { type Annotated, annotatedConverter, ownNameOf, type ToolAnswer } from "./annotated";
import type { Converter, RowProblem, SourceRow } from "./converter";
import { isObject, unmappedColumns } from "./mapping";
import { cellText, ownRowOf } from "./task-row";

/**
 * Records as Argilla exports them: `fields` with the texts, `suggestions` of models and `responses` of
 * people, by question (version 2) or as lists (version 1). People have Argilla's ids.
 */
export function argillaConverter(mapping: Mapping): Converter {
  return annotatedConverter(mapping, takeApart);
}

function takeApart({ value }: SourceRow): Annotated | RowProblem[] {
  const { fields } = value;
  if (!isObject(fields))
    return [{ place: "fields", reason: "is missing: an Argilla record keeps its texts there" }];
  const proposals = suggestionsOf(value.suggestions ?? []);
  if (!proposals) return [{ place: "suggestions", reason: "must be objects with a value, by question" }];
  const answers = responsesOf(value.responses ?? []);
  if (!answers) return [{ place: "responses", reason: "must be lists of answers, by question" }];
  const id = value.external_id ?? value.id;
  const metadata = isObject(value.metadata) ? value.metadata : {};
  const own = ownRowOf({ ...fields, ...metadata, response_id: id ?? null });
  return {
    id: id === undefined || id === null ? undefined : (cellText(id) ?? undefined),
    data: fields,
    proposals,
    answers,
    metadata: own ? unmappedColumns(metadata, ["countersign", "task_id", "model", "tags"]) : metadata,
    own,
  };
}

function suggestionsOf(given: Json): ToolAnswer[] | null {
  const entries: [string, Json][] | null = Array.isArray(given)
    ? given.map((one) => [
        isObject(one) && typeof one.question_name === "string" ? one.question_name : "",
        one,
      ])
    : isObject(given)
      ? Object.entries(given)
      : null;
  if (!entries?.every(([question, one]) => question !== "" && isObject(one))) return null;
  return entries.flatMap(([question, one]) => {
    if (!isObject(one)) return [];
    const metadata = typeof one.score === "number" ? { score: one.score } : undefined;
    return [{ question, value: one.value, by: cellText(one.agent ?? null) || "suggestion", metadata }];
  });
}

function responsesOf(given: Json): ToolAnswer[] | null {
  if (Array.isArray(given)) {
    if (!given.every(isObject)) return null;
    return given.filter(isSubmitted).flatMap((one) => {
      const values = isObject(one.values) ? one.values : {};
      return Object.entries(values).map(([question, value]) => ({
        question,
        value: isObject(value) ? value.value : value,
        by: ownNameOf(one) ?? whoOf(one),
      }));
    });
  }
  if (!isObject(given)) return null;
  const answers: ToolAnswer[] = [];
  for (const [question, list] of Object.entries(given)) {
    if (!Array.isArray(list) || !list.every(isObject)) return null;
    for (const one of list.filter(isSubmitted))
      answers.push({ question, value: one.value, by: ownNameOf(one) ?? whoOf(one) });
  }
  return answers;
}

function isSubmitted({ status }: JsonObject): boolean {
  return status === undefined || status === null || status === "submitted";
}

function whoOf({ user_id }: JsonObject): string {
  return `annotator ${cellText(user_id ?? null) ?? "unnamed"}`;
}
