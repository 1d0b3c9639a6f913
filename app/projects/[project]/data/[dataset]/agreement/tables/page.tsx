import type { Metadata } from "next";
import { studyOfDataset } from "@/app/projects/[project]/agreement/agreement-study";
import { PaperTables } from "@/app/projects/[project]/agreement/paper-tables";
import { requireDataset } from "@/app/projects/[project]/data/[dataset]/require-dataset";

export const metadata: Metadata = { title: "Tables of papers" };

interface DatasetTablesProps {
  params: Promise<{ project: string; dataset: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function DatasetTablesPage({ params, searchParams }: DatasetTablesProps) {
  const { actor, project, dataset } = await requireDataset(params);
  const study = studyOfDataset(project, dataset);
  return <PaperTables actor={actor} study={study} search={await searchParams} />;
}
