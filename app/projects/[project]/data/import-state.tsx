"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatBytes, formatCount } from "@/components/ui/format";
import { ProgressBar } from "@/components/ui/progress-bar";
import { useToast } from "@/components/ui/toast";
import { isImportRunning } from "@/lib/dataset/rules/progress";
import { callApi } from "@/lib/http/client";

/** An import as JSON, without dates. */
interface ImportState {
  id: string;
  fileName: string;
  state: "uploading" | "queued" | "checking" | "writing" | "ready" | "failed" | "cancelled";
  bytes: number;
  lines: number;
  done: number;
}

const EVERY = 1000;

/** Progress of an import, live, with a button to cancel. Refreshes the page at the end. */
export function ImportProgress({ initial }: { initial: ImportState }) {
  const [now, setNow] = useState(initial);
  const router = useRouter();
  const underWay = isImportRunning(now.state);

  useEffect(() => {
    if (!underWay) return;
    const timer = setInterval(async () => {
      const outcome = await callApi<ImportState>("GET", `/api/v1/imports/${initial.id}`);
      if (!outcome.ok) return;
      setNow(outcome.value);
      if (!isImportRunning(outcome.value.state)) router.refresh();
    }, EVERY);
    return () => clearInterval(timer);
  }, [initial.id, underWay, router]);

  const { words, value, max } = progressOf(now);
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm text-muted tabular-nums" role="status">
          {words}
        </p>
        {underWay && <CancelImport id={now.id} fileName={now.fileName} />}
      </div>
      {underWay && <ProgressBar label={`Import of ${now.fileName}`} value={value} max={max} text={words} />}
    </div>
  );
}

/** Progress of checking (the first half) and writing (the second). */
function progressOf({ state, bytes, lines, done }: ImportState): {
  words: string;
  value: number;
  max: number;
} {
  const share = lines > 0 ? Math.min(1, done / lines) : 0;
  switch (state) {
    case "uploading":
      return { words: `Uploading: ${formatBytes(bytes)} have arrived`, value: 0, max: 1 };
    case "queued":
      return { words: `${formatBytes(bytes)} uploaded; waiting to be read`, value: 0, max: 1 };
    case "checking":
      return {
        words: `Checking line ${formatCount(done)} of ${formatCount(lines)}`,
        value: share / 2,
        max: 1,
      };
    case "writing":
      return {
        words: `Writing record ${formatCount(done)} of ${formatCount(lines)}`,
        value: 0.5 + share / 2,
        max: 1,
      };
    case "ready":
      return { words: "Imported", value: 1, max: 1 };
    case "failed":
      return { words: "Nothing was imported", value: 1, max: 1 };
    case "cancelled":
      return { words: "Cancelled; nothing was imported", value: 1, max: 1 };
  }
}

function CancelImport({ id, fileName }: { id: string; fileName: string }) {
  const [confirming, setConfirming] = useState(false);
  const router = useRouter();
  const toast = useToast();

  async function cancel() {
    const outcome = await callApi("DELETE", `/api/v1/imports/${id}`);
    if (!outcome.ok)
      toast.show({ tone: "danger", title: "Not cancelled", description: outcome.error.message });
    router.refresh();
  }

  return (
    <>
      <Button size="sm" onClick={() => setConfirming(true)}>
        Cancel import
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Cancel this import?"
        description={`None of ${fileName} will be saved. You can import the file again at any time.`}
        confirmLabel="Cancel import"
        cancelLabel="Go on"
        danger
        onConfirm={cancel}
      />
    </>
  );
}
