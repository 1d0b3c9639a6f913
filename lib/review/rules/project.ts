import { type Exposure, OVERALL, type Scale } from "@/lib/dataset/schema";
import {
  addedItems,
  addedLines,
  askAnswer,
  indexOf,
  itemState,
  linesOf,
  timeOn,
  valueNow,
} from "@/lib/review/rules/read";
import { isConcealed, shownItems } from "@/lib/review/rules/reveal";
import type { Answer, Decided, Reason, ReviewDocument, ReviewFrame } from "@/lib/review/schema";

/** A decision on an explanation line, or (`line` null) an added one. */
export type LineRow = {
  line: number | null;
  action: "accept" | "revise" | "remove" | "add";
  text: string | null;
  reason: Reason | null;
  at: string;
};

/** One value for one unit, with what was done to the draft's lines on the way. */
export type JudgementRow = {
  step: number;
  /** The item's key, or `overall`. */
  item: string;
  exposure: Exposure;
  /** The draft that was shown. */
  draft: string | null;
  /**
   * The own value before the draft was shown; null when it was shown before there was one. Undefined when it never
   * was, or was there from the start.
   */
  initial: Answer | null | undefined;
  /** The final value. */
  value: Answer;
  /** Place in the shown order of its step, from 1. */
  shown: number;
  activeMs: number | null;
  idleMs: number | null;
  lines: LineRow[];
};

/** What was done to one item of a rubric under review. */
export type DecisionRow = {
  step: number;
  rubric: string;
  /** The drafted item's key, or the id of the added one. */
  item: string;
  exposure: Exposure;
  action: "accept" | "revise" | "remove" | "add";
  text: string | null;
  reason: Reason | null;
  /** Of an added item. */
  scale: Scale | null;
  /** Of an added item that was offered: the wording it was offered in. */
  offered?: string;
  at: string;
};

export type AskRow = { step: number; question: string; value: string };

export type Projection = { judgements: JudgementRow[]; decisions: DecisionRow[]; asks: AskRow[] };

/**
 * The flat rows a complete document amounts to: one judgement per unit, one decision per drafted thing and per
 * addition. The exposure is the step's also where an item had no draft (then `draft` is null): the drafts of the
 * items around it were seen; and where its draft was never asked for (then `draft` is null and `initial` undefined).
 * Values are the annotator's own and never read off the lines.
 */
export function project(frame: ReviewFrame, document: ReviewDocument): Projection {
  const rows: Projection = { judgements: [], decisions: [], asks: [] };
  frame.steps.forEach((_, index) => {
    projectStep(frame, index, document, rows);
  });
  return rows;
}

function projectStep(frame: ReviewFrame, index: number, document: ReviewDocument, rows: Projection) {
  const step = frame.steps[index];
  switch (step?.type) {
    case "rubric":
      for (const rubric of step.rubrics) {
        const row = { step: index, rubric: rubric.key, exposure: step.exposure };
        for (const { key } of shownItems(document, step, index, rubric)) {
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
    case "ask": {
      const value = askAnswer(document, step.id);
      if (value !== null) rows.asks.push({ step: index, question: step.id, value });
      return;
    }
  }
}

/** One row, or none where there is no value. */
function judgement(
  frame: ReviewFrame,
  document: ReviewDocument,
  item: string,
  shown: number,
): JudgementRow[] {
  const unit = indexOf(frame).units.get(item);
  const value = valueNow(document, item);
  if (!unit || value === null) return [];
  const { lines: decided, revealed } = itemState(document, item);
  const draft = isConcealed(document, unit) ? null : unit.draft;
  const lines = linesOf(draft).flatMap(({ line }) => lineRow(line, decided[line]));
  const added = addedLines(document, item).map(
    ({ text, at }): LineRow => ({ line: null, action: "add", text, reason: null, at }),
  );
  const time = timeOn(document, item);
  return [
    {
      step: unit.step,
      item,
      exposure: unit.exposure,
      draft: draft?.id ?? null,
      initial: revealed?.initial,
      value,
      shown,
      activeMs: time?.activeMs ?? null,
      idleMs: time?.idleMs ?? null,
      lines: [...lines, ...added],
    },
  ];
}

const lineRow = (line: number, decided: Decided | undefined): LineRow[] =>
  decided ? [{ line, ...decided }] : [];
