"use client";

import { ListPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatQuantity } from "@/components/ui/format";
import { RadioGroup } from "@/components/ui/radio-group";
import { useToast } from "@/components/ui/toast";
import { ADDED_RESPONSES } from "@/lib/drafting/rules/wording";
import type { RunProgress } from "@/lib/drafting/schema/runs";
import { callApi } from "@/lib/http/client";

/** Adds a run's responses to its dataset. */
export function AddResponses({ run }: { run: RunProgress }) {
  const [isOpen, setOpen] = useState(false);
  const [which, setWhich] = useState("final");
  const router = useRouter();
  const toast = useToast();

  async function add() {
    const answer = await callApi<{ added: number }>("POST", `/api/v1/runs/${run.id}/responses`, { which });
    if (!answer.ok) {
      toast.show({ tone: "danger", title: "Nothing was added", description: answer.error.message });
      return;
    }
    toast.show({
      tone: "positive",
      title: `${formatQuantity(answer.value.added, "response")} added to ${run.dataset.name}`,
    });
    router.refresh();
  }

  return (
    <>
      <Button
        size="sm"
        disabled={!run.published}
        title={run.published ? undefined : "Publish the run first."}
        onClick={() => setOpen(true)}
      >
        <ListPlus aria-hidden="true" />
        Add to the dataset…
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Add responses to ${run.dataset.name}?`}
        description="They can then be judged in runs and batches like any others, and say that this run generated them. They stay when the run is withdrawn. What the run still generates is added too."
        confirmLabel="Add"
        onConfirm={add}
      >
        <ResponseChoice which={which} setWhich={setWhich} />
      </ConfirmDialog>
    </>
  );
}

function ResponseChoice({ which, setWhich }: { which: string; setWhich: (value: string) => void }) {
  return (
    <RadioGroup
      label="Which responses"
      value={which}
      onValueChange={setWhich}
      options={[
        { value: "final", label: ADDED_RESPONSES.final },
        { value: "all", label: ADDED_RESPONSES.all },
      ]}
    />
  );
}
