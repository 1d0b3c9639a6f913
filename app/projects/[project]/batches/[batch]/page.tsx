import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { Annotators } from "@/app/projects/[project]/batches/[batch]/annotators";
import { BatchActions } from "@/app/projects/[project]/batches/[batch]/batch-actions";
import { BatchTabs } from "@/app/projects/[project]/batches/[batch]/batch-tabs";
import { DesignList } from "@/app/projects/[project]/batches/[batch]/design-list";
import { Live } from "@/app/projects/[project]/batches/[batch]/live";
import { Subjects } from "@/app/projects/[project]/batches/[batch]/subjects";
import { listCandidates } from "@/app/projects/[project]/batches/choices";
import { DueDate } from "@/app/projects/[project]/batches/due-date";
import { ScreenPreview } from "@/app/projects/[project]/batches/screen-preview";
import { StateBadge } from "@/app/projects/[project]/batches/state-badge";
import { ExportMenu } from "@/app/projects/[project]/exports/export-menu";
import { Prose } from "@/components/prose/prose";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import { formatCount, formatPercent, formatQuantity } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/progress-bar";
import { actAs } from "@/lib/auth/actor";
import { requireMember } from "@/lib/auth/page";
import { type From, findBatch, findProgress, type Progress } from "@/lib/batch/data/progress";
import { findSubjectGroups } from "@/lib/batch/data/subjects";
import { presetOf } from "@/lib/batch/rules";
import { designOf, subjectsOf } from "@/lib/batch/rules/design";
import { SubjectFilter } from "@/lib/batch/schema";

export const metadata: Metadata = { title: "Batch" };

const Position = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1);

const Search = z.object({
  filter: SubjectFilter.catch("all"),
  after: Position.optional().catch(undefined),
  before: Position.optional().catch(undefined),
});

interface BatchPageProps {
  params: Promise<{ project: string; batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function BatchPage({ params, searchParams }: BatchPageProps) {
  const { project: projectId, batch: batchId } = await params;
  const { actor, project } = await requireMember(projectId, "researcher");
  const id = z.uuid().safeParse(batchId);
  const batch = id.success ? await findBatch(actor, id.data) : null;
  if (!batch || batch.projectId !== project.id) notFound();

  const progress = await findProgress(actor, batch.id);
  if (!progress) notFound();
  const isAdmin = project.role === "admin";
  const candidates = isAdmin ? await listCandidates(actAs(actor, "admin"), project.id) : [];
  const { filter, after, before } = Search.parse(await searchParams);
  const from: From = before === undefined ? { after: after ?? -1 } : { before };

  const drafted = batch.state === "draft";
  const [arm] = batch.arms;
  const groups = drafted
    ? await findSubjectGroups(actor, {
        datasetId: batch.dataset.id,
        filter: batch.selection.filter,
        batchId: batch.id,
      })
    : null;
  const protocols = batch.arms.map(({ protocol }) => protocol);
  const design =
    groups &&
    designOf({
      ...subjectsOf(groups, protocols, batch.selection.sample),
      arms: batch.arms,
      annotators: batch.annotators.length,
      joinLater: batch.joinLater,
    });
  const home = `/projects/${project.id}/batches`;
  const running = batch.state === "open" || batch.state === "paused";

  return (
    <Page>
      <PageHeader
        title={batch.name}
        breadcrumbs={[{ label: "Batches", href: home }]}
        state={
          <span className="flex items-center gap-2">
            <StateBadge state={batch.state} />
            {batch.sample && <SampleBadge />}
          </span>
        }
        description={
          <span className="flex flex-wrap gap-x-2">
            <span>{presetOf(batch.preset).name}</span>·<span>{batch.dataset.name}</span>
            {batch.dueAt && (
              <>
                ·
                <span>
                  Due <DueDate dueAt={batch.dueAt} over={!running || progress.submitted === progress.slots} />
                </span>
              </>
            )}
          </span>
        }
        actions={
          <>
            {!drafted && <ExportMenu study={batch.id} />}
            {isAdmin && (
              <BatchActions
                id={batch.id}
                home={home}
                name={batch.name}
                state={batch.state}
                openAssignments={progress.open}
                left={progress.slots - progress.submitted}
                design={design}
              />
            )}
          </>
        }
      />

      <BatchTabs batch={batch} />
      {!drafted && <Totals progress={progress} updatedAt={running ? new Date().toISOString() : null} />}

      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] [&>*]:min-w-0">
        <div className="grid gap-6 [&>*]:min-w-0">
          <Annotators
            batch={batch.id}
            progress={progress}
            candidates={running || drafted ? candidates : []}
            drafted={drafted}
          />
          {drafted && arm && (
            <Panel title="The annotator's screen">
              <div className="max-w-sm">
                <ScreenPreview protocol={arm.protocol} />
              </div>
            </Panel>
          )}
          {!drafted && (
            <Subjects
              actor={actor}
              batch={batch.id}
              href={`${home}/${batch.id}`}
              filter={filter}
              from={from}
              progress={progress}
            />
          )}
        </div>
        <div className="grid gap-6 [&>*]:min-w-0">
          <DesignList batch={batch} progress={progress} design={design} />
          <Panel
            title="Guidelines"
            description={batch.guidelines.version > 1 ? `Version ${batch.guidelines.version}` : undefined}
          >
            {batch.guidelines.text.trim() ? (
              <Prose label="Guidelines" text={batch.guidelines.text} toolbar={false} />
            ) : (
              <p className="text-sm text-muted">None were written.</p>
            )}
          </Panel>
        </div>
      </div>
    </Page>
  );
}

/** How far the batch is as a whole. */
function Totals({ progress, updatedAt }: { progress: Progress; updatedAt: string | null }) {
  const { submitted, slots, open, complete, subjects } = progress;
  return (
    <section aria-label="Progress" className="grid gap-2 rounded-lg border bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="flex items-baseline gap-2">
          <span className="text-2xl font-semibold tabular-nums">
            {formatPercent(slots ? submitted / slots : null, 0)}
          </span>
          <span className="text-sm text-muted tabular-nums">
            {formatCount(submitted)} of {formatQuantity(slots, "assignment")} submitted
          </span>
        </p>
        <p className="text-sm text-muted tabular-nums">
          {formatCount(open)} open now · {formatCount(complete)} of {formatQuantity(subjects, "subject")}{" "}
          complete
        </p>
      </div>
      <ProgressBar
        label="Submitted"
        value={submitted}
        max={slots}
        tone={submitted === slots ? "positive" : "accent"}
      />
      {updatedAt && <Live at={updatedAt} />}
    </section>
  );
}
