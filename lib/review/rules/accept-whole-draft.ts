import { countWords } from "@/lib/i18n/rules/counts";
import { isOnScale, isPreferred } from "@/lib/judgement/rules/scale";
import {
  areItemsVisible,
  isAwaited,
  isConcealed,
  isOpen,
  visibleItems,
  waitsForReveal,
} from "@/lib/review/rules/reveal";
import { type AnswerUnit, indexOf, itemState, valueNow, visibleLines } from "@/lib/review/rules/selectors";
import type { OpRefusal, ReviewDocument } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame, StepFrame } from "@/lib/review/schema/stimulus";

/*
 * An operation that accepts a whole draft: every undecided line or item in it, and its value, which becomes
 * the annotator's own. Possible only where the step allows it, and only after the draft was shown for as long
 * as reading it takes.
 */

export type AgreeOperation = Extract<Op, { type: "agree" }>;

/** One draft: that of a unit, or (without an item) the items of a rubric step. */
export type DraftAt = Pick<AgreeOperation, "step" | "item">;

/** Contents of an agree operation: all undecided targets, and the value if there is none yet. */
export type UndecidedTargets = Pick<AgreeOperation, "targets" | "value">;

/** True if whole drafts of a step can be accepted. */
export function allowsAgreement(step: StepFrame | undefined): boolean {
  return step !== undefined && "agree" in step && step.agree === "allowed";
}

/** The content of an agree operation on a draft at this moment, or the reason why it is not possible. */
export function undecidedIn(
  frame: ReviewFrame,
  document: ReviewDocument,
  { step: place, item }: DraftAt,
): UndecidedTargets | OpRefusal {
  const step = frame.steps[place];
  if (!step || !allowsAgreement(step)) return "not-in-bulk";
  if (step.type === "rubric") {
    if (item !== undefined) return "unknown-item";
    if (!areItemsVisible(document, step, place)) return "not-revealed";
    const items = step.rubrics.flatMap((rubric) => visibleItems(document, step, place, rubric));
    const left = items.filter(({ key }) => itemState(document, key).decision === null);
    return left.length === 0 ? "nothing-to-agree" : { targets: left.map(({ key }) => ({ item: key })) };
  }
  const unit = item === undefined ? undefined : indexOf(frame).units.get(item);
  if (!unit || unit.step !== place) return "unknown-item";
  if (!isOpen(frame, document, step)) return "not-open";
  if (isConcealed(document, unit) || isAwaited(document, unit)) return "not-revealed";
  const { lines } = itemState(document, unit.key);
  const left = visibleLines(unit.draft).filter(({ line }) => lines[line] === undefined);
  if (left.length === 0) return "nothing-to-agree";
  const value = valueNow(document, unit.key) === null ? draftedValue(unit) : null;
  const targets = left.map(({ line }) => ({ item: unit.key, line }));
  return value === null ? { targets } : { targets, value };
}

/**
 * The drafted value, if the annotator can see it and could give it. Null if it is withheld, and for a drafted
 * side where the step asks for a degree of preference.
 */
function draftedValue({ exposure, scale, draft }: AnswerUnit): AgreedValue | null {
  if (!draft || draft.value === null || exposure === "score-hidden") return null;
  const { value } = draft;
  switch (scale.type) {
    case "labels":
      return null;
    case "five-point":
    case "forced-choice": {
      const preferred = value === "tie" && scale.type === "five-point" ? 3 : value;
      return isPreferred(scale.type, preferred) && isValue(preferred) ? preferred : null;
    }
    default:
      return isOnScale(scale, value) && isValue(value) ? value : null;
  }
}

type AgreedValue = NonNullable<UndecidedTargets["value"]>;

const isValue = (value: string | number): value is AgreedValue =>
  typeof value === "number" || ["yes", "no", "na", "A", "B"].includes(value);

/** Why an agree operation does not fit: it must contain exactly what is undecided in one draft. */
export function agreementObjection(
  frame: ReviewFrame,
  document: ReviewDocument,
  op: AgreeOperation,
): OpRefusal | null {
  const left = undecidedIn(frame, document, op);
  if (typeof left === "string") return left;
  const names = (targets: UndecidedTargets["targets"]) => targets.map(nameOf).sort().join();
  const isWhole = names(left.targets) === names(op.targets) && left.value === op.value;
  return isWhole ? null : "not-whole";
}

type AgreedTarget = UndecidedTargets["targets"][number];

const nameOf = (target: AgreedTarget) => JSON.stringify([target.item, "line" in target ? target.line : null]);

// ---------------------------------------------------------------- reading

/**
 * Reading speed assumed for accepting a whole draft: silent reading of English non-fiction by adults, the
 * mean of 190 studies (Brysbaert 2019, "How many words do we read per minute? A review and meta-analysis of
 * reading rate", Journal of Memory and Language 109). In scripts without spaces a character counts as a word.
 */
export const AGREED_WORDS_PER_MINUTE = 238;

/** A drafted item or line: since when it was visible, and how long reading it takes, in milliseconds. */
export type ReadingTime = { since: number; takes: number };

/** The time that reading an item or line takes, in milliseconds. */
export function readingTime(frame: ReviewFrame, target: AgreedTarget): number {
  return (countWords(textOf(frame, target)) / AGREED_WORDS_PER_MINUTE) * 60_000;
}

function textOf(frame: ReviewFrame, target: AgreedTarget): string {
  const { reviewed, units } = indexOf(frame);
  if (!("line" in target)) return reviewed.get(target.item)?.text ?? "";
  const lines = visibleLines(units.get(target.item)?.draft ?? null);
  return lines.find(({ line }) => line === target.line)?.text ?? "";
}

/**
 * The earliest time at which everything can have been read: one after the other, each after it became
 * visible.
 */
export function readAt(readings: readonly ReadingTime[]): number {
  let takes = 0;
  let at = Number.NEGATIVE_INFINITY;
  for (const reading of readings.toSorted((a, b) => b.since - a.since)) {
    takes += reading.takes;
    at = Math.max(at, reading.since + takes);
  }
  return at;
}

/** An operation, and when the server recorded it. */
type Dated = { op: Op; recordedAt: Date };

/**
 * True if new operations accept a draft before everything accepted in bulk so far can have been read. Text
 * that was accepted and undone counts as read once.
 */
export function isTooEarly(
  frame: ReviewFrame,
  recorded: readonly Dated[],
  fresh: readonly Op[],
  { openedAt, now }: { openedAt: Date | null; now: Date },
): boolean {
  if (!fresh.some(isAgreement)) return false;
  const readings = new Map<string, ReadingTime>();
  for (const op of [...recorded.map(({ op }) => op), ...fresh].filter(isAgreement)) {
    const since = shownSince(frame, recorded, op, openedAt ?? now) ?? now;
    for (const target of op.targets)
      readings.set(nameOf(target), { since: since.getTime(), takes: readingTime(frame, target) });
  }
  return readAt([...readings.values()]) > now.getTime();
}

const isAgreement = (op: Op): op is AgreeOperation => op.type === "agree";

/** The time when the server first sent a draft; null if it never did. */
function shownSince(
  { steps }: ReviewFrame,
  recorded: readonly Dated[],
  { step: place, item }: DraftAt,
  openedAt: Date,
): Date | null {
  const step = steps[place];
  if (!step || step.type === "ask") return null;
  if (waitsForReveal(step)) {
    const request = recorded.find(({ op }) => op.type === "reveal" && op.step === place && op.item === item);
    return request?.recordedAt ?? null;
  }
  if (step.type !== "score" || step.opens === "at-once") return openedAt;
  // The step opens with the last of the items judged before it.
  let since = openedAt;
  for (const { key } of steps.flatMap((one) => (one.type === "judge" ? one.items : []))) {
    const given = recorded.find(({ op }) => givesValue(op, key));
    if (!given) return null;
    if (given.recordedAt > since) since = given.recordedAt;
  }
  return since;
}

function givesValue(op: Op, item: string): boolean {
  if (op.type === "answer") return op.item === item;
  return op.type === "agree" && op.item === item && op.value !== undefined;
}
