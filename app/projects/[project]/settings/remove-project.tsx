"use client";

import { Eraser, Trash2 } from "lucide-react";
import { useState } from "react";
import { RemovalDialog } from "@/app/projects/[project]/removal-dialog";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";

interface RemoveProjectProps {
  project: { id: string; name: string; archived: boolean };
}

/** Empties or deletes a project, after listing its contents. */
export function RemoveProject({ project: { id, name, archived } }: RemoveProjectProps) {
  const [open, setOpen] = useState(false);
  const [how, setHow] = useState<"empty" | "delete">("empty");
  const confirmRemoval = (what: "empty" | "delete") => () => {
    setHow(what);
    setOpen(true);
  };
  return (
    <Panel title="Empty or delete">
      <div className="grid justify-items-start gap-3 text-sm">
        <p className="max-w-prose text-muted">
          Emptying a project deletes its data, batches and runs; people, models, settings and frozen studies
          stay. Deleting it removes everything. Neither can be undone; export what you want to keep first.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button disabled={archived} onClick={confirmRemoval("empty")}>
            <Eraser aria-hidden="true" />
            Empty project
          </Button>
          <Button variant="danger" onClick={confirmRemoval("delete")}>
            <Trash2 aria-hidden="true" />
            Delete project
          </Button>
        </div>
      </div>
      <RemovalDialog
        noun="project"
        address={`/api/v1/projects/${id}`}
        name={name}
        how={how}
        open={open}
        onOpenChange={setOpen}
        then="/projects"
      />
    </Panel>
  );
}
