"use client";

import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { useRefresh } from "@/components/ui/use-refresh";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Stops a draft from waiting for its run. Reversible, so there is no confirmation. */
export function StopWaiting({ batch, label = "Do not wait" }: { batch: string; label?: string }) {
  const { busy, send } = useRequest();
  const toast = useToast();
  const refresh = useRefresh();

  async function stop() {
    const done = await send(async () => {
      const answer = await callApi("DELETE", `/api/v1/batches/${batch}/wait`, {});
      if (!answer.ok) {
        toast.show({ title: "Nothing was changed", description: answer.error.message, tone: "danger" });
      }
      return answer;
    });
    if (done) toast.show({ title: "The batch waits no longer", tone: "positive" });
    await refresh();
  }

  return (
    <Button size="sm" busy={busy} onClick={() => void stop()}>
      {label}
    </Button>
  );
}
