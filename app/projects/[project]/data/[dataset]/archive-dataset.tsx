"use client";

import { Archive, ArchiveRestore } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface ArchiveDatasetProps {
  dataset: { id: string; name: string; projectId: string };
  archived: boolean;
}

type InUse = { batches: { id: string; name: string }[] };

/** Archives a dataset or restores it; lists batches that prevent it. */
export function ArchiveDataset({ dataset, archived }: ArchiveDatasetProps) {
  const [confirming, setConfirming] = useState(false);
  const { busy, error, send } = useRequest();
  const [hidden, setHidden] = useState(false);
  const router = useRouter();
  const toast = useToast();

  async function change(next: boolean) {
    setHidden(false);
    if (!(await send(() => callApi("PATCH", `/api/v1/datasets/${dataset.id}`, { archived: next })))) return;
    toast.show({ tone: "positive", title: next ? "Dataset archived" : "Dataset restored" });
    router.refresh();
  }

  const batches =
    error?.code === "dataset-in-use" ? ((error.detail as InUse | undefined)?.batches ?? []) : [];
  return (
    <>
      {archived ? (
        <Button busy={busy} onClick={() => void change(false)}>
          <ArchiveRestore aria-hidden="true" />
          Restore
        </Button>
      ) : (
        <Button busy={busy} onClick={() => setConfirming(true)}>
          <Archive aria-hidden="true" />
          Archive
        </Button>
      )}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Archive ${dataset.name}?`}
        description="It can still be read and exported, but no batch can be made with it. It can be restored at any time."
        confirmLabel="Archive dataset"
        onConfirm={() => change(true)}
      />
      <Dialog
        open={error !== undefined && !hidden}
        onOpenChange={(open) => setHidden(!open)}
        title={archived ? "Not restored" : "Not archived"}
      >
        <Banner tone="warning" title={error?.message}>
          {batches.length > 0 && <BatchLinks batches={batches} dataset={dataset} />}
        </Banner>
      </Dialog>
    </>
  );
}

/** The batches that use the dataset. */
function BatchLinks({
  batches,
  dataset,
}: {
  batches: { id: string; name: string }[];
  dataset: { id: string; name: string; projectId: string };
}) {
  return (
    <ul className="mt-1 grid gap-1">
      {batches.map(({ id, name }) => (
        <li key={id}>
          <Link
            href={`/projects/${dataset.projectId}/batches/${id}`}
            className="font-medium underline underline-offset-2"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
