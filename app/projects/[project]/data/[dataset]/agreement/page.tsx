import type { Metadata } from "next";
import { studyOfDataset } from "@/app/projects/[project]/agreement/agreement-study";
import { StudyAgreement } from "@/app/projects/[project]/agreement/study-agreement";
import { requireDataset } from "@/app/projects/[project]/data/[dataset]/require-dataset";

export const metadata: Metadata = { title: "Agreement" };

interface DatasetAgreementProps {
  params: Promise<{ project: string; dataset: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function DatasetAgreementPage({ params, searchParams }: DatasetAgreementProps) {
  const { actor, project, dataset } = await requireDataset(params);
  return (
    <StudyAgreement
      actor={actor}
      study={studyOfDataset(project, dataset)}
      description={`The judgements this study was imported with${dataset.source ? ` · ${dataset.source}` : ""}`}
      search={await searchParams}
      newBatch={project.role === "admin" ? `/projects/${project.id}/batches/new?dataset=${dataset.id}` : null}
    />
  );
}
