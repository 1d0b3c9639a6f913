import { OVERALL } from "@/lib/dataset/schema";
import { addedItems, askAnswer, itemState } from "@/lib/review/rules/read";
import type { DraftView, Requirement, ReviewDocument, ReviewFrame, StepFrame } from "@/lib/review/schema";

type Asked = Requirement & { done: boolean };

/**
 * Everything the assignment asks for, in the order it is shown. A shown draft asks for a decision on each of its
 * lines, a drafted rubric for one on each of its items; nothing counts as decided because it was left alone.
 */
function asked(frame: ReviewFrame, document: ReviewDocument): Asked[] {
  return frame.steps.flatMap((step, index) => askedBy(step, index, document));
}

function askedBy(step: StepFrame, index: number, document: ReviewDocument): Asked[] {
  switch (step.type) {
    case "rubric": {
      const drafted = step.rubrics.flatMap((rubric) => rubric.items);
      if (drafted.length === 0 && step.rubrics.length > 0) {
        const done = step.rubrics.some((rubric) => addedItems(document, rubric.key).length > 0);
        return [{ step: index, what: "item", done }];
      }
      return drafted.map(({ key }) => ({
        step: index,
        what: "decision",
        item: key,
        done: itemState(document, key).decision !== null,
      }));
    }
    case "judge":
      return step.items.flatMap((item) => [
        ...linesOf(item.draft, item.key, index, document),
        { step: index, what: "answer", item: item.key, done: itemState(document, item.key).answer !== null },
      ]);
    case "score":
      return [
        ...linesOf(step.draft, OVERALL, index, document),
        { step: index, what: "score", item: OVERALL, done: document.score !== null },
      ];
    case "ask":
      return [{ step: index, what: "ask", item: step.id, done: askAnswer(document, step.id) !== null }];
  }
}

function linesOf(draft: DraftView | null, item: string, step: number, document: ReviewDocument): Asked[] {
  const { lines } = itemState(document, item);
  return (draft?.lines ?? []).map((_, line) => ({
    step,
    what: "decision",
    item,
    line,
    done: lines[line] !== undefined,
  }));
}

/** What is still to be done, in display order. */
export function missing(frame: ReviewFrame, document: ReviewDocument): Requirement[] {
  return asked(frame, document)
    .filter(({ done }) => !done)
    .map(({ done: _, ...requirement }) => requirement);
}

/** Whether the assignment may be submitted. */
export function isComplete(frame: ReviewFrame, document: ReviewDocument): boolean {
  return asked(frame, document).every(({ done }) => done);
}

export type Count = { done: number; total: number };

/** How far the work is, as a whole and by step. */
export function progress(frame: ReviewFrame, document: ReviewDocument): Count & { steps: Count[] } {
  const count = (among: Asked[]): Count => ({
    done: among.filter(({ done }) => done).length,
    total: among.length,
  });
  const steps = frame.steps.map((step, index) => count(askedBy(step, index, document)));
  return { ...count(asked(frame, document)), steps };
}
