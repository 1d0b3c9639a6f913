import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { withPrepared } from "@/app/prepare-prose";
import { getTranslations } from "@/app/request-language";
import { actAs } from "@/lib/auth/actor";
import { findGuides } from "@/lib/auth/data/account";
import { listQueue } from "@/lib/batch/data/progress";
import { requireUser } from "@/lib/project/page-access";
import { findAnswers } from "@/lib/question/data";
import { findOwnAssignment } from "@/lib/review/data/assignments";
import { AssignmentParams } from "@/lib/review/schema";
import { ReloadOnBack } from "../reload-on-back";
import { Assignment } from "./assignment";
import { AssignmentSkeleton } from "./assignment-skeleton";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations()).t("assignment.title") };
}

interface AssignmentPageProps {
  params: Promise<{ assignment: string }>;
  /** Present, with any value, if a link to a question led here. */
  searchParams: Promise<{ questions?: string | string[] }>;
}

/** The workbench page, for the annotator who owns the assignment. */
export default async function AssignmentPage({ params, searchParams }: AssignmentPageProps) {
  const user = await requireUser();
  const annotator = actAs(user, "annotator");
  const id = AssignmentParams.safeParse({ id: (await params).assignment });
  const view = id.success ? await findOwnAssignment(annotator, id.data.id) : null;
  if (!view) notFound();
  const { questions } = await searchParams;
  const answers = await findAnswers(annotator, view.batch.id);
  const { showsTour } = await findGuides(user);
  const entry = (await listQueue(annotator)).find(({ id }) => id === view.batch.id);
  return (
    <ReloadOnBack mark={randomUUID()} before={<AssignmentSkeleton />}>
      <Assignment
        key={`${view.id} ${view.lease}`}
        user={{ id: user.userId, name: user.name, email: user.email, isSiteAdmin: user.isSiteAdmin }}
        view={withPrepared(view)}
        share={entry?.share ?? 0}
        answers={answers}
        questionsOpen={questions !== undefined}
        guidelinesChanged={entry?.guidelines === "changed"}
        showsTour={showsTour}
      />
    </ReloadOnBack>
  );
}
