"use client";

import { useEffect } from "react";
import type { Autosave } from "@/lib/review/client/autosave";
import { type ReviewStore, targetsIn } from "./store";
import { clockOf } from "./targets";

const SIGNS_OF_LIFE = ["keydown", "pointerdown", "wheel", "touchmove"] as const;

/** Counts the time spent on the focused target, while the assignment is on screen. */
export function useFocusClock(store: ReviewStore, sync: Autosave): void {
  useEffect(() => {
    const { clock } = sync;
    const follow = () => {
      const { frame, document, focused } = store.state();
      const target = targetsIn(frame, document).find(({ id }) => id === focused);
      clock.focus(target ? clockOf(target) : null);
    };
    follow();
    const stop = store.subscribe(follow);
    return () => {
      stop();
      clock.focus(null);
    };
  }, [store, sync]);

  useEffect(() => {
    const stir = () => sync.clock.stir();
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, stir, { passive: true });
    return () => {
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, stir);
    };
  }, [sync]);
}
