"use client";

import { useState } from "react";
import { IntakeFields } from "@/app/projects/[project]/batches/intake-fields";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import { useRefresh } from "@/components/ui/use-refresh";
import { Intake } from "@/lib/batch/schema/intake";
import { callApi } from "@/lib/http/client";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";

interface TakeNewProps {
  batch: string;
  kind: SubjectKind;
  /** Current settings of the automatic intake; null when the batch takes none. */
  intake: Intake | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Dialog that lets an open batch take what its dataset gets from now on, or ends that. */
export function TakeNew({ batch, kind, intake, open, onOpenChange }: TakeNewProps) {
  const [wanted, setWanted] = useState<Intake>(intake ?? { limit: Number.NaN, rate: 1, perDay: null });
  const { change, busy, problem } = useIntake(batch, () => onOpenChange(false));
  const begin = (
    <Button
      variant="primary"
      busy={busy}
      disabled={!Intake.safeParse(wanted).success}
      onClick={() => void change("PUT", wanted, "The batch takes new ones by itself")}
    >
      {intake ? "Change" : "Begin"}
    </Button>
  );
  const end = intake && (
    <Button busy={busy} onClick={() => void change("DELETE", {}, "The batch takes no new ones by itself")}>
      End
    </Button>
  );
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      size="sm"
      title={`Take new ${kind}s by itself`}
      description={`New ${kind}s of the dataset join the batch from now on if they pass its filter and fit its steps, each with all its assignments. You add existing ones by hand.`}
      footer={
        <>
          {end}
          {begin}
        </>
      }
    >
      <div className="grid gap-4">
        <IntakeFields kind={kind} intake={wanted} onChange={setWanted} />
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** Changes how a batch takes new ones, and says what came of it. */
function useIntake(batch: string, onDone: () => void) {
  const toast = useToast();
  const refresh = useRefresh();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function change(method: "PUT" | "DELETE", body: object, done: string) {
    setBusy(true);
    setProblem(null);
    const answer = await callApi<unknown>(method, `/api/v1/batches/${batch}/intake`, body);
    if (answer.ok) {
      toast.show({ title: done, tone: "positive" });
      onDone();
      await refresh();
    } else setProblem(answer.error.message);
    setBusy(false);
  }
  return { change, busy, problem };
}
