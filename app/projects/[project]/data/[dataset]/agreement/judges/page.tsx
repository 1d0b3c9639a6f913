import type { Metadata } from "next";
import { studyOfDataset } from "@/app/projects/[project]/agreement/agreement-study";
import { StudyJudges } from "@/app/projects/[project]/agreement/study-judges";
import { requireDataset } from "@/app/projects/[project]/data/[dataset]/require-dataset";

export const metadata: Metadata = { title: "Judges and models" };

interface DatasetJudgesProps {
  params: Promise<{ project: string; dataset: string }>;
}

export default async function DatasetJudgesPage({ params }: DatasetJudgesProps) {
  const { actor, project, dataset } = await requireDataset(params);
  return <StudyJudges actor={actor} study={studyOfDataset(project, dataset)} />;
}
