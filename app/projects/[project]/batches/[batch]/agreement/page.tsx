import type { Metadata } from "next";
import { studyOfBatch } from "@/app/projects/[project]/agreement/agreement-study";
import { StudyAgreement } from "@/app/projects/[project]/agreement/study-agreement";
import { BatchTabs } from "@/app/projects/[project]/batches/[batch]/batch-tabs";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";
import { presetOf } from "@/lib/protocol/rules/presets";

export const metadata: Metadata = { title: "Agreement" };

interface BatchAgreementProps {
  params: Promise<{ project: string; batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function BatchAgreementPage({ params, searchParams }: BatchAgreementProps) {
  const { actor, project, batch } = await requireBatch(params, "researcher");
  return (
    <StudyAgreement
      actor={actor}
      study={studyOfBatch(project, batch)}
      description={`${presetOf(batch.preset).name} · ${batch.dataset.name}`}
      search={await searchParams}
      extras="labels, results on gold and planted errors"
      tabs={<BatchTabs batch={batch} />}
      newBatch={
        project.role === "admin" ? `/projects/${project.id}/batches/new?dataset=${batch.dataset.id}` : null
      }
    />
  );
}
