"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Panel } from "@/components/ui/panel";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";

/** Whether the user gets mail about their work. */
export function NoticeMail({ initial }: { initial: boolean }) {
  const [mail, setMail] = useState(initial);
  const toast = useToast();

  async function change(next: boolean) {
    setMail(next);
    const outcome = await callApi("PUT", "/api/v1/account/notices", { mail: next });
    if (outcome.ok) return;
    setMail(!next);
    toast.show({ tone: "danger", title: "Nothing was changed", description: outcome.error.message });
  }

  return (
    <Panel title="Mail">
      <Checkbox
        label="Send me mail about my work"
        hint="New work, work that was sent back, questions and answers, finished batches and runs: gathered, at most every 15 minutes. Invitations and password links are always sent."
        checked={mail}
        onCheckedChange={(next) => void change(next)}
      />
    </Panel>
  );
}
