import type { Metadata } from "next";
import { studyOfBatch } from "@/app/projects/[project]/agreement/agreement-study";
import { StudyJudges } from "@/app/projects/[project]/agreement/study-judges";
import { BatchTabs } from "@/app/projects/[project]/batches/[batch]/batch-tabs";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";

export const metadata: Metadata = { title: "Judges and models" };

interface BatchJudgesProps {
  params: Promise<{ project: string; batch: string }>;
}

export default async function BatchJudgesPage({ params }: BatchJudgesProps) {
  const { actor, project, batch } = await requireBatch(params, "researcher");
  return (
    <StudyJudges actor={actor} study={studyOfBatch(project, batch)} tabs={<BatchTabs batch={batch} />} />
  );
}
