"use client";

import { ListX } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatQuantity } from "@/components/ui/format";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";

/** Continues a failed import without its invalid rows. */
export function LeaveOutRows({ id, rows }: { id: string; rows: number }) {
  const [confirming, setConfirming] = useState(false);
  const router = useRouter();
  const toast = useToast();
  const words = formatQuantity(rows, "row");

  async function resume() {
    const outcome = await callApi("PATCH", `/api/v1/imports/${id}`, { leaveOut: true });
    if (!outcome.ok)
      toast.show({ tone: "danger", title: "Not imported", description: outcome.error.message });
    router.refresh();
  }

  return (
    <>
      <Button onClick={() => setConfirming(true)}>
        <ListX aria-hidden="true" />
        Import without {words}
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Leave out ${words}?`}
        description="The rows below that do not fit, and records that refer to them, will not be in the dataset. They stay listed with this import and can be downloaded."
        confirmLabel={`Import without ${words}`}
        onConfirm={resume}
      />
    </>
  );
}
