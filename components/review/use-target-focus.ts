"use client";

import { useEffect, useEffectEvent } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { afterPaint } from "@/components/ui/after-paint";
import { useAnnounce } from "@/components/ui/announcer";
import type { Autosave } from "@/lib/review/client/autosave";
import type { Requirement } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import { showFocused } from "./scroll-to-focused";
import { type ReviewStore, targetIn, targetsIn } from "./store";
import { addTarget, nextUndecided, targetOf, targetOfOp } from "./targets";

/** The target where work starts: the first undecided one, or the first. None on touch screens. */
export function firstTarget(sync: Autosave): string | null {
  if (window.matchMedia("(pointer: coarse)").matches) return null;
  const { frame, document } = sync.snapshot().session;
  return (nextUndecided(frame, document, null) ?? targetsIn(frame, document)[0])?.id ?? null;
}

export interface TargetFocus {
  /** Focuses the current target or the given one, also when only the browser's focus is elsewhere. */
  refocus: (to?: string | null) => void;
  /** Goes to a missing requirement, scrolls to it and announces it. */
  goTo: (missing: Requirement) => void;
  /** Focuses the target of an operation, or what had the focus if that target is gone, and scrolls to it. */
  goToTargetOf: (op: Op) => void;
}

/**
 * Moves the focus of the workbench between targets.
 *
 * @param first the target where work starts, null where nothing can be done
 */
export function useTargetFocus(
  store: ReviewStore,
  first: () => string | null,
  isWorkable: boolean,
): TargetFocus {
  const announce = useAnnounce();
  const t = useTranslations();

  const start = useEffectEvent(() => store.focus(first()));
  useEffect(() => {
    if (isWorkable) start();
  }, [isWorkable]);

  function refocus(to: string | null = store.state().focused) {
    const id = to ?? first();
    store.focus(id);
    focusBox(id);
  }

  function goTo(missing: Requirement) {
    const id = targetOf(store.state().frame, missing);
    announce(t("step.missing"));
    refocus(id);
    if (id && (missing.what === "reason" || missing.what === "why")) store.askWhy(id);
    if (missing.what === "explanation" && missing.item !== undefined)
      store.begin(addTarget({ item: missing.item }));
    const box = id && boxOf(id);
    if (box) showFocused(box);
  }

  function goToTargetOf(op: Op) {
    const target = targetIn(store.state(), targetOfOp(op));
    refocus(target?.id);
    const { focused } = store.state();
    afterPaint(() => {
      const box = focused === null ? null : boxOf(focused);
      if (box) showFocused(box);
    });
  }

  return { refocus, goTo, goToTargetOf };
}

/** The element of a target, if rendered. */
export function boxOf(id: string): HTMLElement | null {
  return window.document.querySelector<HTMLElement>(`[data-target="${CSS.escape(id)}"]`);
}

/** Focuses a target once it is rendered, unless the annotator has opened a text field meanwhile. */
export function focusBox(id: string | null): void {
  if (id === null) return;
  const before = window.document.activeElement;
  requestAnimationFrame(() => {
    const box = boxOf(id);
    const now = window.document.activeElement;
    if (!box || box.contains(now) || (now !== before && isTextField(now))) return;
    box.focus({ preventScroll: true });
  });
}

const isTextField = (element: Element | null) => element?.matches("input, textarea") ?? false;
