import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SignedInFrame } from "@/app/signed-in-frame";
import { SampleBadge } from "@/components/shell/sample-badge";
import { actAs } from "@/lib/auth/actor";
import { requireUser } from "@/lib/auth/page";
import { listQueue } from "@/lib/batch/data/progress";
import { findAssignment } from "@/lib/review/data/find";
import { AssignmentParams, type AssignmentView } from "@/lib/review/schema";
import { Assignment } from "./assignment";
import { ClosedBanner, ReopenedBanner } from "./closed-banner";

export const metadata: Metadata = { title: "Assignment" };

const STATUS_SLOT = "workbench-status";

/** The workbench, for the annotator whose assignment it is. */
export default async function AssignmentPage({ params }: { params: Promise<{ assignment: string }> }) {
  const user = await requireUser();
  const annotator = actAs(user, "annotator");
  const id = AssignmentParams.safeParse({ id: (await params).assignment });
  const view = id.success ? await findAssignment(annotator, id.data.id) : null;
  if (!view) notFound();
  const entry = (await listQueue(annotator)).find(({ id }) => id === view.batch.id);
  const share = Math.max(entry?.share ?? 0, view.position);
  const isOpen = view.state === "open" && view.lease !== null;
  return (
    <SignedInFrame
      fill
      user={user}
      project={
        <span className="flex min-w-0 items-center gap-2">
          <h1 className="truncate text-base">{view.batch.name}</h1>
          {view.batch.sample && <SampleBadge />}
        </span>
      }
      status={<span id={STATUS_SLOT} className="flex items-center gap-2" />}
      banner={bannerOf(view, isOpen)}
    >
      <Assignment
        key={`${view.id} ${view.lease}`}
        view={view}
        place={`${view.position} of ${share}`}
        statusSlot={STATUS_SLOT}
      />
    </SignedInFrame>
  );
}

function bannerOf(view: AssignmentView, isOpen: boolean) {
  if (!isOpen) return <ClosedBanner view={view} />;
  return view.reopened ? <ReopenedBanner view={view} /> : undefined;
}
