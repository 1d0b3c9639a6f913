import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StudyJudgements } from "@/app/projects/[project]/agreement/study-judgements";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";
import { listJudgements } from "@/lib/report/judgements";
import { JudgementsQuery } from "@/lib/report/schema/judgements";

export const metadata: Metadata = { title: "Judgements" };

interface BatchJudgementsProps {
  params: Promise<{ project: string; batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function BatchJudgementsPage({ params, searchParams }: BatchJudgementsProps) {
  const { actor, project, batch } = await requireBatch(params, "researcher");
  const query = JudgementsQuery.safeParse(await searchParams);
  if (!query.success) notFound();
  const found = (await listJudgements(actor, { batch: batch.id }, query.data)) ?? notFound();
  const home = `/projects/${project.id}/batches`;
  return (
    <StudyJudgements
      name={batch.name}
      breadcrumbs={[
        { label: "Batches", href: home },
        { label: batch.name, href: `${home}/${batch.id}` },
        { label: "Agreement", href: `${home}/${batch.id}/agreement` },
      ]}
      project={project.id}
      path={`${home}/${batch.id}/agreement/judgements`}
      query={query.data}
      found={found}
    />
  );
}
