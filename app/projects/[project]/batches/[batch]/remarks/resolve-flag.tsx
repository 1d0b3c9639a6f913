"use client";

import { Check } from "lucide-react";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { NoteDialog } from "@/components/ui/note-dialog";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import { MAX_FLAG_NOTE } from "@/lib/review/schema/codes";

/** Resolves a flag with a note on what was done. */
export function ResolveFlag({ id }: { id: string }) {
  const router = useRouter();
  const toast = useToast();

  async function resolve(resolution: string) {
    const outcome = await callApi("POST", `/api/v1/flags/${id}/resolve`, { resolution });
    if (!outcome.ok) return outcome.error.message;
    toast.show({ title: "Flag resolved", tone: "positive" });
    router.refresh();
    return true;
  }

  return (
    <NoteDialog
      trigger={
        <Button size="sm">
          <Check aria-hidden="true" />
          Resolve…
        </Button>
      }
      title="Resolve this flag"
      description="It leaves the list of open flags. The annotator’s work does not change."
      field="What was done about it"
      missing="Say in a few words what was done."
      maxLength={MAX_FLAG_NOTE}
      verb="Resolve flag"
      onSend={resolve}
    />
  );
}
