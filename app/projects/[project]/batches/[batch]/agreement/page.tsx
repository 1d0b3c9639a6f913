import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { StudyAgreement } from "@/app/projects/[project]/agreement/study-agreement";
import { BatchTabs } from "@/app/projects/[project]/batches/[batch]/batch-tabs";
import { requireMember } from "@/lib/auth/page";
import { findBatch } from "@/lib/batch/data/progress";
import { presetOf } from "@/lib/batch/rules";
import { findReport } from "@/lib/report/data";

export const metadata: Metadata = { title: "Agreement" };

interface BatchAgreementProps {
  params: Promise<{ project: string; batch: string }>;
}

export default async function BatchAgreementPage({ params }: BatchAgreementProps) {
  const { project: projectId, batch: batchId } = await params;
  const { actor, project } = await requireMember(projectId, "researcher");
  const id = z.uuid().safeParse(batchId);
  const batch = id.success ? await findBatch(actor, id.data) : null;
  if (!batch || batch.projectId !== project.id) notFound();
  const found = (await findReport(actor, { batch: batch.id })) ?? notFound();
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
      path={`/api/v1/reports/batches/${batch.id}`}
      tabs={<BatchTabs batch={batch} />}
      changing={batch.state === "open" || batch.state === "paused"}
    />
  );
}
