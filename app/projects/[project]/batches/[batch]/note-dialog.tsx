"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";

interface NoteDialogProps {
  /** What opens it, and whose it is for those who hear it. */
  button: string;
  label: string;
  title: string;
  description: string;
  /** What the note is to say, and what is said where there is none. */
  field: string;
  hint?: string;
  missing: string;
  maxLength: number;
  verb: string;
  /** True when it is done; otherwise the note stays to be sent again. */
  onSend: (note: string) => Promise<boolean>;
}

/** Asks for the note without which something about somebody's work is not done. */
export function NoteDialog(props: NoteDialogProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string | undefined>();

  async function send() {
    if (note.trim() === "") return setProblem(props.missing);
    setBusy(true);
    const isDone = await props.onSend(note.trim());
    setBusy(false);
    if (!isDone) return;
    setOpen(false);
    setNote("");
  }

  return (
    <>
      <Button size="sm" aria-label={props.label} onClick={() => setOpen(true)}>
        {props.button}
      </Button>
      <Dialog
        open={open}
        onOpenChange={(next) => !busy && setOpen(next)}
        title={props.title}
        description={props.description}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" busy={busy} onClick={() => void send()}>
              {props.verb}
            </Button>
          </>
        }
      >
        <Field label={props.field} hint={props.hint} error={problem}>
          <Textarea
            value={note}
            maxLength={props.maxLength}
            rows={4}
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
