"use client";

import { MessageSquare, SkipForward } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Textarea } from "@/components/ui/textarea";
import type { ReviewDocument } from "@/lib/review/schema";
import { AutosavedText } from "./autosaved-text";
import { FlagDialog } from "./flag-dialog";
import { KeyBadge } from "./key-badge";

interface SubmitBarProps {
  left: number;
  total: number;
  busy: boolean;
  disabled: boolean;
  note: string;
  flags: ReviewDocument["flags"];
  onSubmit: () => void;
  onNote: (text: string) => void;
  /** A note raises the flag, null takes it down. */
  onFlag: (code: string, note: string | null) => void;
  /** Resolves to why it did not work, or null. Null where the assignment cannot be skipped. */
  onSkip: ((reason: string) => Promise<string | null>) | null;
}

/** What is left, and the ways out: submit, skip; a note or a flag for whoever runs the batch. */
export function SubmitBar(props: SubmitBarProps) {
  const { left, total, busy, disabled, note } = props;
  const [noting, setNoting] = useState(false);
  const [skipping, setSkipping] = useState(false);
  return (
    <footer className="sticky bottom-0 z-10 border-t bg-surface px-4 py-2.5 sm:px-5">
      {noting && (
        <div className="pb-2">
          <AutosavedText
            label="Note to whoever runs the batch"
            initial={note}
            placeholder="A note to whoever runs the batch; saved while you type"
            autoFocus
            onSave={props.onNote}
            onLeave={() => setNoting(false)}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex items-center gap-0.5">
          <IconButton
            label={note ? "Note (written)" : "Note"}
            aria-expanded={noting}
            onClick={() => setNoting(!noting)}
            className={note ? "text-accent" : undefined}
          >
            <MessageSquare />
          </IconButton>
          <FlagDialog flags={props.flags} onFlag={props.onFlag} />
          {props.onSkip && (
            <IconButton label="Skip this assignment" onClick={() => setSkipping(true)}>
              <SkipForward />
            </IconButton>
          )}
        </div>
        <div className="ms-auto flex items-center gap-3">
          <div className="grid w-28 gap-1 max-sm:w-20">
            <span className="text-xs text-muted tabular-nums" aria-live="polite">
              {left === 0 ? "Complete" : `${left} of ${total} left`}
            </span>
            <ProgressBar
              label="Progress of this assignment"
              value={total - left}
              max={total}
              tone={left === 0 ? "positive" : "accent"}
            />
          </div>
          <Button variant="primary" size="lg" busy={busy} disabled={disabled} onClick={props.onSubmit}>
            Submit <KeyBadge>Ctrl ↵</KeyBadge>
          </Button>
        </div>
      </div>
      {props.onSkip && <SkipDialog open={skipping} onOpenChange={setSkipping} onSkip={props.onSkip} />}
    </footer>
  );
}

function SkipDialog({
  open,
  onOpenChange,
  onSkip,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSkip: NonNullable<SubmitBarProps["onSkip"]>;
}) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function skip() {
    if (reason.trim() === "") return setProblem("Say in a few words why.");
    setBusy(true);
    const failed = await onSkip(reason.trim());
    setBusy(false);
    if (failed) setProblem(failed);
    else onOpenChange(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Skip this assignment"
      description="It goes to somebody else, and you will not see it again. What you did here is kept."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" busy={busy} onClick={() => void skip()}>
            Skip assignment
          </Button>
        </>
      }
    >
      <Field label="Reason" error={problem} required>
        <Textarea value={reason} maxLength={2000} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}
