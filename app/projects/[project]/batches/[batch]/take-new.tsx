"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import { useRefresh } from "@/components/ui/use-refresh";
import type { IntakeView } from "@/lib/batch/schema/intake";
import { callApi } from "@/lib/http/client";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";

interface TakeNewProps {
  batch: string;
  kind: SubjectKind;
  /** How it takes new ones now; null when it does not. */
  intake: Pick<IntakeView, "limit" | "rate"> | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface Wanted {
  /** NaN while the field is empty. */
  limit: number;
  percent: number;
}

/** Dialog that lets an open batch take what its dataset gets from now on, or ends that. */
export function TakeNew({ batch, kind, intake, open, onOpenChange }: TakeNewProps) {
  const [wanted, setWanted] = useState<Wanted>({
    limit: intake?.limit ?? Number.NaN,
    percent: intake ? intake.rate * 100 : 100,
  });
  const { change, busy, problem } = useIntake(batch, () => onOpenChange(false));
  const body = { limit: wanted.limit, rate: wanted.percent / 100 };
  const begin = (
    <Button
      variant="primary"
      busy={busy}
      disabled={!isValid(wanted)}
      onClick={() => void change("PUT", body, "The batch takes new ones by itself")}
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
      description={`What the dataset gets from now on joins the batch if it passes its filter and fits its steps, each ${kind} with all its assignments. What is there already is added by hand.`}
      footer={
        <>
          {end}
          {begin}
        </>
      }
    >
      <IntakeFields kind={kind} wanted={wanted} onChange={setWanted} problem={problem} />
    </Dialog>
  );
}

const isValid = ({ limit, percent }: Wanted) =>
  Number.isInteger(limit) && limit > 0 && limit <= 1_000_000 && percent > 0 && percent <= 100;

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

interface IntakeFieldsProps {
  kind: SubjectKind;
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
  problem: string | null;
}

function IntakeFields({ kind, wanted, onChange, problem }: IntakeFieldsProps) {
  const shown = (value: number) => (Number.isNaN(value) ? "" : value);
  return (
    <div className="grid gap-4">
      <Field
        label={`At most this many ${kind}s in the batch`}
        hint="Those it has already count. When it is full, nothing more is taken."
      >
        <Input
          type="number"
          min={1}
          max={1_000_000}
          value={shown(wanted.limit)}
          onChange={(event) => onChange({ ...wanted, limit: event.target.valueAsNumber })}
          className="w-32"
        />
      </Field>
      <Field
        label="Sampling rate in percent"
        hint={`The chance with which each new ${kind} is taken. It is drawn from the batch's seed and stored with the ${kind}.`}
      >
        <Input
          type="number"
          min={0.01}
          max={100}
          step="any"
          value={shown(wanted.percent)}
          onChange={(event) => onChange({ ...wanted, percent: event.target.valueAsNumber })}
          className="w-32"
        />
      </Field>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
