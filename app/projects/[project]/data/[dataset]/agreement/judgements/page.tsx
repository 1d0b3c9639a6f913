import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StudyJudgements } from "@/app/projects/[project]/agreement/study-judgements";
import { requireDataset } from "@/app/projects/[project]/data/[dataset]/require-dataset";
import { listJudgements } from "@/lib/report/judgements";
import { JudgementsQuery } from "@/lib/report/schema/judgements";

export const metadata: Metadata = { title: "Judgements" };

interface DatasetJudgementsProps {
  params: Promise<{ project: string; dataset: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function DatasetJudgementsPage({ params, searchParams }: DatasetJudgementsProps) {
  const { actor, project, dataset } = await requireDataset(params);
  const query = JudgementsQuery.safeParse(await searchParams);
  if (!query.success) notFound();
  const found = (await listJudgements(actor, { dataset: dataset.id }, query.data)) ?? notFound();
  const home = `/projects/${project.id}/data`;
  return (
    <StudyJudgements
      name={dataset.name}
      breadcrumbs={[
        { label: "Data", href: home },
        { label: dataset.name, href: `${home}/${dataset.id}` },
        { label: "Agreement", href: `${home}/${dataset.id}/agreement` },
      ]}
      project={project.id}
      path={`${home}/${dataset.id}/agreement/judgements`}
      query={query.data}
      found={found}
    />
  );
}
