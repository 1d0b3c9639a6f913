"use client";

import { useState } from "react";
import { Provenance } from "@/app/projects/[project]/drafts/provenance";
import { Workbench } from "@/components/review/workbench";
import { sheetOf } from "@/lib/review/client/assignment-queue";
import type { AssignmentView } from "@/lib/review/schema";
import type { Origins } from "@/lib/review/stimulus/types";

interface RehearsalProps {
  view: AssignmentView;
  place: string;
  statusSlot: string;
  project: string;
  origins: Origins;
}

/** The workbench without anything behind it, and with the way from its drafts to how they were made. */
export function Rehearsal({ project, origins, ...props }: RehearsalProps) {
  const [{ sync }] = useState(() => sheetOf(props.view, { rehearsal: true }));
  return (
    <Workbench
      {...props}
      sync={sync}
      rehearsal
      onHandIn={async () => ({ outcome: await sync.submit(), goesOn: false })}
      onSkip={null}
      onContinue={() => {}}
      onUndoSubmit={() => false}
      originOf={(of, about) => {
        const draft = "unit" in of ? origins.units.get(of.unit) : undefined;
        const rubricVersion = "rubric" in of ? origins.rubrics.get(of.rubric) : undefined;
        if (draft) return <Provenance of={{ draft }} about={about} project={project} />;
        return rubricVersion && <Provenance of={{ rubricVersion }} about={about} project={project} />;
      }}
    />
  );
}
