"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatQuantity } from "@/components/ui/format";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";

interface TakeGoldProps {
  dataset: string;
  batch: string;
}

const WORDS = {
  adjudication: {
    button: "Rulings as gold",
    title: "Take the rulings as gold?",
    description: "Each decided value becomes the gold value of its response.",
  },
  consensus: {
    button: "Consensus as gold",
    title: "Take what people agreed on as gold?",
    description: "Where at least two people judged and all gave the same value, it becomes the gold value.",
  },
} as const;

/** Turns a closed batch's results into gold. */
export function TakeGold({ dataset, batch }: TakeGoldProps) {
  const [from, setFrom] = useState<keyof typeof WORDS>("adjudication");
  const [confirming, setConfirming] = useState(false);
  const toast = useToast();
  const words = WORDS[from];

  async function take() {
    const path = `/api/v1/datasets/${dataset}/gold/from-batch`;
    const answer = await callApi<{ marked: number }>("POST", path, { batch, from });
    toast.show(
      answer.ok
        ? { tone: "positive", title: `${formatQuantity(answer.value.marked, "value")} marked as gold` }
        : { tone: "danger", title: "Nothing was marked", description: answer.error.message },
    );
  }

  return (
    <div className="flex flex-wrap gap-2">
      {(["adjudication", "consensus"] as const).map((one) => (
        <Button
          key={one}
          onClick={() => {
            setFrom(one);
            setConfirming(true);
          }}
        >
          {WORDS[one].button}
        </Button>
      ))}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={words.title}
        description={`${words.description} Existing gold values are replaced. You can change gold values one by one.`}
        confirmLabel={words.button}
        onConfirm={take}
      />
    </div>
  );
}
