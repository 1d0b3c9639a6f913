"use client";

import { memo } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Workbench } from "@/components/review/workbench";
import { useParts } from "@/components/ui/on-demand";
import { RenderAhead } from "@/components/ui/render-ahead";
import type { Translate } from "@/lib/i18n/rules";
import type { Published } from "@/lib/question/schema";
import type { AssignmentQueue } from "@/lib/review/client/assignment-queue";
import type { AssignmentView } from "@/lib/review/schema";
import { stageWords } from "../qualification-stage";
import { partsFor } from "./required-parts";
import { useAssignmentQueue, useNextWhenIdle, usePreviousUntilIdle } from "./use-assignment-queue";

interface WorkbenchesProps {
  queue: AssignmentQueue;
  /** Estimated number of the batch's assignments that will go to this annotator. */
  share: number;
  /** Published answers, shown beside the guidelines. */
  published: readonly Published[] | undefined;
  /** A submission is being undone: another assignment is about to be shown. */
  isComingBack: boolean;
  /** Callbacks; a stable object while the page is open. */
  actions: {
    submitCurrent: AssignmentQueue["submitCurrent"];
    skip: (reason: string) => Promise<string | null>;
    continueBatch: () => void;
    undoSubmit: () => boolean;
    tour: () => void;
  };
}

/**
 * The current assignment; the next one, rendered ahead while the browser is idle; and the one before, hidden until the
 * browser is idle and then removed. One that was not rendered ahead is removed at once.
 */
export const Workbenches = memo(function Workbenches(props: WorkbenchesProps) {
  const { queue, share, published, isComingBack, actions } = props;
  const t = useTranslations();
  const current = useAssignmentQueue(queue, (state) => state.current);
  const next = useNextWhenIdle(queue);
  const previous = usePreviousUntilIdle(queue);
  const refused = useAssignmentQueue(queue, (state) => state.refused);
  const recalled = useAssignmentQueue(queue, (state) => state.recalled);
  useParts(partsFor(current));
  return [previous?.key === next?.key ? null : previous, current, next].map(
    (one) =>
      one && (
        <RenderAhead key={one.key} shown={one === current}>
          <Workbench
            view={one.view}
            sync={one.sync}
            opening={one.opening}
            queue={queue}
            refused={one === current ? refused : null}
            isLeaving={isComingBack || recalled}
            place={placeOf(one.view, share, t)}
            published={published}
            onSubmit={actions.submitCurrent}
            onSkip={one.view.reopened || one.view.stage ? null : actions.skip}
            onContinue={actions.continueBatch}
            onUndoSubmit={actions.undoSubmit}
            onTour={actions.tour}
          />
        </RenderAhead>
      ),
  );
});

/** Position text: "12 of 40", in the batch or in its training or exam. */
function placeOf({ position, stage }: AssignmentView, share: number, t: Translate): string {
  if (!stage) return t("assignment.place", { position, share: Math.max(share, position) });
  const { use, ...where } = stage;
  return stageWords({ at: use, ...where }, t);
}
