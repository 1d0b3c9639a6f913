"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast";
import { useRefresh } from "@/components/ui/use-refresh";
import { callApi } from "@/lib/api/client";
import type { QualificationBody } from "@/lib/quality/schema";

interface GrantQualificationProps {
  batch: string;
  membership: string;
  who: string;
  grant: QualificationBody["grant"];
  /** Whoever is done with the exam has read what was expected. */
  revealed: boolean;
}

const WORDS = {
  attempt: {
    button: "Another attempt…",
    title: (who: string) => `Grant ${who} another attempt?`,
    description: "They begin the exam anew, with the same subjects in the same order.",
    done: (who: string) => `${who} has another attempt`,
  },
  admission: {
    button: "Let in…",
    title: (who: string) => `Let ${who} in without it?`,
    description:
      "From now on they are given the batch's own work. Training or an exam they are in the middle of is taken out of their hands.",
    done: (who: string) => `${who} is given the work of this batch now`,
  },
};

/** Lets somebody try once more, or in without having passed, with a word that is kept. */
export function GrantQualification({ batch, membership, who, grant, revealed }: GrantQualificationProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const toast = useToast();
  const refresh = useRefresh();
  const words = WORDS[grant];

  async function send() {
    if (note.trim() === "") return setProblem("Say why.");
    setBusy(true);
    const path = `/api/v1/batches/${batch}/annotators/${membership}/qualification`;
    const answer = await callApi<unknown>("POST", path, { grant, note: note.trim() });
    if (answer.ok) toast.show({ title: words.done(who), tone: "positive" });
    else toast.show({ title: "Nothing was changed", description: answer.error.message, tone: "danger" });
    await refresh();
    setBusy(false);
    setOpen(false);
  }

  return (
    <>
      <Button size="sm" aria-label={`${words.button.slice(0, -1)}: ${who}`} onClick={() => setOpen(true)}>
        {words.button}
      </Button>
      <Dialog
        open={open}
        onOpenChange={(next) => !busy && setOpen(next)}
        title={words.title(who)}
        description={
          grant === "attempt" && revealed
            ? `${words.description} They may have read what was expected.`
            : words.description
        }
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" busy={busy} onClick={() => void send()}>
              {grant === "attempt" ? "Grant it" : "Let in"}
            </Button>
          </>
        }
      >
        <Field label="Why" hint="Kept with the batch, and in the copy of their own data." error={problem}>
          <Textarea
            value={note}
            maxLength={1000}
            rows={3}
            onChange={(event) => {
              setNote(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
      </Dialog>
    </>
  );
}
