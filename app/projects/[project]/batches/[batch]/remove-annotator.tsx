"use client";

import { UserMinus } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatQuantity } from "@/components/ui/format";
import { IconButton } from "@/components/ui/icon-button";
import { useToast } from "@/components/ui/toast";
import { useRefresh } from "@/components/ui/use-refresh";
import type { AffectedWork } from "@/lib/batch/schema/views";
import { callApi } from "@/lib/http/client";

/** Removes an annotator from a batch, after choosing what happens to their work in it. */
export function RemoveAnnotator({
  batch,
  membership,
  name,
}: Record<"batch" | "membership" | "name", string>) {
  const toast = useToast();
  const refresh = useRefresh();
  const [confirming, setConfirming] = useState(false);
  const [affected, setAffected] = useState<AffectedWork | null>(null);

  async function show() {
    const answer = await callApi<AffectedWork>(
      "GET",
      `/api/v1/batches/${batch}/stakes?annotator=${membership}`,
    );
    if (!answer.ok) {
      toast.show({
        title: "The effect could not be determined",
        description: answer.error.message,
        tone: "danger",
      });
      return;
    }
    setAffected(answer.value);
    setConfirming(true);
  }

  async function remove() {
    const answer = await callApi<unknown>("DELETE", `/api/v1/batches/${batch}/annotators/${membership}`, {});
    if (answer.ok) toast.show({ title: `${name} no longer works on this batch`, tone: "positive" });
    else toast.show({ title: "Nothing was changed", description: answer.error.message, tone: "danger" });
    await refresh();
  }

  return (
    <>
      <IconButton label={`Remove ${name}`} size="sm" onClick={() => void show()}>
        <UserMinus />
      </IconButton>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Remove ${name} from this batch?`}
        description={affected && inWords(affected)}
        confirmLabel="Remove"
        danger
        onConfirm={remove}
      />
    </>
  );
}

function inWords({ open, onHold, reopened, submitted }: AffectedWork): string {
  const unfinished = open + onHold;
  return [
    unfinished > 0
      ? `${formatQuantity(unfinished, "assignment")} in progress ${unfinished === 1 ? "goes" : "go"} to others; what was saved is kept.`
      : "They are not in the middle of an assignment.",
    ...(reopened > 0
      ? [
          `${formatQuantity(reopened, "submission")} sent back to them ${reopened === 1 ? "stays" : "stay"} as submitted.`,
        ]
      : []),
    `${formatQuantity(submitted, "submission")} of theirs ${submitted === 1 ? "stays and counts" : "stay and count"}.`,
    "They can be added again.",
  ].join(" ");
}
