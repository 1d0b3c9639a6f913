import { OVERALL } from "@/lib/dataset/schema";
import { isOpen } from "@/lib/review/rules/apply";
import { addedItems, addedLines } from "@/lib/review/rules/read";
import type { Requirement, ReviewDocument, ReviewFrame, StepFrame } from "@/lib/review/schema";

/** One thing the keyboard can rest on, in the order of the page. */
export type Target =
  | { id: string; kind: "item"; step: number; item: string }
  | { id: string; kind: "added-item"; step: number; as: string; rubric: string }
  | { id: string; kind: "line"; step: number; item: string; line: number }
  | { id: string; kind: "added-line"; step: number; as: string; item: string }
  | { id: string; kind: "answer"; step: number; item: string }
  | { id: string; kind: "score"; step: number }
  | { id: string; kind: "ask"; step: number; question: string };

export const itemTarget = (item: string) => `item:${item}`;
export const addedTarget = (as: string) => `added:${as}`;
export const lineTarget = (item: string, line: number) => `line:${line}:${item}`;
export const answerTarget = (item: string) => `answer:${item}`;
export const scoreTarget = "score";
export const askTarget = (question: string) => `ask:${question}`;

/**
 * Everything that can be decided, answered or edited now. `confirmed` is the document as far as the server has it:
 * a step that opens with a draft is there once the server has shown the draft.
 */
export function targetsOf(
  frame: ReviewFrame,
  document: ReviewDocument,
  confirmed: ReviewDocument = document,
): Target[] {
  return frame.steps.flatMap((step, index) =>
    isStepOpen(frame, document, confirmed, step) ? targetsOfStep(step, index, document) : [],
  );
}

/** Whether a step is open on this page: one with a draft only when the server knows, and has shown the draft. */
export function isStepOpen(
  frame: ReviewFrame,
  document: ReviewDocument,
  confirmed: ReviewDocument,
  step: StepFrame,
): boolean {
  const waits = step.type === "score" && step.exposure !== "none";
  return isOpen(frame, document, step) && (!waits || isOpen(frame, confirmed, step));
}

function targetsOfStep(step: StepFrame, index: number, document: ReviewDocument): Target[] {
  switch (step.type) {
    case "rubric":
      return step.rubrics.flatMap((rubric) => [
        ...rubric.items.map(
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
      return step.items.flatMap((item) => [
        ...lines(document, item.key, item.draft?.lines.length ?? 0, index),
        { id: answerTarget(item.key), kind: "answer", step: index, item: item.key } as const,
      ]);
    case "score":
      return [
        ...lines(document, OVERALL, step.draft?.lines.length ?? 0, index),
        { id: scoreTarget, kind: "score", step: index } as const,
      ];
    case "ask":
      return [{ id: askTarget(step.id), kind: "ask", step: index, question: step.id }];
  }
}

function lines(document: ReviewDocument, item: string, count: number, step: number): Target[] {
  return [
    ...Array.from(
      { length: count },
      (_, line): Target => ({ id: lineTarget(item, line), kind: "line", step, item, line }),
    ),
    ...addedLines(document, item).map(
      ({ id }): Target => ({ id: addedTarget(id), kind: "added-line", step, as: id, item }),
    ),
  ];
}

/** Where a missing thing is found. Null when it is an addition still to be made. */
export function targetOf(requirement: Requirement): string | null {
  const { what, item, line } = requirement;
  if (what === "score") return scoreTarget;
  if (item === undefined) return null;
  if (what === "ask") return askTarget(item);
  if (what === "answer") return answerTarget(item);
  return line === undefined ? itemTarget(item) : lineTarget(item, line);
}

/** The neighbour of a target, going round at the ends. */
export function neighbour(targets: readonly Target[], id: string | null, step: 1 | -1): Target | null {
  if (targets.length === 0) return null;
  const at = targets.findIndex((target) => target.id === id);
  if (at < 0) return (step === 1 ? targets[0] : targets.at(-1)) ?? null;
  return targets[(at + step + targets.length) % targets.length] ?? null;
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
