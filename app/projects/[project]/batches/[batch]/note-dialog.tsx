"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";

interface NoteDialogProps {
  /** Text of the button, and its accessible name with the person. */
  button: string;
  label: string;
  title: string;
  description: string;
  /** Label of the note, and the error when it is empty. */
  field: string;
  hint?: string;
  missing: string;
  maxLength: number;
  verb: string;
  /** Resolves to true on success; otherwise the note stays for another attempt. */
  onSend: (note: string) => Promise<boolean>;
}

/** Dialog for an action on an annotator's work that requires a note. */
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
