"use client";

import { useCallback } from "react";
import type { TextId } from "@/lib/i18n/rules";
import { useI18n } from "./translations";

/** An error from the API: its code, and the server's English message as a fallback. */
interface ErrorText {
  code: string;
  message: string;
}

/** Translates an API error into the page's language; falls back to the server's message for unknown codes. */
export function useErrorWords(): (error: ErrorText) => string {
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
