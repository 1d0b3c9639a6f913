"use client";

import { useTranslations } from "@/components/i18n/translations";
import { useAnnounce } from "@/components/ui/announcer";
import type { ReviewSync } from "@/lib/review/client/autosave";
import { endsInReveal, redoable, undoable } from "@/lib/review/rules/apply";
import type { Op } from "@/lib/review/schema/operation";
import { showFocused } from "./reading-area";
import { type ReviewStore, targetsIn } from "./store";
import { targetOfOp } from "./targets";
import { boxOf, type TargetFocus } from "./use-target-focus";

interface UndoInput {
  store: ReviewStore;
  sync: ReviewSync;
  isClosed: boolean;
  refocus: TargetFocus["refocus"];
  /** Takes the submission before back; false where there is none that can be. */
  onUndoSubmit: () => boolean;
}

/** Takes the last operation back and does it again, and goes to where it was made. */
export function useUndo({ store, sync, isClosed, refocus, onUndoSubmit }: UndoInput) {
  const t = useTranslations();
  const announce = useAnnounce();

  function undo() {
    // Before anything can be done here, it is the submission before that is taken back.
    if (isClosed) return void onUndoSubmit();
    if (endsInReveal(store.state().document)) announce(t("save.unseen"));
    else {
      store.edit(null);
      const of = undoable(store.state().document);
      if (of && sync.undo()) showOperation("save.undone", of);
      else if (!onUndoSubmit()) announce(t("save.nothing-to-undo"));
    }
  }

  function redo() {
    const { document } = store.state();
    const undo = isClosed ? null : redoable(document);
    const of = undo?.type === "undo" ? document.ops.find(({ op }) => op === undo.of) : undefined;
    if (of && sync.redo()) showOperation("save.redone", of);
    else announce(t("save.nothing-to-redo"));
  }

  /** Goes to what was taken back or done again, brings it into view and names it. */
  function showOperation(said: "save.undone" | "save.redone", of: Op) {
    const id = targetOfOp(of);
    const { frame, document } = store.state();
    const isThere = targetsIn(frame, document).some((target) => target.id === id);
    const box = boxOf(id ?? "");
    const label = of.type === "agree" ? null : box?.getAttribute("aria-label");
    announce(t(said, { what: label ?? t(`keys.${keyOf(of)}`) }));
    if (!id || !isThere) return refocus();
    refocus(id);
    if (box) showFocused(box);
  }

  return { undo, redo };
}

/** The key that makes an operation which is about no target any more, or about several. */
const keyOf = ({ type }: Op) => (type === "note" || type === "flag" || type === "agree" ? type : "add");
