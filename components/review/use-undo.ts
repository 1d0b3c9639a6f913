"use client";

import { useTranslations } from "@/components/i18n/translations";
import { afterPaint } from "@/components/ui/after-paint";
import { useAnnounce } from "@/components/ui/announcer";
import type { Autosave } from "@/lib/review/client/autosave";
import { endsInReveal, redoable, undoable } from "@/lib/review/rules/undo";
import type { Op } from "@/lib/review/schema/operation";
import { showFocused } from "./scroll-to-focused";
import { type ReviewStore, targetsIn } from "./store";
import { targetOfOp } from "./targets";
import { boxOf, type TargetFocus } from "./use-target-focus";

interface UndoInput {
  store: ReviewStore;
  sync: Autosave;
  isClosed: boolean;
  refocus: TargetFocus["refocus"];
  /** Undoes the previous submission; false if that is not possible. */
  onUndoSubmit: () => boolean;
}

/**
 * Undoes or redoes the last operation, and goes to its target. Where the annotator has done nothing yet, undo applies to
 * the previous submission. A text that comes back is named once it is rendered; one that goes, while it still is.
 */
export function useUndo({ store, sync, isClosed, refocus, onUndoSubmit }: UndoInput) {
  const t = useTranslations();
  const announce = useAnnounce();

  function undo() {
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

  /** Moves to the target of the operation that was undone or redone, and announces it. */
  function showOperation(message: "save.undone" | "save.redone", of: Op) {
    const id = targetOfOp(of);
    const { frame, document } = store.state();
    const isThere = targetsIn(frame, document).some((target) => target.id === id);
    const show = () => {
      const box = boxOf(id ?? "");
      const label = of.type === "agree" ? null : box?.getAttribute("aria-label");
      announce(t(message, { what: label ?? t(`keys.${keyOf(of)}`) }));
      if (isThere && box) showFocused(box);
    };
    if (isThere && !boxOf(id ?? "")) afterPaint(show);
    else show();
    refocus(isThere ? id : undefined);
  }

  return { undo, redo };
}

/** Translation key for an operation on several targets, or on none any more. */
const keyOf = ({ type }: Op) => (type === "note" || type === "flag" || type === "agree" ? type : "add");
