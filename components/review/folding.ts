"use client";

import { useCallback, useEffect, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { useStored } from "@/components/ui/use-stored";
import { useReadOnly, useReview } from "./context";
import { scrollerOf } from "./scroll-to-focused";
import type { ReviewState } from "./store";
import { FEWEST, type Group, groupOf, groupsIn, stateOfGroup } from "./target-groups";

/** The annotator's choice to fold decided items to one line each, stored in this browser. */
export function useFoldChoice(): [folds: boolean, toggle: () => void] {
  const [stored, store] = useStored("fold-decided");
  const folds = stored === "yes";
  return [folds, () => store(folds ? "no" : "yes")];
}

// The group open while a pointer is down: folding it would move the target of the click.
let pressed: { group: string | null } | null = null;
const listeners = new Set<() => void>();

function openGroup(state: ReviewState): string | null {
  return pressed ? pressed.group : groupOf(state, state.editing ?? state.focused);
}

/** True if a group is folded: decided, and without the focus. */
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
    if (groupsIn(state.frame, state.document).length < FEWEST) return false;
    return openGroup(state) !== group.id && stateOfGroup(state, group) !== "todo";
  };
  return useSyncExternalStore(subscribe, read, read);
}

/** Defers folding while a pointer is down, and keeps the focused element at its position when things fold. */
export function useSteadyPointer(): void {
  const { store } = useReview();
  useEffect(() => {
    const press = () => {
      pressed = { group: openGroup(store.state()) };
    };
    const release = () => setTimeout(applyDeferred, 0);
    window.addEventListener("pointerdown", press, { capture: true });
    for (const sign of ["pointerup", "pointercancel"] as const)
      window.addEventListener(sign, release, { capture: true });
    return () => {
      window.removeEventListener("pointerdown", press, { capture: true });
      for (const sign of ["pointerup", "pointercancel"] as const)
        window.removeEventListener(sign, release, { capture: true });
      pressed = null;
    };
  }, [store]);
}

function applyDeferred(): void {
  if (!pressed) return;
  const element = document.activeElement;
  const before = element?.getBoundingClientRect().top ?? 0;
  pressed = null;
  flushSync(() => {
    for (const listener of listeners) listener();
  });
  if (!(element instanceof HTMLElement) || !element.isConnected || !element.closest("[data-target]")) return;
  const by = element.getBoundingClientRect().top - before;
  if (by !== 0) scrollerOf(element).scrollBy({ top: by, behavior: "instant" });
}
