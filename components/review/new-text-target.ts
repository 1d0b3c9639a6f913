import { OVERALL } from "@/lib/judgement/schema/units";
import { explanationPolicy } from "@/lib/review/rules/explanations";
import { draftOf } from "@/lib/review/rules/selectors";
import { applies } from "@/lib/review/rules/step-conditions";
import type { ReviewDocument } from "@/lib/review/schema/document";
import type { ReviewFrame, StepFrame } from "@/lib/review/schema/stimulus";
import { addTarget, type Target } from "./targets";

/** The assignment as it is shown now. */
type Shown = { frame: ReviewFrame; document: ReviewDocument };

/** The unit a new line would be added to; null where lines cannot be added. */
export function lineItemAt(target: Target | null, { frame, document }: Shown): string | null {
  const takesLines = (item: string) =>
    draftOf(frame, item) !== null || explanationPolicy(frame, document, item) !== "off";
  switch (target?.kind) {
    case "line":
    case "added-line":
      return target.item;
    case "answer":
    case "prefer":
      return takesLines(target.item) ? target.item : null;
    case "score":
      return takesLines(OVERALL) ? OVERALL : null;
    default:
      return null;
  }
}

/** Target of the N key: a line of the focused item, else an item of its rubric. */
export function targetOfNew(target: Target | null, context: Shown): string | null {
  const item = lineItemAt(target, context);
  if (item !== null) return addTarget({ item });
  if (target?.kind === "answer" || target?.kind === "prefer") return null;
  const rubrics = context.frame.steps.filter(
    (step): step is Extract<StepFrame, { type: "rubric" }> =>
      step.type === "rubric" && applies(context.frame, context.document, step),
  );
  // From targets outside rubrics, such as questions, the first rubric is used, which may be empty.
  const isApart = target === null || target.kind === "ask" || target.kind === "label";
  const own = rubrics
    .flatMap((step) => step.rubrics)
    .find(
      (rubric) =>
        isApart ||
        ((target.kind === "added-item" || target.kind === "rubric") && target.rubric === rubric.key) ||
        (target.kind === "item" && rubric.items.some((item) => item.key === target.item)),
    );
  return own && !own.isInstance ? addTarget({ rubric: own.key }) : null;
}
