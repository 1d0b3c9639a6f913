import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StudyJudges } from "@/app/projects/[project]/agreement/study-judges";
import { findDataset } from "@/lib/dataset/data/datasets";
import { requireMember } from "@/lib/project/page";
import { findOverview } from "@/lib/report/data";

export const metadata: Metadata = { title: "Judges and models" };

interface DatasetJudgesProps {
  params: Promise<{ project: string; dataset: string }>;
}

export default async function DatasetJudgesPage({ params }: DatasetJudgesProps) {
  const { project: projectId, dataset: datasetId } = await params;
  const { actor, project } = await requireMember(projectId, "researcher");
  const dataset = await findDataset(actor, datasetId);
  if (!dataset || dataset.projectId !== project.id) notFound();
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
