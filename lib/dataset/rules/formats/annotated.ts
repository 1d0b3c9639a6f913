import type { Mapping } from "@/lib/dataset/schema/mapping";
import type { Json, JsonObject } from "@/lib/formats/json-value";
import { type ConvertedAnswer, ConvertedQuestions, convertAnswer } from "./answers";
import {
  type Converter,
  checked,
  hasProblems,
  type Proposed,
  type RowProblem,
  type SourceRow,
} from "./converter";
import { isObject } from "./mapping";
import { type OwnRow, TaskReader } from "./task-row";

/** A model's proposal, or a person's answer, to one question of one row. */
export interface ToolAnswer {
  question: string;
  value: Json | undefined;
  by: string;
  /** The tool's id of the answer; if the tool has none, one is generated. */
  id?: string | undefined;
  /** The id of the proposal that was shown. */
  draft?: string | undefined;
  activeMs?: number | undefined;
  submittedAt?: string | undefined;
  metadata?: JsonObject | undefined;
}

/** A parsed row of an annotation tool: texts, proposals and answers. */
export interface Annotated {
  id: string | undefined;
  data: JsonObject;
  proposals: ToolAnswer[];
  answers: ToolAnswer[];
  metadata: JsonObject;
  /** For rows exported from here: task and response, which are read unchanged. */
  own?: OwnRow | undefined;
}

/**
 * Rows of an annotation tool: tasks with models' proposals (drafts) and people's answers (judgements) about
 * their response. Such exports do not tell whether proposals were shown, so the exposure is unknown. Answers
 * that are not values here (texts, spans, labels), and those about a task without or with several responses,
 * are stored with the task under `proposals` and `answers`.
 */
export function annotatedConverter(
  mapping: Mapping,
  takeApart: (row: SourceRow) => Annotated | RowProblem[],
): Converter {
  const reader = new TaskReader(mapping);
  const questions = new ConvertedQuestions();
  return {
    convert(row) {
      const parts = takeApart(row);
      if (Array.isArray(parts)) return parts;
      const read = parts.own ? reader.readOwn(row, parts.own) : reader.read(row, parts.data, parts.id);
      if (Array.isArray(read)) return read;
      const { task, responses } = read;
      // A further response to an earlier task: its ids must differ from those of the first.
      const prefix = read.isFirst && !parts.own ? task : (responses[0] ?? task);
      const values: ConvertedAnswer[] = [];
      const records: Proposed[] = [];
      const drafts = new Map<string, string>();
      const aside: Record<"proposals" | "answers", Json[]> = { proposals: [], answers: [] };

      const place = (given: ToolAnswer, as: "proposals" | "answers") => {
        const about = aboutOf(given, responses);
        if (!about) {
          const { question, value, by } = given;
          aside[as].push({ question, value: value ?? null, by });
          return null;
        }
        values.push({ question: about.item, value: about.value });
        return about;
      };
      for (const [n, given] of parts.proposals.entries()) {
        const about = place(given, "proposals");
        if (!about) continue;
        const id = `${prefix}.d${n + 1}`;
        if (given.id !== undefined) drafts.set(`${given.id}\n${given.question}`, id);
        records.push({
          type: "draft",
          id,
          task,
          ...about,
          rater: given.by,
          raterKind: "llm",
          metadata: given.metadata,
        });
      }
      // A person's last answer to a question counts; the tools export earlier ones too.
      const last = new Map(parts.answers.map((given) => [JSON.stringify([given.by, given.question]), given]));
      for (const given of parts.answers) {
        const about =
          last.get(JSON.stringify([given.by, given.question])) === given ? place(given, "answers") : null;
        if (!about) continue;
        records.push({
          type: "judgement",
          id: `${prefix}.j${records.length + 1}`,
          task,
          ...about,
          rater: given.by,
          raterKind: "human",
          draft: given.draft === undefined ? undefined : drafts.get(`${given.draft}\n${given.question}`),
          activeMs: given.activeMs,
          submittedAt: given.submittedAt,
          metadata: given.metadata,
        });
      }
      const clash = questions.refuse(values, row.line);
      if (clash) return [clash];
      const result = checked(
        [...withAside(read.records, { ...parts.metadata, ...filled(aside) }), ...records],
        read.columns,
      );
      if (hasProblems(result)) return result;
      questions.keep(values, row.line);
      read.keep();
      return result;
    },
    finish: () => questions.rubrics(),
  };
}

/** The rater's pseudonym, in a file exported from here. */
export function ownNameOf({ countersign }: JsonObject): string | null {
  const rater = isObject(countersign) ? countersign.rater : undefined;
  return typeof rater === "string" && rater !== "" ? rater : null;
}

/** The unit of an answer, and its value; null when it cannot be compared. */
function aboutOf({ question, value }: ToolAnswer, responses: string[]) {
  const [first, second] = responses;
  if (isObject(value) && value.pair !== undefined) {
    if (first === undefined || second === undefined || responses.length !== 2) return null;
    const side = value.pair;
    return side === "A" || side === "B" || side === "tie"
      ? { item: "preference", pair: [first, second], value: side as "A" | "B" | "tie" }
      : null;
  }
  const answer = convertAnswer(value);
  if (answer === null || first === undefined || second !== undefined || question === "preference")
    return null;
  return { item: question, response: first, value: answer };
}

function filled(aside: Record<string, Json[]>): JsonObject {
  return Object.fromEntries(Object.entries(aside).filter(([, list]) => list.length > 0));
}

function withAside(records: Proposed[], more: JsonObject): Proposed[] {
  return records.map((record) =>
    record.type === "task"
      ? { ...record, metadata: { ...(record.metadata as JsonObject | undefined), ...more } }
      : record,
  );
}
