import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StudyAgreement } from "@/app/projects/[project]/agreement/study-agreement";
import { BatchTabs } from "@/app/projects/[project]/batches/[batch]/batch-tabs";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";
import { presetOf } from "@/lib/protocol/rules/presets";
import { findOverview } from "@/lib/report/data";
import { selectionIn } from "@/lib/report/schema/judgements";

export const metadata: Metadata = { title: "Agreement" };

interface BatchAgreementProps {
  params: Promise<{ project: string; batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function BatchAgreementPage({ params, searchParams }: BatchAgreementProps) {
  const { actor, project, batch } = await requireBatch(params, "researcher");
  const part = selectionIn(await searchParams) ?? notFound();
  const found = (await findOverview(actor, { batch: batch.id }, part)) ?? notFound();
  const home = `/projects/${project.id}/batches`;
  return (
    <StudyAgreement
      name={batch.name}
      breadcrumbs={[
        { label: "Batches", href: home },
        { label: batch.name, href: `${home}/${batch.id}` },
      ]}
      description={`${presetOf(batch.preset).name} · ${batch.dataset.name}`}
      sample={batch.sample}
      found={found}
      part={part}
      home={`${home}/${batch.id}/agreement`}
      path={`/api/v1/reports/batches/${batch.id}`}
      extras="labels, results on gold and planted errors"
      tabs={<BatchTabs batch={batch} />}
      newBatch={project.role === "admin" ? `${home}/new?dataset=${batch.dataset.id}` : null}
      changing={batch.state === "open" || batch.state === "paused"}
    />
  );
}
