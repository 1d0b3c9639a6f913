import { OVERALL, PREFERENCE } from "@/lib/dataset/schema/units";
import { addedItems, addedLines, indexOf, linesOf } from "@/lib/review/rules/read";
import { areItemsShown, isAwaited, isConcealed, isOpen, shownItems } from "@/lib/review/rules/reveal";
import type { Requirement, ReviewDocument, ReviewFrame, StepFrame } from "@/lib/review/schema";

/** One thing the keyboard can rest on, in the order of the page. */
export type Target =
  | { id: string; kind: "item"; step: number; item: string }
  | { id: string; kind: "added-item"; step: number; as: string; rubric: string }
  | { id: string; kind: "line"; step: number; item: string; line: number }
  | { id: string; kind: "added-line"; step: number; as: string; item: string }
  | { id: string; kind: "answer"; step: number; item: string }
  | { id: string; kind: "prefer" | "label"; step: number; item: string }
  | { id: string; kind: "score"; step: number }
  | { id: string; kind: "ask"; step: number; question: string };

export const itemTarget = (item: string) => `item:${item}`;
export const addedTarget = (as: string) => `added:${as}`;
export const lineTarget = (item: string, line: number) => `line:${line}:${item}`;
export const answerTarget = (item: string) => `answer:${item}`;
export const scoreTarget = "score";
export const askTarget = (question: string) => `ask:${question}`;

/** The editing place of a new text in a rubric or under an item. */
export function addPlace(target: { rubric: string } | { item: string }): string {
  return "rubric" in target ? `new:rubric:${target.rubric}` : `new:line:${target.item}`;
}

/** Everything that can be decided, answered or edited now; nothing of a unit whose draft is still on its way. */
export function targetsOf(frame: ReviewFrame, document: ReviewDocument): Target[] {
  return frame.steps.flatMap((step, index) =>
    isOpen(frame, document, step) ? targetsOfStep(frame, step, index, document) : [],
  );
}

function targetsOfStep(
  frame: ReviewFrame,
  step: StepFrame,
  index: number,
  document: ReviewDocument,
): Target[] {
  switch (step.type) {
    case "rubric":
      return step.rubrics.flatMap((rubric) => [
        ...shownItems(document, step, index, rubric).map(
          ({ key }): Target => ({ id: itemTarget(key), kind: "item", step: index, item: key }),
        ),
        ...addedItems(document, rubric.key).map(
          ({ id }): Target => ({
            id: addedTarget(id),
            kind: "added-item",
            step: index,
            as: id,
            rubric: rubric.key,
          }),
        ),
      ]);
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

function targetsOfUnit(frame: ReviewFrame, document: ReviewDocument, item: string, value: Target): Target[] {
  const unit = indexOf(frame).units.get(item);
  if (!unit || isAwaited(document, unit)) return [];
  const { step } = unit;
  return [
    ...linesOf(unit.draft).map(
      ({ line }): Target => ({ id: lineTarget(item, line), kind: "line", step, item, line }),
    ),
    ...addedLines(document, item).map(
      ({ id }): Target => ({ id: addedTarget(id), kind: "added-line", step, as: id, item }),
    ),
    value,
  ];
}

/** What a look at the draft would be about while a target has the focus; null where no draft waits to be asked for. */
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
      !areItemsShown(document, one, place) &&
      (target === null || target.step === place),
  );
  return step === -1 ? null : { step };
}

/** A draft that can be asked for: of a unit, or of a whole rubric step. */
export type Revealable = { step: number; item?: string };

/** The unit a target belongs to, if any. */
function unitAt(target: Target): string | null {
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

/** The first thing to decide or answer once a draft is there; null while it is on its way. */
export function firstRevealed(targets: readonly Target[], { step, item }: Revealable): Target | null {
  const isOfIt = (target: Target) => (item === undefined ? target.kind === "item" : unitAt(target) === item);
  return targets.find((target) => target.step === step && isOfIt(target)) ?? null;
}

/** Where a missing thing is found. Null when it is an addition still to be made. */
export function targetOf(requirement: Requirement): string | null {
  const { what, item, line } = requirement;
  if (item === undefined) return null;
  if (what === "score" || ((what === "reveal" || what === "why") && item === OVERALL)) return scoreTarget;
  if (what === "ask") return askTarget(item);
  if (what !== "decision" && what !== "reason" && what !== "item") return answerTarget(item);
  return line === undefined ? itemTarget(item) : lineTarget(item, line);
}

/** The neighbour of a target, going round at the ends. */
export function neighbour(targets: readonly Target[], id: string | null, step: 1 | -1): Target | null {
  if (targets.length === 0) return null;
  const at = targets.findIndex((target) => target.id === id);
  if (at < 0) return (step === 1 ? targets[0] : targets.at(-1)) ?? null;
  return targets[(at + step + targets.length) % targets.length] ?? null;
}

/**
 * What the hand goes on to from a target: null at the end, and while a draft of a step in between is still on its way, such
 * as that of the score which the last answer has opened.
 */
export function nextAfter(frame: ReviewFrame, document: ReviewDocument, id: string): Target | null {
  const targets = targetsOf(frame, document);
  const at = targets.findIndex((target) => target.id === id);
  const from = targets[at];
  const next = targets[at + 1] ?? null;
  if (!from || !next) return null;
  const isAwaitedBetween = [...indexOf(frame).units.values()].some((unit) => {
    const step = frame.steps[unit.step];
    const between = unit.step > from.step && unit.step < next.step;
    return between && step !== undefined && isOpen(frame, document, step) && isAwaited(document, unit);
  });
  return isAwaitedBetween ? null : next;
}

/** Which item's clock runs while this target has the focus: an item's key, `overall`, or the question's id. */
export function clockOf(target: Target): string {
  switch (target.kind) {
    case "score":
      return OVERALL;
    case "ask":
      return `ask:${target.question}`;
    case "added-item":
      return `rubric:${target.rubric}`;
    default:
      return target.item;
  }
}
