"use client";

import { useMemo } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { useAnnounce } from "@/components/ui/announcer";
import type { OriginOf, ReviewContextValue } from "./context";
import type { ReviewStore } from "./store";
import { focusBox } from "./use-target-focus";

/** The workbench's actions; stable while one assignment is shown. Refusals are announced. */
export function useReviewActions(store: ReviewStore, originOf: OriginOf | undefined): ReviewContextValue {
  const announce = useAnnounce();
  const t = useTranslations();
  return useMemo<ReviewContextValue>(() => {
    const { focus, advance, begin, edit, askWhy, point } = store;
    const perform: ReviewContextValue["perform"] = (operation) => {
      const refused = store.perform(operation);
      if (refused) announce(t(`objection.${refused}`));
      return refused;
    };
    const finish: ReviewContextValue["finish"] = (from) => focusBox(store.finish(from));
    const reveal: ReviewContextValue["reveal"] = (about) => {
      const refused = store.reveal(about);
      if (refused) announce(t(`objection.${refused}`));
    };
    return { store, perform, reveal, focus, advance, begin, edit, finish, askWhy, point, originOf };
  }, [store, announce, t, originOf]);
}
