"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { post } from "@/components/api";
import { useToast } from "@/components/ui/toast";

type Claim = { status: "claimed"; assignment: { id: string } } | { status: "none"; later: boolean };

/** Gets the next assignment of a batch and opens it; says so when there is none. Resolves to whether it did. */
export function useContinue() {
  const router = useRouter();
  const toast = useToast();
  return useCallback(
    async (batch: string): Promise<boolean> => {
      const answer = await post<Claim>(`/api/v1/batches/${batch}/claim`);
      if (!answer.ok) {
        toast.show({ tone: "danger", title: "No assignment could be opened", description: answer.message });
        return false;
      }
      if (answer.body.status === "claimed") {
        router.push(`/annotate/${answer.body.assignment.id}`);
        router.refresh();
        return true;
      }
      toast.show({
        title: answer.body.later ? "Nothing left for now" : "Nothing left in this batch",
        description: answer.body.later
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
