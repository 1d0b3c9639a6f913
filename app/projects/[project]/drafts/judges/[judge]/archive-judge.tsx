"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";

/** Archives a judge after a confirmation, or brings it back at once. */
export function ArchiveJudge({ judge, isArchived }: { judge: string; isArchived: boolean }) {
  const [confirming, setConfirming] = useState(false);
  const router = useRouter();
  const toast = useToast();

  async function change() {
    const answer = await callApi("PATCH", `/api/v1/judges/${judge}`, { archived: !isArchived });
    if (answer.ok) router.refresh();
    else toast.show({ tone: "danger", title: "Nothing was changed", description: answer.error.message });
  }

  if (isArchived) return <Button onClick={change}>Bring back</Button>;
  return (
    <>
      <Button onClick={() => setConfirming(true)}>Archive…</Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Archive this judge?"
        description="Until you bring it back, it can neither be run nor changed. Its versions, runs and drafts stay."
        confirmLabel="Archive"
        onConfirm={change}
      />
    </>
  );
}
