import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StudyJudges } from "@/app/projects/[project]/agreement/study-judges";
import { BatchTabs } from "@/app/projects/[project]/batches/[batch]/batch-tabs";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";
import { findOverview } from "@/lib/report/data";

export const metadata: Metadata = { title: "Judges and models" };

interface BatchJudgesProps {
  params: Promise<{ project: string; batch: string }>;
}

export default async function BatchJudgesPage({ params }: BatchJudgesProps) {
  const { actor, project, batch } = await requireBatch(params, "researcher");
  const found = (await findOverview(actor, { batch: batch.id })) ?? notFound();
  const home = `/projects/${project.id}/batches`;
  return (
    <StudyJudges
      name={batch.name}
      breadcrumbs={[
        { label: "Batches", href: home },
        { label: batch.name, href: `${home}/${batch.id}` },
        { label: "Agreement", href: `${home}/${batch.id}/agreement` },
      ]}
      sample={batch.sample}
      found={found}
      path={`/api/v1/reports/batches/${batch.id}`}
      tabs={<BatchTabs batch={batch} />}
      changing={batch.state === "open" || batch.state === "paused"}
    />
  );
}
