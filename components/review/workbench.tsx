"use client";

import { memo, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useErrorWords } from "@/components/i18n/errors";
import { useTranslations } from "@/components/i18n/translations";
import { type InvisibleMarks, InvisibleProvider } from "@/components/prose/invisible-marks";
import { useAnnounce } from "@/components/ui/announcer";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { useFetchAhead, useParts } from "@/components/ui/on-demand";
import { ResizablePanes } from "@/components/ui/resizable-panes";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import type { Published } from "@/lib/question/schema";
import type { AssignmentQueue, AssignmentQueueState } from "@/lib/review/client/assignment-queue";
import type { ReviewSync, SubmitOutcome } from "@/lib/review/client/autosave";
import { endsInReveal, redoable, undoable } from "@/lib/review/rules/apply";
import { missing } from "@/lib/review/rules/complete";
import { awaitsOpening } from "@/lib/review/rules/reveal";
import type { AssignmentView } from "@/lib/review/schema";
import type { Requirement } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import { type OriginOf, ReadOnlyProvider, type ReviewContextValue, ReviewProvider } from "./context";
import { EvidencePane } from "./evidence-pane";
import { GuidelinesProvider } from "./item-guideline";
import { stepPartsOf } from "./lazy-steps";
import { Notices } from "./notices";
import { useOwnKeys } from "./own-keys";
import { showFocused } from "./reading-area";
import { showConflicts } from "./show-conflicts";
import { ProtocolSteps } from "./steps";
import { ReviewStore, targetsIn } from "./store";
import { SubmitBar } from "./submit-bar";
import { nextUndecided, targetOf, targetOfOp } from "./targets";
import { useTextInSight } from "./text-in-sight";
import { useFocusClock } from "./use-focus-clock";
import { useReviewKeys } from "./use-review-keys";
import { useSync } from "./use-sync";
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
  const { view, sync, place, onSkip, opening = false, rehearsal = false, originOf } = props;
  const readOnly = !opening && (view.state !== "open" || view.lease === null);
  useParts(stepPartsOf(view));
  const t = useTranslations();
  const errorWords = useErrorWords();
  const { keys } = useOwnKeys();
  useFetchAhead();

  const awaiting = useSync(sync, ({ session }) => opening && awaitsOpening(session.frame));
  const isStopped = useSync(sync, ({ status }) => status.state === "stopped");
  const first = () => {
    if (readOnly || awaiting || window.matchMedia("(pointer: coarse)").matches) return null;
    const { session } = sync.snapshot();
    const { frame, document } = session;
    return (nextUndecided(frame, document, null) ?? targetsIn(frame, document)[0])?.id ?? null;
  };
  const isHydrated = useIsHydrated();
  const [store] = useState(() => new ReviewStore(sync, isHydrated ? first() : null));
  const [help, setHelp] = useState(false);
  const [submitting, setSubmitting] = useState(false);
  const [failure, setFailure] = useState(props.refused ? failureWords(props.refused) : null);
  const announce = useAnnounce();
  const [invisible, setInvisible] = useState(false);
  const marks = useMemo<InvisibleMarks>(
    () => ({
      shown: invisible,
      toggle: () => {
        setInvisible(!invisible);
        announce(t(invisible ? "prose.marks-hidden" : "prose.marks-shown"));
      },
    }),
    [invisible, announce, t],
  );
  const [inSight] = useTextInSight();
  // Whoever is in the middle of a sentence finishes it: it is kept in the browser.
  const isWriting = useSyncExternalStore(
    store.subscribe,
    () => store.state().editing !== null,
    () => false,
  );
  const closed = readOnly || awaiting || (isStopped && !isWriting) || submitting || props.leaves === true;
  const review = useMemo<ReviewContextValue>(() => {
    const { focus, advance, edit, askWhy, point } = store;
    const perform: ReviewContextValue["perform"] = (gesture) => {
      const refused = store.perform(gesture);
      if (refused) announce(t(`objection.${refused}`));
      return refused;
    };
    const finish: ReviewContextValue["finish"] = (id) => focusBox(store.finish(id));
    const reveal: ReviewContextValue["reveal"] = (about) => {
      const refused = store.reveal(about);
      if (refused) announce(t(`objection.${refused}`));
    };
    return { store, perform, reveal, focus, advance, edit, finish, askWhy, point, originOf };
  }, [store, announce, t, originOf]);

  // The hand starts at the first thing to do.
  const start = useEffectEvent(() => store.focus(first()));
  useEffect(() => {
    if (!readOnly && !awaiting) start();
  }, [readOnly, awaiting]);
  useFocusClock(store, sync);

  const isSubmitting = useRef(false);
  async function submit(by: "key" | "click") {
    if (closed || isSubmitting.current) return;
    isSubmitting.current = true;
    await submitCurrent(by);
    isSubmitting.current = false;
  }

  async function submitCurrent(by: "key" | "click") {
    store.edit(null);
    // A text that was left by this very click is saved right after it. One that has the keyboard keeps its keys.
    if (by === "click") await new Promise((resolve) => setTimeout(resolve, 0));
    if (sync.snapshot().session.conflicts.length > 0) {
      announce(t("conflict.choose"));
      return showConflicts();
    }
    const { frame, document } = store.state();
    const [todo] = missing(frame, document);
    if (todo) return goTo(todo);
    setSubmitting(true);
    setFailure(null);
    const answer = await props.onHandIn();
    // Closed until the next one is there: a key meant for it would be a change to this one.
    if (!answer || answer.goesOn) return;
    const { outcome } = answer;
    setSubmitting(false);
    if (outcome.submitted) return;
    if ("missing" in outcome) return outcome.missing[0] ? goTo(outcome.missing[0]) : undefined;
    setFailure(failureWords(outcome));
  }

  function failureWords({ refused, message }: { refused: string; message: string }): string {
    if (refused === "rehearsal") return t("save.rehearsed");
    if (refused === "unresolved") return t("conflict.choose");
    return refused === "offline" ? t("save.not-all") : errorWords({ code: refused, message });
  }

  function goTo(first: Requirement) {
    const id = targetOf(store.state().frame, first);
    announce(t("step.missing"));
    refocus(id);
    if (id && (first.what === "reason" || first.what === "why")) store.askWhy(id);
    const box = id && window.document.querySelector<HTMLElement>(`[data-target="${CSS.escape(id)}"]`);
    if (box) showFocused(box);
  }

  function undo() {
    // Before anything can be done here, it is the submission before that is taken back.
    if (closed) return void props.onUndoSubmit();
    if (endsInReveal(store.state().document)) announce(t("save.unseen"));
    else {
      store.edit(null);
      const of = undoable(store.state().document);
      if (of && sync.undo()) name("save.undone", of);
      else if (!props.onUndoSubmit()) announce(t("save.nothing-to-undo"));
    }
  }

  function redo() {
    const { document } = store.state();
    const undo = closed ? null : redoable(document);
    const of = undo?.type === "undo" ? document.ops.find(({ op }) => op === undo.of) : undefined;
    if (of && sync.redo()) name("save.redone", of);
    else announce(t("save.nothing-to-redo"));
  }

  /** What was taken back or done again is gone to, brought into view and named. */
  function name(said: "save.undone" | "save.redone", of: Op) {
    const id = targetOfOp(of);
    const { frame, document } = store.state();
    const isThere = targetsIn(frame, document).some((target) => target.id === id);
    const selector = `[data-target="${CSS.escape(id ?? "")}"]`;
    const box = window.document.querySelector<HTMLElement>(selector);
    const label = of.type === "agree" ? null : box?.getAttribute("aria-label");
    announce(t(said, { what: label ?? t(`keys.${keyOf(of)}`) }));
    if (!id || !isThere) return refocus();
    refocus(id);
    if (box) showFocused(box);
  }

  /** Back to the target with the focus, or to where the work is, also where only the browser's focus is elsewhere. */
  function refocus(to: string | null = store.state().focused) {
    const id = to ?? first();
    store.focus(id);
    focusBox(id);
  }

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
            <div className="flex min-h-full flex-col bg-surface">
              <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 sm:p-5">
                <Notices sync={sync} readOnly={readOnly} onContinue={props.onContinue} />
                {failure && (
                  <Banner
                    live
                    tone="danger"
                    title={failure}
                    action={
                      <Button size="sm" onClick={() => void submit("click")}>
                        {t("ui.try-again")}
                      </Button>
                    }
                  />
                )}
                <GuidelinesProvider value={view.guidelines}>
                  <ProtocolSteps />
                </GuidelinesProvider>
              </div>
              {!readOnly && (
                <SubmitBar
                  busy={submitting}
                  disabled={isStopped}
                  place={place}
                  onUndo={undo}
                  onSubmit={() => void submit("click")}
                  onSkip={
                    onSkip &&
                    (async (reason) => {
                      await sync.flush();
                      return onSkip(reason);
                    })
                  }
                />
              )}
            </div>
          }
          className="flex-1"
        />
      </ReadOnlyProvider>
    </ReviewProvider>
  );
});

/** Gives the keyboard to a target, once it is drawn. */
function focusBox(id: string | null): void {
  if (id === null) return;
  requestAnimationFrame(() => {
    const box = window.document.querySelector<HTMLElement>(`[data-target="${CSS.escape(id)}"]`);
    if (box && !box.contains(window.document.activeElement)) box.focus({ preventScroll: true });
  });
}

/** What the gesture of an operation is called that is about no target any more, or about several. */
const keyOf = ({ type }: Op) => (type === "note" || type === "flag" || type === "agree" ? type : "add");
