"use client";

import { CircleHelp, Undo2 } from "lucide-react";
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { useErrorWords } from "@/components/language/errors";
import { useSay } from "@/components/language/speech";
import { type InvisibleMarks, InvisibleProvider } from "@/components/prose/invisible-marks";
import type { Highlight } from "@/components/prose/quotes";
import { useAnnounce } from "@/components/ui/announcer";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { OnDemand, onDemand, useFetchAhead, useParts } from "@/components/ui/on-demand";
import { ResizablePanes } from "@/components/ui/resizable-panes";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { badgeOf } from "@/lib/keys/rules";
import type { Published } from "@/lib/question/schema";
import type { DeskState } from "@/lib/review/client/desk";
import type { ReviewSync, SubmitOutcome } from "@/lib/review/client/sync";
import { endsInReveal } from "@/lib/review/rules/apply";
import { missing, progress } from "@/lib/review/rules/complete";
import { draftOf, indexOf, linesOf } from "@/lib/review/rules/read";
import { awaitsOpening } from "@/lib/review/rules/reveal";
import type { AssignmentView, Requirement } from "@/lib/review/schema";
import { type Asked, ContentPane } from "./content-pane";
import { type OriginOf, ReviewProvider } from "./context";
import { quotesIn } from "./evidence";
import { useOwnKeys } from "./own-keys";
import { partsOf } from "./parts";
import { showFocused } from "./reading-area";
import { HandingState, SaveState } from "./save-state";
import { Steps } from "./steps";
import { SubmitBar } from "./submit-bar";
import { clockOf, firstRevealed, nextAfter, type Revealable, targetOf, targetsOf } from "./targets";
import { useReviewKeys } from "./use-review-keys";

// What most never meet.
const conflictsPart = onDemand(() => import("./conflicts").then((module) => module.Conflicts));
const stoppedPart = onDemand(() => import("./stopped-banner").then((module) => module.StoppedBanner));
const keySheet = onDemand(() => import("./key-sheet").then((module) => module.KeySheet));

interface WorkbenchProps {
  view: AssignmentView;
  /** The work on it, and its way to the server. */
  sync: ReviewSync;
  /** The server has not opened it yet: it can be read, and worked on unless that begins with drafts. */
  opening?: boolean;
  /** Whether the one before is on its way to the server. */
  handing?: DeskState["handing"];
  /** It was handed in, and has come back. */
  refused?: DeskState["refused"];
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
export function Workbench(props: WorkbenchProps) {
  const { view, sync, place, statusSlot, onSkip, opening = false, rehearsal = false } = props;
  const readOnly = !opening && (view.state !== "open" || view.lease === null);
  const {
    session,
    status,
    elsewhere,
    refused: dropped,
  } = useSyncExternalStore(sync.subscribe, sync.snapshot, sync.snapshot);
  useParts(partsOf(view));
  const say = useSay();
  const errorWords = useErrorWords();
  const { keys } = useOwnKeys();
  useFetchAhead();
  const { frame, document: work, conflicts } = session;

  const awaiting = opening && awaitsOpening(frame);
  const first = () => {
    if (readOnly || awaiting || window.matchMedia("(pointer: coarse)").matches) return null;
    const { session: now } = sync.snapshot();
    const [todo] = missing(now.frame, now.document);
    return (todo && targetOf(todo)) ?? null;
  };
  const isHydrated = useIsHydrated();
  const [focused, setFocused] = useState(isHydrated ? first : null);
  const [editing, setEditing] = useState<string | null>(null);
  const [asking, setAsking] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const [sheet, setSheet] = useState(false);
  const [submitting, setSubmitting] = useState(false);
  const [failure, setFailure] = useState(props.refused ? failureWords(props.refused) : null);
  const announce = useAnnounce();
  const [invisible, setInvisible] = useState(false);
  const marks = useMemo<InvisibleMarks>(
    () => ({
      shown: invisible,
      toggle: () => {
        setInvisible(!invisible);
        announce(say(invisible ? "prose.marks-hidden" : "prose.marks-shown"));
      },
    }),
    [invisible, announce, say],
  );

  const closed = readOnly || awaiting || status.state === "stopped" || submitting;
  const targets = useMemo(() => targetsOf(frame, work), [frame, work]);
  const [left, setLeft] = useState<string | null>(null);
  const [coming, setComing] = useState<Revealable | null>(null);
  // Keys may come faster than the page is drawn: they act on where the hand is, not on where it was last shown.
  const hand = useRef<string | null>(null);
  const focus = useCallback((id: string) => {
    hand.current = id;
    setLeft(null);
    setComing(null);
    setFocused(id);
  }, []);

  function goOn(id: string) {
    const next = nextAfter(frame, sync.snapshot().session.document, id);
    if (next) focus(next.id);
    else setLeft(id);
  }

  // The hand has left a target and goes to the one after it as soon as there is one.
  useEffect(() => {
    const next = left === null ? null : nextAfter(frame, work, left);
    if (next) focus(next.id);
  }, [left, frame, work, focus]);

  // The hand goes to a draft that was asked for as soon as it is there, unless it has gone elsewhere.
  useEffect(() => {
    const first = coming && firstRevealed(targets, coming);
    if (first) focus(first.id);
  }, [coming, targets, focus]);

  function reveal(about: Revealable) {
    const refused = sync.perform({ type: "reveal", ...about });
    if (refused) announce(say(`objection.${refused}`));
    else setComing(about);
  }

  // The hand starts at the first thing to do.
  const start = useEffectEvent(() => {
    hand.current = first();
    setFocused(hand.current);
  });
  useEffect(() => {
    if (!readOnly && !awaiting) start();
  }, [readOnly, awaiting]);

  // Time is counted while it is on the screen.
  useEffect(() => () => sync.clock.focus(null), [sync]);
  useEffect(() => {
    const target = targets.find(({ id }) => id === focused);
    sync.clock.focus(target ? clockOf(target) : null);
  }, [focused, targets, sync]);

  useEffect(() => {
    const stir = () => sync.clock.stir();
    const signs = ["keydown", "pointerdown", "wheel", "touchmove"] as const;
    for (const sign of signs) window.addEventListener(sign, stir, { passive: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, stir);
    };
  }, [sync]);

  async function submit(by: "key" | "click") {
    if (closed) return;
    setEditing(null);
    // A text that was left by this very click is saved right after it. One that has the keyboard keeps its keys.
    if (by === "click") await new Promise((resolve) => setTimeout(resolve, 0));
    const [todo] = missing(frame, sync.snapshot().session.document);
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
    if (refused === "rehearsal") return say("save.rehearsed");
    return refused === "offline" ? say("save.not-all") : errorWords({ code: refused, message });
  }

  function goTo(first: Requirement) {
    const id = targetOf(first);
    announce(say("step.missing"));
    if (id) focus(id);
    if (id && (first.what === "reason" || first.what === "why")) setAsking(id);
    const box = id && window.document.querySelector<HTMLElement>(`[data-target="${CSS.escape(id)}"]`);
    if (box) showFocused(box);
  }

  function undo() {
    // Before anything can be done here, it is the submission before that is taken back.
    if (closed) return void props.onUndoSubmit();
    if (endsInReveal(sync.snapshot().session.document)) announce(say("save.unseen"));
    else if (!sync.undo() && !props.onUndoSubmit()) announce(say("save.nothing-to-undo"));
  }

  useReviewKeys({
    keys,
    frame,
    document: work,
    current: () => sync.snapshot().session.document,
    targets,
    focused: () => hand.current,
    focus,
    goOn,
    edit: setEditing,
    perform: (gesture) => sync.perform(gesture),
    reveal,
    askWhy: setAsking,
    undo,
    submit: () => void submit("key"),
    showInvisible: marks.toggle,
    help: () => setSheet(true),
    readOnly: closed,
  });

  // Marking what is quoted may take longer than a key press should, and than showing the next assignment.
  const evidence = useDeferredValue(useEvidence(frame, focused, pointed), NO_EVIDENCE);
  const count = progress(frame, work);

  return (
    <ReviewProvider
      value={{
        frame,
        document: work,
        perform: (gesture) => sync.perform(gesture),
        reveal,
        focused,
        focus,
        editing,
        edit: setEditing,
        asking,
        askWhy: setAsking,
        point: setPointed,
        readOnly: closed,
        originOf: props.originOf,
      }}
    >
      <StatusSlot id={statusSlot}>
        <span className="text-sm text-muted tabular-nums max-md:hidden">{place}</span>
        {props.handing && <HandingState state={props.handing} />}
        {!readOnly && !rehearsal && <SaveState status={status} quiet={props.handing === "offline"} />}
        {!readOnly && (
          <IconButton
            label={say("assignment.undo")}
            shortcut={badgeOf("undo", keys)}
            size="sm"
            onClick={undo}
            className="max-sm:hidden"
          >
            <Undo2 />
          </IconButton>
        )}
        <IconButton
          label={say("keys.title")}
          shortcut={badgeOf("help", keys)}
          size="sm"
          onClick={() => setSheet(true)}
          className="max-sm:hidden"
        >
          <CircleHelp />
        </IconButton>
      </StatusSlot>
      <OnDemand part={keySheet} modal open={sheet}>
        {(KeySheet) => <KeySheet open={sheet} onOpenChange={setSheet} />}
      </OnDemand>
      <ResizablePanes
        startLabel={say("content.pane")}
        endLabel={say("content.work")}
        storageKey={view.pair ? "workbench-panes-pair" : "workbench-panes"}
        defaultShare={view.pair ? 64 : 52}
        start={
          <InvisibleProvider value={marks}>
            <ContentPane content={view} published={props.published} {...evidence} />
          </InvisibleProvider>
        }
        end={
          <div className="flex min-h-full flex-col bg-surface">
            <div className="grid flex-1 content-start gap-4 p-4 sm:p-5">
              <OnDemand part={stoppedPart} open={status.state === "stopped"}>
                {(StoppedBanner) =>
                  status.state === "stopped" && (
                    <StoppedBanner
                      status={status}
                      onResume={() => sync.resume()}
                      onContinue={props.onContinue}
                    />
                  )
                }
              </OnDemand>
              {dropped > 0 && (
                <Banner live tone="warning" title={say("save.refused")}>
                  {say("save.refused.advice")}
                </Banner>
              )}
              {elsewhere && !readOnly && (
                <Banner live title={say("save.elsewhere")}>
                  {say("save.elsewhere.advice")}
                </Banner>
              )}
              <OnDemand part={conflictsPart} open={conflicts.length > 0}>
                {(Conflicts) => (
                  <Conflicts
                    conflicts={conflicts}
                    onSettle={(conflict, keep) => sync.settle(conflict, keep)}
                  />
                )}
              </OnDemand>
              {failure && (
                <Banner
                  live
                  tone="danger"
                  title={failure}
                  action={
                    <Button size="sm" onClick={() => void submit("click")}>
                      {say("ui.try-again")}
                    </Button>
                  }
                />
              )}
              <Steps />
            </div>
            {!readOnly && (
              <SubmitBar
                left={count.total - count.done}
                total={count.total}
                busy={submitting}
                disabled={status.state === "stopped"}
                note={work.note}
                flags={work.flags}
                onSubmit={() => void submit("click")}
                onNote={(text) => sync.perform({ type: "note", text })}
                onFlag={(code, note) =>
                  sync.perform({ type: "flag", code, on: note !== null, ...(note && { note }) })
                }
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
    </ReviewProvider>
  );
}

/**
 * Passages quoted by the lines of the item in focus, and what the rules found for it; the ones of the very line stand
 * out. In the instruction, the words that the item itself quotes.
 */
function useEvidence(frame: AssignmentView["frame"], focused: string | null, pointed: string | null) {
  const id = pointed ?? focused;
  const reviewed = id?.startsWith("item:") ? id.slice("item:".length) : null;
  const item = id?.startsWith("line:") ? id.replace(/^line:\d+:/, "") : (id?.replace(/^answer:/, "") ?? "");
  const line = /^line:(\d+):/.exec(id ?? "")?.[1];
  const draft = draftOf(frame, item === "score" ? "overall" : item);
  const index = indexOf(frame);
  const about = reviewed === null ? index.judged.get(item) : index.reviewed.get(reviewed);
  const { beside, span } = about ?? {};
  const highlights = useMemo<readonly Highlight[]>(() => {
    const found = [
      ...linesOf(draft).flatMap(({ line: index, text }) =>
        quotesIn(text).map((quote, n) => ({ id: `${index}.${n}`, quote })),
      ),
      ...[draft, beside].flatMap((drafted, who) =>
        (drafted?.rules?.spans ?? []).map(({ start, end }, n) => ({ id: `rules.${who}.${n}`, start, end })),
      ),
    ];
    return found.length === 0 ? NOTHING_QUOTED : found;
  }, [draft, beside]);
  const active =
    line === undefined
      ? null
      : (highlights.find((one) => one.id.startsWith(`${line}.`) || one.id.startsWith("rules.0."))?.id ??
        null);
  const isAsked = span !== undefined && reviewed !== null;
  const asked = useMemo<Asked | undefined>(
    () => span && { highlights: [{ id: "asked", ...span }], active: isAsked ? "asked" : null },
    [span, isAsked],
  );
  return useMemo<Evidence>(
    () => (highlights === NOTHING_QUOTED && !asked ? NO_EVIDENCE : { highlights, active, asked }),
    [highlights, active, asked],
  );
}

type Evidence = { highlights: readonly Highlight[]; active: string | null; asked?: Asked };
const NOTHING_QUOTED: readonly Highlight[] = [];
const NO_EVIDENCE: Evidence = { highlights: NOTHING_QUOTED, active: null };

/** What the workbench knows, shown in the page's bar. */
function StatusSlot({ id, children }: { id: string | undefined; children: React.ReactNode }) {
  const isHydrated = useIsHydrated();
  const [slot, setSlot] = useState(() => (isHydrated ? slotOf(id) : null));
  useEffect(() => setSlot(slotOf(id)), [id]);
  return slot ? createPortal(children, slot) : null;
}

const slotOf = (id: string | undefined) => (id ? document.getElementById(id) : null);
