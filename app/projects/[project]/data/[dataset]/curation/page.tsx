import { Layers } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CuratedBatches } from "@/app/projects/[project]/data/[dataset]/curation/curated-batches";
import { CurationForm } from "@/app/projects/[project]/data/[dataset]/curation/curation-form";
import { Page } from "@/components/shell/page";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { ListTable } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { findCuration } from "@/lib/curation/data/curation";
import { LEFT_OUT, WHY_NOT } from "@/lib/curation/rules/benchmark";
import type { BenchmarkCounts, CurationView } from "@/lib/curation/schema";
import { findDataset } from "@/lib/dataset/data/datasets";
import { explain } from "@/lib/http/refusals";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Curation" };

interface CurationPageProps {
  params: Promise<{ project: string; dataset: string }>;
}

/** Curation of a set for judging judges: the dataset's instances, new candidates, and what people left of them. */
export default async function CurationPage({ params }: CurationPageProps) {
  const { project: projectId, dataset: id } = await params;
  const { actor, project } = await requireMember(projectId, "researcher");
  const dataset = await findDataset(actor, id);
  if (!dataset || dataset.projectId !== project.id) notFound();
  const found = await findCuration(actor, id);
  if (!found) notFound();
  const href = `/projects/${project.id}/data/${id}`;
  const mayChange = !project.archivedAt;
  return (
    <Page>
      <PageHeader
        title="Curation"
        breadcrumbs={[
          { label: "Data", href: `/projects/${project.id}/data` },
          { label: dataset.name, href },
        ]}
        description="Instances for judging judges: an instruction, two responses, and which of them follows it. Candidates become a dataset of their own, on which people decide in a batch of the preset Curation."
        actions={
          <Actions
            batch={
              project.role === "admin" && mayChange && dataset.state !== "archived"
                ? `/projects/${project.id}/batches/new?dataset=${id}&preset=curation`
                : null
            }
          />
        }
      />
      {"refused" in found ? (
        <Banner tone="warning" title={explain(found.refused).message} />
      ) : (
        <>
          <Instances view={found} href={href} />
          {found.benchmark && <Prepared {...found.benchmark} />}
          {mayChange && <CurationForm dataset={id} project={project.id} name={dataset.name} view={found} />}
          <CuratedBatches
            project={project.id}
            dataset={id}
            name={dataset.name}
            batches={found.batches}
            mayMake={mayChange}
          />
        </>
      )}
    </Page>
  );
}

const WHY: Record<string, [string, string]> = {
  "no-pair": ["task without two responses", "tasks without two responses"],
  "several-pairs": ["task with several pairs", "tasks with several pairs"],
  "no-label": ["task without a known better response", "tasks without a known better response"],
};

/** The rows of the table, with their total if there are several. */
function withTotal(subsets: CurationView["subsets"]): CurationView["subsets"] {
  if (subsets.length < 2) return subsets;
  const total = (of: (row: CurationView["subsets"][number]) => number) =>
    subsets.reduce((sum, row) => sum + of(row), 0);
  const instances = total((row) => row.instances);
  return [
    ...subsets,
    { subset: "Total", instances, judged: total(({ judged }) => judged), kept: total(({ kept }) => kept) },
  ];
}

function Instances({ view, href }: { view: CurationView; href: string }) {
  const { subsets, evaluators, others } = view;
  return (
    <Panel
      flush
      title="Instances in this dataset"
      description={
        evaluators.length === 0
          ? "No panel has judged them. Runs of evaluators on the pairs, such as llmbar.vanilla*, make one."
          : `Panel: ${evaluators.join("; ")}. An instance is too easy if most of its labels are right.`
      }
      actions={<ButtonLink href={`${href}/agreement/tables?paper=llmbar`}>Tables of LLMBar</ButtonLink>}
    >
      {subsets.length === 0 ? (
        <p className="px-4 py-6 text-sm text-muted">
          No task has two responses of which one is known to be better.
        </p>
      ) : (
        <SubsetTable subsets={withTotal(subsets)} />
      )}
      {Object.keys(others).length > 0 && (
        <p className="border-t px-4 py-2 text-sm text-muted">
          {Object.entries(others)
            .map(([why, count]) => {
              const [one, many] = WHY[why] ?? [why, why];
              return formatQuantity(count, one, many);
            })
            .join(", ")}
          {". "}
          <Link href={href} className="underline underline-offset-2">
            All tasks
          </Link>
        </p>
      )}
    </Panel>
  );
}

/** The pairs of the benchmark that this dataset was drawn from, and the number that could not be used, by reason. */
function Prepared({ usable, leftOut }: BenchmarkCounts) {
  const others = WHY_NOT.flatMap((why) => {
    const count = leftOut[why] ?? 0;
    return count > 0 ? [formatQuantity(count, ...LEFT_OUT[why])] : [];
  });
  return (
    <Panel title="Prepared from a benchmark">
      <p className="text-sm">
        Drawn from {formatQuantity(usable, "pair")}.{others.length > 0 && ` Left out: ${others.join(", ")}.`}
      </p>
    </Panel>
  );
}

function SubsetTable({ subsets }: Pick<CurationView, "subsets">) {
  return (
    <ListTable
      label="Instances"
      columns={[
        { header: "Subset" },
        { header: "Instances", atEnd: true },
        { header: "Judged by the panel", atEnd: true },
        { header: "Too easy", atEnd: true },
        { header: "Kept by the filter", atEnd: true },
      ]}
    >
      {subsets.map(({ subset, instances, judged, kept }) => (
        <tr key={subset}>
          <th scope="row" className="text-left font-normal">
            {subset}
          </th>
          <td className="text-right tabular-nums">{formatCount(instances)}</td>
          <td className="text-right tabular-nums">{formatCount(judged)}</td>
          <td className="text-right tabular-nums">{formatCount(judged - kept)}</td>
          <td className="text-right tabular-nums">{formatCount(kept)}</td>
        </tr>
      ))}
    </ListTable>
  );
}

/** `batch`: where a batch on this dataset is designed; null for those who may not. */
function Actions({ batch }: { batch: string | null }) {
  return (
    <>
      <ButtonLink href="/docs/reference/methods/curation">How it goes</ButtonLink>
      {batch && (
        <ButtonLink variant="primary" href={batch}>
          <Layers aria-hidden="true" />
          New batch with this dataset
        </ButtonLink>
      )}
    </>
  );
}
