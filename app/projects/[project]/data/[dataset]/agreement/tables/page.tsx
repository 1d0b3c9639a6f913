import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PaperTables } from "@/app/projects/[project]/agreement/paper-tables";
import { requireDataset } from "@/app/projects/[project]/data/[dataset]/require-dataset";
import { findPaperTables } from "@/lib/export/data/study-papers";
import { PaperPageQuery } from "@/lib/export/tables";

export const metadata: Metadata = { title: "Tables of papers" };

interface DatasetTablesProps {
  params: Promise<{ project: string; dataset: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function DatasetTablesPage({ params, searchParams }: DatasetTablesProps) {
  const { actor, project, dataset } = await requireDataset(params);
  const query = PaperPageQuery.safeParse(await searchParams);
  if (!query.success) notFound();
  const found = (await findPaperTables(actor, { dataset: dataset.id }, query.data)) ?? notFound();
  const home = `/projects/${project.id}/data`;
  return (
    <PaperTables
      name={dataset.name}
      breadcrumbs={[
        { label: "Data", href: home },
        { label: dataset.name, href: `${home}/${dataset.id}` },
        { label: "Agreement", href: `${home}/${dataset.id}/agreement` },
      ]}
      home={`${home}/${dataset.id}/agreement/tables`}
      path={`/api/v1/reports/datasets/${dataset.id}`}
      found={found}
      published={query.data.published}
      changing={false}
    />
  );
}
