"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatMoney, formatQuantity } from "@/components/ui/format";
import { useToast } from "@/components/ui/toast";
import { JUDGE_METHOD } from "@/lib/drafting/schema/judge-spec";
import type { RunPreview } from "@/lib/drafting/schema/runs";
import { callApi } from "@/lib/http/client";

interface RunAllProps {
  project: string;
  dataset: string;
  version: { id: string; number: number; endpoint: string };
  busy: boolean;
  onStart: () => Promise<void>;
}

/** Starts a run over all tasks, after its cost was shown. */
export function RunAll({ project, dataset, version, busy, onStart }: RunAllProps) {
  const [estimate, setEstimate] = useState<RunPreview | null>(null);
  const [asking, setAsking] = useState(false);
  const toast = useToast();

  async function ask() {
    setAsking(true);
    const answer = await callApi<RunPreview>("POST", `/api/v1/projects/${project}/runs/preview`, {
      ...{ dataset, method: JUDGE_METHOD, params: { version: version.id }, endpoint: version.endpoint },
    });
    setAsking(false);
    if (answer.ok) setEstimate(answer.value);
    else toast.show({ tone: "danger", title: "It cannot be run", description: answer.error.message });
  }

  return (
    <>
      <Button busy={busy || asking} onClick={ask}>
        <Play aria-hidden="true" />
        Run on all tasks…
      </Button>
      {estimate && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setEstimate(null)}
          title={`Run version ${version.number} on all tasks?`}
          description={`At most ${formatQuantity(estimate.calls, "call")} about ${formatQuantity(estimate.units, "unit")}, ${
            estimate.costMicros === null
              ? "at a price that is not known"
              : `for at most ${formatMoney(estimate.costMicros, estimate.currency)}`
          }. Its drafts are published: batches can show them, and reports count them.`}
          confirmLabel="Start run"
          onConfirm={onStart}
        />
      )}
    </>
  );
}
