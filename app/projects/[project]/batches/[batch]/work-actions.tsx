"use client";

import { useState } from "react";
import { useChange } from "@/app/projects/[project]/batches/[batch]/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { NoteDialog } from "@/components/ui/note-dialog";

interface WorkActionProps {
  assignment: string;
  /** Pseudonym of the annotator. */
  who: string;
}

/** Releases an assignment in progress whose annotator has stopped working on it. */
export function ReleaseAssignment({ assignment, who }: WorkActionProps) {
  const [confirming, setConfirming] = useState(false);
  const change = useChange();
  return (
    <>
      <Button size="sm" aria-label={`Release the assignment of ${who}`} onClick={() => setConfirming(true)}>
        Release…
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Take this assignment back from ${who}?`}
        description={
          "What was saved is kept, and the assignment is free for others at once; if nobody takes it, it can come back to " +
          "them. If it was sent back to them, it waits for them again. Their window says so at its next save."
        }
        confirmLabel="Release"
        danger
        onConfirm={async () => {
          await change("POST", pathOf(assignment, "release"), {}, "Assignment released");
        }}
      />
    </>
  );
}

/** Sends a submission back to its author, with a note. */
export function ReopenSubmission({ assignment, who }: WorkActionProps) {
  const change = useChange();
  return (
    <NoteDialog
      trigger={
        <Button size="sm" aria-label={`Send the submission back to ${who}`}>
          Send back…
        </Button>
      }
      title={`Send this submission back to ${who}?`}
      description="They read your note, change what is needed and submit it again. What they submitted counts until then."
      field="What to look at again"
      missing="Say what to look at again."
      maxLength={2000}
      verb="Send back"
      onSend={(note) => change("POST", pathOf(assignment, "reopen"), { note }, `Sent back to ${who}`)}
    />
  );
}

/** Withdraws the request to revise a submission. */
export function WithdrawReopening({ assignment, who }: WorkActionProps) {
  const [confirming, setConfirming] = useState(false);
  const change = useChange();
  return (
    <>
      <Button size="sm" aria-label={`Keep the submission of ${who}`} onClick={() => setConfirming(true)}>
        Keep it…
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Keep this submission as it was?"
        description={`${who} is no longer asked to do it again. What they have changed since is kept on record and does not count.`}
        confirmLabel="Keep it"
        onConfirm={async () => {
          await change("DELETE", pathOf(assignment, "reopen"), {}, "Submission kept");
        }}
      />
    </>
  );
}

function pathOf(assignment: string, action: "release" | "reopen"): string {
  return `/api/v1/assignments/${assignment}/${action}`;
}
