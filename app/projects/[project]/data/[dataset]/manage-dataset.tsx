"use client";

import { Ellipsis, Eraser, Gauge, Medal, PencilLine, Trash2 } from "lucide-react";
import { useState } from "react";
import { GoldFileDialog } from "@/app/projects/[project]/data/[dataset]/gold-file";
import { RenameDataset } from "@/app/projects/[project]/data/[dataset]/rename-dataset";
import { ScoreFileDialog } from "@/app/projects/[project]/data/[dataset]/score-file";
import { RemovalDialog } from "@/app/projects/[project]/removal-dialog";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";

interface ManageDatasetProps {
  dataset: { id: string; name: string; projectId: string };
  /** Archived: gold cannot be marked. */
  archived: boolean;
}

/** Menu to rename, empty or delete a dataset, and to load gold or external scores from a file. */
export function ManageDataset({ dataset: { id, name, projectId }, archived }: ManageDatasetProps) {
  const [open, setOpen] = useState<"rename" | "gold" | "scores" | "empty" | "delete" | null>(null);
  const [removal, setRemoval] = useState<"empty" | "delete">("empty");
  const close = (next: boolean) => !next && setOpen(null);

  function remove(how: "empty" | "delete") {
    setRemoval(how);
    setOpen(how);
  }

  return (
    <>
      <DropdownMenu
        label="Manage this dataset"
        trigger={
          <Button square aria-label="Manage this dataset">
            <Ellipsis aria-hidden="true" />
          </Button>
        }
        items={[
          { label: "Rename…", icon: <PencilLine />, onSelect: () => setOpen("rename") },
          ...(archived
            ? []
            : [
                { label: "Gold from a file…", icon: <Medal />, onSelect: () => setOpen("gold") },
                { label: "External scores from a file…", icon: <Gauge />, onSelect: () => setOpen("scores") },
              ]),
          "separator",
          { label: "Empty…", icon: <Eraser />, onSelect: () => remove("empty") },
          { label: "Delete…", icon: <Trash2 />, danger: true, onSelect: () => remove("delete") },
        ]}
      />
      <RenameDataset id={id} name={name} open={open === "rename"} onOpenChange={close} />
      <GoldFileDialog dataset={id} open={open === "gold"} onOpenChange={close} />
      <ScoreFileDialog dataset={id} open={open === "scores"} onOpenChange={close} />
      <RemovalDialog
        noun="dataset"
        address={`/api/v1/datasets/${id}`}
        name={name}
        how={removal}
        open={open === removal}
        onOpenChange={close}
        then={`/projects/${projectId}/data`}
      />
    </>
  );
}
