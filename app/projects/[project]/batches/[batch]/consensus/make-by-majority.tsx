"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatQuantity } from "@/components/ui/format";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import type { ConsensusBody } from "@/lib/rubric/schema";

interface MakeByMajorityProps {
  batch: string;
  dataVersion: number;
  ready: number;
  open: number;
}

/** Creates the next version of every rubric that a majority decides completely, as previewed in the table. */
export function MakeByMajority({ batch, dataVersion, ready, open }: MakeByMajorityProps) {
  const router = useRouter();
  const toast = useToast();
  const [confirming, setConfirming] = useState(false);

  async function make() {
    const body: ConsensusBody = { by: "majority", dataVersion };
    const answer = await callApi<{ made: number }>("POST", `/api/v1/batches/${batch}/consensus`, body);
    if (answer.ok)
      toast.show({ title: `${formatQuantity(answer.value.made, "version")} made`, tone: "positive" });
    else toast.show({ title: "No version was made", description: answer.error.message, tone: "danger" });
    router.refresh();
  }

  return (
    <>
      <Button variant="primary" onClick={() => setConfirming(true)}>
        Make {formatQuantity(ready, "version")} by majority
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Make the next version of ${formatQuantity(ready, "rubric")}?`}
        description={
          <>
            Each gets what the table shows: items that more than half accepted, revised alike or removed, and
            additions that more than half wrote. A version is never changed; another one can be made after it.
            {open > 0 && ` ${formatQuantity(open, "rubric")} without a majority stay to be decided by hand.`}
          </>
        }
        confirmLabel="Make versions"
        onConfirm={make}
      />
    </>
  );
}
