"use client";

import { UNREAD_CHANGED } from "@/app/unread-changed";
import { useErrorWords } from "@/components/i18n/errors";
import { useTranslations } from "@/components/i18n/translations";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import type { MarkedNotices, MarkNoticesBody } from "@/lib/notice/schema";

/** Marks notices as read or unread, and tells the bell. True if it was done. */
export function useMarkNotices(): (marks: MarkNoticesBody) => Promise<boolean> {
  const t = useTranslations();
  const errorWords = useErrorWords();
  const toast = useToast();
  return async (marks) => {
    const answer = await callApi<MarkedNotices>("POST", "/api/v1/account/inbox/marks", marks);
    if (answer.ok) {
      window.dispatchEvent(new CustomEvent(UNREAD_CHANGED, { detail: answer.value.unread }));
      return true;
    }
    toast.show({ tone: "danger", title: t("inbox.not-marked"), description: errorWords(answer.error) });
    return false;
  };
}
