import { ChartSpline, Inbox, Layers, Scale } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ArchiveDataset } from "@/app/projects/[project]/data/[dataset]/archive-dataset";
import { ManageDataset } from "@/app/projects/[project]/data/[dataset]/manage-dataset";
import { MetadataPanel } from "@/app/projects/[project]/data/[dataset]/metadata-panel";
import { requireDataset } from "@/app/projects/[project]/data/[dataset]/require-dataset";
import { RulesPanel } from "@/app/projects/[project]/data/[dataset]/rules-panel";
import { taskListHref } from "@/app/projects/[project]/data/[dataset]/task-address";
import { TaskFilters } from "@/app/projects/[project]/data/[dataset]/task-filters";
import { ExportMenu } from "@/app/projects/[project]/exports/export-menu";
import { DocsLink } from "@/components/shell/docs-link";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { LinkedRow, ListTable } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { findDataset } from "@/lib/dataset/data/datasets";
import { listMetadata } from "@/lib/dataset/data/metadata";
import { listTaskFilters, listTasks } from "@/lib/dataset/data/tasks";
import { type DatasetCounts, type TaskRow, TasksQuery } from "@/lib/dataset/schema/views";
import { findRules } from "@/lib/drafting/data/rule-runs";
import { findLacking } from "@/lib/export/data/contents";
import { requireMember } from "@/lib/project/page-access";

interface DatasetPageProps {
  params: Promise<{ project: string; dataset: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: DatasetPageProps): Promise<Metadata> {
  const { project, dataset } = await params;
  const { actor } = await requireMember(project, "researcher");
  return { title: (await findDataset(actor, dataset))?.name };
}

const COUNTS: [keyof DatasetCounts, string, string][] = [
  ["tasks", "task", "tasks"],
  ["responses", "response", "responses"],
  ["items", "item", "items"],
  ["drafts", "draft", "drafts"],
  ["judgements", "judgement imported", "judgements imported"],
  ["decisions", "decision imported", "decisions imported"],
];

export default async function DatasetPage({ params, searchParams }: DatasetPageProps) {
  const { actor, project, dataset } = await requireDataset(params);
  const { id } = dataset;
  const search = TasksQuery.safeParse(await searchParams);
  const query = search.success ? search.data : {};
  const [page, filters, rules, lacks, metadata] = await Promise.all([
    listTasks(actor, id, query),
    listTaskFilters(actor, id),
    findRules(actor, id),
    findLacking(actor, { dataset: id }),
    listMetadata(actor, id),
  ]);
  if (!page || !rules || !lacks) notFound();

  const base = `/projects/${project.id}`;
  const href = `${base}/data/${id}`;
  const { after: _after, before: _before, ...filter } = query;
  const archived = dataset.state === "archived";
  const mayChange = project.role === "admin" && !project.archivedAt;
  return (
    <Page>
      <DatasetHeader dataset={dataset} base={base} lacks={lacks} mayChange={mayChange} />
      <Counts counts={dataset.counts} />
      <RulesPanel
        key={rules.latest?.id}
        dataset={id}
        {...rules}
        mayStart={mayChange && !archived && rules.tasks > 0}
      />
      {metadata && metadata.length > 0 && (
        <MetadataPanel dataset={id} href={href} fields={metadata} mayGroup={mayChange && !archived} />
      )}
      <Tasks dataset={id} href={href} page={page} filter={filter} filters={filters} />
    </Page>
  );
}

type Dataset = NonNullable<Awaited<ReturnType<typeof findDataset>>>;

interface DatasetHeaderProps {
  dataset: Dataset;
  /** The path of the project. */
  base: string;
  lacks: NonNullable<Awaited<ReturnType<typeof findLacking>>>;
  /** The reader is an admin of a project that is not archived. */
  mayChange: boolean;
}

function DatasetHeader({ dataset, base, lacks, mayChange }: DatasetHeaderProps) {
  const { id } = dataset;
  const archived = dataset.state === "archived";
  return (
    <PageHeader
      title={<bdi>{dataset.name}</bdi>}
      breadcrumbs={[{ label: "Data", href: `${base}/data` }]}
      state={
        <>
          {dataset.sample && <SampleBadge />}
          {archived && <Badge>Archived</Badge>}
        </>
      }
      description={<DatasetOrigin dataset={dataset} base={base} />}
      actions={
        <>
          <ExportMenu study={id} lacks={lacks} />
          <ButtonLink href={`${base}/data/${id}/agreement`}>
            <ChartSpline aria-hidden="true" />
            Agreement
          </ButtonLink>
          <ButtonLink href={`${base}/data/${id}/curation`}>
            <Scale aria-hidden="true" />
            Curation
          </ButtonLink>
          {mayChange && (
            <>
              <ManageDataset key={dataset.name} dataset={dataset} archived={archived} />
              <ArchiveDataset dataset={dataset} archived={archived} />
            </>
          )}
          {mayChange && !archived && (
            <ButtonLink variant="primary" href={`${base}/batches/new?dataset=${id}`}>
              <Layers aria-hidden="true" />
              New batch with this dataset
            </ButtonLink>
          )}
        </>
      }
    />
  );
}

/** The dataset's origin, and the time of its import. */
function DatasetOrigin({ dataset, base }: { dataset: Dataset; base: string }) {
  return (
    <span className="grid gap-0.5">
      {dataset.source && <span dir="auto">{dataset.source}</span>}
      {dataset.readyAt && (
        <span>
          Imported <Time at={dataset.readyAt.toISOString()} />
          {dataset.leftOut && (
            <>
              {" without "}
              <Link
                href={`${base}/data/imports/${dataset.leftOut.import}`}
                className="underline underline-offset-2"
              >
                {formatQuantity(dataset.leftOut.rows, "row")}
              </Link>
              {" that did not fit"}
            </>
          )}
        </span>
      )}
    </span>
  );
}

function Counts({ counts }: { counts: DatasetCounts }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border bg-line sm:grid-cols-3 lg:grid-cols-6">
      {COUNTS.map(([key, one, many]) => (
        <div key={key} className="flex flex-col-reverse gap-0.5 bg-surface px-4 py-3">
          <dt className="text-xs text-muted">{counts[key] === 1 ? one : many}</dt>
          <dd className="text-xl font-semibold tracking-tight tabular-nums">{formatCount(counts[key])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The empty state in place of the tasks, until some are pushed. */
function NoTasks({ dataset }: { dataset: string }) {
  const command = `countersign push samples.jsonl --dataset ${dataset}`;
  return (
    <EmptyState icon={<Inbox />} title="This dataset has no tasks yet">
      <p>Push them as they come, for instance from a file with a record per line:</p>
      <p className="mt-2 flex flex-wrap items-center justify-center gap-2">
        <code className="rounded-sm bg-sunken px-2 py-1 font-mono text-xs wrap-anywhere">{command}</code>
        <CopyButton text={command} label="Copy the command" />
      </p>
      <p className="mt-2">
        <DocsLink href="/docs/how-to/import#adding-to-a-dataset">How samples are pushed</DocsLink>
      </p>
    </EmptyState>
  );
}

interface TasksProps {
  /** The id of the dataset. */
  dataset: string;
  /** The path of the dataset. */
  href: string;
  page: NonNullable<Awaited<ReturnType<typeof listTasks>>>;
  filter: Omit<TasksQuery, "after" | "before">;
  /** The choices of each filter. */
  filters: Awaited<ReturnType<typeof listTaskFilters>>;
}

/** The tasks of the dataset, a page of those that the filters leave. */
function Tasks({ dataset, href, page, filter, filters }: TasksProps) {
  const narrowed = taskListHref(href, filter) !== href;
  return (
    <Panel
      flush
      title="Tasks"
      description={narrowed ? `${formatQuantity(page.total, "task")} found` : undefined}
      actions={<TaskFilters key={filter.q} href={href} filter={filter} {...filters} />}
    >
      {page.tasks.length === 0 && !narrowed ? (
        <NoTasks dataset={dataset} />
      ) : page.tasks.length === 0 ? (
        <p className="px-4 py-10 text-center text-sm text-muted">
          No task matches the search and the filters.
        </p>
      ) : (
        <ListTable
          label="Tasks"
          columns={[
            { header: "Instruction" },
            { header: "Tags" },
            { header: "Responses", atEnd: true },
            { header: "Drafts", atEnd: true },
            { header: "Judgements", atEnd: true },
          ]}
        >
          {page.tasks.map((task) => (
            <Row key={task.id} task={task} href={`${href}/tasks/${task.id}`} />
          ))}
        </ListTable>
      )}
      {(page.previous !== null || page.next !== null) && (
        <div className="border-t px-4 py-2">
          <Pager
            label="tasks"
            previous={
              page.previous === null ? undefined : taskListHref(href, { ...filter, before: page.previous })
            }
            next={page.next === null ? undefined : taskListHref(href, { ...filter, after: page.next })}
          >
            {formatCount(page.tasks.length)} of {formatQuantity(page.total, "task")}
          </Pager>
        </div>
      )}
    </Panel>
  );
}

function Row({ task, href }: { task: TaskRow; href: string }) {
  const { key, excerpt, tags, responses, drafts, judgements } = task;
  return (
    <LinkedRow className="align-top">
      <th scope="row" className="w-full min-w-44 sm:min-w-64 text-left font-normal">
        <Link href={href} className="after:absolute after:inset-0 group-hover:underline">
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {excerpt.trim() === "" ? "(no instruction)" : excerpt}
          </span>
        </Link>
        <span className="font-mono text-xs wrap-anywhere text-muted">{key}</span>
      </th>
      <td>
        <span className="flex max-w-60 flex-wrap gap-1">
          {tags.map((tag) => (
            <Badge key={tag} className="max-w-full overflow-hidden">
              {tag}
            </Badge>
          ))}
        </span>
      </td>
      <td className="text-right tabular-nums">{formatCount(responses)}</td>
      <td className="text-right tabular-nums">{formatCount(drafts)}</td>
      <td className="text-right tabular-nums">{formatCount(judgements)}</td>
    </LinkedRow>
  );
}
