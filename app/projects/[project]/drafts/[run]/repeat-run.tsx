"use client";

import { Repeat } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatMoney } from "@/components/ui/format";
import { useToast } from "@/components/ui/toast";
import type { RunProgress } from "@/lib/drafting/schema/runs";
import { callApi } from "@/lib/http/client";

/** Repeats a run without the cache. */
export function RepeatRun({ run, project }: { run: RunProgress; project: string }) {
  const [confirming, setConfirming] = useState(false);
  const router = useRouter();
  const toast = useToast();

  async function repeat() {
    const answer = await callApi<{ id: string }>("POST", `/api/v1/runs/${run.id}/repeat`, {});
    if (answer.ok) router.push(`/projects/${project}/drafts/${answer.value.id}`);
    else toast.show({ tone: "danger", title: "Nothing was made", description: answer.error.message });
  }

  return (
    <>
      <Button onClick={() => setConfirming(true)}>
        <Repeat aria-hidden="true" />
        Repeat…
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Repeat ${run.name} without the cache?`}
        description={
          "A new run with the same method, model and choice waits as a draft for you to start. It sends every " +
          "request again, so it costs what all of its answers cost" +
          (run.priced && run.cached === 0
            ? `: this one came to ${formatMoney(run.spentMicros, run.currency)}.`
            : ".")
        }
        confirmLabel="Make the run"
        onConfirm={repeat}
      />
    </>
  );
}
