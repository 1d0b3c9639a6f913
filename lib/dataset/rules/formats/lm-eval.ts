import { detached } from "@/lib/dataset/rules/string-pool";
import type { Mapping } from "@/lib/dataset/schema/mapping";
import type { Json, JsonObject } from "@/lib/formats/json-value";
import { ConvertedQuestions } from "./answers";
import { parseList, taskOf, turnsOf } from "./chat";
import { type Converter, checked, hasProblems, type Proposed, type RowProblem, textHash } from "./converter";
import { isObject } from "./mapping";
import { EXTERNAL, scoresOf } from "./scores";
import { cellText } from "./task-row";

/** The fields of a sample that are no metrics; older versions do not list those. */
const FIELDS = new Set([
  "doc_id",
  "doc",
  "target",
  "arguments",
  "resps",
  "filtered_resps",
  "filter",
  "metrics",
  "doc_hash",
  "prompt_hash",
  "target_hash",
]);

/** The answers of one model to one document, and the filters whose scores were read. */
interface Run {
  answers: number;
  filters: Set<string>;
  responses: string[];
}

interface Document {
  line: number;
  prompt: number;
  runs: Run[];
}

/**
 * Samples that the lm-evaluation-harness logs, of generated answers: a document is a task, what the model
 * generated its response, and each metric a draft of the harness under the row's filter. Rows of one document
 * are further filters of the same answers, or the answers of another model. The file names no model: a name
 * chosen for the responses is theirs.
 */
export function lmEvalConverter(mapping: Mapping): Converter {
  const documents = new Map<string, Document>();
  const questions = new ConvertedQuestions({ min: 0, max: 1 });
  const model = mapping.responses?.find(({ name }) => name !== undefined)?.name;
  return {
    convert(row) {
      const sample = sampleOf(row.value);
      if (Array.isArray(sample)) return sample;
      const { id, prompt, texts, filter } = sample;
      const asked = textHash(JSON.stringify(prompt));
      const answers = textHash(JSON.stringify(texts));
      const known = documents.get(id);
      if (known && known.prompt !== asked)
        return [
          {
            place: "doc_id",
            reason: `"${id}" is another question on line ${known.line}: import the samples of each task by themselves`,
          },
        ];
      const earlier = known?.runs.find((run) => run.answers === answers && !run.filters.has(filter));
      const before = known?.runs.reduce((count, run) => count + run.responses.length, 0) ?? 0;
      const responses = earlier?.responses ?? texts.map((_, n) => `${id}.${before + n + 1}`);
      const { values, others } = scoresOf(metricsOf(row.value));
      const [response] = responses;
      // If there are several answers, the metrics are about all of them together, and belong to none.
      const isOfOne = responses.length === 1 && response !== undefined;
      if (earlier && (!isOfOne || values.length === 0))
        return [{ place: "filter", reason: "has no score of one answer: its answers are there already" }];
      const given = isOfOne ? values : [];
      const clash = questions.refuse(given, row.line);
      if (clash) return [clash];
      const aside = isOfOne ? others : Object.fromEntries(metricsOf(row.value));
      const result = checked([
        ...(known ? [] : [taskRecord(sample)]),
        ...(earlier ? [] : texts).map(
          (text, n): Proposed => ({
            type: "response",
            id: responses[n],
            task: id,
            model,
            text,
            metadata: kept({ scores: aside }),
          }),
        ),
        ...given.map(
          ({ question, value }, n): Proposed => ({
            type: "draft",
            id: `${response}.${filter}.${n + 1}`,
            task: id,
            response,
            item: question,
            rater: "lm-evaluation-harness",
            raterKind: "rules",
            method: EXTERNAL,
            condition: filter,
            value,
            metadata: {
              filtered: row.value.filtered_resps ?? null,
              ...kept({ scores: earlier ? aside : {} }),
            },
          }),
        ),
      ]);
      if (hasProblems(result)) return result;
      questions.keep(given, row.line);
      const document = known ?? { line: row.line, prompt: asked, runs: [] };
      if (earlier) earlier.filters.add(detached(filter));
      else document.runs.push({ answers, filters: new Set([detached(filter)]), responses });
      if (!known) documents.set(detached(id), document);
      return result;
    },
    finish: () => questions.rubrics(),
  };
}

interface Sample {
  id: string;
  prompt: Json;
  texts: string[];
  filter: string;
  doc: JsonObject;
  target: Json;
}

function sampleOf({
  doc_id,
  doc,
  target,
  arguments: given,
  resps,
  filter,
}: JsonObject): Sample | RowProblem[] {
  const id = cellText(doc_id ?? null);
  if (id === null || id === "")
    return [{ place: "doc_id", reason: "is missing: the number of the document" }];
  const requests = requestsOf(given);
  const [request] = requests ?? [];
  if (request === undefined || requests === null)
    return [{ place: "arguments", reason: "is missing: what the model was asked" }];
  if (!Array.isArray(resps) || resps.length === 0)
    return [{ place: "resps", reason: "is missing: what the model answered" }];
  const [answers] = resps;
  const isOfChoices = requests.length > 1 || resps.length > 1 || typeof request[1] === "string";
  if (isOfChoices || !Array.isArray(answers) || !answers.every((text) => typeof text === "string"))
    return [{ place: "resps", reason: "are log-likelihoods of given answers: the model has written none" }];
  const [prompt] = request;
  // Chat turns are logged as a list with one JSON text.
  const only = Array.isArray(prompt) && prompt.length === 1 ? prompt[0] : prompt;
  if (only === undefined || (typeof only !== "string" && turnsOf(only) === null))
    return [{ place: "arguments", reason: "begins with no prompt: a text, or chat turns" }];
  return {
    id,
    prompt: only,
    texts: answers,
    filter: typeof filter === "string" && filter !== "" ? filter : "none",
    doc: isObject(doc) ? doc : kept({ doc }),
    target: target ?? null,
  };
}

/** The arguments of each request: lists, or objects with `arg_0`, `arg_1` under `gen_args_0`. */
function requestsOf(given: Json | undefined): Json[][] | null {
  const requests = isObject(given) ? Object.values(given) : given;
  if (!Array.isArray(requests)) return null;
  const each = requests.map((one) => (isObject(one) ? Object.values(one) : one));
  return each.every((one) => Array.isArray(one)) ? each : null;
}

function taskRecord({ id, prompt, doc, target }: Sample): Proposed {
  const turns = parseList(prompt) === null ? null : turnsOf(prompt);
  const isText = typeof target === "string";
  const asked = turns ? taskOf(turns) : null;
  // An answer that was begun for the model is a turn like any other.
  const { instruction, messages } =
    asked?.answer === null ? asked : { instruction: "", messages: turns ?? [] };
  return {
    type: "task",
    id,
    ...(turns ? { instruction, messages } : { instruction: String(prompt) }),
    reference: isText && target !== "" ? target : undefined,
    metadata: { ...doc, ...(isText ? {} : kept({ target })) },
  };
}

function metricsOf(row: JsonObject): [string, Json][] {
  const { metrics } = row;
  const listed = Array.isArray(metrics) ? metrics.filter((name) => typeof name === "string") : null;
  const names = listed ?? Object.keys(row).filter((name) => !FIELDS.has(name));
  return names.flatMap((name) => (Object.hasOwn(row, name) ? [[name, row[name] ?? null]] : []));
}

/** Without what is null, missing or empty. */
function kept(fields: { [key: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(
      (field): field is [string, Json] =>
        field[1] !== undefined &&
        field[1] !== null &&
        !(isObject(field[1]) && Object.keys(field[1]).length === 0),
    ),
  );
}
