"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { formatQuantity } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import { useRefresh } from "@/components/ui/use-refresh";
import { callApi } from "@/lib/http/client";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";

interface RaiseReplicatesProps {
  batch: string;
  kind: SubjectKind;
  arms: { name: string; k: number }[];
  /** Number of annotators on the batch. */
  annotators: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Dialog that raises the number of people per task, response or pair of an open batch, arm by arm. */
export function RaiseReplicates({ batch, kind, arms, annotators, open, onOpenChange }: RaiseReplicatesProps) {
  const toast = useToast();
  const refresh = useRefresh();
  const [wanted, setWanted] = useState(() => new Map(arms.map(({ name, k }) => [name, k])));
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const raised = arms.some(({ name, k }) => (wanted.get(name) ?? k) > k);
  const valid = arms.every(({ name, k }) => {
    const next = wanted.get(name) ?? k;
    return Number.isInteger(next) && next >= k && next <= 100;
  });
  const each = arms.reduce((sum, { name, k }) => sum + (wanted.get(name) ?? k), 0);

  async function raise() {
    setBusy(true);
    setProblem(null);
    const answer = await callApi<{ slots: number }>("POST", `/api/v1/batches/${batch}/replicates`, {
      arms: [...wanted].map(([name, k]) => ({ name, k })),
    });
    if (answer.ok) {
      toast.show({ title: `${formatQuantity(answer.value.slots, "assignment")} added`, tone: "positive" });
      onOpenChange(false);
      await refresh();
    } else setProblem(answer.error.message);
    setBusy(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      size="sm"
      title={`More people per ${kind}`}
      description={`New assignments are made for every ${kind}. Work done and in progress does not change, and the number cannot be reduced again.`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={!raised || !valid} onClick={() => void raise()}>
            Add assignments
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {arms.map(({ name, k }) => (
          <ReplicatesField
            key={name}
            name={name}
            arms={arms}
            kind={kind}
            k={k}
            wanted={wanted}
            setWanted={setWanted}
          />
        ))}
        {valid && each > annotators && (
          <p className="text-sm text-warning">
            {each} different people are needed per {kind} and {annotators} work on it: some assignments stay
            free until more are added.
          </p>
        )}
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface ReplicatesFieldProps {
  name: string;
  arms: RaiseReplicatesProps["arms"];
  kind: SubjectKind;
  k: number;
  wanted: Map<string, number>;
  setWanted: (value: Map<string, number>) => void;
}

/** People per subject in one arm. */
function ReplicatesField({ name, arms, kind, k, wanted, setWanted }: ReplicatesFieldProps) {
  return (
    <Field
      label={arms.length === 1 ? `People per ${kind}` : `People per ${kind} in “${name}”`}
      hint={`${k} now`}
    >
      <Input
        type="number"
        min={k}
        max={100}
        value={wanted.get(name) ?? k}
        onChange={(event) => setWanted(new Map(wanted).set(name, event.target.valueAsNumber))}
        className="w-24"
      />
    </Field>
  );
}
