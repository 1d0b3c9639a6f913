import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { DraftAt } from "@/lib/review/rules/accept-whole-draft";
import { missing } from "@/lib/review/rules/complete";
import { explainsOwnValue } from "@/lib/review/rules/explanations";
import {
  areItemsVisible,
  isAwaited,
  isConcealed,
  isOpen,
  type RubricStepFrame,
  visibleItems,
} from "@/lib/review/rules/reveal";
import { addedItems, addedLines, indexOf, labelKey, visibleLines } from "@/lib/review/rules/selectors";
import { applies } from "@/lib/review/rules/step-conditions";
import type { Requirement, ReviewDocument } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame, RubricFrame, StepFrame } from "@/lib/review/schema/stimulus";

/** Something the keyboard can focus, in page order. */
export type Target =
  | { id: string; kind: "rubric"; step: number; rubric: string }
  | { id: string; kind: "item"; step: number; item: string }
  | { id: string; kind: "added-item"; step: number; as: string; rubric: string }
  | { id: string; kind: "line"; step: number; item: string; line: number }
  | { id: string; kind: "added-line"; step: number; as: string; item: string }
  | { id: string; kind: "answer"; step: number; item: string }
  | { id: string; kind: "prefer" | "label"; step: number; item: string }
  | { id: string; kind: "score"; step: number }
  | { id: string; kind: "ask"; step: number; question: string };

export const rubricTarget = (rubric: string) => `rubric:${rubric}`;
export const itemTarget = (item: string) => `item:${item}`;
export const addedTarget = (as: string) => `added:${as}`;
export const lineTarget = (item: string, line: number) => `line:${line}:${item}`;
export const answerTarget = (item: string) => `answer:${item}`;
export const scoreTarget = "score";
export const askTarget = (question: string) => `ask:${question}`;

/** Target id of a new text in a rubric or under an item. */
export function addTarget(target: { rubric: string } | { item: string }): string {
  return "rubric" in target ? `new:rubric:${target.rubric}` : `new:line:${target.item}`;
}

/**
 * All targets that the annotator can decide, answer or edit now, and values whose draft is loading. An empty
 * list of items is a target itself until it has an item.
 */
export function targetsOf(frame: ReviewFrame, document: ReviewDocument): Target[] {
  return frame.steps.flatMap((step, index) =>
    isOpen(frame, document, step) ? targetsOfStep(frame, step, index, document) : [],
  );
}

/** True if a target waits for its unit's draft to load. */
export function isWaiting(frame: ReviewFrame, document: ReviewDocument, target: Target): boolean {
  const key = unitAt(target);
  const unit = key === null ? undefined : indexOf(frame).units.get(key);
  return unit !== undefined && isAwaited(document, unit);
}

function targetsOfStep(
  frame: ReviewFrame,
  step: StepFrame,
  index: number,
  document: ReviewDocument,
): Target[] {
  switch (step.type) {
    case "rubric":
      return step.rubrics.flatMap((rubric) => targetsOfRubric(step, index, rubric, document));
    case "judge":
      return step.items.flatMap(({ key }) =>
        targetsOfUnit(frame, document, key, {
          id: answerTarget(key),
          kind: "answer",
          step: index,
          item: key,
        }),
      );
    case "score":
      return targetsOfUnit(frame, document, OVERALL, { id: scoreTarget, kind: "score", step: index });
    case "prefer":
      return targetsOfUnit(frame, document, PREFERENCE, {
        id: answerTarget(PREFERENCE),
        kind: "prefer",
        step: index,
        item: PREFERENCE,
      });
    case "label":
      return step.units.flatMap(({ key }) =>
        targetsOfUnit(frame, document, key, { id: answerTarget(key), kind: "label", step: index, item: key }),
      );
    case "ask":
      return [{ id: askTarget(step.id), kind: "ask", step: index, question: step.id }];
  }
}

function targetsOfRubric(
  step: RubricStepFrame,
  index: number,
  rubric: RubricFrame,
  document: ReviewDocument,
): Target[] {
  const { key } = rubric;
  const items = [
    ...visibleItems(document, step, index, rubric).map(
      (item): Target => ({ id: itemTarget(item.key), kind: "item", step: index, item: item.key }),
    ),
    ...addedItems(document, key).map(
      ({ id }): Target => ({ id: addedTarget(id), kind: "added-item", step: index, as: id, rubric: key }),
    ),
  ];
  return items.length > 0 ? items : [{ id: rubricTarget(key), kind: "rubric", step: index, rubric: key }];
}

function targetsOfUnit(frame: ReviewFrame, document: ReviewDocument, item: string, value: Target): Target[] {
  const unit = indexOf(frame).units.get(item);
  if (!unit) return [];
  if (isAwaited(document, unit)) return [value];
  const { step } = unit;
  const drafted = visibleLines(unit.draft).map(
    ({ line }): Target => ({ id: lineTarget(item, line), kind: "line", step, item, line }),
  );
  const own = addedLines(document, item)
    .filter(({ id }) => !explainsOwnValue(document.ops, id, item))
    .map(({ id }): Target => ({ id: addedTarget(id), kind: "added-line", step, as: id, item }));
  // Beside a draft the own lines are under its lines; without one they explain the value above them.
  return unit.draft && !isConcealed(document, unit) ? [...drafted, ...own, value] : [value, ...own];
}

/** The hidden draft that the annotator can reveal from a target; null if there is none. */
export function revealableAt(
  frame: ReviewFrame,
  document: ReviewDocument,
  target: Target | null,
): Revealable | null {
  const key = target && unitAt(target);
  const unit = key === null ? undefined : indexOf(frame).units.get(key);
  if (unit) return isConcealed(document, unit) ? { step: unit.step, item: unit.key } : null;
  const step = frame.steps.findIndex(
    (one, place) =>
      one.type === "rubric" &&
      one.withheld &&
      !areItemsVisible(document, one, place) &&
      applies(frame, document, one) &&
      (target === null || target.step === place),
  );
  return step === -1 ? null : { step };
}

/** A hidden draft: of a unit, or of a whole rubric step. */
export type Revealable = { step: number; item?: string };

/** The unit a target belongs to, or null. */
export function unitAt(target: Target): string | null {
  switch (target.kind) {
    case "score":
      return OVERALL;
    case "answer":
    case "prefer":
    case "label":
    case "line":
    case "added-line":
      return target.item;
    default:
      return null;
  }
}

/** The first target of a revealed draft; null while it is loading. */
export function firstRevealed(targets: readonly Target[], { step, item }: Revealable): Target | null {
  const isOfIt = (target: Target) => (item === undefined ? target.kind === "item" : unitAt(target) === item);
  return targets.find((target) => target.step === step && isOfIt(target)) ?? null;
}

/** The draft that a target waits for. */
export function awaitedAt(frame: ReviewFrame, document: ReviewDocument, target: Target): Revealable | null {
  const item = unitAt(target);
  return item !== null && isWaiting(frame, document, target) ? { step: target.step, item } : null;
}

/** The target of a missing requirement; null if there is none, as in a step without items. */
export function targetOf(frame: ReviewFrame, { step, what, item, line }: Requirement): string | null {
  if (item === undefined) {
    const at = frame.steps[step];
    const [rubric] = at?.type === "rubric" ? at.rubrics : [];
    return rubric ? rubricTarget(rubric.key) : null;
  }
  if (
    what === "score" ||
    ((what === "reveal" || what === "why" || what === "explanation") && item === OVERALL)
  )
    return scoreTarget;
  if (what === "ask") return askTarget(item);
  if (what !== "decision" && what !== "reason" && what !== "item") return answerTarget(item);
  return line === undefined ? itemTarget(item) : lineTarget(item, line);
}

/** The target of an operation; null for operations on the assignment as a whole. */
export function targetOfOp(op: Op): string | null {
  switch (op.type) {
    case "decide":
      return targetOfDecision(op.target);
    case "agree":
      return op.targets[0] ? targetOfDecision(op.targets[0]) : null;
    case "add":
      return addedTarget(op.as);
    case "answer":
      return answerTarget(op.item);
    case "prefer":
      return answerTarget(PREFERENCE);
    case "label":
      return answerTarget(labelKey(op.question, op.item ?? null));
    case "why":
      return op.item === OVERALL ? scoreTarget : answerTarget(op.item);
    case "score":
      return scoreTarget;
    case "ask":
      return askTarget(op.question);
    default:
      return null;
  }
}

/** The target for a decision on a drafted item or line. */
export function targetOfDecision(target: { item: string } | { item: string; line: number }): string {
  return "line" in target ? lineTarget(target.item, target.line) : itemTarget(target.item);
}

/** The draft a target belongs to, which could be accepted as a whole. */
export function draftAt(target: Target): DraftAt | null {
  const item = unitAt(target);
  if (item !== null) return { step: target.step, item };
  return target.kind === "ask" ? null : { step: target.step };
}

/** Identifies the button that accepts a draft as a whole. */
export const agreementButton = ({ step, item }: DraftAt) => `${step}:${item ?? ""}`;

/** Requirements missing at a target, in the order they are to be met. */
export function missingAt(frame: ReviewFrame, document: ReviewDocument, id: string): Requirement[] {
  return missing(frame, document).filter((requirement) => targetOf(frame, requirement) === id);
}

/**
 * The rule for advancing: the next target with something missing, wrapping around at the end. From null, the
 * first of all; null when nothing else is left.
 */
export function nextUndecided(
  frame: ReviewFrame,
  document: ReviewDocument,
  from: string | null,
): Target | null {
  const owing = new Set(missing(frame, document).map((requirement) => targetOf(frame, requirement)));
  const targets = targetsOf(frame, document);
  const at = targets.findIndex(({ id }) => id === from);
  const others = [...targets.slice(at + 1), ...targets.slice(0, Math.max(0, at))];
  return others.find(({ id }) => owing.has(id)) ?? null;
}

/** The next or previous target, wrapping around. */
export function neighbour(targets: readonly Target[], id: string | null, step: 1 | -1): Target | null {
  if (targets.length === 0) return null;
  const at = targets.findIndex((target) => target.id === id);
  if (at < 0) return (step === 1 ? targets[0] : targets.at(-1)) ?? null;
  return targets[(at + step + targets.length) % targets.length] ?? null;
}

/** The timer of a target: an item's key, `overall`, or the question's id. */
export function clockOf(target: Target): string {
  switch (target.kind) {
    case "score":
      return OVERALL;
    case "ask":
      return `ask:${target.question}`;
    case "rubric":
    case "added-item":
      return `rubric:${target.rubric}`;
    default:
      return target.item;
  }
}
