"use client";

import { useCallback, useEffect, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { useStored } from "@/components/ui/use-stored";
import { useReadOnly, useReview } from "./context";
import { FEWEST, type Group, groupOf, groupsIn, stateOfGroup } from "./groups";
import { scrollerOf } from "./reading-area";
import type { ReviewState } from "./store";

/** Whether decided items are folded to one line each: a choice of the annotator, kept in this browser. */
export function useFoldChoice(): [folds: boolean, toggle: () => void] {
  const [stored, store] = useStored("fold-decided");
  const folds = stored === "yes";
  return [folds, () => store(folds ? "no" : "yes")];
}

// The group that is open while a pointer is down. What folded under it would move what it is about to click.
let held: { group: string | null } | null = null;
const listeners = new Set<() => void>();

function openGroup({ focused, editing, document }: ReviewState): string | null {
  return held ? held.group : groupOf(editing ?? focused, document);
}

/** Whether a group is shown as one line: decided, and not the one the annotator is at. */
export function useIsFolded(group: Pick<Group, "id" | "item" | "kind">): boolean {
  const [folds] = useFoldChoice();
  const readOnly = useReadOnly();
  const { store } = useReview();
  const subscribe = useCallback(
    (listener: () => void) => {
      listeners.add(listener);
      const stop = store.subscribe(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    [store],
  );
  const read = () => {
    if (!folds || readOnly) return false;
    const state = store.state();
    if (groupsIn(state.frame).length < FEWEST) return false;
    return openGroup(state) !== group.id && stateOfGroup(state, group) !== "todo";
  };
  return useSyncExternalStore(subscribe, read, read);
}

/** Keeps everything where it is while a pointer is down; what folds then leaves the focused part where it was. */
export function useSteadyPointer(): void {
  const { store } = useReview();
  useEffect(() => {
    const press = () => {
      held = { group: openGroup(store.state()) };
    };
    const release = () => setTimeout(settle, 0);
    window.addEventListener("pointerdown", press, { capture: true });
    for (const sign of ["pointerup", "pointercancel"] as const)
      window.addEventListener(sign, release, { capture: true });
    return () => {
      window.removeEventListener("pointerdown", press, { capture: true });
      for (const sign of ["pointerup", "pointercancel"] as const)
        window.removeEventListener(sign, release, { capture: true });
      held = null;
    };
  }, [store]);
}

function settle(): void {
  if (!held) return;
  const element = document.activeElement;
  const before = element?.getBoundingClientRect().top ?? 0;
  held = null;
  flushSync(() => {
    for (const listener of listeners) listener();
  });
  if (!(element instanceof HTMLElement) || !element.isConnected || !element.closest("[data-target]")) return;
  const by = element.getBoundingClientRect().top - before;
  if (by !== 0) scrollerOf(element).scrollBy({ top: by, behavior: "instant" });
}
