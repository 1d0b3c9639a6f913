import { OVERALL } from "@/lib/judgement/schema/units";
import { missing } from "@/lib/review/rules/complete";
import { itemState } from "@/lib/review/rules/selectors";
import type { ReviewDocument } from "@/lib/review/schema/document";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import type { DraftAction } from "./decision-look";
import { oncePerDocument, type ReviewState } from "./store";
import { answerTarget, itemTarget, scoreTarget, targetOf } from "./targets";

/**
 * Things decided or answered together: a drafted item, or a unit with its lines and value. Identified by its
 * last target.
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

/** Groups of all lists of an assignment, in page order. */
function groupsOf({ steps }: ReviewFrame): Group[] {
  return steps.flatMap((step, place): Group[] => {
    switch (step.type) {
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

/** With fewer groups there is no overview and no folding: all are in sight anyway. */
export const FEWEST = 6;

const known = new WeakMap<ReviewFrame, Group[]>();

/** Groups of a frame, cached per frame. */
export function groupsIn(frame: ReviewFrame): readonly Group[] {
  const groups = known.get(frame) ?? groupsOf(frame);
  known.set(frame, groups);
  return groups;
}

/** The group a target belongs to. */
export function groupOf(target: string | null, document: Pick<ReviewDocument, "added">): string | null {
  if (target === null) return null;
  const added = target.startsWith("added:") ? document.added[target.slice("added:".length)] : undefined;
  const item =
    added && "item" in added.target ? added.target.item : /^(?:line:\d+|new:line):(.*)$/s.exec(target)?.[1];
  if (item === undefined) return target;
  return item === OVERALL ? scoreTarget : answerTarget(item);
}

/** Groups with something missing. */
export const incompleteIn = oncePerDocument(
  (frame: ReviewFrame, document: ReviewDocument): ReadonlySet<string> => {
    const ids = missing(frame, document).map((requirement) =>
      groupOf(targetOf(frame, requirement), document),
    );
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
