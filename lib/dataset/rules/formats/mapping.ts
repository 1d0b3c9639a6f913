import {
  type FileFormat,
  type IMPORT_FORMATS,
  type Mapping,
  type ResponseColumns,
  TASK_FIELDS,
  type TaskField,
} from "@/lib/dataset/schema/mapping";
import type { Json, JsonObject } from "@/lib/formats/json-value";

/** Formats whose fields have one meaning, so that there is nothing to choose. */
const FIXED_FORMATS: readonly FileFormat[] = [
  "openai-batch",
  "lm-eval",
  "openai-evals",
  "inspect",
  "langfuse",
];

export function isFixed(shape: FileFormat): boolean {
  return FIXED_FORMATS.includes(shape);
}

/** The fields of a compared pair. */
const PAIR_FIELDS = ["sideA", "sideB", "modelA", "modelB", "winner", "judge"] as const;
export type PairField = (typeof PAIR_FIELDS)[number];

/** The file format of an import format. */
export function fileFormatOf(format: (typeof IMPORT_FORMATS)[number]): FileFormat {
  return format === "csv" || format === "json" || format === "jsonl" ? "table" : format;
}

/** Common column names of each field, likeliest first. */
const KNOWN: Record<TaskField | PairField | "chosen" | "rejected" | "response" | "model", string[]> = {
  id: ["id", "task_id", "prompt_id", "question_id", "qid", "uid", "uuid", "key"],
  instruction: ["instruction", "prompt", "question", "query", "task", "user_prompt", "goal"],
  input: ["input", "context", "passage", "document", "article", "source_text"],
  messages: ["messages", "conversation", "conversations", "chat", "turns"],
  reference: ["reference", "reference_answer", "expected_output", "ground_truth", "gold", "target", "ideal"],
  tags: ["tags", "tag", "category", "topic", "subset"],
  checklist: ["checklist", "checklist_items", "requirements", "questions", "assertions"],
  criteria: ["criteria", "rubric", "rubrics"],
  chosen: ["chosen", "preferred", "response_chosen"],
  rejected: ["rejected", "dispreferred", "response_rejected"],
  response: ["response", "output", "completion", "answer", "generation", "model_output", "prediction"],
  sideA: ["conversation_a", "response_a", "answer_a", "output_a", "completion_a", "side_a"],
  sideB: ["conversation_b", "response_b", "answer_b", "output_b", "completion_b", "side_b"],
  modelA: ["model_a", "model_1"],
  modelB: ["model_b", "model_2"],
  winner: ["winner", "winner_model_a", "preference", "verdict"],
  judge: ["judge", "annotator", "rater", "evaluator"],
  model: ["model", "model_name", "generator", "system", "llm"],
};

const NUMBERED = /^(?:response|output|answer|completion|generation)s?[ _.-]+(.+)$/i;

/** The likely meaning of columns, by their names alone. */
export function guessMapping(columns: readonly string[], shape: FileFormat = "table"): Mapping {
  const free = new Set(columns);
  const simple = (name: string) => name.toLowerCase().replace(/[\s.-]+/g, "_");
  const take = (field: keyof typeof KNOWN): string | undefined => {
    for (const name of KNOWN[field]) {
      const found = [...free].find((column) => simple(column) === name);
      if (found === undefined) continue;
      free.delete(found);
      return found;
    }
    return undefined;
  };
  if (isFixed(shape)) return {};
  const mapping: Mapping = {};
  for (const field of TASK_FIELDS) {
    const found = take(field);
    if (found !== undefined) mapping[field] = found;
  }
  if (shape === "preferences") {
    mapping.chosen = take("chosen");
    mapping.rejected = take("rejected");
    return dense(mapping);
  }
  if (shape === "pairs") {
    for (const field of PAIR_FIELDS) mapping[field] = take(field);
    if (mapping.judge !== undefined) mapping.winnerIs = "judgement";
    return dense(mapping);
  }
  if (mapping.instruction === undefined && mapping.messages === undefined) {
    mapping.instruction = mapping.input ?? [...free].find((column) => simple(column) === "text");
    if (mapping.input === mapping.instruction) mapping.input = undefined;
    else if (mapping.instruction !== undefined) free.delete(mapping.instruction);
  }
  const model = take("model");
  const text = take("response");
  const responses: ResponseColumns[] = [];
  if (text !== undefined) responses.push(model === undefined ? { text } : { text, model });
  const list = [...free].find((column) => simple(column) === "responses");
  if (list !== undefined) responses.push({ text: list });
  for (const column of free) {
    const [, name] = NUMBERED.exec(column) ?? [];
    if (name === undefined || /(?:id|name|score|length|model|time|tokens)$/i.test(name)) continue;
    const ofModel = [...free].find((other) => simple(other) === `model_${simple(name)}`);
    responses.push(ofModel === undefined ? { text: column, name } : { text: column, model: ofModel });
  }
  if (responses.length > 0) mapping.responses = responses.slice(0, 50);
  return dense(mapping);
}

/**
 * A mapping with choices applied to it, as `field=column`: a field of a task, `chosen`, `rejected`,
 * `response` or `response:MODEL` (as many as there are, replacing guessed ones), or `model`, the column with
 * the responses' model. An empty column removes a field. Returns a text if a choice is not valid.
 */
export function withChosenColumns(guessed: Mapping, chosen: readonly string[]): Mapping | string {
  const mapping: Mapping = { ...guessed };
  const responses: ResponseColumns[] = [];
  let model: string | undefined;
  for (const one of chosen) {
    const at = one.indexOf("=");
    if (at < 1) return `is FIELD=COLUMN, not ${one}`;
    const field = one.slice(0, at);
    const column = one.slice(at + 1) || undefined;
    const simple = [...TASK_FIELDS, ...PAIR_FIELDS, "chosen" as const, "rejected" as const].find(
      (name) => name === field,
    );
    if (simple) mapping[simple] = column;
    else if (field === "model") model = column;
    else if (field === "response" || field.startsWith("response:")) {
      if (column) responses.push({ text: column, name: field.slice("response:".length) || undefined });
      mapping.responses = responses;
    } else return `knows no field ${field}; --help lists them`;
  }
  if (model !== undefined) {
    mapping.responses = mapping.responses?.map((one) => (one.name ? one : { ...one, model }));
  }
  return dense(mapping);
}

function dense(mapping: Mapping): Mapping {
  return Object.fromEntries(Object.entries(mapping).filter(([, value]) => value !== undefined));
}

/** The column names of a row; nested objects add a path for each field, two levels deep. */
export function columnNames(row: JsonObject): string[] {
  const columns: string[] = [];
  const add = (value: JsonObject, prefix: string, depth: number) => {
    for (const [key, content] of Object.entries(value)) {
      if (isObject(content) && depth < 2) add(content, `${prefix}${key}.`, depth + 1);
      else columns.push(`${prefix}${key}`);
    }
  };
  add(row, "", 0);
  return columns;
}

/** A row's value in a column; undefined for a missing one, an empty text or null. */
export function cellOf(row: JsonObject, column: string | undefined): Json | undefined {
  if (column === undefined) return undefined;
  let value: Json | undefined = Object.hasOwn(row, column) ? row[column] : undefined;
  if (value === undefined && column.includes(".")) {
    value = column
      .split(".")
      .reduce<Json | undefined>(
        (outer, key) => (isObject(outer) && Object.hasOwn(outer, key) ? outer[key] : undefined),
        row,
      );
  }
  return value === null || value === "" ? undefined : value;
}

/** The columns with a meaning. */
export function usedColumns({ responses = [], winnerIs: _, ...fields }: Mapping): string[] {
  const ofResponses = responses.flatMap(({ text, model }) => (model === undefined ? [text] : [text, model]));
  return [...Object.values(fields).filter((column) => column !== undefined), ...ofResponses];
}

/** The columns of a row without a meaning, which become metadata. */
export function unmappedColumns(row: JsonObject, used: readonly string[]): JsonObject {
  const taken = new Set(used);
  const rest = (value: JsonObject, prefix: string): JsonObject =>
    Object.fromEntries(
      Object.entries(value).flatMap(([key, content]): [string, Json][] => {
        const column = `${prefix}${key}`;
        if (taken.has(column) || content === null || content === "") return [];
        if (!isObject(content) || !used.some((one) => one.startsWith(`${column}.`))) return [[key, content]];
        const left = rest(content, `${column}.`);
        return Object.keys(left).length === 0 ? [] : [[key, left]];
      }),
    );
  return rest(row, "");
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
