import { EyeOff } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { withPrepared } from "@/app/prepare-prose";
import { SignedInFrame } from "@/app/signed-in-frame";
import { StatusSlots } from "@/components/review/status-slots";
import { SampleBadge } from "@/components/shell/sample-badge";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { actAs } from "@/lib/auth/actor";
import { requireUser } from "@/lib/project/page-access";
import { findSubmission } from "@/lib/review/data/submission";
import { AssignmentParams, SubmissionScope } from "@/lib/review/schema";
import { SubmissionBanner } from "./submission-banner";
import { SubmissionReader } from "./submission-reader";

export const metadata: Metadata = { title: "Submission" };

const Search = z.object({
  among: SubmissionScope.catch("batch"),
  /** The item to show, by its id in the study file. */
  item: z.string().max(500).optional().catch(undefined),
});

interface SubmissionPageProps {
  params: Promise<{ assignment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** A submission as the annotator saw it, for members who may read the batch's submissions. */
export default async function SubmissionPage({ params, searchParams }: SubmissionPageProps) {
  const user = await requireUser();
  const id = AssignmentParams.safeParse({ id: (await params).assignment });
  const { among, item } = Search.parse(await searchParams);
  const found = id.success ? await findSubmission(actAs(user, "member"), id.data.id, among) : null;
  if (!id.success || !found) notFound();
  if (found === "own-work")
    return (
      <SignedInFrame user={user} project={<h1 className="text-base">Submission</h1>}>
        <EmptyState icon={<EyeOff />} title="You work on this batch yourself">
          While you can get work in it, the submissions of others are hidden from you, because they could
          influence your own judgements. You can read them once the batch is closed, or when you no longer
          work on it.
        </EmptyState>
      </SignedInFrame>
    );
  const { view } = found;
  return (
    <SignedInFrame
      fill
      user={user}
      project={
        <span className="flex min-w-0 items-center gap-2">
          <h1 dir="auto" className="truncate text-base">
            {view.batch.name}
          </h1>
          <Badge tone="accent">Submission</Badge>
          {view.batch.sample && <SampleBadge />}
        </span>
      }
      status={<StatusSlots />}
      banner={<SubmissionBanner found={found} among={among} />}
    >
      <SubmissionReader
        key={id.data.id}
        view={withPrepared(view)}
        project={found.projectId}
        origins={found.origins}
        item={item}
      />
    </SignedInFrame>
  );
}
