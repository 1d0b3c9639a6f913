"use client";

import { useMemo } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { useAnnounce } from "@/components/ui/announcer";
import type { OpRefusal } from "@/lib/review/schema/document";
import type { OriginOf, ReviewContextValue } from "./context";
import type { ReviewStore } from "./store";
import { focusBox } from "./use-target-focus";

/** The workbench's actions; stable while one assignment is shown. Refusals are announced. */
export function useReviewActions(store: ReviewStore, originOf: OriginOf | undefined): ReviewContextValue {
  const announce = useAnnounce();
  const t = useTranslations();
  return useMemo<ReviewContextValue>(() => {
    const { focus, advance, begin, edit, askWhy, point, leaveText } = store;
    const announced = (refused: OpRefusal | null) => {
      if (refused) announce(t(`objection.${refused}`));
      return refused;
    };
    const perform: ReviewContextValue["perform"] = (operation) => announced(store.perform(operation));
    const write: ReviewContextValue["write"] = (operation) => announced(store.write(operation));
    const finish: ReviewContextValue["finish"] = (from) => focusBox(store.finish(from));
    const reveal: ReviewContextValue["reveal"] = (about) => void announced(store.reveal(about));
    const quote: ReviewContextValue["quote"] = (item, quotation) => {
      if (!announced(store.quote(item, quotation))) window.getSelection()?.removeAllRanges();
    };
    const moves = { focus, advance, begin, edit, finish, askWhy, point };
    return { store, perform, write, leaveText, reveal, quote, ...moves, originOf };
  }, [store, announce, t, originOf]);
}
