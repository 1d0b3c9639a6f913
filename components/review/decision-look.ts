import { Check, Pencil, Plus, X } from "lucide-react";

/**
 * Labels (translation ids) and looks of the four decisions: shape and word first, colour second. Full class
 * names, so that Tailwind finds them.
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
