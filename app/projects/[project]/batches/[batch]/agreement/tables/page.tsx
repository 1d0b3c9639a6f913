import type { Metadata } from "next";
import { studyOfBatch } from "@/app/projects/[project]/agreement/agreement-study";
import { PaperTables } from "@/app/projects/[project]/agreement/paper-tables";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";

export const metadata: Metadata = { title: "Tables of papers" };

interface BatchTablesProps {
  params: Promise<{ project: string; batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function BatchTablesPage({ params, searchParams }: BatchTablesProps) {
  const { actor, project, batch } = await requireBatch(params, "researcher");
  const study = studyOfBatch(project, batch);
  return <PaperTables actor={actor} study={study} search={await searchParams} />;
}
