"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/api/client";
import type { Claim } from "@/lib/batch/data/claim";

/**
 * Gets the next assignment of a batch and opens it, or first the guidelines where they must be read; says so when
 * there is none. Resolves to whether another page opens.
 */
export function useContinue() {
  const router = useRouter();
  const toast = useToast();
  return useCallback(
    async (batch: string): Promise<boolean> => {
      const answer = await callApi<Claim>("POST", `/api/v1/batches/${batch}/claim`, {});
      if (!answer.ok && answer.error.code === "guidelines-unread") {
        router.push(`/annotate/guidelines/${batch}`);
        return true;
      }
      if (!answer.ok) {
        toast.show({
          tone: "danger",
          title: "No assignment could be opened",
          description: answer.error.message,
        });
        return false;
      }
      if (answer.value.status === "claimed") {
        router.push(`/annotate/${answer.value.assignment.id}`);
        return true;
      }
      toast.show({
        title: answer.value.later ? "Nothing left for now" : "Nothing left in this batch",
        description: answer.value.later
          ? "Some work may come back later. Your queue shows it when it does."
          : "Thank you: everything of yours is done.",
      });
      router.push("/annotate");
      router.refresh();
      return false;
    },
    [router, toast],
  );
}
