import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StudyJudges } from "@/app/projects/[project]/agreement/study-judges";
import { requireDataset } from "@/app/projects/[project]/data/[dataset]/require-dataset";
import { findOverview } from "@/lib/report/data";

export const metadata: Metadata = { title: "Judges and models" };

interface DatasetJudgesProps {
  params: Promise<{ project: string; dataset: string }>;
}

export default async function DatasetJudgesPage({ params }: DatasetJudgesProps) {
  const { actor, project, dataset } = await requireDataset(params);
  const found = (await findOverview(actor, { dataset: dataset.id })) ?? notFound();
  const home = `/projects/${project.id}/data`;
  return (
    <StudyJudges
      name={dataset.name}
      breadcrumbs={[
        { label: "Data", href: home },
        { label: dataset.name, href: `${home}/${dataset.id}` },
        { label: "Agreement", href: `${home}/${dataset.id}/agreement` },
      ]}
      sample={dataset.sample}
      found={found}
      path={`/api/v1/reports/datasets/${dataset.id}`}
      changing={false}
    />
  );
}
