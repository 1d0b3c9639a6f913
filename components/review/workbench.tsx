"use client";

import { memo, useState, useSyncExternalStore } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { InvisibleProvider } from "@/components/prose/invisible-marks";
import { useParts, usePrefetchParts } from "@/components/ui/on-demand";
import { ResizablePanes } from "@/components/ui/resizable-panes";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import type { Language } from "@/lib/i18n/schema";
import type { Published } from "@/lib/question/schema";
import type { AssignmentQueue, AssignmentQueueState } from "@/lib/review/client/assignment-queue";
import type { Autosave } from "@/lib/review/client/autosave";
import { isOver, type SubmitOutcome } from "@/lib/review/client/autosave-state";
import { awaitsOpening } from "@/lib/review/rules/reveal";
import type { AssignmentView } from "@/lib/review/schema";
import { type OriginOf, ReadOnlyProvider, ReviewProvider } from "./context";
import { EvidencePane } from "./evidence-pane";
import { useOwnKeys } from "./key-bindings";
import { stepPartsOf } from "./lazy-steps";
import { Notices } from "./notices";
import { ReviewStore, targetsIn } from "./store";
import { SubmitBar } from "./submit-bar";
import { useTextInSight } from "./text-in-sight";
import { useAutosave } from "./use-autosave";
import { useFocusClock } from "./use-focus-clock";
import { useMarks } from "./use-marks";
import { useReviewActions } from "./use-review-actions";
import { useReviewKeys } from "./use-review-keys";
import { useSignals } from "./use-signals";
import { useSubmit } from "./use-submit";
import { firstTarget, useTargetFocus } from "./use-target-focus";
import { useUndo } from "./use-undo";
import { WorkPane } from "./work-pane";
import { WorkbenchStatus } from "./workbench-status";

interface WorkbenchProps {
  view: AssignmentView;
  /** The document and its autosave. */
  sync: Autosave;
  /** The server has not opened it yet: it can be read, and worked on unless it starts with drafts. */
  opening?: boolean;
  /** The queue of assignments; absent in previews. */
  queue?: AssignmentQueue;
  /** Its submission was refused, so it is open again. */
  refused?: AssignmentQueueState["refused"];
  /** True if another assignment is about to be shown: this one is locked. */
  isLeaving?: boolean;
  /** The annotator's position in the batch: "12 of 40". */
  place: string;
  /** Published answers, shown beside the guidelines. */
  published?: readonly Published[];
  /** Submits; null if another assignment is shown before the server has answered. */
  onSubmit: (language: Language) => Promise<{ outcome: SubmitOutcome; isContinued: boolean } | null>;
  /** Null where the assignment cannot be skipped. */
  onSkip: ((reason: string) => Promise<string | null>) | null;
  onContinue: () => void;
  onUndoSubmit: () => boolean;
  /** Shows the tour of the workbench; absent in previews. */
  onTour?: () => void;
  /** A preview: can be tried; nothing is sent or stored. */
  rehearsal?: boolean;
  /** In previews only: links to how a draft was made, which annotators must not see. */
  originOf?: OriginOf;
}

/** One assignment: material on the left, the annotator's work on the right. */
export const Workbench = memo(function Workbench(props: WorkbenchProps) {
  const { view, sync, place, onSkip, onUndoSubmit, opening = false, rehearsal = false } = props;
  const readOnly = !opening && (view.state !== "open" || view.lease === null);
  useParts(stepPartsOf(view));
  const t = useTranslations();
  const { keys } = useOwnKeys();
  usePrefetchParts();

  const awaiting = useAutosave(sync, ({ session }) => opening && awaitsOpening(session.frame));
  const isStopped = useAutosave(sync, ({ status }) => status.state === "stopped");
  const over = useAutosave(sync, ({ status }) => isOver(status));
  const first = () => (readOnly || awaiting ? null : firstTarget(sync));
  const isHydrated = useIsHydrated();
  const [store] = useState(() => new ReviewStore(sync, isHydrated ? first() : null));
  const [help, setHelp] = useState(false);
  const marks = useMarks();
  const [inSight] = useTextInSight();
  // An annotator who is writing when the assignment closes may finish the sentence: the browser stores it.
  const isWriting = useSyncExternalStore(
    store.subscribe,
    () => store.state().editing !== null,
    () => false,
  );
  const review = useReviewActions(store, props.originOf);
  const { refocus, goTo, goToTargetOf } = useTargetFocus(store, first, !readOnly && !awaiting);
  useFocusClock(store, sync);
  useSignals(sync);

  const isClosed = readOnly || awaiting || (isStopped && !isWriting) || props.isLeaving === true;
  const { onSubmit } = props;
  const { submit, submitting, failure } = useSubmit({
    store,
    sync,
    isClosed,
    refused: props.refused,
    goTo,
    onSubmit,
  });
  const closed = isClosed || submitting;
  const { undo, redo } = useUndo({ store, sync, isClosed: closed || over, refocus, onUndoSubmit });

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
      begin: store.begin,
      quote: review.quote,
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
      disabled={isStopped || props.isLeaving === true}
      over={over}
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
          place={place}
          queue={props.queue}
          readOnly={readOnly}
          over={over}
          rehearsal={rehearsal}
          onUndo={undo}
          onRedo={redo}
          isHelpOpen={help}
          onHelp={setHelp}
          onTour={readOnly ? undefined : props.onTour}
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
              notices={
                <Notices
                  sync={sync}
                  readOnly={readOnly}
                  onResume={() => void (props.queue ?? sync).resume()}
                  onContinue={props.onContinue}
                  onResolved={goToTargetOf}
                />
              }
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
