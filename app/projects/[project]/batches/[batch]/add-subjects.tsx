"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { formatQuantity } from "@/components/ui/format";
import { SearchForm } from "@/components/ui/search-form";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import { useRefresh } from "@/components/ui/use-refresh";
import { callApi } from "@/lib/api/client";
import type { Addable } from "@/lib/batch/data/life";
import type { SubjectKind } from "@/lib/batch/rules";

interface AddSubjectsProps {
  batch: string;
  kind: SubjectKind;
  /** How many people judge each. */
  each: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const STATUSES = [
  { value: "", label: "All tasks" },
  { value: "untouched", label: "In no batch, not judged" },
  { value: "judged", label: "Judged already" },
] as const;
type Status = (typeof STATUSES)[number]["value"];

/** Adds tasks or responses of the same dataset to a batch that runs. */
export function AddSubjects({ batch, kind, each, open, onOpenChange }: AddSubjectsProps) {
  const toast = useToast();
  const refresh = useRefresh();
  const [q, setQ] = useState("");
  const [status, setStatus] = useState<Status>("");
  const [wanted, setWanted] = useState<{ q?: string; status?: Status }>({});
  const [found, setFound] = useState<Addable | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (!open) return;
    let isCurrent = true;
    setFound(null);
    setProblem(null);
    const query = new URLSearchParams(Object.entries(wanted));
    void callApi<Addable>("GET", `/api/v1/batches/${batch}/subjects?${query}`).then((answer) => {
      if (!isCurrent) return;
      if (answer.ok) setFound(answer.value);
      else setProblem(answer.error.message);
    });
    return () => {
      isCurrent = false;
    };
  }, [open, wanted, batch]);

  function look(next: Status) {
    setStatus(next);
    setWanted({ ...(q.trim() && { q: q.trim() }), ...(next && { status: next }) });
  }

  async function add() {
    setBusy(true);
    const answer = await callApi<{ subjects: number; slots: number }>(
      "POST",
      `/api/v1/batches/${batch}/subjects`,
      { filter: wanted },
    );
    if (answer.ok) {
      await refresh();
      toast.show({ title: `${formatQuantity(answer.value.subjects, kind)} added`, tone: "positive" });
      onOpenChange(false);
      setQ("");
      setStatus("");
      setWanted({});
    } else setProblem(answer.error.message);
    setBusy(false);
  }

  const count = found?.count ?? 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      title={`Add ${kind}s`}
      description="From the batch's own dataset, as far as they fit its protocol and are not in it yet. They come after the others; nobody loses what they hold."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={count === 0} onClick={() => void add()}>
            Add {formatQuantity(count, kind)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SearchForm
          label="Search tasks"
          placeholder="Words of the task, or its id"
          value={q}
          onValueChange={setQ}
          onSearch={() => look(status)}
        >
          <Field label="Status" labelHidden>
            <Select value={status} onValueChange={look} choices={STATUSES} />
          </Field>
        </SearchForm>
        <div aria-live="polite" className="grid gap-2 text-sm">
          {problem && <p className="text-danger">{problem}</p>}
          {!problem && !found && <p className="text-muted">Looking…</p>}
          {found && count === 0 && <p className="text-muted">Nothing that fits is left to add.</p>}
          {found && count > 0 && (
            <>
              <p>
                {formatQuantity(count, kind)}, {formatQuantity(count * each, "assignment")}
              </p>
              <ul className="grid gap-1 text-muted">
                {found.first.map(({ task, response, title }) => (
                  <li key={`${task} ${response}`} className="flex gap-2">
                    <span className="shrink-0">{response ?? task}</span>
                    <span dir="auto" className="truncate">
                      {title}
                    </span>
                  </li>
                ))}
                {count > found.first.length && (
                  <li>and {formatQuantity(count - found.first.length, "other")}</li>
                )}
              </ul>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}
