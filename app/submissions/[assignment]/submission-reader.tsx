"use client";

import { useEffect, useState } from "react";
import { originPanels } from "@/app/projects/[project]/drafts/origin-panels";
import { Workbench } from "@/components/review/workbench";
import { queuedAssignmentOf } from "@/lib/review/client/queued-assignment";
import type { AssignmentView } from "@/lib/review/schema";
import type { Origins } from "@/lib/review/stimulus/types";

interface ReadingProps {
  view: AssignmentView;
  project: string;
  origins: Origins;
  /** The item to begin at. */
  item: string | undefined;
}

/** The workbench of a submission, read-only. */
export function SubmissionReader({ view, project, origins, item }: ReadingProps) {
  const [{ sync }] = useState(() => queuedAssignmentOf(view, { rehearsal: true }));
  useEffect(() => {
    if (item) targetOf(item)?.focus();
  }, [item]);
  return (
    <Workbench
      view={view}
      sync={sync}
      place=""
      rehearsal
      onSubmit={async () => null}
      onSkip={null}
      onContinue={() => {}}
      onUndoSubmit={() => false}
      originOf={originPanels(origins, project)}
    />
  );
}

/** Element of an item's answer; null for an item that is only reviewed. */
function targetOf(item: string): HTMLElement | null {
  const names = item === "overall" ? ["score"] : [`answer:${item}`, `item:${item}`];
  for (const name of names) {
    const element = document.querySelector<HTMLElement>(`[data-target="${CSS.escape(name)}"]`);
    if (element) return element;
  }
  return null;
}
