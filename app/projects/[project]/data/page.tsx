import { Database, Upload } from "lucide-react";
import type { Metadata } from "next";
import { DismissImport } from "@/app/projects/[project]/data/dismiss-import";
import { ExampleFile } from "@/app/projects/[project]/data/example-file";
import { ImportProgress } from "@/app/projects/[project]/data/import-state";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { LinkedRow, ListTable } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { listDatasets } from "@/lib/dataset/data/datasets";
import { listImports } from "@/lib/dataset/data/imports";
import { isImportRunning } from "@/lib/dataset/rules/progress";
import type { ImportView } from "@/lib/dataset/schema/imports";
import { DatasetsQuery, type DatasetView } from "@/lib/dataset/schema/views";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Data" };

interface DataPageProps {
  params: Promise<{ project: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function DataPage({ params, searchParams }: DataPageProps) {
  const { actor, project } = await requireMember((await params).project, "researcher");
  const parsed = DatasetsQuery.safeParse(await searchParams);
  const state = parsed.success ? parsed.data.state : "ready";
  const [datasets, archived, imports] = await Promise.all([
    listDatasets(actor, project.id),
    listDatasets(actor, project.id, "archived"),
    listImports(actor, project.id),
  ]);
  const shown = state === "archived" ? archived : datasets;
  const home = `/projects/${project.id}/data`;
  const underWay = imports?.filter(({ state }) => isImportRunning(state)) ?? [];
  const failed = imports?.filter(({ state }) => state === "failed") ?? [];
  const importOne = !project.archivedAt && (
    <ButtonLink variant="primary" href={`${home}/import`}>
      <Upload aria-hidden="true" />
      Import data
    </ButtonLink>
  );
  return (
    <Page>
      <PageHeader
        title="Data"
        description="A dataset is the content of one file: tasks, responses to them, rubrics, and drafts by models."
        actions={datasets && datasets.length > 0 && importOne}
      />
      {underWay.length > 0 && <ImportsUnderWay underWay={underWay} home={home} />}
      {failed.map((one) => (
        <FailedImport key={one.id} one={one} home={home} />
      ))}
      <Panel
        flush
        title={state === "archived" ? "Archived datasets" : "Datasets"}
        actions={
          (state === "archived" || (archived && archived.length > 0)) && (
            <ButtonLink size="sm" href={state === "archived" ? home : `${home}?state=archived`}>
              {state === "archived" ? "Datasets in use" : `Archived (${formatCount(archived?.length ?? 0)})`}
            </ButtonLink>
          )
        }
      >
        {state === "archived" && (!shown || shown.length === 0) ? (
          <p className="px-4 py-10 text-center text-sm text-muted">No dataset is archived.</p>
        ) : !shown || shown.length === 0 ? (
          <EmptyState icon={<Database />} title="No data yet" action={importOne || undefined}>
            <p>
              Import a table of tasks, an export of another tool or a study file, or write a few tasks by
              hand.
            </p>
            <p className="mt-3">
              <ExampleFile />
            </p>
          </EmptyState>
        ) : (
          <DatasetsTable shown={shown} home={home} />
        )}
      </Panel>
    </Page>
  );
}

/** Imports that are still running. */
function ImportsUnderWay({ underWay, home }: { underWay: ImportView[]; home: string }) {
  return (
    <Panel title="Under way" flush>
      <ul>
        {underWay.map((one) => (
          <li key={one.id} className="grid gap-1 border-b px-4 py-3 last:border-b-0">
            <Link href={`${home}/imports/${one.id}`} className="text-sm font-medium hover:underline">
              {one.fileName}
            </Link>
            <ImportProgress initial={stateOf(one)} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** An import that failed, with its reason. */
function FailedImport({ one, home }: { one: ImportView; home: string }) {
  return (
    <Banner
      tone="warning"
      title={`${one.fileName} was not imported`}
      action={
        <span className="flex gap-2">
          <DismissImport id={one.id} />
          <ButtonLink size="sm" href={`${home}/imports/${one.id}`}>
            {one.problems > 0 ? "See the problems" : "Details"}
          </ButtonLink>
        </span>
      }
    >
      {one.failure} <Time at={one.createdAt.toISOString()} />
    </Banner>
  );
}

function DatasetsTable({ shown, home }: { shown: DatasetView[]; home: string }) {
  return (
    <ListTable
      label="Datasets"
      columns={[
        { header: "Dataset" },
        ...COUNTS.map(([, header]) => ({ header, atEnd: true })),
        { header: "Imported", atEnd: true },
      ]}
    >
      {shown.map((dataset) => (
        <Row key={dataset.id} dataset={dataset} href={`${home}/${dataset.id}`} />
      ))}
    </ListTable>
  );
}

const COUNTS = [
  ["tasks", "Tasks"],
  ["responses", "Responses"],
  ["items", "Items"],
  ["drafts", "Drafts"],
  ["judgements", "Judgements"],
] as const;

function Row({ dataset, href }: { dataset: DatasetView; href: string }) {
  const { name, source, sample, counts, readyAt } = dataset;
  return (
    <LinkedRow>
      <th scope="row" className="w-full min-w-36 sm:min-w-64 text-left font-normal">
        <span className="flex flex-wrap items-center gap-2">
          <Link href={href} className="font-medium after:absolute after:inset-0 group-hover:underline">
            <bdi>{name}</bdi>
          </Link>
          {sample && <SampleBadge />}
        </span>
        {source && (
          <span dir="auto" className="line-clamp-1 text-xs text-muted">
            {source}
          </span>
        )}
      </th>
      {COUNTS.map(([key]) => (
        <td key={key} className="text-right tabular-nums">
          {formatCount(counts[key])}
        </td>
      ))}
      <td className="text-right whitespace-nowrap text-muted">
        {readyAt && <Time at={readyAt.toISOString()} show="date" />}
      </td>
    </LinkedRow>
  );
}

function stateOf({ id, fileName, state, bytes, lines, done }: ImportView) {
  return { id, fileName, state, bytes, lines, done };
}
