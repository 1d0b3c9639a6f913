"use client";

import { memo, useState, useSyncExternalStore } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { InvisibleProvider } from "@/components/prose/invisible-marks";
import { useFetchAhead, useParts } from "@/components/ui/on-demand";
import { ResizablePanes } from "@/components/ui/resizable-panes";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import type { Published } from "@/lib/question/schema";
import type { AssignmentQueue, AssignmentQueueState } from "@/lib/review/client/assignment-queue";
import type { ReviewSync, SubmitOutcome } from "@/lib/review/client/autosave";
import { awaitsOpening } from "@/lib/review/rules/reveal";
import type { AssignmentView } from "@/lib/review/schema";
import { type OriginOf, ReadOnlyProvider, ReviewProvider } from "./context";
import { EvidencePane } from "./evidence-pane";
import { stepPartsOf } from "./lazy-steps";
import { Notices } from "./notices";
import { useOwnKeys } from "./own-keys";
import { ReviewStore, targetsIn } from "./store";
import { SubmitBar } from "./submit-bar";
import { useTextInSight } from "./text-in-sight";
import { useFocusClock } from "./use-focus-clock";
import { useMarks } from "./use-marks";
import { useReviewActions } from "./use-review-actions";
import { useReviewKeys } from "./use-review-keys";
import { useSubmit } from "./use-submit";
import { useSync } from "./use-sync";
import { firstTarget, useTargetFocus } from "./use-target-focus";
import { useUndo } from "./use-undo";
import { WorkPane } from "./work-pane";
import { WorkbenchStatus } from "./workbench-status";

interface WorkbenchProps {
  view: AssignmentView;
  /** The work on it, and its way to the server. */
  sync: ReviewSync;
  /** The server has not opened it yet: it can be read, and worked on unless that begins with drafts. */
  opening?: boolean;
  /** Where the assignments before and after this one are; absent in previews. */
  queue?: AssignmentQueue;
  /** It was handed in, and has come back. */
  refused?: AssignmentQueueState["refused"];
  /** Another assignment is on its way to the screen: nothing can be done in this one. */
  leaves?: boolean;
  /** The annotator's own place in the batch: "12 of 40". */
  place: string;
  /** Where the page's bar shows what the workbench knows; absent in previews. */
  statusSlot?: string;
  /** Questions answered for everybody, shown beside the guidelines. */
  published?: readonly Published[];
  /** Hands it in; null when another is on the screen before the server has answered. */
  onHandIn: () => Promise<{ outcome: SubmitOutcome; goesOn: boolean } | null>;
  /** Null where the assignment cannot be skipped. */
  onSkip: ((reason: string) => Promise<string | null>) | null;
  onContinue: () => void;
  onUndoSubmit: () => boolean;
  /** A preview: it can be tried, and nothing leaves the page or is kept. */
  rehearsal?: boolean;
  /** Given in previews alone: annotators judge without knowing how a draft was made. */
  originOf?: OriginOf;
}

/** One assignment: the content on the left, what is asked of the annotator on the right. */
export const Workbench = memo(function Workbench(props: WorkbenchProps) {
  const { view, sync, place, onSkip, onUndoSubmit, opening = false, rehearsal = false } = props;
  const readOnly = !opening && (view.state !== "open" || view.lease === null);
  useParts(stepPartsOf(view));
  const t = useTranslations();
  const { keys } = useOwnKeys();
  useFetchAhead();

  const awaiting = useSync(sync, ({ session }) => opening && awaitsOpening(session.frame));
  const isStopped = useSync(sync, ({ status }) => status.state === "stopped");
  const first = () => (readOnly || awaiting ? null : firstTarget(sync));
  const isHydrated = useIsHydrated();
  const [store] = useState(() => new ReviewStore(sync, isHydrated ? first() : null));
  const [help, setHelp] = useState(false);
  const marks = useMarks();
  const [inSight] = useTextInSight();
  // Whoever is in the middle of a sentence finishes it: it is kept in the browser.
  const isWriting = useSyncExternalStore(
    store.subscribe,
    () => store.state().editing !== null,
    () => false,
  );
  const review = useReviewActions(store, props.originOf);
  const { refocus, goTo } = useTargetFocus(store, first, !readOnly && !awaiting);
  useFocusClock(store, sync);

  const isClosed = readOnly || awaiting || (isStopped && !isWriting) || props.leaves === true;
  const { onHandIn } = props;
  const { submit, submitting, failure } = useSubmit({
    store,
    sync,
    isClosed,
    refused: props.refused,
    goTo,
    onHandIn,
  });
  const closed = isClosed || submitting;
  const { undo, redo } = useUndo({ store, sync, isClosed: closed, refocus, onUndoSubmit });

  useReviewKeys(() => {
    const { frame, document } = store.state();
    return {
      keys,
      frame,
      document,
      targets: targetsIn(frame, document),
      focused: () => store.state().focused,
      focus: store.focus,
      refocus,
      advance: store.advance,
      edit: store.edit,
      perform: review.perform,
      reveal: review.reveal,
      askWhy: store.askWhy,
      undo,
      redo,
      submit: () => void submit("key"),
      showInvisible: marks.toggle,
      help: () => setHelp(true),
      readOnly: closed,
    };
  });

  const skip = async (reason: string) => {
    await sync.flush();
    return onSkip?.(reason) ?? null;
  };
  const submitBar = !readOnly && (
    <SubmitBar
      busy={submitting}
      disabled={isStopped}
      place={place}
      onUndo={undo}
      onSubmit={() => void submit("click")}
      onSkip={onSkip && skip}
    />
  );

  return (
    <ReviewProvider value={review}>
      <ReadOnlyProvider value={closed}>
        <WorkbenchStatus
          sync={sync}
          slot={props.statusSlot}
          place={place}
          queue={props.queue}
          readOnly={readOnly}
          rehearsal={rehearsal}
          onUndo={undo}
          onRedo={redo}
          isHelpOpen={help}
          onHelp={setHelp}
        />
        <ResizablePanes
          startLabel={t("content.pane")}
          endLabel={t("content.work")}
          storageKey={view.pair ? "workbench-panes-pair" : "workbench-panes"}
          defaultShare={view.pair ? 64 : 52}
          startStays={inSight}
          endIsRead={readOnly}
          start={
            <InvisibleProvider value={marks}>
              <EvidencePane view={view} published={props.published} />
            </InvisibleProvider>
          }
          end={
            <WorkPane
              guidelines={view.guidelines}
              notices={<Notices sync={sync} readOnly={readOnly} onContinue={props.onContinue} />}
              failure={failure}
              onTryAgain={() => void submit("click")}
              submitBar={submitBar}
            />
          }
          className="flex-1"
        />
      </ReadOnlyProvider>
    </ReviewProvider>
  );
});
