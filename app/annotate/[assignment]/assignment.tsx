"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { SignedInFrame } from "@/app/signed-in-frame";
import { useErrorWords } from "@/components/i18n/errors";
import { Trans } from "@/components/i18n/translations";
import { StatusSlots } from "@/components/review/status-slots";
import { SampleBadge } from "@/components/shell/sample-badge";
import { afterPaint, whenIdle } from "@/components/ui/after-paint";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { useParts } from "@/components/ui/on-demand";
import type { Claim } from "@/lib/batch/schema/views";
import { type ApiResult, callApi } from "@/lib/http/client";
import type { Language } from "@/lib/i18n/schema";
import type { AnnotatorQuestions } from "@/lib/question/schema";
import { AssignmentQueue, type AssignmentQueueCallbacks } from "@/lib/review/client/assignment-queue";
import { claimNext } from "@/lib/review/client/claim-next";
import { nameOwner } from "@/lib/review/client/outbox";
import { isWorkedOn } from "@/lib/review/client/queued-assignment";
import type { AssignmentView } from "@/lib/review/schema";
import { useFollow } from "../continue";
import { UndoSubmissionNotice, useUndoSubmission } from "../undo-submission";
import { AskButton } from "./questions";
import { closedBanner, partsFor, reopenedBanner } from "./required-parts";
import { TourNow } from "./tour-now";
import { useAssignmentQueue } from "./use-assignment-queue";
import { Workbenches } from "./workbenches";

/** The page's callbacks of its last render: the queue and the workbench outlive a render. */
interface PageCallbacks extends Pick<AssignmentQueueCallbacks, "submitted" | "claimed"> {
  skip: (reason: string) => Promise<string | null>;
  continueBatch: () => void;
  undoSubmit: () => boolean;
}

/** For this many milliseconds a skip is undone on the page where it was made; later on the skipped assignment's page. */
const UNDO_SKIP_MS = 10_000;

interface AssignmentProps {
  user: { id: string; name: string; email: string | null; isSiteAdmin: boolean };
  view: AssignmentView;
  /** Estimated number of the batch's assignments that will go to this annotator. */
  share: number;
  /** Null for an annotator removed from the batch, who may read on but not ask. */
  answers: AnnotatorQuestions | null;
  questionsOpen: boolean;
  guidelinesChanged: boolean;
  /** The account is still shown the tour of the workbench. */
  showsTour: boolean;
}

/** The workbench page: the current assignment, and moving to the next ones without leaving the page. */
export function Assignment(props: AssignmentProps) {
  const { user, view, answers } = props;
  const errorWords = useErrorWords();
  const router = useRouter();
  const { show, undoLast, workbench, isComingBack, arrived } = useUndoSubmission();
  const follow = useFollow({ replace: true });
  const callbacks = useRef<PageCallbacks>(undefined);
  const [queue] = useState(
    () =>
      new AssignmentQueue(view, {
        ready: (view) =>
          Promise.all(partsFor({ view, opening: view.state === "reserved" }).map((part) => part.fetch())),
        submitted: (...what) => callbacks.current?.submitted(...what),
        // The router needs time for a change of address; nobody reads it at once. It would drop a page that is
        // opening by then.
        shown: (id) => void afterPaint(() => whenIdle(() => queue.stays(id) && showAddress(id))),
        claimed: (answer) => callbacks.current?.claimed(answer) ?? false,
      }),
  );
  const [isTouring, setTouring] = useState(false);
  const [actions] = useState(() => ({
    submitCurrent: (language: Language) => queue.submitCurrent(language),
    skip: async (reason: string) => (await callbacks.current?.skip(reason)) ?? null,
    continueBatch: () => callbacks.current?.continueBatch(),
    undoSubmit: () => callbacks.current?.undoSubmit() ?? false,
    tour: () => setTouring(true),
  }));
  callbacks.current = {
    submitted(id, until, shows) {
      if (shows) {
        show({ title: "assignment.submitted" });
        router.push(shows === "result" ? `/annotate/qualification/${view.batch.id}` : `/annotate/${id}`);
        router.refresh();
        return;
      }
      // If the annotator has gone back to the list, it is refreshed.
      if (window.location.pathname === "/annotate") router.refresh();
      const isFinal = until.getTime() <= Date.now();
      show({ title: "assignment.submitted", ...(!isFinal && { assignment: id, until: until.getTime() }) });
    },
    claimed,
    skip,
    continueBatch: () => void claimNext(view.batch.id).then(claimed),
    undoSubmit: () => queue.recall() || undoLast(),
  };
  useEffect(() => {
    if (props.showsTour && isWorkedOn(queue.state().current)) setTouring(true);
  }, [props.showsTour, queue]);
  useEffect(() => nameOwner(user.id), [user.id]);
  useEffect(() => queue.connect(), [queue]);
  // The page was loaded again: what stopped the work may be over.
  useEffect(() => queue.read(view), [queue, view]);

  useEffect(() => {
    workbench.current = (id) => queue.undoSubmission(id);
    return () => {
      workbench.current = null;
    };
  }, [queue, workbench]);

  // Once per page load: only the server's fresh response tells whether a submission came back.
  useEffect(() => arrived(view.id), [arrived, view.id]);

  function claimed(answer: ApiResult<Claim>): boolean {
    const isOtherPage = follow(view.batch.id, answer);
    // This page was loaded with it, and has shown others since: the router would not load it again.
    if (answer.ok && answer.value.status === "claimed" && answer.value.assignment.id === view.id)
      router.refresh();
    return isOtherPage;
  }

  async function skip(reason: string): Promise<string | null> {
    const { view, sync } = queue.state().current;
    const { id, lease } = view;
    const answer = await callApi("POST", `/api/v1/assignments/${id}/skip`, { lease, reason });
    if (!answer.ok) return errorWords(answer.error);
    sync.announceSkip();
    show({ title: "assignment.skipped", assignment: id, until: Date.now() + UNDO_SKIP_MS });
    void queue.showNextAfterSkip();
    return null;
  }

  return (
    <SignedInFrame
      fill
      user={user}
      project={<BatchTitle view={view} />}
      status={
        <StatusSlots>
          <UndoSubmissionNotice />
          {answers && (
            <CurrentQuestions queue={queue} view={view} answers={answers} open={props.questionsOpen} />
          )}
        </StatusSlots>
      }
      banner={<CurrentBanner queue={queue} guidelinesChanged={props.guidelinesChanged} />}
    >
      <Workbenches
        queue={queue}
        share={props.share}
        published={answers?.published}
        actions={actions}
        isComingBack={isComingBack}
      />
      <TourNow queue={queue} isOpen={isTouring} isDue={props.showsTour} onEnd={() => setTouring(false)} />
    </SignedInFrame>
  );
}

/** Puts an assignment into the page's address, unless another page has opened meanwhile. */
function showAddress(id: string) {
  if (/^\/annotate\/[0-9a-f-]{36}$/.test(window.location.pathname))
    window.history.replaceState(null, "", `/annotate/${id}`);
}

function BatchTitle({ view }: { view: AssignmentProps["view"] }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <h1 dir="auto" className="truncate text-base">
        {view.batch.name}
      </h1>
      {view.batch.sample && <SampleBadge />}
    </span>
  );
}

type QueueProps = { queue: AssignmentQueue };

function CurrentQuestions({
  queue,
  view,
  answers,
  open,
}: QueueProps & { view: AssignmentView; answers: AnnotatorQuestions; open: boolean }) {
  const id = useAssignmentQueue(queue, ({ current }) => current.view.id);
  return <AskButton batch={view.batch.id} assignment={id} initial={answers} open={open && id === view.id} />;
}

function CurrentBanner({ queue, guidelinesChanged }: QueueProps & { guidelinesChanged: boolean }) {
  const current = useAssignmentQueue(queue, (state) => state.current);
  useParts(partsFor(current));
  const { view } = current;
  const ClosedBanner = closedBanner.loaded();
  const ReopenedBanner = reopenedBanner.loaded();
  if (!isWorkedOn(current)) return ClosedBanner && <ClosedBanner view={view} />;
  if (view.reopened) return ReopenedBanner && <ReopenedBanner view={view} sync={current.sync} />;
  if (!guidelinesChanged) return null;
  return (
    <Banner
      tone="warning"
      title={<Trans id="guidelines.have-changed" />}
      className="rounded-none border-x-0"
      action={
        <ButtonLink size="sm" href={`/annotate/guidelines/${view.batch.id}`}>
          <Trans id="guidelines.see" />
        </ButtonLink>
      }
    >
      <Trans id="guidelines.since-last" />
    </Banner>
  );
}
