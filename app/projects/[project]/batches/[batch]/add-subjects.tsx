"use client";

import { useEffect, useState } from "react";
import { HowMany, takenAs, useTaken } from "@/app/projects/[project]/batches/[batch]/subjects-to-add";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { formatQuantity } from "@/components/ui/format";
import { SearchForm } from "@/components/ui/search-form";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import { useRefresh } from "@/components/ui/use-refresh";
import { slotsOfAdded } from "@/lib/batch/rules/design";
import type { Addable } from "@/lib/batch/schema/views";
import { callApi } from "@/lib/http/client";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";

interface AddSubjectsProps {
  batch: string;
  kind: SubjectKind;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const STATUSES = [
  { value: "", label: "All tasks" },
  { value: "untouched", label: "In no batch, not judged" },
  { value: "judged", label: "Judged already" },
] as const;
type Status = (typeof STATUSES)[number]["value"];
type Wanted = { q?: string; status?: Status };

/**
 * Dialog that adds tasks, responses or pairs of the dataset to an open batch: all, the first n, a sample, or
 * a selection.
 */
export function AddSubjects({ batch, kind, open, onOpenChange }: AddSubjectsProps) {
  const toast = useToast();
  const refresh = useRefresh();
  const [q, setQ] = useState("");
  const [status, setStatus] = useState<Status>("");
  const [wanted, setWanted] = useState<Wanted>({});
  const { found, problem, setProblem, more } = useAddable(batch, open, wanted);
  const [taken, take] = useTaken();
  const [busy, setBusy] = useState(false);

  function look(next: Status) {
    setStatus(next);
    setWanted({ ...(q.trim() && { q: q.trim() }), ...(next && { status: next }) });
  }

  const takes = takenAs(taken, found?.count ?? 0);
  async function add() {
    setBusy(true);
    setProblem(null);
    const answer = await callApi<{ subjects: number; slots: number }>(
      "POST",
      `/api/v1/batches/${batch}/subjects`,
      // A selection is independent of the current filter.
      { filter: taken.how === "chosen" ? {} : wanted, ...(takes.take && { take: takes.take }) },
    );
    if (answer.ok) {
      await refresh();
      toast.show({ title: `${formatQuantity(answer.value.subjects, kind)} added`, tone: "positive" });
      onOpenChange(false);
      setQ("");
      setStatus("");
      setWanted({});
      take({ chosen: [] });
    } else setProblem(answer.error.message);
    setBusy(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      title={`Add ${kind}s`}
      description="From the batch's own dataset, if they fit its protocol and are not in it yet. They come after the others, and assignments in progress stay with their annotators."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={!found || takes.count === 0}
            onClick={() => void add()}
          >
            Add {formatQuantity(takes.count, kind)}
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
        <AddableSubjects problem={problem} found={found} kind={kind} takes={takes} />
        {found && found.count > 0 && (
          <HowMany kind={kind} found={found} taken={taken} take={take} more={more} />
        )}
      </div>
    </Dialog>
  );
}

interface AddableSubjectsProps {
  problem: string | null;
  found: Addable | null;
  kind: SubjectKind;
  takes: ReturnType<typeof takenAs>;
}

/** The number of subjects that fit, and of assignments that adding them makes. */
function AddableSubjects({ problem, found, kind, takes }: AddableSubjectsProps) {
  return (
    <div aria-live="polite" className="grid gap-2 text-sm">
      {problem && <p className="text-danger">{problem}</p>}
      {!problem && !found && <p className="text-muted">Looking…</p>}
      {found && found.count === 0 && <p className="text-muted">Nothing that fits is left to add.</p>}
      {found && found.count > 0 && (
        <p className="tabular-nums">
          {formatQuantity(found.count, kind)} {found.count === 1 ? "fits" : "fit"}.{" "}
          {takes.count > 0 &&
            `Adding ${formatQuantity(takes.count, kind)} makes ${formatQuantity(slotsOfAdded(takes.count, found), "assignment")}.`}
        </p>
      )}
    </div>
  );
}

/** Subjects that could be added under the current filter; more on demand. */
function useAddable(batch: string, open: boolean, wanted: Wanted) {
  const [found, setFound] = useState<Addable | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const path = (after?: number) =>
    `/api/v1/batches/${batch}/subjects?${new URLSearchParams({
      ...wanted,
      ...(after !== undefined && { after: String(after) }),
    })}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is made of what is named
  useEffect(() => {
    if (!open) return;
    let isCurrent = true;
    setFound(null);
    setProblem(null);
    void callApi<Addable>("GET", path()).then((answer) => {
      if (!isCurrent) return;
      if (answer.ok) setFound(answer.value);
      else setProblem(answer.error.message);
    });
    return () => {
      isCurrent = false;
    };
  }, [open, wanted, batch]);

  async function more() {
    const last = found?.first.at(-1);
    if (!found || !last) return;
    const answer = await callApi<Addable>("GET", path(last.position));
    if (!answer.ok) return setProblem(answer.error.message);
    // The filter has changed meanwhile: the newer result stays.
    setFound((now) => (now === found ? { ...now, first: [...now.first, ...answer.value.first] } : now));
  }

  return { found, problem, setProblem, more };
}
