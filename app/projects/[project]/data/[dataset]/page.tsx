import { ChartSpline, Layers } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { ArchiveDataset } from "@/app/projects/[project]/data/[dataset]/archive-dataset";
import { ManageDataset } from "@/app/projects/[project]/data/[dataset]/manage-dataset";
import { MetadataPanel } from "@/app/projects/[project]/data/[dataset]/metadata-panel";
import { RulesPanel } from "@/app/projects/[project]/data/[dataset]/rules-panel";
import { taskListHref } from "@/app/projects/[project]/data/[dataset]/task-address";
import { TaskFilters } from "@/app/projects/[project]/data/[dataset]/task-filters";
import { ExportMenu } from "@/app/projects/[project]/exports/export-menu";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { Panel } from "@/components/ui/panel";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Time } from "@/components/ui/time";
import { findDataset } from "@/lib/dataset/data/datasets";
import { listMetadata } from "@/lib/dataset/data/metadata";
import { listTaskFilters, listTasks } from "@/lib/dataset/data/tasks";
import { type DatasetCounts, type TaskRow, TasksQuery } from "@/lib/dataset/views";
import { findRules } from "@/lib/drafting/data/rule-runs";
import { findLacking } from "@/lib/export/data/contents";
import { requireMember } from "@/lib/project/page";

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
  ["judgements", "judgement", "judgements"],
  ["decisions", "decision on items", "decisions on items"],
];

export default async function DatasetPage({ params, searchParams }: DatasetPageProps) {
  const { project: projectId, dataset: id } = await params;
  const { actor, project } = await requireMember(projectId, "researcher");
  const dataset = await findDataset(actor, id);
  if (!dataset || dataset.projectId !== project.id) notFound();
  const parsed = TasksQuery.safeParse(await searchParams);
  const query = parsed.success ? parsed.data : {};
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
  const narrowed = taskListHref(href, filter) !== href;
  return (
    <Page>
      <PageHeader
        title={<bdi>{dataset.name}</bdi>}
        breadcrumbs={[{ label: "Data", href: `${base}/data` }]}
        state={
          <>
            {dataset.sample && <SampleBadge />}
            {archived && <Badge>Archived</Badge>}
          </>
        }
        description={
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
        }
        actions={
          <>
            <ExportMenu study={id} lacks={lacks} />
            <ButtonLink href={`${href}/agreement`}>
              <ChartSpline aria-hidden="true" />
              Agreement
            </ButtonLink>
            {project.role === "admin" && !project.archivedAt && (
              <>
                <ManageDataset key={dataset.name} dataset={dataset} archived={archived} />
                <ArchiveDataset dataset={dataset} archived={archived} />
              </>
            )}
            {project.role === "admin" && !project.archivedAt && !archived && (
              <ButtonLink variant="primary" href={`${base}/batches/new?dataset=${id}`}>
                <Layers aria-hidden="true" />
                New batch with this dataset
              </ButtonLink>
            )}
          </>
        }
      />
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border bg-line sm:grid-cols-3 lg:grid-cols-6">
        {COUNTS.map(([key, one, many]) => (
          <div key={key} className="flex flex-col-reverse gap-0.5 bg-surface px-4 py-3">
            <dt className="text-xs text-muted">{dataset.counts[key] === 1 ? one : many}</dt>
            <dd className="text-xl font-semibold tracking-tight tabular-nums">
              {formatCount(dataset.counts[key])}
            </dd>
          </div>
        ))}
      </dl>
      <RulesPanel
        key={rules.latest?.id}
        dataset={id}
        {...rules}
        mayStart={project.role === "admin" && !project.archivedAt && !archived && rules.tasks > 0}
      />
      {metadata && metadata.length > 0 && (
        <MetadataPanel
          dataset={id}
          href={href}
          fields={metadata}
          mayGroup={project.role === "admin" && !project.archivedAt && !archived}
        />
      )}
      <Panel
        flush
        title="Tasks"
        description={narrowed ? `${formatQuantity(page.total, "task")} found` : undefined}
        actions={<TaskFilters key={filter.q} href={href} filter={filter} {...filters} />}
      >
        {page.tasks.length === 0 ? (
          <p className="px-4 py-10 text-center text-sm text-muted">
            {narrowed ? "No task matches what you look for." : "This dataset has no tasks."}
          </p>
        ) : (
          <ScrollRegion label="Tasks">
            <table className="w-full text-sm">
              <thead className="text-xs text-muted">
                <tr className="border-b text-left *:px-3 *:py-2 *:font-medium *:whitespace-nowrap">
                  <th scope="col" className="pl-4!">
                    Instruction
                  </th>
                  <th scope="col">Tags</th>
                  <th scope="col" className="text-right">
                    Responses
                  </th>
                  <th scope="col" className="text-right">
                    Drafts
                  </th>
                  <th scope="col" className="pr-4! text-right">
                    Judgements
                  </th>
                </tr>
              </thead>
              <tbody>
                {page.tasks.map((task) => (
                  <Row key={task.id} task={task} href={`${href}/tasks/${task.id}`} />
                ))}
              </tbody>
            </table>
          </ScrollRegion>
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
    </Page>
  );
}

function Row({ task, href }: { task: TaskRow; href: string }) {
  const { key, excerpt, tags, responses, drafts, judgements } = task;
  return (
    <tr className="group relative border-b align-top transition-colors last:border-b-0 *:px-3 *:py-2.5 hover:bg-hover/60">
      <th scope="row" className="w-full min-w-44 sm:min-w-64 pl-4! text-left font-normal">
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
      <td className="pr-4! text-right tabular-nums">{formatCount(judgements)}</td>
    </tr>
  );
}
