import { isOnScale, isPreferred, scaleKey } from "@/lib/judgement/rules/scale";
import type { Scale } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { isAnswer } from "@/lib/protocol/rules/answers";
import type { RubricKind } from "@/lib/protocol/schema";
import { agreementObjection } from "@/lib/review/rules/accept-whole-draft";
import { explainsOwnValue, explanationsOf, owesExplanation } from "@/lib/review/rules/explanations";
import { touches } from "@/lib/review/rules/operation-conflicts";
import { canBeGiven } from "@/lib/review/rules/point-scale";
import { areItemsVisible, isAwaited, isConcealed, isOpen, waitsForReveal } from "@/lib/review/rules/reveal";
import { type AnswerScale, indexOf, labelKey, valueNow, visibleLines } from "@/lib/review/rules/selectors";
import { applies } from "@/lib/review/rules/step-conditions";
import { undoneBy } from "@/lib/review/rules/undo";
import { isFlagCode } from "@/lib/review/schema/codes";
import type { OpRefusal, ReviewDocument } from "@/lib/review/schema/document";
import type { Op, OpOf } from "@/lib/review/schema/operation";
import type { ReviewFrame, StepFrame } from "@/lib/review/schema/stimulus";

/**
 * Why a set of labels is not valid. Each label must be offered by the step and occur once; their order does
 * not matter.
 */
function labelsObjection(measure: AnswerScale, labels: readonly string[]): OpRefusal | null {
  if (measure.type !== "labels") return "unknown-item";
  const { labels: offered, several, none } = measure.step;
  const names = new Set(offered.map(({ name }) => name));
  if (new Set(labels).size < labels.length || !labels.every((name) => names.has(name))) return "no-label";
  if (labels.length === 0) return none ? null : "no-label";
  return several || labels.length === 1 ? null : "one-label";
}

export function objection(frame: ReviewFrame, document: ReviewDocument, op: Op): OpRefusal | null {
  const step = stepOf(frame, op);
  if (step && !applies(frame, document, step)) return "not-open";
  const index = indexOf(frame);
  switch (op.type) {
    case "decide":
      return "line" in op.target
        ? lineObjection(frame, document, op, op.target.item, op.target.line)
        : itemObjection(frame, document, op, op.target.item);
    case "add":
      return additionObjection(frame, document, op);
    case "answer": {
      const item = index.judged.get(op.item);
      if (!item) return "unknown-item";
      if (isStillAwaited(frame, document, op.item)) return "not-revealed";
      return op.value === null || isOnScale(item.scale, op.value) ? null : "off-scale";
    }
    case "score":
      if (!index.score) return "unknown-item";
      if (!isOpen(frame, document, index.score)) return "not-open";
      if (isStillAwaited(frame, document, OVERALL)) return "not-revealed";
      return op.value === null || isOnScale(index.score.scale, op.value) ? null : "off-scale";
    case "prefer":
      if (!index.prefer) return "unknown-item";
      if (isStillAwaited(frame, document, PREFERENCE)) return "not-revealed";
      return op.value === null || isPreferred(index.prefer.form, op.value) ? null : "off-scale";
    case "label": {
      const key = labelKey(op.question, op.item ?? null);
      const unit = index.units.get(key);
      if (!unit) return "unknown-item";
      if (isStillAwaited(frame, document, key)) return "not-revealed";
      return op.labels === null ? null : labelsObjection(unit.scale, op.labels);
    }
    case "why": {
      const unit = index.units.get(op.item);
      if (!unit) return "unknown-item";
      return isConcealed(document, unit) ? "not-revealed" : null;
    }
    case "ask": {
      const question = index.asks.get(op.question);
      if (!question) return "unknown-question";
      if (op.value === null || isAnswer(question, op.value)) return null;
      return question.form === "number" ? "off-scale" : "no-option";
    }
    case "reveal":
      return revealObjection(frame, document, op);
    case "agree":
      return agreementObjection(frame, document, op);
    case "undo":
      return undoObjection(document, op);
    case "flag":
      return flagObjection(document, op);
    case "note":
    case "time":
      return null;
  }
}

/** The step that an operation is about; undefined for operations on the whole assignment, and unknown targets. */
function stepOf(frame: ReviewFrame, op: Op): StepFrame | undefined {
  const { units, rubrics, reviewed, asks } = indexOf(frame);
  const ofUnit = (key: string) => frame.steps[units.get(key)?.step ?? -1];
  const ofRubric = (key: string | undefined) => (key === undefined ? undefined : rubrics.get(key)?.step);
  switch (op.type) {
    case "decide":
      return "line" in op.target ? ofUnit(op.target.item) : ofRubric(reviewed.get(op.target.item)?.rubric);
    case "add":
      return "item" in op.target ? ofUnit(op.target.item) : ofRubric(op.target.rubric);
    case "answer":
    case "why":
      return ofUnit(op.item);
    case "score":
      return ofUnit(OVERALL);
    case "prefer":
      return ofUnit(PREFERENCE);
    case "label":
      return ofUnit(labelKey(op.question, op.item ?? null));
    case "ask":
      return asks.get(op.question);
    case "reveal":
    case "agree":
      return frame.steps[op.step];
    default:
      return undefined;
  }
}

function lineObjection(
  frame: ReviewFrame,
  document: ReviewDocument,
  op: OpOf<"decide">,
  item: string,
  line: number,
): OpRefusal | null {
  const { units, score } = indexOf(frame);
  const unit = units.get(item);
  if (!unit) return "unknown-item";
  if (item === OVERALL && score && !isOpen(frame, document, score)) return "not-open";
  if (isConcealed(document, unit)) return "not-revealed";
  if (op.scale) return "bad-scale";
  const drafted = visibleLines(unit.draft).find((shown) => shown.line === line);
  return drafted ? wordsObjection(op, drafted.text) : "unknown-line";
}

function itemObjection(
  frame: ReviewFrame,
  document: ReviewDocument,
  op: OpOf<"decide">,
  key: string,
): OpRefusal | null {
  const { reviewed, rubrics } = indexOf(frame);
  const item = reviewed.get(key);
  const at = item && rubrics.get(item.rubric);
  if (at && !areItemsVisible(document, at.step, at.place)) return "not-revealed";
  if (!item || !at) return "unknown-item";
  if (op.scale === undefined) return wordsObjection(op, item.text);
  // The wording may stay where the scale changes.
  const isChange = op.action === "revise" && scaleKey(op.scale) !== scaleKey(item.scale);
  if (!isChange || !fitsKind(op.scale, at.step.kind, item.scale)) return "bad-scale";
  return op.text?.trim() ? null : "text-missing";
}

/** True if the items of such a rubric can have this scale: criteria 2 to 10 points, questions answers in words. */
const fitsKind = (scale: Scale, kind: RubricKind, drafted?: Scale) =>
  scale.type === "points" ? kind === "criteria" && canBeGiven(scale, drafted) : kind === "checklist";

/**
 * True if a draft was revealed, but the server has not sent it yet: a final value is given only with the
 * draft visible.
 */
function isStillAwaited(frame: ReviewFrame, document: ReviewDocument, item: string): boolean {
  const unit = indexOf(frame).units.get(item);
  return unit !== undefined && isAwaited(document, unit);
}

function revealObjection(frame: ReviewFrame, document: ReviewDocument, op: OpOf<"reveal">): OpRefusal | null {
  const step = frame.steps[op.step];
  if (step?.type === "rubric") {
    if (op.item !== undefined) return "unknown-item";
    const hasItems = step.withheld || step.rubrics.some(({ items }) => items.length > 0);
    if (!waitsForReveal(step) || !hasItems) return "nothing-to-reveal";
    return areItemsVisible(document, step, op.step) ? "already-revealed" : null;
  }
  const unit = op.item === undefined ? undefined : indexOf(frame).units.get(op.item);
  if (!unit || unit.step !== op.step) return "unknown-item";
  if (!waitsForReveal(unit) || !unit.hasDraft) return "nothing-to-reveal";
  if (!isConcealed(document, unit)) return "already-revealed";
  if (step && !isOpen(frame, document, step)) return "not-open";
  const isAlone = unit.exposure === "judge-then-reveal" && valueNow(document, unit.key) === null;
  if (isAlone) return "answer-first";
  return owesExplanation(frame, document, unit.key) ? "explain-first" : null;
}

/** Why a revision is not valid: its text must differ from the draft. */
function wordsObjection(op: OpOf<"decide">, drafted: string): OpRefusal | null {
  if (op.action !== "revise") return null;
  const text = op.text?.trim();
  if (!text) return "text-missing";
  return text === drafted.trim() ? "text-unchanged" : null;
}

function additionObjection(frame: ReviewFrame, document: ReviewDocument, op: OpOf<"add">): OpRefusal | null {
  const index = indexOf(frame);
  if (index.reviewed.has(op.as) || index.judged.has(op.as)) return "id-taken";
  const earlier = document.ops.find((known) => known.type === "add" && known.as === op.as);
  if (earlier?.type === "add" && placeOf(earlier) !== placeOf(op)) return "id-taken";
  if (op.text.trim() === "" && !earlier) return "text-missing";
  if ("item" in op.target) {
    if (op.scale) return "bad-scale";
    const unit = index.units.get(op.target.item);
    if (!unit) return "unknown-item";
    if (unit.key === OVERALL && index.score && !isOpen(frame, document, index.score)) return "not-open";
    if (explainsOwnValue(document.ops, op.as, unit.key)) return "locked";
    return isConcealed(document, unit) && explanationsOf(frame, unit) === "off" ? "not-revealed" : null;
  }
  const place = index.rubrics.get(op.target.rubric);
  if (!place) return "unknown-rubric";
  if (place.rubric.isInstance) return "no-addition";
  return !op.scale || fitsKind(op.scale, place.step.kind) ? null : "bad-scale";
}

const placeOf = (op: OpOf<"add">) =>
  JSON.stringify("item" in op.target ? ["line", op.target.item] : ["item", op.target.rubric]);

function undoObjection(document: ReviewDocument, op: OpOf<"undo">): OpRefusal | null {
  const of = document.ops.find((known) => known.op === op.of);
  if (!of) return "unknown-operation";
  if (of.type === "time" || of.type === "reveal") return "not-undoable";
  if (isLocked(document.ops, of)) return "locked";
  return undoneBy(document.ops).has(of.op) ? "already-undone" : null;
}

/** True if an operation contributed to an own value that a later reveal has fixed. */
function isLocked(ops: readonly Op[], of: Op): boolean {
  if (of.type === "add" && "item" in of.target && explainsOwnValue(ops, of.as, of.target.item)) return true;
  const names = new Set(touches(ops, of));
  const later = ops.slice(ops.indexOf(of) + 1);
  return later.some((op) => op.type === "reveal" && touches(ops, op).some((name) => names.has(name)));
}

/**
 * Why a flag operation is not valid. Any flag that is set can be removed, even if its code no longer exists.
 */
function flagObjection(document: ReviewDocument, op: OpOf<"flag">): OpRefusal | null {
  if (!op.on && Object.hasOwn(document.flags, op.code)) return null;
  if (!isFlagCode(op.code)) return "unknown-flag";
  return op.on && op.code === "other" && !op.note?.trim() ? "text-missing" : null;
}
