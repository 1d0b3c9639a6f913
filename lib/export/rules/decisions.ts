import {
  type DecisionRecord,
  type DraftRecord,
  type JudgementRecord,
  type LineDecision,
  RecordReason,
} from "@/lib/dataset/schema";
import { explains } from "@/lib/report/rules/explanations";
import { itemKey } from "@/lib/report/rules/item-key";
import type { ReportDraft, ReportJudgement } from "@/lib/report/schema/study";
import { type Cells, changeCells, type StudyIndex } from "./study-index";

export const DECISION_COLUMNS = [
  "id",
  "of",
  "task_id",
  "response_id",
  "rubric_id",
  "item",
  "rater",
  "rater_kind",
  "arm",
  "exposure",
  "exposure_class",
  "draft_id",
  "line",
  "place",
  "action",
  "drafted",
  "text",
  "draft_value",
  "final_value",
  "reason_code",
  "reason_note",
  "is_bulk",
  "at",
] as const;

const EMPTY = Object.fromEntries(DECISION_COLUMNS.map((column) => [column, null])) as Cells;

/** A judgement and its draft, as in the study file and as read by a report. */
interface Judged {
  record: JudgementRecord;
  read: ReportJudgement;
  draft: { record: DraftRecord; read: ReportDraft } | undefined;
}

/** The decisions of a judgement on its draft: a row for the value, and one for every line. */
export function decisionsOnDraft({ record, read, draft }: Judged, overview: StudyIndex): Cells[] {
  const change = changeCells(read, draft?.read);
  const about: Cells = {
    ...EMPTY,
    id: record.id,
    task_id: record.task,
    response_id: record.pair ? JSON.stringify(record.pair) : (record.response ?? null),
    item: overview.labelOf(read.item),
    rater: record.rater,
    rater_kind: record.raterKind,
    arm: record.arm ?? null,
    exposure: record.exposure ?? null,
    exposure_class: change.exposure_class,
    draft_id: record.draft ?? null,
    at: record.submittedAt ?? record.startedAt ?? null,
  };
  const { draft_value, final_value } = change;
  const isKept = draft_value !== null && draft_value === final_value;
  const action = draft_value === null || final_value === null ? null : isKept ? "accept" : "revise";
  const readLines = read.lines;
  const own = new Set(readLines.flatMap((line, at) => (explains(read, readLines)(line) ? [at] : [])));
  const lines = (record.lines ?? []).map(
    (line, at): Cells => ({
      ...about,
      of: own.has(at) ? "explanation" : "line",
      line: line.draft ?? null,
      place: placeOf(line, draft?.record.scoreLine),
      action: line.action,
      drafted:
        line.draftText ?? (line.draft === undefined ? null : (draft?.record.lines?.[line.draft] ?? null)),
      text: line.text ?? null,
      ...reasonCells(line.reason),
      is_bulk: line.bulk === true,
    }),
  );
  const why = reasonCells(RecordReason.safeParse(record.metadata?.reason).data);
  return [
    ...(draft
      ? [{ ...about, of: "value", action, draft_value, final_value, ...why, is_bulk: record.bulk === true }]
      : []),
    ...lines,
  ];
}

/** A decision on an item of a drafted rubric. */
export function decisionOnItem(record: DecisionRecord, drafted: string | null, overview: StudyIndex): Cells {
  return {
    ...EMPTY,
    id: record.id,
    of: "item",
    rubric_id: record.rubric,
    item: overview.labelOf(itemKey(record.rubric, record.item)),
    rater: record.rater,
    rater_kind: record.raterKind,
    arm: record.arm ?? null,
    exposure: record.exposure ?? null,
    action: record.action,
    drafted: record.action === "add" ? null : drafted,
    text: record.text ?? null,
    ...reasonCells(record.reason),
    is_bulk: record.bulk === true,
    at: record.at ?? null,
  };
}

/**
 * The role of a line in its draft: it states the value, or is evidence; null for lines before the score line.
 */
function placeOf({ draft }: LineDecision, scoreLine: number | undefined): "score" | "evidence" | null {
  if (scoreLine === undefined) return null;
  if (draft === scoreLine) return "score";
  return draft === undefined || draft > scoreLine ? "evidence" : null;
}

function reasonCells(reason: RecordReason | undefined) {
  if (reason === undefined) return { reason_code: null, reason_note: null };
  if (typeof reason === "string") return { reason_code: null, reason_note: reason };
  return { reason_code: reason.code, reason_note: reason.note ?? null };
}
