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
 * Agreeing with a whole draft: everything in it that is still undecided is accepted in one gesture, and its value becomes
 * the annotator's own. Only where the step allows it, and only once the draft was there for as long as reading it takes.
 */

export type AgreeOperation = Extract<Op, { type: "agree" }>;

/** One draft: what was drafted for a unit, or (without an item) the items of a rubric step. */
export type DraftAt = Pick<AgreeOperation, "step" | "item">;

/** What a gesture of agreement is to say: everything that is undecided, and the value where there is none yet. */
export type UndecidedTargets = Pick<AgreeOperation, "targets" | "value">;

/** Whether drafts of a step can be agreed with as a whole. */
export function allowsAgreement(step: StepFrame | undefined): boolean {
  return step !== undefined && "agree" in step && step.agree === "allowed";
}

/** What of a draft could be agreed with now, or why nothing can. */
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
 * The value that a draft proposes, as far as the annotator sees it and could give it: a withheld one is not taken over,
 * nor a side where it is to be said by how much.
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

/** Why a gesture of agreement does not fit: it must say of one draft everything that is left, and no more. */
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
 * How fast a draft is read that is agreed with as a whole: silent reading of English non-fiction by adults, on average
 * over 190 studies (Brysbaert 2019, "How many words do we read per minute? A review and meta-analysis of reading rate",
 * Journal of Memory and Language 109). A sign of a script without spaces counts as a word.
 */
export const AGREED_WORDS_PER_MINUTE = 238;

/** A drafted item or line: since when it was there to be read, and how long that takes, in milliseconds. */
export type ReadingTime = { since: number; takes: number };

/** How long reading an item or line takes, in milliseconds. */
export function readingTime(frame: ReviewFrame, target: AgreedTarget): number {
  return (countWords(textOf(frame, target)) / AGREED_WORDS_PER_MINUTE) * 60_000;
}

function textOf(frame: ReviewFrame, target: AgreedTarget): string {
  const { reviewed, units } = indexOf(frame);
  if (!("line" in target)) return reviewed.get(target.item)?.text ?? "";
  const lines = visibleLines(units.get(target.item)?.draft ?? null);
  return lines.find(({ line }) => line === target.line)?.text ?? "";
}

/** When somebody can have read all of it at the earliest: one after the other, none before it was there. */
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
 * Whether among some new operations there is an agreement that comes before everything agreed with so far can have been
 * read. What was agreed with and taken back was read all the same, once.
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

/** Since when a draft can have been on a screen: the server has not sent it before. Null where it never was sent. */
function shownSince(
  { steps }: ReviewFrame,
  recorded: readonly Dated[],
  { step: place, item }: DraftAt,
  openedAt: Date,
): Date | null {
  const step = steps[place];
  if (!step || step.type === "ask") return null;
  if (waitsForReveal(step)) {
    const asked = recorded.find(({ op }) => op.type === "reveal" && op.step === place && op.item === item);
    return asked?.recordedAt ?? null;
  }
  if (step.type !== "score" || step.opens === "at-once") return openedAt;
  // It opens with the last of the items that are judged before.
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
