import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PaperTables } from "@/app/projects/[project]/agreement/paper-tables";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";
import { findPaperTables } from "@/lib/export/data/study-papers";
import { PaperPageQuery } from "@/lib/export/tables";

export const metadata: Metadata = { title: "Tables of papers" };

interface BatchTablesProps {
  params: Promise<{ project: string; batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function BatchTablesPage({ params, searchParams }: BatchTablesProps) {
  const { actor, project, batch } = await requireBatch(params, "researcher");
  const query = PaperPageQuery.safeParse(await searchParams);
  if (!query.success) notFound();
  const found = (await findPaperTables(actor, { batch: batch.id }, query.data)) ?? notFound();
  const home = `/projects/${project.id}/batches`;
  return (
    <PaperTables
      name={batch.name}
      breadcrumbs={[
        { label: "Batches", href: home },
        { label: batch.name, href: `${home}/${batch.id}` },
        { label: "Agreement", href: `${home}/${batch.id}/agreement` },
      ]}
      home={`${home}/${batch.id}/agreement/tables`}
      path={`/api/v1/reports/batches/${batch.id}`}
      found={found}
      published={query.data.published}
      changing={batch.state === "open" || batch.state === "paused"}
    />
  );
}
