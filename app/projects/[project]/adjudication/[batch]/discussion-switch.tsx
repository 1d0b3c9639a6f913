"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Opens the discussion of undecided cases to those who voted on them, or ends it. */
export function DiscussionSwitch({ batch, open }: { batch: string; open: boolean }) {
  const router = useRouter();
  const { busy, error, send } = useRequest();

  async function change() {
    const path = `/api/v1/batches/${batch}/adjudication/discussion`;
    if (await send(() => callApi("PUT", path, { open: !open }))) router.refresh();
  }

  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <p>
        {open
          ? "Annotators find the undecided cases that they voted on under “To discuss” on their own page, with all votes and comments under pseudonyms, once this batch is closed."
          : "Annotators see nothing of a case. When they may discuss, those who voted on an undecided case see all of its votes, and comment on it under their pseudonyms, once this batch is closed."}
      </p>
      <Button busy={busy} onClick={change}>
        {open ? "End the discussion" : "Let them discuss"}
      </Button>
      {error && (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      )}
    </div>
  );
}
