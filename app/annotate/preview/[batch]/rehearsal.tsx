"use client";

import { useState } from "react";
import { originPanels } from "@/app/projects/[project]/drafts/origin-panels";
import { Workbench } from "@/components/review/workbench";
import { queuedAssignmentOf } from "@/lib/review/client/queued-assignment";
import type { AssignmentView } from "@/lib/review/schema";
import type { Origins } from "@/lib/review/stimulus/types";

interface RehearsalProps {
  view: AssignmentView;
  place: string;
  project: string;
  origins: Origins;
}

/** The workbench without a server, with links from drafts to their provenance. */
export function Rehearsal({ project, origins, ...props }: RehearsalProps) {
  const [{ sync }] = useState(() => queuedAssignmentOf(props.view, { rehearsal: true }));
  return (
    <Workbench
      {...props}
      sync={sync}
      rehearsal
      onSubmit={async (language) => ({ outcome: await sync.submit(language), isContinued: false })}
      onSkip={null}
      onContinue={() => {}}
      onUndoSubmit={() => false}
      originOf={originPanels(origins, project)}
    />
  );
}
