"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast";
import { useRefresh } from "@/components/ui/use-refresh";
import { callApi } from "@/lib/api/client";

interface WorkActionProps {
  assignment: string;
  /** Whose it is. */
  who: string;
}

/** Takes an assignment in progress back from whoever does not get on with it. */
export function ReleaseAssignment({ assignment, who }: WorkActionProps) {
  const [asking, setAsking] = useState(false);
  const change = useChange();
  return (
    <>
      <Button size="sm" aria-label={`Release the assignment of ${who}`} onClick={() => setAsking(true)}>
        Release…
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Take this assignment back from ${who}?`}
        description={
          "What was saved is kept, and its place is free for others at once; if nobody takes it, it can come back to " +
          "them. If it was sent back to them, it waits for them again. Their window says so at its next save."
        }
        confirmLabel="Release"
        danger
        onConfirm={async () => {
          await change("POST", `${assignment}/release`, {}, "Assignment released");
        }}
      />
    </>
  );
}

/** Sends a submission back to whoever made it, with a note. */
export function ReopenSubmission({ assignment, who }: WorkActionProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const change = useChange();

  async function send() {
    if (note.trim() === "") return setProblem("Say what to look at again.");
    setBusy(true);
    const isSent = await change("POST", `${assignment}/reopen`, { note: note.trim() }, `Sent back to ${who}`);
    setBusy(false);
    if (isSent) setOpen(false);
  }

  return (
    <>
      <Button size="sm" aria-label={`Send the submission back to ${who}`} onClick={() => setOpen(true)}>
        Send back…
      </Button>
      <Dialog
        open={open}
        onOpenChange={(next) => !busy && setOpen(next)}
        title={`Send this submission back to ${who}?`}
        description="They read your note, change what is needed and submit it again. What they submitted counts until then."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" busy={busy} onClick={() => void send()}>
              Send back
            </Button>
          </>
        }
      >
        <Field label="What to look at again" error={problem}>
          <Textarea
            value={note}
            maxLength={2000}
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

/** Takes a request to do a submission again back. */
export function WithdrawReopening({ assignment, who }: WorkActionProps) {
  const [asking, setAsking] = useState(false);
  const change = useChange();
  return (
    <>
      <Button size="sm" aria-label={`Let the submission of ${who} stand`} onClick={() => setAsking(true)}>
        Let it stand…
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Let this submission stand as it was?"
        description={`${who} is no longer asked to do it again. What they have changed since is kept on record and does not count.`}
        confirmLabel="Let it stand"
        onConfirm={async () => {
          await change("DELETE", `${assignment}/reopen`, {}, "The submission stands");
        }}
      />
    </>
  );
}

/** Asks for a change of an assignment, says what came of it, and shows the page as it is then. */
function useChange() {
  const toast = useToast();
  const refresh = useRefresh();
  return async (method: "POST" | "DELETE", path: string, body: object, done: string): Promise<boolean> => {
    const answer = await callApi<unknown>(method, `/api/v1/assignments/${path}`, body);
    if (answer.ok) toast.show({ title: done, tone: "positive" });
    else toast.show({ title: "Nothing was changed", description: answer.error.message, tone: "danger" });
    await refresh();
    return answer.ok;
  };
}
