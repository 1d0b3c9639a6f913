import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SignedInFrame } from "@/app/signed-in-frame";
import { speech } from "@/app/speech";
import { Say } from "@/components/language/speech";
import { SampleBadge } from "@/components/shell/sample-badge";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { actAs } from "@/lib/auth/actor";
import { requireUser } from "@/lib/auth/page";
import { listQueue } from "@/lib/batch/data/progress";
import { findAnswers } from "@/lib/question/data";
import { findAssignment } from "@/lib/review/data/find";
import { AssignmentParams, type AssignmentView } from "@/lib/review/schema";
import { AfterSubmission } from "./after-submission";
import { Assignment } from "./assignment";
import { ClosedBanner, ReopenedBanner } from "./closed-banner";
import { Questions } from "./questions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await speech()).say("assignment.title") };
}

const STATUS_SLOT = "workbench-status";

interface AssignmentPageProps {
  params: Promise<{ assignment: string }>;
  /** `questions`, however set: the way here was a question. */
  searchParams: Promise<{ questions?: string | string[] }>;
}

/** The workbench, for the annotator whose assignment it is. */
export default async function AssignmentPage({ params, searchParams }: AssignmentPageProps) {
  const user = await requireUser();
  const { say } = await speech();
  const annotator = actAs(user, "annotator");
  const id = AssignmentParams.safeParse({ id: (await params).assignment });
  const view = id.success ? await findAssignment(annotator, id.data.id) : null;
  if (!view) notFound();
  const { questions } = await searchParams;
  // Whoever was taken off the batch reads on, and asks nothing.
  const answers = await findAnswers(annotator, view.batch.id);
  const entry = (await listQueue(annotator)).find(({ id }) => id === view.batch.id);
  const share = Math.max(entry?.share ?? 0, view.position);
  const isOpen = view.state === "open" && view.lease !== null;
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
          {answers && (
            <Questions
              key={view.id}
              batch={view.batch.id}
              assignment={view.id}
              initial={answers}
              open={questions !== undefined}
            />
          )}
          <span id={STATUS_SLOT} className="flex items-center gap-2" />
        </>
      }
      banner={bannerOf(view, isOpen, entry?.guidelines === "changed")}
    >
      <Assignment
        key={`${view.id} ${view.lease}`}
        view={view}
        place={say("assignment.place", { position: view.position, share })}
        statusSlot={STATUS_SLOT}
        published={answers?.published ?? []}
      />
    </SignedInFrame>
  );
}

function bannerOf(view: AssignmentView, isOpen: boolean, guidelinesChanged: boolean) {
  if (!isOpen)
    return (
      <>
        <ClosedBanner view={view} />
        <AfterSubmission view={view} />
      </>
    );
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
