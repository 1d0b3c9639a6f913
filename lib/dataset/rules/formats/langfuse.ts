import { detached } from "@/lib/dataset/rules/string-pool";
import type { Json, JsonObject } from "@/lib/formats/json-value";
import { ConvertedQuestions, convertAnswer } from "./answers";
import { taskOf, textOfTurn, turnsOf } from "./chat";
import { type Converter, checked, hasProblems, type Proposed, type RowProblem } from "./converter";
import { isObject } from "./mapping";
import { EXTERNAL, scoresOf } from "./scores";
import { cellText } from "./task-row";

/** The types of scores whose values are texts of their own, on no scale. */
const TEXTS = ["TEXT", "CORRECTION"];

/**
 * Traces and observations of Langfuse with the scores about them, in one file and in any order: a trace or an
 * observation is a task with its output as the response; a score that a person gave is a judgement, any other
 * one a draft. Users' names and e-mail addresses are left behind; annotators keep Langfuse's ids.
 */
export function langfuseConverter(): Converter {
  const subjects = new Map<string, number>();
  const scored = new Map<string, number>();
  const questions = new ConvertedQuestions({ min: 0, max: 1 });

  const convertScores = (
    scores: { score: JsonObject; place: string }[],
    about: string | null,
    line: number,
  ) => {
    const records: Proposed[] = [];
    const keys: string[] = [];
    for (const { score, place } of scores) {
      const read = scoreRecord(score, about);
      if ("reason" in read) return [{ ...read, place: place === "" ? read.place : `${place}.${read.place}` }];
      const earlier = scored.get(read.id) ?? (keys.includes(read.id) ? line : undefined);
      if (earlier !== undefined)
        return [
          {
            place: place === "" ? "id" : `${place}.id`,
            reason: `the score "${read.id}" is on line ${earlier} already`,
          },
        ];
      keys.push(read.id);
      records.push(read.record);
    }
    return { records, keys };
  };
  const valuesOf = (records: Proposed[]) =>
    records.flatMap(({ item, value }) =>
      typeof item === "string" ? [{ question: item, value: value as number | "yes" | "no" }] : [],
    );

  return {
    convert(row) {
      const isScore =
        row.value.dataType !== undefined && row.value.name !== undefined && row.value.output === undefined;
      const subject = isScore ? null : subjectOf(row.value);
      if (subject && "reason" in subject) return [subject];
      if (subject) {
        const earlier = subjects.get(subject.id);
        if (earlier !== undefined)
          return [{ place: "id", reason: `another row has the id "${subject.id}" (line ${earlier})` }];
      }
      const given = subject ? subject.scores : [{ score: row.value, place: "" }];
      const scores = convertScores(given, subject?.id ?? null, row.line);
      if (Array.isArray(scores)) return scores;
      const values = valuesOf(scores.records);
      const clash = questions.refuse(values, row.line);
      if (clash) return [{ ...clash, place: "value", reason: `of "${clash.place}" ${clash.reason}` }];
      const result = checked([...(subject?.records ?? []), ...scores.records]);
      if (hasProblems(result)) return result;
      questions.keep(values, row.line);
      if (subject) subjects.set(detached(subject.id), row.line);
      for (const key of scores.keys) scored.set(detached(key), row.line);
      return result;
    },
    finish: () => questions.rubrics(),
    lack: () =>
      subjects.size === 0 && scored.size > 0
        ? "the file has scores and neither traces nor observations, so nothing says what was scored: join both first, as in cat traces.jsonl scores.jsonl > both.jsonl"
        : null,
  };
}

/** A trace or observation that scores are about, with the scores in its own row. */
interface Subject {
  id: string;
  records: Proposed[];
  scores: { score: JsonObject; place: string }[];
}

function subjectOf({
  id: given,
  input,
  output,
  scores,
  name,
  tags,
  metadata,
  model,
  version,
  release,
  traceId,
}: JsonObject): Subject | RowProblem {
  const id = cellText(given ?? null);
  if (id === null || id === "")
    return { place: "id", reason: "is missing: it ties scores to what they are about" };
  const turns = turnsIn(input);
  if (turns === null)
    return {
      place: "input",
      reason: "is neither a text nor a list of chat turns: nothing says what was asked",
    };
  const text = answerIn(output);
  const list = scores ?? [];
  if (!Array.isArray(list) || !list.every((one) => isObject(one) || typeof one === "string"))
    return { place: "scores", reason: "must be a list of scores" };
  const { instruction, messages, answer } = taskOf(turns);
  const records: Proposed[] = [
    {
      type: "task",
      id,
      ...(answer === null ? { instruction, messages } : { instruction: "", messages: turns }),
      tags: Array.isArray(tags) ? tags : undefined,
      metadata: filledIn({ name, metadata, version, release, traceId }),
    },
  ];
  if (text !== null)
    records.push({
      type: "response",
      id: `${id}.1`,
      task: id,
      text,
      model: typeof model === "string" && model !== "" ? model : undefined,
    });
  // A list of ids only names the scores, which are rows of their own.
  const embedded = list.flatMap((score, n) => (isObject(score) ? [{ score, place: `scores[${n}]` }] : []));
  return { id, records, scores: embedded };
}

/** The fields that have a value. */
function filledIn(fields: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(
      (field): field is [string, Json] => field[1] !== undefined && field[1] !== null && field[1] !== "",
    ),
  );
}

function turnsIn(input: Json | undefined) {
  const inner = isObject(input) ? (input.messages ?? input.input ?? input.prompt ?? input.question) : input;
  if (typeof inner === "string" && inner.trim() !== "")
    return turnsOf(inner) ?? [{ role: "user", content: inner }];
  return turnsOf(inner);
}

function answerIn(output: Json | undefined): string | null {
  if (typeof output === "string") return output === "" ? null : output;
  if (Array.isArray(output)) return turnsOf(output)?.at(-1)?.content ?? null;
  if (!isObject(output)) return null;
  const text = textOfTurn(output);
  if (text !== null) return text;
  const { output: inner, answer, completion, text: words } = output;
  const found = [inner, answer, completion, words].find((one) => typeof one === "string" && one !== "");
  return typeof found === "string" ? found : null;
}

function scoreRecord(score: JsonObject, about: string | null): { id: string; record: Proposed } | RowProblem {
  const { id: given, name, source, comment, authorUserId, timestamp, configId } = score;
  const id = cellText(given ?? null);
  if (id === null || id === "") return { place: "id", reason: "is missing: the id of the score" };
  if (typeof name !== "string" || name === "")
    return { place: "name", reason: "is missing: what was scored" };
  const subject = namedSubject(score) ?? (isAboutOthers(score) ? null : about);
  if (!subject)
    return {
      place: "traceId",
      reason: "is missing: the score of a session or of a run is about no single answer",
    };
  const value = comparable(score);
  if (typeof value !== "number" && typeof value !== "boolean") return { place: "value", reason: value };
  const { values } = scoresOf([[name, value]]);
  const [first] = values;
  if (!first)
    return { place: "name", reason: `"${name}" has a meaning of its own here, and its scale is not known` };
  const common = {
    task: subject,
    response: `${subject}.1`,
    item: name,
    value: first.value,
    metadata: filledIn({ source, comment, configId, timestamp }),
  };
  if (source === "ANNOTATION")
    return {
      id,
      record: {
        type: "judgement",
        id: `score ${id}`,
        ...common,
        rater: `annotator ${idOfAuthor(authorUserId)}`,
        raterKind: "human",
        submittedAt: typeof timestamp === "string" ? timestamp : undefined,
      },
    };
  return {
    id,
    record: {
      type: "draft",
      id: `score ${id}`,
      ...common,
      rater: source === "EVAL" ? `evaluator ${name}` : "Langfuse",
      raterKind: source === "EVAL" ? "llm" : "rules",
      method: EXTERNAL,
      lines: typeof comment === "string" && comment !== "" ? [comment] : undefined,
    },
  };
}

/** The observation or trace that a score names, in a field of its own or, since version 3 of the API, as `subject`. */
function namedSubject({ observationId, traceId, subject }: JsonObject): string | null {
  const inSubject =
    isObject(subject) && ["observation", "trace"].includes(String(subject.kind)) ? subject.id : undefined;
  return [observationId, traceId, inSubject].map((id) => cellText(id ?? null)).find(Boolean) ?? null;
}

/** True for the score of a session or an experiment. */
const isAboutOthers = ({ subject }: JsonObject) =>
  isObject(subject) && ["session", "experiment"].includes(String(subject.kind));

function idOfAuthor(given: Json | undefined): string {
  const id = cellText(given ?? null);
  return id === null || id === "" || id.includes("@") ? "unnamed" : id;
}

/** The value of a score, or why it has none that can be compared. */
function comparable({ dataType, value, stringValue }: JsonObject): number | boolean | string {
  if (typeof dataType === "string" && TEXTS.includes(dataType)) return `is a text (${dataType}), on no scale`;
  if (dataType === "BOOLEAN") {
    if (value === 1 || value === 0) return value === 1;
    const answer = convertAnswer(typeof value === "boolean" ? value : (stringValue ?? value));
    return answer === "yes" || answer === "no" ? answer === "yes" : "is neither true nor false";
  }
  if (dataType === "CATEGORICAL") {
    const words = cellText(stringValue ?? value ?? null) ?? "";
    const answer = convertAnswer(words);
    if (answer === "yes" || answer === "no") return answer === "yes";
    return `is the category "${words.slice(0, 100)}", on no scale`;
  }
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : "is no number";
}
