import { Check, Pencil, Plus, X } from "lucide-react";

/**
 * What the four decisions are called (by the ids of their words) and how they look wherever they appear: by shape and word first, by colour second.
 * Whole class names, so that the style sheet finds them.
 */
export const DECISIONS = {
  accept: {
    word: "decision.accept",
    done: "decision.accepted",
    icon: Check,
    chosen: "border-accept bg-accept-soft text-accept",
    edge: "border-s-accept",
    text: "text-accept",
  },
  revise: {
    word: "decision.revise",
    done: "decision.revised",
    icon: Pencil,
    chosen: "border-revise bg-revise-soft text-revise",
    edge: "border-s-revise",
    text: "text-revise",
  },
  remove: {
    word: "decision.remove",
    done: "decision.removed",
    icon: X,
    chosen: "border-remove bg-remove-soft text-remove",
    edge: "border-s-remove",
    text: "text-remove",
  },
  add: {
    word: "decision.add",
    done: "decision.added",
    icon: Plus,
    chosen: "border-add bg-add-soft text-add",
    edge: "border-s-add",
    text: "text-add",
  },
} as const;

export type DraftAction = "accept" | "revise" | "remove";
export const DRAFT_ACTIONS: readonly DraftAction[] = ["accept", "revise", "remove"];
