import type { Exposure } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { type AnswerUnit, indexOf, itemState, valueNow } from "@/lib/review/rules/selectors";
import { applies } from "@/lib/review/rules/step-conditions";
import type { ReviewDocument } from "@/lib/review/schema/document";
import type { ItemFrame, LabelUnit, ReviewFrame, RubricFrame, StepFrame } from "@/lib/review/schema/stimulus";

const WAITS: ReadonlySet<Exposure> = new Set(["judge-then-reveal", "on-request"]);

/** True if the draft of a step is shown only on request, or after the annotator's own value. */
export const waitsForReveal = ({ exposure }: { exposure: Exposure }) => WAITS.has(exposure);

/** True if a unit has a draft that was not revealed yet. */
export function isConcealed(document: ReviewDocument, unit: AnswerUnit): boolean {
  return unit.hasDraft && waitsForReveal(unit) && itemState(document, unit.key).revealed === null;
}

/** True if the annotator has to look at the draft before the unit is complete. */
export function requiresReveal(document: ReviewDocument, unit: AnswerUnit): boolean {
  return unit.exposure === "judge-then-reveal" && isConcealed(document, unit);
}

/** True if the draft was revealed but the server has not sent it yet. */
export function isAwaited(document: ReviewDocument, unit: AnswerUnit): boolean {
  return unit.hasDraft && unit.draft === null && !isConcealed(document, unit);
}

/** True if a unit has its final value. */
function isJudged(document: ReviewDocument, unit: AnswerUnit): boolean {
  return valueNow(document, unit.key) !== null && !requiresReveal(document, unit);
}

export type RubricStepFrame = Extract<StepFrame, { type: "rubric" }>;

/** True if the drafted items of a rubric step are visible. */
export function areItemsVisible(document: ReviewDocument, step: RubricStepFrame, place: number): boolean {
  return !waitsForReveal(step) || document.shownSteps.includes(place);
}

/** The visible drafted items of a rubric. */
export function visibleItems(
  document: ReviewDocument,
  step: RubricStepFrame,
  place: number,
  rubric: RubricFrame,
): ItemFrame[] {
  return areItemsVisible(document, step, place) ? rubric.items : [];
}

/** True if a step is open for editing: its conditions hold, and what has to be judged before it is. */
export function isOpen(frame: ReviewFrame, document: ReviewDocument, step: StepFrame): boolean {
  if (!applies(frame, document, step)) return false;
  if (step.type !== "score" || step.opens === "at-once") return true;
  const { judged, units } = indexOf(frame);
  return [...judged.keys()].every((item) => {
    const unit = units.get(item);
    if (!unit) return false;
    return isJudged(document, unit) || !applies(frame, document, frame.steps[unit.step]);
  });
}

/**
 * The frame as the annotator may see it now: without unrevealed drafts, and without those of closed steps.
 * Returns the same object when nothing is withheld.
 */
export function withhold(frame: ReviewFrame, document: ReviewDocument): ReviewFrame {
  const hidden = withheld(frame, document);
  if (hidden.size === 0) return frame;
  return { steps: frame.steps.map((step, place) => without(hidden, step, place)) };
}

/** The frame of an assignment that is not open yet: the content to judge, without drafts. */
export function unopened(frame: ReviewFrame): ReviewFrame {
  const hidden = new Set(frame.steps.flatMap((step, place) => draftedIn(step, place)));
  return { steps: frame.steps.map((step, place) => without(hidden, step, place)) };
}

/** True if an assignment starts with drafts that arrive only when it is opened. */
export function awaitsOpening(frame: ReviewFrame): boolean {
  return frame.steps.some((step) => {
    // Steps that depend on an answer are not shown at first.
    if (step.type === "ask" || step.onlyIf || waitsForReveal(step)) return false;
    if (step.type === "judge") return step.items.some(({ withheld }) => withheld);
    if (step.type === "label") return step.units.some(({ withheld }) => withheld);
    return step.withheld === true && (step.type !== "score" || step.opens === "at-once");
  });
}

/** Names of all drafts of a step. */
function draftedIn(step: StepFrame, place: number): string[] {
  switch (step.type) {
    case "rubric":
      return step.rubrics.some(({ items }) => items.length > 0) ? [nameOf(place)] : [];
    case "judge":
      return step.items.flatMap(({ key, draft }) => (draft ? [nameOf(place, key)] : []));
    case "score":
    case "prefer":
      return step.draft ? [nameOf(place)] : [];
    case "label":
      return step.units.flatMap(({ key, draft }) => (draft ? [nameOf(place, key)] : []));
    case "ask":
      return [];
  }
}

/** True if a state of a document shows more than an earlier one. */
export function showsMore(frame: ReviewFrame, before: ReviewDocument, after: ReviewDocument): boolean {
  const still = withheld(frame, after);
  return [...withheld(frame, before)].some((name) => !still.has(name));
}

const nameOf = (place: number, item?: string) => JSON.stringify([place, item]);

function without(hidden: ReadonlySet<string>, step: StepFrame, place: number): StepFrame {
  switch (step.type) {
    case "rubric": {
      if (!hidden.has(nameOf(place))) return step;
      const rubrics = step.rubrics.map(({ key }) => ({ key, by: "", items: [] }));
      return { ...step, withheld: true, rubrics };
    }
    case "judge": {
      const items = step.items.map((item): ItemFrame => {
        if (!hidden.has(nameOf(place, item.key))) return item;
        const { beside: _, ...bare } = item;
        return { ...bare, draft: null, withheld: true };
      });
      return { ...step, items };
    }
    case "score":
    case "prefer":
      return hidden.has(nameOf(place)) ? { ...step, draft: null, withheld: true } : step;
    case "label": {
      const units = step.units.map(
        (unit): LabelUnit =>
          hidden.has(nameOf(place, unit.key)) ? { ...unit, draft: null, withheld: true } : unit,
      );
      return { ...step, units };
    }
    case "ask":
      return step;
  }
}

/** Names of the drafts that must not leave the server yet. */
function withheld(frame: ReviewFrame, document: ReviewDocument): Set<string> {
  return new Set(frame.steps.flatMap((step, place) => withheldIn(frame, document, step, place)));
}

function withheldIn(frame: ReviewFrame, document: ReviewDocument, step: StepFrame, place: number): string[] {
  if (!applies(frame, document, step)) return draftedIn(step, place);
  const { units } = indexOf(frame);
  const isHidden = (key: string) => {
    const unit = units.get(key);
    return unit === undefined || isConcealed(document, unit);
  };
  switch (step.type) {
    case "rubric": {
      const isDrafted = step.rubrics.some(({ items }) => items.length > 0);
      return isDrafted && !areItemsVisible(document, step, place) ? [nameOf(place)] : [];
    }
    case "judge":
      return step.items.flatMap(({ key, draft }) => (draft && isHidden(key) ? [nameOf(place, key)] : []));
    case "score":
      return step.draft && (!isOpen(frame, document, step) || isHidden(OVERALL)) ? [nameOf(place)] : [];
    case "prefer":
      return step.draft && isHidden(PREFERENCE) ? [nameOf(place)] : [];
    case "label":
      return step.units.flatMap(({ key, draft }) => (draft && isHidden(key) ? [nameOf(place, key)] : []));
    case "ask":
      return [];
  }
}
