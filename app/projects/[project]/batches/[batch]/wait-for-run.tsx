"use client";

import { useState } from "react";
import { ChooseRun } from "@/app/projects/[project]/batches/choose-run";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import { useRefresh } from "@/components/ui/use-refresh";
import type { AwaitableRun } from "@/lib/batch/schema/views";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface WaitForRunProps {
  batch: string;
  runs: readonly AwaitableRun[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Dialog that makes a draft open after a run. */
export function WaitForRun({ batch, runs, open, onOpenChange }: WaitForRunProps) {
  const toast = useToast();
  const refresh = useRefresh();
  const { busy, error, send } = useRequest();
  const [chosen, setChosen] = useState<string | null>(null);
  const run = runs.find(({ id }) => id === chosen) ?? runs[0];

  async function wait() {
    if (!run || !(await send(() => callApi("POST", `/api/v1/batches/${batch}/wait`, { run: run.id }))))
      return;
    onOpenChange(false);
    toast.show({ title: `The batch waits for ${run.name}`, tone: "positive" });
    await refresh();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      size="sm"
      title="Open after a run"
      description="Until then the batch stays a draft that cannot be changed. You can take it back."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={!run} onClick={() => void wait()}>
            Wait for the run
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {run && <ChooseRun runs={runs} value={run.id} onChange={setChosen} />}
        {error && (
          <p role="alert" className="text-sm text-danger">
            {error.message}
          </p>
        )}
      </div>
    </Dialog>
  );
}
