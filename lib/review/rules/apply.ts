import { isOnScale, isPreferred } from "@/lib/judgement/rules/scale";
import type { Scale } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { agreementObjection } from "@/lib/review/rules/agree";
import { reasonPolicyFor, reasonsForValue } from "@/lib/review/rules/reasons";
import {
  areItemsVisible,
  isAwaited,
  isConcealed,
  isOpen,
  type RubricStepFrame,
  waitsForReveal,
} from "@/lib/review/rules/reveal";
import {
  type AnswerScale,
  indexOf,
  itemState,
  labelKey,
  valueNow,
  visibleLines,
} from "@/lib/review/rules/selectors";
import { isFlagCode } from "@/lib/review/schema/codes";
import type { Decided, ItemState, OpRefusal, ReviewDocument, UnitAnswer } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame, RubricFrame } from "@/lib/review/schema/stimulus";

/** Most operations of one assignment. */
export const MAX_OPS = 20_000;

export type Refused = { refused: OpRefusal };
type Gesture<T extends Op["type"]> = Extract<Op, { type: T }>;

const refuse = (code: OpRefusal): Refused => ({ refused: code });

export function isRefused(outcome: ReviewDocument | Refused): outcome is Refused {
  return "refused" in outcome;
}

/** The document before the first operation. */
export function emptyDocument(): ReviewDocument {
  return {
    ops: [],
    items: {},
    added: {},
    score: null,
    shownSteps: [],
    asks: {},
    note: "",
    flags: {},
    times: {},
  };
}

/**
 * The document after one more operation, or why the operation does not fit. Runs in the browser and on the
 * server. An operation that the document already contains changes nothing.
 */
export function apply(frame: ReviewFrame, document: ReviewDocument, op: Op): ReviewDocument | Refused {
  if (document.ops.some((known) => known.op === op.op)) return document;
  const refused = document.ops.length >= MAX_OPS ? "too-many" : objection(frame, document, op);
  if (refused) return refuse(refused);
  return op.type === "undo"
    ? fold(frame, [...document.ops, op])
    : { ...effect(frame, document, op), ops: [...document.ops, op] };
}

/**
 * The document that recorded operations produce. They were checked when recorded, and each sets only what it
 * names, so any subset is a document. Undo is therefore exact: the fold without the undone operations.
 */
export function fold(frame: ReviewFrame, ops: readonly Op[]): ReviewDocument {
  const first = new Map<string, Op>();
  for (const op of ops) if (!first.has(op.op)) first.set(op.op, op);
  const once = [...first.values()];
  const undone = undoneBy(once);
  let document = emptyDocument();
  for (const op of once) if (!undone.has(op.op)) document = effect(frame, document, op);
  return { ...document, ops: once };
}

/** Ids of undone operations. Undoing an undo is redo. */
function undoneBy(ops: readonly Op[]): Set<string> {
  const undone = new Set<string>();
  for (const op of ops.toReversed()) if (op.type === "undo" && !undone.has(op.op)) undone.add(op.of);
  return undone;
}

/** The operation that undo would revert next. Never one from before a draft was revealed. */
export function undoable(document: ReviewDocument): Op | null {
  const last = lastInForce(document);
  return last?.type === "reveal" ? null : last;
}

/** True if the last operation revealed a draft, which cannot be undone. */
export function endsInReveal(document: ReviewDocument): boolean {
  return lastInForce(document)?.type === "reveal";
}

function lastInForce(document: ReviewDocument): Op | null {
  const undone = undoneBy(document.ops);
  return document.ops.findLast((op) => isGesture(op) && !undone.has(op.op)) ?? null;
}

/** The undo that redo would revert next. None after a new operation. */
export function redoable(document: ReviewDocument): Op | null {
  const undone = undoneBy(document.ops);
  const gestures = new Set(document.ops.filter(isGesture).map((op) => op.op));
  const sinceGesture = document.ops.slice(document.ops.findLastIndex(isGesture) + 1);
  return (
    sinceGesture.findLast((op) => op.type === "undo" && gestures.has(op.of) && !undone.has(op.op)) ?? null
  );
}

const isGesture = (op: Op) => op.type !== "undo" && op.type !== "time";

/**
 * The names of what an operation sets; two operations conflict if they share a name. Others can be recorded
 * in either order. This is how two tabs are merged.
 */
export function touches(ops: readonly Op[], op: Op): string[] {
  switch (op.type) {
    case "decide":
      return [decisionName(op.target)];
    case "agree":
      return [...op.targets.map(decisionName), ...valueName(op)];
    case "add":
      return [JSON.stringify(["added", op.as])];
    case "answer":
      return [answerName(op.item)];
    case "prefer":
      return [answerName(PREFERENCE)];
    case "label":
      return [JSON.stringify(["answer", labelKey(op.question, op.item ?? null)])];
    case "why":
      return [JSON.stringify(["why", op.item])];
    case "ask":
      return [JSON.stringify(["ask", op.question])];
    case "flag":
      return [JSON.stringify(["flag", op.code])];
    case "score":
    case "note":
      return [op.type];
    case "reveal": {
      // Reveal fixes the own value: a tab that changes the value meanwhile is in conflict.
      const value = op.item === undefined ? [] : [answerName(op.item)];
      return [JSON.stringify(["reveal", op.step, op.item]), ...value];
    }
    case "time":
      return [];
    case "undo": {
      const of = ops.find((known) => known.op === op.of);
      return of ? touches(ops, of) : [];
    }
  }
}

const decisionName = (target: Gesture<"decide">["target"]) =>
  JSON.stringify(["decision", target.item, "line" in target ? target.line : null]);

/** What an agree operation sets besides decisions: the value, if it takes one over. */
function valueName({ item, value }: Gesture<"agree">): string[] {
  if (item === undefined || value === undefined) return [];
  return [answerName(item)];
}

/** The name of an item's value, whichever operation sets it; the overall score's is "score". */
const answerName = (item: string) => (item === OVERALL ? "score" : JSON.stringify(["answer", item]));

/** Why labels are not valid: each must be offered by the step and occur once. Any order. */
function labelsObjection(measure: AnswerScale, labels: readonly string[]): OpRefusal | null {
  if (measure.type !== "labels") return "unknown-item";
  const { labels: offered, several, none } = measure.step;
  const names = new Set(offered.map(({ name }) => name));
  if (new Set(labels).size < labels.length || !labels.every((name) => names.has(name))) return "no-label";
  if (labels.length === 0) return none ? null : "no-label";
  return several || labels.length === 1 ? null : "one-label";
}

/**
 * The default scale of an item added to this rubric: that of the drafted items, if they were visible from the
 * start.
 */
export function usualScale(step: RubricStepFrame, rubric: RubricFrame): Scale {
  const drafted = waitsForReveal(step) ? undefined : rubric.items[0]?.scale;
  return drafted ?? (step.kind === "checklist" ? { type: "yesno" } : { type: "points", min: 1, max: 5 });
}

// ---------------------------------------------------------------- whether an operation fits

function objection(frame: ReviewFrame, document: ReviewDocument, op: Op): OpRefusal | null {
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
      const known = op.value === null || question.options.some((option) => option.value === op.value);
      return known ? null : "no-option";
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

function lineObjection(
  frame: ReviewFrame,
  document: ReviewDocument,
  op: Gesture<"decide">,
  item: string,
  line: number,
): OpRefusal | null {
  const { units, score } = indexOf(frame);
  const unit = units.get(item);
  if (!unit) return "unknown-item";
  if (item === OVERALL && score && !isOpen(frame, document, score)) return "not-open";
  if (isConcealed(document, unit)) return "not-revealed";
  const drafted = visibleLines(unit.draft).find((shown) => shown.line === line);
  return wordsObjection(op, drafted?.text, "unknown-line");
}

function itemObjection(
  frame: ReviewFrame,
  document: ReviewDocument,
  op: Gesture<"decide">,
  key: string,
): OpRefusal | null {
  const { reviewed, rubrics } = indexOf(frame);
  const item = reviewed.get(key);
  const at = item && rubrics.get(item.rubric);
  if (at && !areItemsVisible(document, at.step, at.place)) return "not-revealed";
  return wordsObjection(op, item?.text, "unknown-item");
}

/** True if a draft was revealed but not sent yet. A final value is given only with the draft visible. */
function isStillAwaited(frame: ReviewFrame, document: ReviewDocument, item: string): boolean {
  const unit = indexOf(frame).units.get(item);
  return unit !== undefined && isAwaited(document, unit);
}

function revealObjection(
  frame: ReviewFrame,
  document: ReviewDocument,
  op: Gesture<"reveal">,
): OpRefusal | null {
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
  return isAlone ? "answer-first" : null;
}

/** Why a revision is not valid: its text must differ from the draft. */
function wordsObjection(
  op: Gesture<"decide">,
  drafted: string | undefined,
  absent: OpRefusal,
): OpRefusal | null {
  if (drafted === undefined) return absent;
  if (op.action !== "revise") return null;
  const text = op.text?.trim();
  if (!text) return "text-missing";
  return text === drafted.trim() ? "text-unchanged" : null;
}

function additionObjection(
  frame: ReviewFrame,
  document: ReviewDocument,
  op: Gesture<"add">,
): OpRefusal | null {
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
    return isConcealed(document, unit) ? "not-revealed" : null;
  }
  const place = index.rubrics.get(op.target.rubric);
  if (!place) return "unknown-rubric";
  if (!op.scale) return null;
  const points = op.scale.type === "points";
  if (points !== (place.step.kind === "criteria")) return "bad-scale";
  return op.scale.type !== "points" || op.scale.min < op.scale.max ? null : "bad-scale";
}

const placeOf = (op: Gesture<"add">) =>
  JSON.stringify("item" in op.target ? ["line", op.target.item] : ["item", op.target.rubric]);

function undoObjection(document: ReviewDocument, op: Gesture<"undo">): OpRefusal | null {
  const of = document.ops.find((known) => known.op === op.of);
  if (!of) return "unknown-operation";
  if (of.type === "time" || of.type === "reveal") return "not-undoable";
  if (isLocked(document.ops, of)) return "locked";
  return undoneBy(document.ops).has(of.op) ? "already-undone" : null;
}

/** True if an operation contributed to an own value that a later reveal has fixed. */
function isLocked(ops: readonly Op[], of: Op): boolean {
  const names = new Set(touches(ops, of));
  const later = ops.slice(ops.indexOf(of) + 1);
  return later.some((op) => op.type === "reveal" && touches(ops, op).some((name) => names.has(name)));
}

/** Any flag that is set can be removed, also one with a code that no longer exists. */
function flagObjection(document: ReviewDocument, op: Gesture<"flag">): OpRefusal | null {
  if (!op.on && Object.hasOwn(document.flags, op.code)) return null;
  if (!isFlagCode(op.code)) return "unknown-flag";
  return op.on && op.code === "other" && !op.note?.trim() ? "text-missing" : null;
}

// ---------------------------------------------------------------- what an operation does

function effect(frame: ReviewFrame, document: ReviewDocument, op: Op): ReviewDocument {
  switch (op.type) {
    case "decide":
      return decide(frame, document, op);
    case "add":
      return add(frame, document, op);
    case "answer":
      return withValue(document, op.item, op.value);
    case "score":
      return withValue(document, OVERALL, op.value);
    case "prefer":
      return withValue(document, PREFERENCE, op.value);
    case "agree":
      return agree(document, op);
    case "label": {
      const key = labelKey(op.question, op.item ?? null);
      return withItem(document, key, { answer: op.labels && inOrder(frame, key, op.labels) });
    }
    case "why":
      return withItem(document, op.item, {
        why: reasonsForValue(frame, op.item) === "off" ? null : op.reason,
      });
    case "ask":
      return { ...document, asks: withEntry(document.asks, op.question, op.value) };
    case "reveal":
      return reveal(document, op);
    case "note":
      return { ...document, note: op.text };
    case "flag":
      return {
        ...document,
        flags: withEntry(document.flags, op.code, op.on ? (op.note ?? "").trim() : null),
      };
    case "time":
      return { ...document, times: op.spent.reduce((times, spent) => addTime(times, spent), document.times) };
    case "undo":
      return document;
  }
}

function decide(frame: ReviewFrame, document: ReviewDocument, op: Gesture<"decide">): ReviewDocument {
  const decided: Decided | null = op.action && {
    action: op.action,
    text: op.action === "revise" ? (op.text ?? null) : null,
    reason: (reasonPolicyFor(frame, op.target) !== "off" && op.reason) || null,
    at: op.at,
  };
  return withDecision(document, op.target, decided);
}

function withDecision(
  document: ReviewDocument,
  target: Gesture<"decide">["target"],
  decided: Decided | null,
): ReviewDocument {
  const { item } = target;
  if (!("line" in target)) return withItem(document, item, { decision: decided });
  return withItem(document, item, {
    lines: withEntry(itemState(document, item).lines, target.line, decided),
  });
}

/** Accepts everything that was undecided in a draft. */
function agree(document: ReviewDocument, { targets, item, value, at }: Gesture<"agree">): ReviewDocument {
  const decided: Decided = { action: "accept", text: null, reason: null, at, bulk: true };
  const accepted = targets.reduce((before, target) => withDecision(before, target, decided), document);
  return item === undefined || value === undefined ? accepted : withValue(accepted, item, value, true);
}

/** Sets the value of a unit, and whether it was accepted in bulk. */
function withValue(
  document: ReviewDocument,
  unit: string,
  value: number | string | null,
  isBulk = false,
): ReviewDocument {
  const { bulk, ...state } = itemState(document, unit);
  const marked: ItemState = isBulk ? { ...state, bulk: true } : state;
  if (unit !== OVERALL)
    return {
      ...document,
      items: withEntry(document.items, unit, { ...marked, answer: value as UnitAnswer | null }),
    };
  const scored = { ...document, score: value as number | null };
  if (!bulk && !isBulk) return scored;
  return { ...scored, items: withEntry(document.items, OVERALL, marked) };
}

/** Labels in the order of their taxonomy, so that equal sets are equal values. */
function inOrder(frame: ReviewFrame, key: string, labels: readonly string[]): readonly string[] {
  const measure = indexOf(frame).units.get(key)?.scale;
  if (measure?.type !== "labels") return labels;
  const chosen = new Set(labels);
  return measure.step.labels.flatMap(({ name }) => (chosen.has(name) ? [name] : []));
}

/** Fixes the own value, and asks for a final one. */
function reveal(document: ReviewDocument, op: Gesture<"reveal">): ReviewDocument {
  const { item, step, at } = op;
  if (item === undefined)
    return { ...document, shownSteps: [...new Set([...document.shownSteps, step])].toSorted() };
  if (itemState(document, item).revealed) return document;
  const revealed = { initial: valueNow(document, item), at };
  const shown = withItem(document, item, { revealed, answer: null });
  return item === OVERALL ? { ...shown, score: null } : shown;
}

function add(frame: ReviewFrame, document: ReviewDocument, op: Gesture<"add">): ReviewDocument {
  if (op.text.trim() === "") return { ...document, added: withEntry(document.added, op.as, null) };
  const place = "rubric" in op.target ? indexOf(frame).rubrics.get(op.target.rubric) : null;
  const earlier = document.added[op.as];
  const scale = op.scale ?? earlier?.scale ?? (place ? usualScale(place.step, place.rubric) : null);
  const at = earlier?.at ?? op.at;
  const offered = op.offered ?? earlier?.offered;
  return {
    ...document,
    added: withEntry(document.added, op.as, {
      target: op.target,
      text: op.text,
      ...(offered !== undefined && { offered }),
      scale,
      at,
    }),
  };
}

function withItem(document: ReviewDocument, item: string, change: Partial<ItemState>): ReviewDocument {
  return {
    ...document,
    items: withEntry(document.items, item, { ...itemState(document, item), ...change }),
  };
}

/** A copy of the record with one entry set, or removed when the value is null. */
function withEntry<T>(record: Record<string, T>, key: string | number, value: T | null): Record<string, T> {
  const { [key]: _, ...others } = record;
  return value === null ? others : { ...others, [key]: value };
}

function addTime(times: ReviewDocument["times"], spent: Gesture<"time">["spent"][number]) {
  const before = Object.hasOwn(times, spent.on) ? times[spent.on] : undefined;
  return withEntry(times, spent.on, {
    activeMs: (before?.activeMs ?? 0) + spent.activeMs,
    idleMs: (before?.idleMs ?? 0) + spent.idleMs,
  });
}
