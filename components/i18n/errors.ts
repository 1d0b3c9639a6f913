"use client";

import { useCallback } from "react";
import type { TextId } from "@/lib/i18n/rules";
import { useI18n } from "./translations";

/** What the API said in English: the code of a refusal, and its words for those who read none of ours. */
interface Told {
  code: string;
  message: string;
}

/** Why something could not be done, in the language of the page; in the server's words where they have no others. */
export function useErrorWords(): (error: Told) => string {
  const { dictionary, t } = useI18n();
  return useCallback(
    ({ code, message }) => {
      const id = `refusal.${code}`;
      return isRefusal(id, dictionary) ? t(id) : message;
    },
    [dictionary, t],
  );
}

type RefusalText = Extract<TextId, `refusal.${string}`>;

function isRefusal(id: string, dictionary: object): id is RefusalText {
  return Object.hasOwn(dictionary, id);
}
