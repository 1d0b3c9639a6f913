import type { Metadata } from "next";
import { studyOfBatch } from "@/app/projects/[project]/agreement/agreement-study";
import { StudyJudgements } from "@/app/projects/[project]/agreement/study-judgements";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";

export const metadata: Metadata = { title: "Judgements" };

interface BatchJudgementsProps {
  params: Promise<{ project: string; batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function BatchJudgementsPage({ params, searchParams }: BatchJudgementsProps) {
  const { actor, project, batch } = await requireBatch(params, "researcher");
  const study = studyOfBatch(project, batch);
  return <StudyJudgements actor={actor} study={study} project={project.id} search={await searchParams} />;
}
