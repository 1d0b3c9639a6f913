import type { Metadata } from "next";
import { studyOfDataset } from "@/app/projects/[project]/agreement/agreement-study";
import { StudyJudgements } from "@/app/projects/[project]/agreement/study-judgements";
import { requireDataset } from "@/app/projects/[project]/data/[dataset]/require-dataset";

export const metadata: Metadata = { title: "Judgements" };

interface DatasetJudgementsProps {
  params: Promise<{ project: string; dataset: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function DatasetJudgementsPage({ params, searchParams }: DatasetJudgementsProps) {
  const { actor, project, dataset } = await requireDataset(params);
  const study = studyOfDataset(project, dataset);
  return <StudyJudgements actor={actor} study={study} project={project.id} search={await searchParams} />;
}
