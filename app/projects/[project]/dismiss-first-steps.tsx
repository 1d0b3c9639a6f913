"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { useRefresh } from "@/components/ui/use-refresh";
import { callApi } from "@/lib/http/client";

/** Hides the first steps in all projects, until the admin wants them back on their account page. */
export function DismissFirstSteps() {
  const toast = useToast();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);

  async function dismiss() {
    setBusy(true);
    const answer = await callApi("PATCH", "/api/v1/account", { showsFirstSteps: false });
    if (answer.ok) {
      await refresh();
      toast.show({ title: "First steps are hidden", description: "Your account page shows them again." });
    } else toast.show({ tone: "danger", title: "Nothing was changed", description: answer.error.message });
    setBusy(false);
  }

  return (
    <Button size="sm" busy={busy} onClick={() => void dismiss()}>
      Do not show again
    </Button>
  );
}
