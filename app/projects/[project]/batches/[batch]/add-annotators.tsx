"use client";

import { UserPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { AnnotatorCandidate } from "@/app/projects/[project]/batches/design-choices";
import { PeoplePicker } from "@/app/projects/[project]/batches/people-picker";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { formatQuantity } from "@/components/ui/format";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";

/** Dialog that adds annotators to a batch. */
export function AddAnnotators({ batch, people }: { batch: string; people: AnnotatorCandidate[] }) {
  const router = useRouter();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<string[]>([]);

  async function add() {
    if (chosen.length === 0) return;
    setBusy(true);
    const answer = await callApi<{ added: number }>("POST", `/api/v1/batches/${batch}/annotators`, {
      annotators: chosen,
    });
    setBusy(false);
    if (!answer.ok) {
      toast.show({ title: "Nobody was added", description: answer.error.message, tone: "danger" });
      return;
    }
    toast.show({ title: `${formatQuantity(answer.value.added, "annotator")} added`, tone: "positive" });
    setOpen(false);
    setChosen([]);
    router.refresh();
  }

  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <UserPlus aria-hidden="true" />
        Add annotators
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Add annotators"
        description="If the batch is open, they can start at once and share the remaining work. Assignments in progress stay with their annotators."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" busy={busy} disabled={chosen.length === 0} onClick={add}>
              Add annotators
            </Button>
          </>
        }
      >
        <PeoplePicker
          people={people}
          chosen={chosen}
          onChange={setChosen}
          empty="Everybody works on it already."
        />
      </Dialog>
    </>
  );
}
