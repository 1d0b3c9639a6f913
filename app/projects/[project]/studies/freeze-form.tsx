"use client";

import { Snowflake } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { formatQuantity } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { Freezable, FreezeStudy } from "@/lib/study/schema";

interface FreezeDialogProps {
  /** API path to post to. */
  path: string;
  /** Path of the project's studies. */
  home: string;
  /** Studies that can be frozen, and those that cannot yet. */
  sources: readonly Freezable[];
  /** The previous version's values, when this is the next one. */
  before?: FreezeStudy & { version: number };
  variant?: "primary" | "secondary";
}

const KINDS = [
  { kind: "batch", name: "Batches" },
  { kind: "dataset", name: "Imported datasets" },
] as const;

/** Dialog that chooses what is frozen, and its title. */
export function FreezeDialog({ path, home, sources, before, variant = "primary" }: FreezeDialogProps) {
  const [title, setTitle] = useState(before?.title ?? "");
  const [authors, setAuthors] = useState(before?.authors ?? "");
  const [notes, setNotes] = useState(before?.notes ?? "");
  const [chosen, setChosen] = useState<readonly string[]>(
    before ? [...before.batches, ...before.datasets] : [],
  );
  const request = useRequest();
  const { error, send } = request;
  const router = useRouter();
  const next = before ? `Freeze version ${before.version + 1}` : "New release";
  const ready = sources.filter(({ open }) => !open);
  const left = sources.filter(({ open }) => open);
  const groups = KINDS.map(({ kind, name }) => ({ name, of: ready.filter((one) => one.kind === kind) }));

  async function submit() {
    const chosenOf = (kind: Freezable["kind"]) =>
      ready.filter((one) => one.kind === kind && isChosen(one.id)).map(({ id }) => id);
    const body: FreezeStudy = {
      title,
      authors,
      notes,
      batches: chosenOf("batch"),
      datasets: chosenOf("dataset"),
    };
    const made = await send(() => callApi<{ id: string }>("POST", path, body));
    if (!made) return false;
    if (before) router.refresh();
    else router.push(`${home}/${made.id}`);
    return true;
  }

  const isChosen = (id: string) => chosen.includes(id);
  const choose = (id: string, wanted: boolean) =>
    setChosen((before) => [...before.filter((one) => one !== id), ...(wanted ? [id] : [])]);

  return (
    <FormDialog
      title={next}
      description="Design, records and numbers are kept as they are at that moment, with hashes. Later changes go into another version."
      trigger={
        <Button variant={variant}>
          <Snowflake aria-hidden="true" />
          {next}
        </Button>
      }
      request={request}
      verb="Freeze"
      disabled={!ready.some(({ id }) => isChosen(id)) || title.trim() === ""}
      onSubmit={submit}
    >
      <Field label="Title" required error={problemWith(error, "title")}>
        <Input value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <Field
        label="Authors"
        hint="As a reference names them, with semicolons: Curie, M.; Noether, E. They are shown on a public card."
        error={problemWith(error, "authors")}
      >
        <Input value={authors} maxLength={500} onChange={(event) => setAuthors(event.target.value)} />
      </Field>
      {ready.length === 0 && (
        <p className="text-sm text-muted">
          No batch of this project is closed yet, and no study was imported with its judgements. Close a batch
          to freeze it.
        </p>
      )}
      {groups
        .filter(({ of }) => of.length > 0)
        .map(({ name, of }) => (
          <fieldset key={name} className="grid gap-2">
            <legend className="pb-1 text-sm font-medium">{name}</legend>
            {of.map(({ id, name, judgements, sample }) => (
              <Checkbox
                key={id}
                checked={isChosen(id)}
                onCheckedChange={(wanted) => choose(id, wanted)}
                label={<bdi>{name}</bdi>}
                hint={`${formatQuantity(judgements, "judgement")}${sample ? ", sample data" : ""}`}
              />
            ))}
          </fieldset>
        ))}
      {left.length > 0 && (
        <p className="text-xs text-muted">
          Still worked on, so not to be frozen: {left.map(({ name }) => name).join(", ")}.
        </p>
      )}
      <Field
        label="Notes"
        hint="For readers in this project; never public."
        error={problemWith(error, "notes")}
      >
        <Textarea
          rows={2}
          value={notes}
          maxLength={5000}
          onChange={(event) => setNotes(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
