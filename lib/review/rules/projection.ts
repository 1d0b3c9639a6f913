import type { Exposure, Scale, Value } from "@/lib/judgement/schema";
import type { Judgement } from "@/lib/judgement/schema/row";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { Answer } from "@/lib/protocol/schema";
import { explainsOwnValue } from "@/lib/review/rules/explanations";
import { overrulesValue } from "@/lib/review/rules/reasons";
import { isConcealed, visibleItems } from "@/lib/review/rules/reveal";
import {
  addedItems,
  addedLines,
  indexOf,
  itemState,
  questionAnswer,
  timeOn,
  valueNow,
  visibleLines,
} from "@/lib/review/rules/selectors";
import { applies } from "@/lib/review/rules/step-conditions";
import type { Decided, ReviewDocument, UnitAnswer } from "@/lib/review/schema/document";
import type { DecisionReason } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";

/** A decision on an explanation line; for an added line `line` is null. */
type LineRow = {
  line: number | null;
  action: "accept" | "revise" | "remove" | "add";
  text: string | null;
  reason: DecisionReason | null;
  at: string;
  /** Set if the line was accepted together with the rest of its draft. */
  bulk?: true;
  /** An added line that explains the own value: it was written before the draft was shown. */
  initial?: true;
};

/** The value of one unit, with the decisions on the draft's lines. */
interface ProjectedJudgement extends Pick<Judgement, "draft" | "activeMs" | "idleMs"> {
  step: number;
  /** The item's key, `overall`, or `preference`. */
  item: string;
  exposure: Exposure;
  /**
   * The own value before the draft was shown; null when there was none then. Undefined when the draft was
   * never shown, or was shown from the start.
   */
  initial: Value | null | undefined;
  /** The final value. A preference is for the sides as shown, A on the left. */
  value: Value;
  /** Position in the displayed order of its step, from 1. */
  shown: number;
  lines: LineRow[];
  /** Reason for differing from the drafted value, if no decision on a line gives one. */
  reason: DecisionReason | null;
  /** Set if the value was accepted together with the rest of its draft. */
  bulk?: true;
}

/** The decision on one item of a rubric under review. */
type DecisionRow = {
  step: number;
  rubric: string;
  /** The drafted item's key, or the id of the added one. */
  item: string;
  exposure: Exposure;
  action: "accept" | "revise" | "remove" | "add";
  text: string | null;
  reason: DecisionReason | null;
  /** For added items. */
  scale: Scale | null;
  /** For added items that were offered: the original wording. */
  offered?: string;
  at: string;
  /** Set if the item was accepted together with the rest of its draft. */
  bulk?: true;
};

/** The labels of one unit in one step. */
type LabellingRow = {
  step: number;
  question: string;
  /** The item's key, or null for the task or the response as a whole. */
  item: string | null;
  exposure: Exposure;
  /** The draft that was shown. */
  draft: { id: string; labels: readonly string[] } | null;
  /** The annotator's own labels before the draft was shown; null or undefined as in a judgement. */
  initial: readonly string[] | null | undefined;
  labels: readonly string[];
  /** Position in the displayed order of its step, from 1. */
  shown: number;
  activeMs: number | null;
  idleMs: number | null;
  /** Reason for differing from the drafted labels. */
  reason: DecisionReason | null;
};

type QuestionAnswerRow = { step: number; question: string; value: Answer };

export type Projection = {
  judgements: ProjectedJudgement[];
  decisions: DecisionRow[];
  labels: LabellingRow[];
  asks: QuestionAnswerRow[];
};

/**
 * The rows of a complete document: one judgement per unit, one decision per drafted item and per addition. An
 * item without a draft has the step's exposure too, because drafts of other items were visible (`draft` is
 * then null); so has one whose draft was never requested (`draft` null and `initial` undefined). Values are
 * the annotator's own and never derived from lines.
 */
export function project(frame: ReviewFrame, document: ReviewDocument): Projection {
  const rows: Projection = { judgements: [], decisions: [], labels: [], asks: [] };
  frame.steps.forEach((_, index) => {
    projectStep(frame, index, document, rows);
  });
  return rows;
}

function projectStep(frame: ReviewFrame, index: number, document: ReviewDocument, rows: Projection) {
  const step = frame.steps[index];
  // Operations from before an earlier answer ruled the step out are kept, and count nowhere.
  if (!applies(frame, document, step)) return;
  switch (step?.type) {
    case "rubric":
      for (const rubric of step.rubrics) {
        const row = { step: index, rubric: rubric.key, exposure: step.exposure };
        for (const { key } of visibleItems(document, step, index, rubric)) {
          const { decision } = itemState(document, key);
          if (decision) rows.decisions.push({ ...row, item: key, scale: null, ...decision });
        }
        for (const { id, text, offered, scale, at } of addedItems(document, rubric.key))
          rows.decisions.push({
            ...{ ...row, item: id, action: "add", text, reason: null, scale, at },
            ...(offered !== undefined && { offered }),
          });
      }
      return;
    case "judge":
      step.items.forEach(({ key }, place) => {
        rows.judgements.push(...judgement(frame, document, key, place + 1));
      });
      return;
    case "score":
      rows.judgements.push(...judgement(frame, document, OVERALL, 1));
      return;
    case "prefer":
      rows.judgements.push(...judgement(frame, document, PREFERENCE, 1));
      return;
    case "label":
      step.units.forEach(({ key, item }, place) => {
        rows.labels.push(...labelling(frame, document, { key, item, question: step.id, shown: place + 1 }));
      });
      return;
    case "ask": {
      const value = questionAnswer(document, step.id);
      if (value !== null) rows.asks.push({ step: index, question: step.id, value });
      return;
    }
  }
}

/** One judgement, or none without a value. */
function judgement(
  frame: ReviewFrame,
  document: ReviewDocument,
  item: string,
  shown: number,
): ProjectedJudgement[] {
  const unit = indexOf(frame).units.get(item);
  const value = valueNow(document, item);
  if (!unit || value === null || isLabels(value)) return [];
  const { lines: decided, revealed, bulk } = itemState(document, item);
  const draft = isConcealed(document, unit) ? null : unit.draft;
  const own = revealed?.initial;
  const initial = own === undefined || own === null || !isLabels(own) ? own : undefined;
  const lines = visibleLines(draft).flatMap(({ line }) => lineRow(line, decided[line]));
  const added = addedLines(document, item).map(
    ({ id, text, at }): LineRow => ({
      ...{ line: null, action: "add", text, reason: null, at },
      ...(explainsOwnValue(document.ops, id, item) && { initial: true }),
    }),
  );
  const time = timeOn(document, item);
  return [
    {
      step: unit.step,
      item,
      exposure: unit.exposure,
      draft: draft?.id ?? null,
      initial,
      value,
      shown,
      activeMs: time?.activeMs ?? null,
      idleMs: time?.idleMs ?? null,
      lines: [...lines, ...added],
      reason: reasonOf(frame, document, item),
      ...(bulk && { bulk }),
    },
  ];
}

const isLabels = (value: UnitAnswer): value is readonly string[] => typeof value === "object";

/** One row, or none without labels. */
function labelling(
  frame: ReviewFrame,
  document: ReviewDocument,
  { key, ...about }: Pick<LabellingRow, "item" | "question" | "shown"> & { key: string },
): LabellingRow[] {
  const unit = indexOf(frame).units.get(key);
  const labels = valueNow(document, key);
  if (!unit || labels === null || !isLabels(labels)) return [];
  const { revealed } = itemState(document, key);
  const draft = isConcealed(document, unit) ? null : unit.draft;
  const initial = revealed?.initial;
  const time = timeOn(document, key);
  return [
    {
      ...about,
      step: unit.step,
      exposure: unit.exposure,
      draft: draft && { id: draft.id, labels: draft.labels ?? [] },
      initial: initial === undefined || initial === null || isLabels(initial) ? initial : undefined,
      labels,
      activeMs: time?.activeMs ?? null,
      idleMs: time?.idleMs ?? null,
      reason: reasonOf(frame, document, key),
    },
  ];
}

function reasonOf(frame: ReviewFrame, document: ReviewDocument, unit: string): DecisionReason | null {
  return overrulesValue(frame, document, unit) ? itemState(document, unit).why : null;
}

const lineRow = (line: number, decided: Decided | undefined): LineRow[] =>
  decided ? [{ line, ...decided }] : [];
