"use client";

import { useState } from "react";
import { useChange } from "@/app/projects/[project]/batches/[batch]/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

interface RetireRubricProps {
  rubric: string;
  /** Name of the rubric: "checklist c1". */
  name: string;
  retired: boolean;
}

/** Retires a rubric after confirmation, or restores it. */
export function RetireRubric({ rubric, name, retired }: RetireRubricProps) {
  const [confirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const change = useChange();
  const send = (next: boolean, done: string) =>
    change("POST", `/api/v1/rubrics/${rubric}/retire`, { retired: next }, done);

  async function bringBack() {
    setBusy(true);
    await send(false, "Rubric brought back");
    setBusy(false);
  }

  if (retired) {
    return (
      <Button size="sm" busy={busy} aria-label={`Bring back ${name}`} onClick={() => void bringBack()}>
        Bring back
      </Button>
    );
  }
  return (
    <>
      <Button size="sm" aria-label={`Retire ${name}`} onClick={() => setConfirming(true)}>
        Retire…
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Retire ${name}?`}
        description="New batches and runs no longer offer it. Batches that use it continue, its judgements stay in every report and export, and it can be brought back."
        confirmLabel="Retire"
        onConfirm={async () => {
          await send(true, "Rubric retired");
        }}
      />
    </>
  );
}
