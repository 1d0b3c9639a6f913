import type { Column } from "@/lib/duckdb/schema";

interface DocumentedColumn extends Column {
  /** A description of the column for the author of a query. */
  about: string;
}

interface DocumentedTable {
  about: string;
  columns: readonly DocumentedColumn[];
}

const column = (name: string, type: Column["type"], about: string): DocumentedColumn => ({
  name,
  type,
  about,
});

const TASK = column("task_id", "text", "the task");
const METADATA = column("metadata", "text", "what else was imported, as JSON: metadata->>'field'");
const RATER = [
  column("rater", "text", "a person's pseudonym, or the name of a model"),
  column("rater_kind", "text", "human, llm, rules, gold or adjudicator"),
];
const ABOUT = [
  TASK,
  column("response_id", "text", "the response; of a pair the first (A)"),
  column("response_b_id", "text", "of a pair the second response (B)"),
  column("rubric_id", "text", "the rubric of the item; none of overall and preference"),
  column("item_id", "text", "the item, or overall, or preference"),
];
const WHERE_JUDGED = [
  column("arm", "text", "the arm of a batch"),
  column(
    "exposure",
    "text",
    "none, draft-first, judge-then-reveal, on-request or score-hidden; missing: unknown",
  ),
];
const REASON = [
  column("reason_code", "text", "why, by the code of a list"),
  column("reason_note", "text", "why, in words"),
];
const NOT_REPORTED_METADATA = column(
  "set_aside",
  "boolean",
  "made on a check or a planted error, or by a further annotator: in no statistic of a report",
);

/** The tables of a study as SQL finds them, in the order in which they are explained. */
export const STUDY_TABLES = {
  tasks: {
    about: "one row per task",
    columns: [
      TASK,
      column("instruction", "text", "what was asked"),
      column("input", "text", "the text that the instruction is about"),
      column("reference", "text", "a reference answer"),
      column("tags", "texts", "its families"),
      METADATA,
    ],
  },
  responses: {
    about: "one row per response",
    columns: [
      column("response_id", "text", "the response"),
      TASK,
      column("model", "text", "who wrote it; missing: a person"),
      column("text", "text", "what it says"),
      METADATA,
    ],
  },
  items: {
    about: "one row per item of a rubric, added ones included",
    columns: [
      column("rubric_id", "text", "the rubric"),
      column("item_id", "text", "the item, unique within its rubric"),
      column("task_id", "text", "the task of the rubric; missing: the rubric is for every task"),
      column("rubric_kind", "text", "checklist or criteria"),
      column("name", "text", "its short name"),
      column("text", "text", "what it asks"),
      column("category", "text", "its category"),
      column("weight", "number", "its weight in the rubric"),
      column("scale", "text", "yesno, yesnona or points"),
      column("lowest", "number", "of points the least"),
      column("highest", "number", "of points the most"),
      column("origin", "text", "where the rubric comes from: llm, rules, human …"),
      column("method", "text", "how the rubric was drafted"),
      column("model", "text", "who drafted the rubric"),
      column("added_by", "text", "the rater who added the item in a review"),
    ],
  },
  drafts: {
    about: "one row per drafted value, of every drafter",
    columns: [
      column("draft_id", "text", "the draft"),
      ...ABOUT,
      ...RATER,
      column("method", "text", "how it was drafted"),
      column("condition", "text", "what differs between runs of one rater and method"),
      column("order", "text", "of a pair which response the judge saw first: AB or BA"),
      column("sample", "count", "which of several samples it is"),
      column("confidence", "number", "how sure the judge was, from 0 to 1"),
      column("value", "text", "the value: yes, no, na, A, B, tie or a number"),
      column("number", "number", "the value where it is a number"),
      column("lines", "texts", "its explanation, line by line"),
      column("score_line", "count", "which of the lines states the value, the first being 0"),
      METADATA,
    ],
  },
  judgements: {
    about: "one row per judgement: one rater's value for one unit",
    columns: [
      column("judgement_id", "text", "the judgement"),
      column("unit", "text", "what raters are compared on, as in the ratings table"),
      ...ABOUT,
      ...RATER,
      ...WHERE_JUDGED,
      column("draft_id", "text", "the draft that was shown"),
      column("initial_value", "text", "the rater's own value before the draft was revealed"),
      column("initial_number", "number", "the same where it is a number"),
      column("revealed", "boolean", "the draft was revealed at some moment of the judgement"),
      column("value", "text", "the final value: yes, no, na, A, B, tie or a number; missing: skipped"),
      column("number", "number", "the final value where it is a number"),
      column("is_bulk", "boolean", "taken over together with the rest of its draft"),
      column("active_ms", "count", "milliseconds of active work"),
      column("started_at", "time", "when the rater began"),
      column("submitted_at", "time", "when it was submitted"),
      NOT_REPORTED_METADATA,
      METADATA,
    ],
  },
  lines: {
    about: "one row per explanation line a rater decided on or added",
    columns: [
      column("judgement_id", "text", "the judgement"),
      column("position", "count", "which of the judgement's decisions it is, the first being 0"),
      column("draft_line", "count", "the index of the drafted line; missing: added, or not recorded"),
      column("drafted", "text", "what was shown, where that was no line of a draft that is kept"),
      column("action", "text", "accept, revise, remove or add"),
      column("text", "text", "what it says now, where that was written by the rater"),
      ...REASON,
      column("is_bulk", "boolean", "decided together with the rest of its draft"),
      column("is_initial", "boolean", "written before the draft was shown, to explain the rater's own value"),
    ],
  },
  decisions: {
    about: "one row per decision on an item of a rubric",
    columns: [
      column("decision_id", "text", "the decision"),
      column("rubric_id", "text", "the rubric"),
      column("item_id", "text", "the item; of an addition the new one"),
      column("task_id", "text", "the task of the rubric; missing: the rubric is for every task"),
      ...RATER,
      ...WHERE_JUDGED,
      column("action", "text", "accept, revise, remove or add"),
      column("text", "text", "what the item says now, where that was written by the rater"),
      ...REASON,
      column("is_bulk", "boolean", "decided together with the rest of its draft"),
      column("at", "time", "when"),
      NOT_REPORTED_METADATA,
    ],
  },
  labels: {
    about: "one row per gold set of labels; labels people gave are in ratings",
    columns: [
      column("labels_id", "text", "the record"),
      TASK,
      column("item_id", "text", "the item; missing: the task itself"),
      column("question", "text", "the step that asks for them"),
      column("labels", "texts", "the labels; an empty list: none fits"),
      ...RATER,
    ],
  },
} as const satisfies Record<string, DocumentedTable>;

export type StudyTable = keyof typeof STUDY_TABLES;

/** Additional tables of a bundle, which its own Parquet files contain. */
export const BUNDLE_TABLES = {
  ratings: "the ratings table: one row per judgement, decision on an item and set of labels",
  units: "one row per unit and exposure class, one column per rater: what agreement is computed from",
} as const;
