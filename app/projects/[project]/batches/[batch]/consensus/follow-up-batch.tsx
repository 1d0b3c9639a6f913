"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import type { FollowBody } from "@/lib/rubric/schema";

interface DraftFollowerProps extends FollowBody {
  batch: string;
  /** Path of the list of batches. */
  home: string;
  children: ReactNode;
}

/** Drafts a follow-up batch and opens it for editing. */
export function DraftFollower({ batch, home, purpose, kind, children }: DraftFollowerProps) {
  const router = useRouter();
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function draft() {
    setBusy(true);
    const answer = await callApi<{ id: string }>("POST", `/api/v1/batches/${batch}/followers`, {
      purpose,
      kind,
    });
    if (answer.ok) {
      router.push(`${home}/${answer.value.id}/edit`);
      return;
    }
    setBusy(false);
    toast.show({ title: "No batch was drafted", description: answer.error.message, tone: "danger" });
  }

  return (
    <Button busy={busy} onClick={draft}>
      {children}
    </Button>
  );
}
