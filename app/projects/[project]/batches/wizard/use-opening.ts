"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { formatQuantity } from "@/components/ui/format";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";

interface OpeningInput {
  project: string;
  /** The run after which the batch opens. */
  run: { id: string; name: string } | undefined;
  flush: () => Promise<string | null>;
}

/**
 * Leaves the wizard: opens the batch, at once or after a run, or keeps the draft and goes to another page.
 */
export function useOpening({ project, run, flush }: OpeningInput) {
  const router = useRouter();
  const toast = useToast();
  const [trouble, setTrouble] = useState<string | null>(null);

  async function open() {
    setTrouble(null);
    const savedId = await flush();
    if (!savedId) {
      setTrouble("The draft could not be saved, so it was not opened.");
      return;
    }
    const path = `/api/v1/batches/${savedId}`;
    const answer = run
      ? await callApi<{ slots?: number }>("POST", `${path}/wait`, { run: run.id })
      : await callApi<{ slots?: number }>("POST", `${path}/open`, {});
    if (!answer.ok) {
      const not = run ? "does not wait" : "was not opened";
      setTrouble(`The batch is saved as a draft, but ${not}. ${answer.error.message}`);
      return;
    }
    toast.show({
      title: run ? `The batch waits for ${run.name}` : "Batch opened",
      description: run
        ? undefined
        : answer.value.slots
          ? `${formatQuantity(answer.value.slots, "assignment")} can be claimed.`
          : "It waits for new material of the dataset.",
      tone: "positive",
    });
    router.push(`/projects/${project}/batches/${savedId}`);
    router.refresh();
  }

  async function goTo(to: (id: string) => string) {
    const savedId = await flush();
    if (!savedId) return;
    router.push(to(savedId));
    router.refresh();
  }

  return { trouble, forgetTrouble: () => setTrouble(null), open, leave: goTo };
}
