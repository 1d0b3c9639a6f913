import { OVERALL } from "@/lib/judgement/schema/units";
import { missing } from "@/lib/review/rules/complete";
import { indexOf, itemState } from "@/lib/review/rules/selectors";
import { applies } from "@/lib/review/rules/step-conditions";
import type { Requirement, ReviewDocument } from "@/lib/review/schema/document";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import type { DraftAction } from "./decision-look";
import { oncePerDocument, type ReviewState, targetsIn } from "./store";
import { addTarget, answerTarget, itemTarget, scoreTarget, targetOf, unitAt } from "./targets";

/**
 * Targets that are decided or answered together: a drafted item, or a unit with its lines and value.
 * Identified by the last of its targets.
 */
export interface Group {
  id: string;
  /** Position in its list, from 1. */
  number: number;
  step: number;
  item: string;
  kind: "item" | "answer";
  text: string;
}

/** Groups of all lists of an assignment in these of its steps, in page order. */
function groupsOf({ steps }: ReviewFrame, shown: readonly number[]): Group[] {
  return shown.flatMap((place): Group[] => {
    const step = steps[place];
    switch (step?.type) {
      case "rubric":
        return step.rubrics
          .flatMap(({ items }) => items)
          .map(({ key, text }, index) => ({
            id: itemTarget(key),
            number: index + 1,
            step: place,
            item: key,
            kind: "item",
            text,
          }));
      case "judge":
        return step.items.map(({ key, name, text }, index) => ({
          id: answerTarget(key),
          number: index + 1,
          step: place,
          item: key,
          kind: "answer",
          text: name ?? text,
        }));
      case "label":
        return step.units.map(({ key, name, text }, index) => ({
          id: answerTarget(key),
          number: index + 1,
          step: place,
          item: key,
          kind: "answer",
          text: name ?? text ?? "",
        }));
      default:
        return [];
    }
  });
}

/** With fewer groups there is no overview and no folding, because all of them fit on the screen. */
export const FEWEST = 6;

const known = new WeakMap<ReviewFrame, Map<string, Group[]>>();

/** Groups of the steps that are shown now; the same list as long as no step appears or goes. */
export function groupsIn(frame: ReviewFrame, document: ReviewDocument): readonly Group[] {
  const shown = frame.steps.flatMap((step, place) => (applies(frame, document, step) ? [place] : []));
  const lists = known.get(frame) ?? new Map<string, Group[]>();
  known.set(frame, lists);
  const groups = lists.get(shown.join()) ?? groupsOf(frame, shown);
  lists.set(shown.join(), groups);
  return groups;
}

/** The group of a unit's lines and value, named by the target of its value. */
const unitGroup = (item: string) => (item === OVERALL ? scoreTarget : answerTarget(item));

/** The group of each target, and of each place where an annotator can write a new line. */
const groupIdsIn = oncePerDocument(
  (frame: ReviewFrame, document: ReviewDocument): ReadonlyMap<string, string> =>
    new Map([
      ...[...indexOf(frame).units.keys()].map((item) => [addTarget({ item }), unitGroup(item)] as const),
      ...targetsIn(frame, document).map((target) => {
        const item = unitAt(target);
        return [target.id, item === null ? target.id : unitGroup(item)] as const;
      }),
    ]),
);

/** The group of a target, or of a place for a new text. */
export function groupOf(
  { frame, document }: Pick<ReviewState, "frame" | "document">,
  id: string | null,
): string | null {
  return id === null ? null : (groupIdsIn(frame, document).get(id) ?? id);
}

/** The group that a missing requirement belongs to; its target may be in a step that is not open yet. */
export function groupOfRequirement(frame: ReviewFrame, requirement: Requirement): string | null {
  const { item, line } = requirement;
  return item !== undefined && line !== undefined ? unitGroup(item) : targetOf(frame, requirement);
}

/** Groups with something missing. */
export const incompleteIn = oncePerDocument(
  (frame: ReviewFrame, document: ReviewDocument): ReadonlySet<string> => {
    const ids = missing(frame, document).map((requirement) => groupOfRequirement(frame, requirement));
    return new Set(ids.filter((id) => id !== null));
  },
);

/**
 * A group's progress: the decision on an item, or that a unit is answered; "todo" while something is missing.
 */
export function stateOfGroup(
  { frame, document }: Pick<ReviewState, "frame" | "document">,
  group: Pick<Group, "id" | "item" | "kind">,
): "todo" | "done" | DraftAction {
  if (incompleteIn(frame, document).has(group.id)) return "todo";
  if (group.kind === "answer") return itemState(document, group.item).answer === null ? "todo" : "done";
  return itemState(document, group.item).decision?.action ?? "todo";
}
