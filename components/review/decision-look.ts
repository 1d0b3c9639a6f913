import { Check, Pencil, Plus, X } from "lucide-react";

/**
 * How the four decisions look wherever they appear: by shape and word first, by colour second.
 * Whole class names, so that the style sheet finds them.
 */
export const DECISIONS = {
  accept: {
    word: "Accept",
    done: "Accepted",
    key: "A",
    icon: Check,
    chosen: "border-accept bg-accept-soft text-accept",
    edge: "border-s-accept",
    text: "text-accept",
  },
  revise: {
    word: "Revise",
    done: "Revised",
    key: "R",
    icon: Pencil,
    chosen: "border-revise bg-revise-soft text-revise",
    edge: "border-s-revise",
    text: "text-revise",
  },
  remove: {
    word: "Remove",
    done: "Removed",
    key: "X",
    icon: X,
    chosen: "border-remove bg-remove-soft text-remove",
    edge: "border-s-remove",
    text: "text-remove",
  },
  add: {
    word: "Add",
    done: "Added",
    key: "N",
    icon: Plus,
    chosen: "border-add bg-add-soft text-add",
    edge: "border-s-add",
    text: "text-add",
  },
} as const;

export type DraftAction = "accept" | "revise" | "remove";
export const DRAFT_ACTIONS: readonly DraftAction[] = ["accept", "revise", "remove"];
