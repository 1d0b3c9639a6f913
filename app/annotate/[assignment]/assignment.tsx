"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { SignedInFrame } from "@/app/signed-in-frame";
import { useErrorWords } from "@/components/language/errors";
import { Say, useSay } from "@/components/language/speech";
import { partsOf } from "@/components/review/parts";
import { Workbench } from "@/components/review/workbench";
import { SampleBadge } from "@/components/shell/sample-badge";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { onDemand, type Part, useParts } from "@/components/ui/on-demand";
import { callApi } from "@/lib/api/client";
import type { Say as Speak } from "@/lib/language/rules";
import type { Answers } from "@/lib/question/schema";
import { Desk, isWorkedOn, type Sheet, type Surroundings } from "@/lib/review/client/desk";
import type { AssignmentView } from "@/lib/review/schema";
import { useContinue, useFollow } from "../continue";
import { stageWords } from "../stage-words";
import { TakeBackNotice, useTakeBack } from "../take-back";
import { Questions } from "./questions";
import { ReopenedBanner } from "./reopened-banner";

const STATUS_SLOT = "workbench-status";

const closedBanner = onDemand(() => import("./closed-banner").then((module) => module.ClosedBanner));

interface AssignmentProps {
  user: { name: string; email: string | null; isSiteAdmin: boolean };
  view: AssignmentView;
  /** How many assignments of the batch are probably the annotator's. */
  share: number;
  /** Null for whoever was taken off the batch: they read on, and ask nothing. */
  answers: Answers | null;
  questionsOpen: boolean;
  guidelinesChanged: boolean;
}

/** The workbench on its page: the assignment in hand, and the way to the next ones without leaving it. */
export function Assignment(props: AssignmentProps) {
  const { user, view, answers } = props;
  const say = useSay();
  const errorWords = useErrorWords();
  const router = useRouter();
  const { show, takeBack, workbench } = useTakeBack();
  const follow = useFollow();
  const goOn = useContinue();
  const around = useRef<Pick<Surroundings, "submitted" | "goOn">>(undefined);
  const [desk] = useState(
    () =>
      new Desk(view, {
        ready: (view) =>
          Promise.all(partsFor({ view, opening: view.state === "reserved" }).map((part) => part.fetch())),
        submitted: (...what) => around.current?.submitted(...what),
        // Once it is on the screen: the router has work with an address.
        shown: (id) => afterPaint(() => window.history.replaceState(null, "", `/annotate/${id}`)),
        goOn: (answer) => around.current?.goOn(answer) ?? false,
      }),
  );
  around.current = {
    submitted(id, until, told) {
      if (told) {
        show({ title: "assignment.submitted" });
        router.push(told === "result" ? `/annotate/qualification/${view.batch.id}` : `/annotate/${id}`);
        router.refresh();
        return;
      }
      const isFinal = until.getTime() <= Date.now();
      show({ title: "assignment.submitted", ...(!isFinal && { assignment: id, until: until.getTime() }) });
    },
    goOn: (answer) => follow(view.batch.id, answer),
  };
  useEffect(() => desk.connect(), [desk]);
  // The page was read again: what stopped the work may be over.
  useEffect(() => desk.read(view), [desk, view]);
  const { sheet, handing, refused } = useSyncExternalStore(desk.subscribe, desk.state, desk.state);
  useParts(partsFor(sheet));

  useEffect(() => {
    workbench.current = (id) => desk.takeBack(id);
    return () => {
      workbench.current = null;
    };
  }, [desk, workbench]);

  async function skip(reason: string): Promise<string | null> {
    const { id, lease } = sheet.view;
    const answer = await callApi("POST", `/api/v1/assignments/${id}/skip`, { lease, reason });
    if (!answer.ok) return errorWords(answer.error);
    show({ title: "assignment.skipped" });
    void desk.moveOn();
    return null;
  }

  return (
    <SignedInFrame
      fill
      user={user}
      project={
        <span className="flex min-w-0 items-center gap-2">
          <h1 dir="auto" className="truncate text-base">
            {view.batch.name}
          </h1>
          {view.batch.sample && <SampleBadge />}
        </span>
      }
      status={
        <>
          <TakeBackNotice />
          {answers && (
            <Questions
              key={sheet.view.id}
              batch={view.batch.id}
              assignment={sheet.view.id}
              initial={answers}
              open={props.questionsOpen && sheet.view.id === view.id}
            />
          )}
          <span id={STATUS_SLOT} className="flex items-center gap-2" />
        </>
      }
      banner={bannerOf(sheet, props.guidelinesChanged)}
    >
      <Workbench
        key={sheet.view.id}
        view={sheet.view}
        sync={sheet.sync}
        opening={sheet.opening}
        handing={handing}
        refused={refused}
        place={placeOf(sheet.view, props.share, say)}
        statusSlot={STATUS_SLOT}
        published={answers?.published}
        onHandIn={() => desk.handIn()}
        onSkip={sheet.view.reopened || sheet.view.stage ? null : skip}
        onContinue={() => void goOn(view.batch.id)}
        onUndoSubmit={() => desk.recall() || takeBack()}
      />
    </SignedInFrame>
  );
}

function afterPaint(then: () => void): void {
  requestAnimationFrame(() => setTimeout(then, 0));
}

/** The parts without which an assignment cannot be shown on its page. */
function partsFor(sheet: Pick<Sheet, "view" | "opening">): Part<unknown>[] {
  return isWorkedOn(sheet) ? partsOf(sheet.view) : [...partsOf(sheet.view), closedBanner];
}

/** Which of how many it is: of the batch, or of what comes before it. */
function placeOf({ position, stage }: AssignmentView, share: number, say: Speak): string {
  if (!stage) return say("assignment.place", { position, share: Math.max(share, position) });
  const { use, ...where } = stage;
  return stageWords({ at: use, ...where }, say);
}

function bannerOf(sheet: Sheet, guidelinesChanged: boolean) {
  const { view } = sheet;
  const ClosedBanner = closedBanner.loaded();
  if (!isWorkedOn(sheet)) return ClosedBanner && <ClosedBanner view={view} />;
  if (view.reopened) return <ReopenedBanner view={view} />;
  if (!guidelinesChanged) return undefined;
  return (
    <Banner
      tone="warning"
      title={<Say id="guidelines.have-changed" />}
      className="rounded-none border-x-0"
      action={
        <ButtonLink size="sm" href={`/annotate/guidelines/${view.batch.id}`}>
          <Say id="guidelines.see" />
        </ButtonLink>
      }
    >
      <Say id="guidelines.since-last" />
    </Banner>
  );
}
