import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { explanationPolicy } from "@/lib/review/rules/explanations";
import { isReasoned, overrules, overrulesValue, reasonsIn } from "@/lib/review/rules/reasons";
import { isConcealed, visibleItems } from "@/lib/review/rules/reveal";
import {
  addedItems,
  addedLines,
  indexOf,
  itemState,
  questionAnswer,
  valueNow,
  visibleLines,
} from "@/lib/review/rules/selectors";
import { applies } from "@/lib/review/rules/step-conditions";
import type { Requirement, ReviewDocument } from "@/lib/review/schema/document";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";

type CheckedRequirement = Requirement & { done: boolean };

/**
 * All requirements of an assignment, in display order. A shown draft requires a decision on each of its
 * lines, a drafted rubric one on each of its items; nothing counts as decided without an operation. A draft
 * that comes after an own value has to be looked at, and then requires a final value. A step whose conditions do not
 * hold requires nothing.
 */
function requirementsOf(frame: ReviewFrame, document: ReviewDocument): CheckedRequirement[] {
  return requirementsByStep(frame, document).flat();
}

const known = new WeakMap<ReviewDocument, { frame: ReviewFrame; steps: CheckedRequirement[][] }>();

/** The requirements of each step, computed once for a document: documents are never changed in place. */
function requirementsByStep(frame: ReviewFrame, document: ReviewDocument): CheckedRequirement[][] {
  const found = known.get(document);
  if (found?.frame === frame) return found.steps;
  const steps = frame.steps.map((_, index) => requirementsOfStep(frame, index, document));
  known.set(document, { frame, steps });
  return steps;
}

function requirementsOfStep(
  frame: ReviewFrame,
  index: number,
  document: ReviewDocument,
): CheckedRequirement[] {
  const step = frame.steps[index];
  if (!applies(frame, document, step)) return [];
  switch (step?.type) {
    case "rubric": {
      const drafted = step.rubrics.flatMap((rubric) => visibleItems(document, step, index, rubric));
      if (drafted.length === 0 && step.rubrics.length > 0) {
        const done = step.rubrics.some((rubric) => addedItems(document, rubric.key).length > 0);
        return [{ step: index, what: "item", done }];
      }
      return drafted.flatMap(({ key }) => decisionRequirements(frame, { step: index, item: key }, document));
    }
    case "judge":
      return step.items.flatMap(({ key }) => requirementsOfValue(frame, key, "answer", document));
    case "score":
      return requirementsOfValue(frame, OVERALL, "score", document);
    case "prefer":
      return requirementsOfValue(frame, PREFERENCE, "prefer", document);
    case "label":
      return step.units.flatMap(({ key }) => requirementsOfValue(frame, key, "label", document));
    case "ask":
      if (step.optional) return [];
      return [{ step: index, what: "ask", item: step.id, done: questionAnswer(document, step.id) !== null }];
    case undefined:
      return [];
  }
}

function requirementsOfValue(
  frame: ReviewFrame,
  item: string,
  what: "answer" | "score" | "prefer" | "label",
  document: ReviewDocument,
): CheckedRequirement[] {
  const unit = indexOf(frame).units.get(item);
  if (!unit) return [];
  const { step } = unit;
  const value: CheckedRequirement = { step, what, item, done: valueNow(document, item) !== null };
  const isHidden = isConcealed(document, unit);
  const looks = unit.exposure === "judge-then-reveal" && unit.hasDraft;
  const look: CheckedRequirement[] = looks ? [{ step, what: "reveal", item, done: !isHidden }] : [];
  const explanation: CheckedRequirement[] =
    explanationPolicy(frame, document, item) === "required"
      ? [{ step, what: "explanation", item, done: addedLines(document, item).length > 0 }]
      : [];
  if (isHidden) return [value, ...explanation, ...look];
  return [
    ...look,
    ...visibleLines(unit.draft).flatMap(({ line }) =>
      decisionRequirements(frame, { step, item, line }, document),
    ),
    value,
    ...explanation,
    ...reasonRequirement(frame, { step, item }, document),
  ];
}

/**
 * The requirement of a reason for a value that differs from the drafted one, where the step wants reasons.
 */
function reasonRequirement(
  frame: ReviewFrame,
  { step, item }: { step: number; item: string },
  document: ReviewDocument,
): CheckedRequirement[] {
  if (reasonsIn(frame.steps[step]) !== "required" || !overrulesValue(frame, document, item)) return [];
  return [{ step, what: "why", item, done: isReasoned({ reason: itemState(document, item).why }) }];
}

/**
 * The requirement of a decision on a drafted item or line, and of a reason for overruling it, where the step
 * wants reasons.
 */
function decisionRequirements(
  frame: ReviewFrame,
  { step, item, line }: { step: number; item: string; line?: number },
  document: ReviewDocument,
): CheckedRequirement[] {
  const { decision, lines } = itemState(document, item);
  const decided = line === undefined ? decision : (lines[line] ?? null);
  const about = { step, item, ...(line !== undefined && { line }) };
  const asks: CheckedRequirement[] = [{ ...about, what: "decision", done: decided !== null }];
  if (decided && overrules(decided) && reasonsIn(frame.steps[step]) === "required")
    asks.push({ ...about, what: "reason", done: isReasoned(decided) });
  return asks;
}

/** The unmet requirements, in display order. */
export function missing(frame: ReviewFrame, document: ReviewDocument): Requirement[] {
  return requirementsOf(frame, document)
    .filter(({ done }) => !done)
    .map(({ done: _, ...requirement }) => requirement);
}

type Count = { done: number; total: number };

/** Completed and total requirements, overall and by step. */
export function progress(frame: ReviewFrame, document: ReviewDocument): Count & { steps: Count[] } {
  const count = (among: CheckedRequirement[]): Count => ({
    done: among.filter(({ done }) => done).length,
    total: among.length,
  });
  const steps = requirementsByStep(frame, document).map(count);
  const sum = (of: keyof Count) => steps.reduce((total, step) => total + step[of], 0);
  return { done: sum("done"), total: sum("total"), steps };
}
