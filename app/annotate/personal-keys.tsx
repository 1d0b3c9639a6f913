"use client";

import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
// The frame of annotators' pages and parts that several of them use: imported by their layout, they are in
// one chunk.
import "@/app/signed-in-frame";
import "@/components/ui/progress-bar";
import "@/components/ui/time";
import "@/components/ui/tooltip";
import { useErrorWords } from "@/components/i18n/errors";
import { useTranslations } from "@/components/i18n/translations";
import { OwnKeysProvider } from "@/components/review/key-bindings";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import { keysWith } from "@/lib/shortcuts/rules";
import type { KeyAction, OwnKeys } from "@/lib/shortcuts/schema";
import "./continue";

/** Provides the annotator's key bindings, which are stored with the account. */
export function PersonalKeys({ initial, children }: { initial: OwnKeys; children: ReactNode }) {
  const t = useTranslations();
  const errorWords = useErrorWords();
  const toast = useToast();
  const [own, setOwn] = useState(initial);
  const latest = useRef(initial);

  const change = useCallback(
    async (chosen: { action: KeyAction; key: string } | null) => {
      const keys = chosen === null ? {} : { ...latest.current, [chosen.action]: chosen.key };
      const answer = await callApi("PATCH", "/api/v1/account", { keys });
      if (!answer.ok) {
        const description = errorWords(answer.error);
        toast.show({ tone: "danger", title: t("keys.not-saved"), description });
        return false;
      }
      latest.current = keys;
      setOwn(keys);
      return true;
    },
    [t, errorWords, toast],
  );
  const value = useMemo(() => ({ keys: keysWith(own), change }), [own, change]);
  return <OwnKeysProvider value={value}>{children}</OwnKeysProvider>;
}
