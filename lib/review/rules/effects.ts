import type { Scale } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { inOptionOrder } from "@/lib/protocol/rules/answers";
import type { Answer } from "@/lib/protocol/schema";
import { reasonPolicyFor, reasonsForValue } from "@/lib/review/rules/reasons";
import { type RubricStepFrame, waitsForReveal } from "@/lib/review/rules/reveal";
import { indexOf, itemState, labelKey, valueNow } from "@/lib/review/rules/selectors";
import type { Decided, ItemState, ReviewDocument, UnitAnswer } from "@/lib/review/schema/document";
import type { Op, OpOf, SignalCounts } from "@/lib/review/schema/operation";
import type { ReviewFrame, RubricFrame } from "@/lib/review/schema/stimulus";

/**
 * The default scale of an item that the annotator adds to a rubric: the drafted items' scale, if they were
 * visible from the start.
 */
function usualScale(step: RubricStepFrame, rubric: RubricFrame): Scale {
  const drafted = waitsForReveal(step) ? undefined : rubric.items[0]?.scale;
  return drafted ?? (step.kind === "checklist" ? { type: "yesno" } : { type: "points", min: 1, max: 5 });
}

export function effect(frame: ReviewFrame, document: ReviewDocument, op: Op): ReviewDocument {
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
      return { ...document, asks: withEntry(document.asks, op.question, answerTo(frame, op)) };
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
      return {
        ...document,
        times: op.spent.reduce((times, spent) => addTime(times, spent), document.times),
        ...(op.signals && { signals: addSignals(document.signals, op.signals) }),
      };
    case "undo":
      return document;
  }
}

function decide(frame: ReviewFrame, document: ReviewDocument, op: OpOf<"decide">): ReviewDocument {
  const decided: Decided | null = op.action && {
    action: op.action,
    text: op.action === "revise" ? (op.text ?? null) : null,
    ...(op.action === "revise" && op.scale && { scale: op.scale }),
    reason: (reasonPolicyFor(frame, op.target) !== "off" && op.reason) || null,
    at: op.at,
  };
  return withDecision(document, op.target, decided);
}

function withDecision(
  document: ReviewDocument,
  target: OpOf<"decide">["target"],
  decided: Decided | null,
): ReviewDocument {
  const { item } = target;
  if (!("line" in target)) return withItem(document, item, { decision: decided });
  return withItem(document, item, {
    lines: withEntry(itemState(document, item).lines, target.line, decided),
  });
}

/** Accepts everything that was undecided in a draft. */
function agree(document: ReviewDocument, { targets, item, value, at }: OpOf<"agree">): ReviewDocument {
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

/** Several options in the order of the question. */
function answerTo(frame: ReviewFrame, { question, value }: OpOf<"ask">): Answer | null {
  const step = indexOf(frame).asks.get(question);
  return step && value !== null ? inOptionOrder(step, value) : value;
}

/** Reveals a draft: the annotator's own value is fixed, and a final value is required. */
function reveal(document: ReviewDocument, op: OpOf<"reveal">): ReviewDocument {
  const { item, step, at } = op;
  if (item === undefined)
    return { ...document, shownSteps: [...new Set([...document.shownSteps, step])].toSorted() };
  if (itemState(document, item).revealed) return document;
  const revealed = { initial: valueNow(document, item), at };
  const shown = withItem(document, item, { revealed, answer: null });
  return item === OVERALL ? { ...shown, score: null } : shown;
}

function add(frame: ReviewFrame, document: ReviewDocument, op: OpOf<"add">): ReviewDocument {
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

function addTime(times: ReviewDocument["times"], spent: OpOf<"time">["spent"][number]) {
  const before = Object.hasOwn(times, spent.on) ? times[spent.on] : undefined;
  return withEntry(times, spent.on, {
    activeMs: (before?.activeMs ?? 0) + spent.activeMs,
    idleMs: (before?.idleMs ?? 0) + spent.idleMs,
  });
}

function addSignals(before: ReviewDocument["signals"], counted: SignalCounts): SignalCounts {
  return {
    pastes: (before?.pastes ?? 0) + counted.pastes,
    pastedCharacters: (before?.pastedCharacters ?? 0) + counted.pastedCharacters,
    timesAway: (before?.timesAway ?? 0) + counted.timesAway,
    awayMs: (before?.awayMs ?? 0) + counted.awayMs,
  };
}
