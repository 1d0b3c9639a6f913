"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { useErrorWords } from "@/components/i18n/errors";
import { useTranslations } from "@/components/i18n/translations";
import { useToast } from "@/components/ui/toast";
import type { Claim } from "@/lib/batch/schema/views";
import type { ApiResult } from "@/lib/http/client";
import { claimNext } from "@/lib/review/client/claim-next";

/**
 * Claims the next assignment of a batch and opens it, or first the guidelines if they must be read, or the
 * result of a failed exam; announces when there is none. Resolves to true if another page opens.
 */
export function useContinue(options?: FollowOptions) {
  const follow = useFollow(options);
  return useCallback(
    async (batch: string): Promise<boolean> => follow(batch, await claimNext(batch)),
    [follow],
  );
}

interface FollowOptions {
  /** Replaces this page in the history, so that Back never leads to submitted work. */
  replace?: boolean;
}

/** Opens the page of a claim's result; returns true if it is another page of work. */
export function useFollow({ replace = false }: FollowOptions = {}) {
  const router = useRouter();
  const open = replace ? router.replace : router.push;
  const toast = useToast();
  const t = useTranslations();
  const errorWords = useErrorWords();
  return useCallback(
    (batch: string, answer: ApiResult<Claim>): boolean => {
      if (!answer.ok && answer.error.code === "guidelines-unread") {
        open(`/annotate/guidelines/${batch}`);
        return true;
      }
      if (!answer.ok && answer.error.code === "exam-failed") {
        open(`/annotate/qualification/${batch}`);
        return true;
      }
      if (!answer.ok) {
        toast.show({
          tone: "danger",
          title: t("queue.not-opened"),
          description: errorWords(answer.error),
        });
        return false;
      }
      if (answer.value.status === "claimed") {
        open(`/annotate/${answer.value.assignment.id}`);
        return true;
      }
      if (answer.value.later) {
        toast.show({ title: t("queue.nothing-now"), description: t("queue.nothing-now.why") });
        open("/annotate");
      } else open(`/annotate/done/${batch}`);
      router.refresh();
      return false;
    },
    [router, open, toast, t, errorWords],
  );
}
