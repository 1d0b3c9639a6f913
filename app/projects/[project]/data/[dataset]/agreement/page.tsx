import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StudyAgreement } from "@/app/projects/[project]/agreement/study-agreement";
import { requireDataset } from "@/app/projects/[project]/data/[dataset]/require-dataset";
import { findOverview } from "@/lib/report/data";
import { selectionIn } from "@/lib/report/schema/judgements";

export const metadata: Metadata = { title: "Agreement" };

interface DatasetAgreementProps {
  params: Promise<{ project: string; dataset: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function DatasetAgreementPage({ params, searchParams }: DatasetAgreementProps) {
  const { actor, project, dataset } = await requireDataset(params);
  const part = selectionIn(await searchParams) ?? notFound();
  const found = (await findOverview(actor, { dataset: dataset.id }, part)) ?? notFound();
  const home = `/projects/${project.id}/data`;
  return (
    <StudyAgreement
      name={dataset.name}
      breadcrumbs={[
        { label: "Data", href: home },
        { label: dataset.name, href: `${home}/${dataset.id}` },
      ]}
      description={`The judgements this study was imported with${dataset.source ? ` · ${dataset.source}` : ""}`}
      sample={dataset.sample}
      found={found}
      part={part}
      home={`${home}/${dataset.id}/agreement`}
      path={`/api/v1/reports/datasets/${dataset.id}`}
      newBatch={project.role === "admin" ? `/projects/${project.id}/batches/new?dataset=${dataset.id}` : null}
      changing={false}
    />
  );
}
