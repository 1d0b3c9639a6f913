"use client";

import { Workbench } from "@/components/review/workbench";
import type { AssignmentView } from "@/lib/review/schema";

interface RehearsalProps {
  view: AssignmentView;
  place: string;
  statusSlot: string;
}

/** The workbench without anything behind it. */
export function Rehearsal(props: RehearsalProps) {
  return (
    <Workbench
      {...props}
      rehearsal
      onSubmitted={async () => false}
      onSkip={null}
      onContinue={() => {}}
      onUndoSubmit={() => false}
    />
  );
}
