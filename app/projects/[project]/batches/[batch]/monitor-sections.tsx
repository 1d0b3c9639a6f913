import { cache } from "react";
import { OpenAssignments } from "@/app/projects/[project]/batches/[batch]/open-assignments";
import { ProgressOverview } from "@/app/projects/[project]/batches/[batch]/overview";
import type { BatchPageContext } from "@/app/projects/[project]/batches/[batch]/page-context";
import { BatchPoller } from "@/app/projects/[project]/batches/[batch]/poll";
import { Waiting } from "@/app/projects/[project]/batches/[batch]/run-wait-status";
import { Subjects } from "@/app/projects/[project]/batches/[batch]/subjects";
import { Attention } from "@/app/projects/[project]/batches/attention";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { DAY } from "@/lib/auth/rules";
import { findAttention } from "@/lib/batch/data/attention";
import { findMonitor, listOpenAssignments } from "@/lib/batch/data/monitor";
import type { From } from "@/lib/batch/data/progress";
import { findWait } from "@/lib/batch/data/wait-for-run";
import { subjectKindOfArms } from "@/lib/batch/rules/design";

interface SectionProps {
  page: BatchPageContext;
}

/** Read once for the sections that show parts of it. A recently opened batch is counted by the hour. */
const monitorOf = cache(async ({ actor, batch, drafted, search }: BatchPageContext) => {
  if (drafted) return null;
  const isYoung = batch.openedAt !== null && Date.now() - batch.openedAt.getTime() < 2 * DAY;
  const per = search.per ?? (isYoung ? "hour" : "day");
  const monitor = await findMonitor(actor, batch.id, per);
  return monitor && { monitor, per };
});

/** The run that a draft waits for, before it opens by itself. */
export async function WaitSection({ page }: SectionProps) {
  const { actor, project, batch, version, isAdmin } = page;
  const wait = page.drafted ? await findWait(actor, batch.id) : null;
  if (!wait) return null;
  return (
    <Waiting
      batch={batch.id}
      project={project.id}
      wait={wait}
      mayStop={isAdmin && !project.archivedAt}
      live={
        <BatchPoller
          batch={batch.id}
          version={version}
          at={new Date().toISOString()}
          announcement={`${formatCount(wait.run.done)} of ${formatCount(wait.run.units)} drafted.`}
        />
      }
    />
  );
}

/** Findings that an admin should look at while the batch runs. */
export async function AttentionSection({ page }: SectionProps) {
  const attention = page.running ? await findAttention(page.actor, page.batch.id) : null;
  return attention && <Attention findings={attention} home={page.here} />;
}

/** Progress, pace and arms of a batch that was opened. */
export async function OverviewSection({ page }: SectionProps) {
  const { project, batch, progress, running, here, search, version } = page;
  const found = await monitorOf(page);
  if (!found) return null;
  return (
    <ProgressOverview
      state={batch.state}
      kind={subjectKindOfArms(batch.arms.map(({ protocol }) => protocol))}
      dataset={{ name: batch.dataset.name, href: `/projects/${project.id}/data/${batch.dataset.id}` }}
      intake={batch.intake}
      progress={progress}
      monitor={found.monitor}
      per={found.per}
      home={here}
      search={search}
      live={
        running && (
          <BatchPoller
            batch={batch.id}
            version={version}
            at={new Date().toISOString()}
            announcement={`${formatCount(progress.submitted)} of ${formatQuantity(progress.slots, "assignment")} submitted.`}
          />
        )
      }
    />
  );
}

/** The assignments that annotators hold. */
export async function OpenAssignmentsSection({ page }: SectionProps) {
  const { actor, batch, search, here, isAdmin, running } = page;
  const found = await monitorOf(page);
  const openAssignments =
    found && (await listOpenAssignments(actor, batch.id, search.hand, search.annotator ?? null));
  if (!openAssignments) return null;
  return (
    <OpenAssignments
      {...openAssignments}
      hand={found.monitor.hand}
      home={here}
      search={search}
      mayRelease={isAdmin && running}
    />
  );
}

/** The tasks, responses or pairs of a batch that was opened. */
export async function SubjectsSection({ page }: SectionProps) {
  const { actor, batch, progress, here, search } = page;
  const found = await monitorOf(page);
  if (!found) return null;
  const { after, before } = search;
  const from: From = before === undefined ? { after: after ?? -1 } : { before };
  return (
    <Subjects
      actor={actor}
      batch={batch.id}
      kind={subjectKindOfArms(batch.arms.map(({ protocol }) => protocol))}
      home={here}
      search={search}
      from={from}
      progress={progress}
      nobody={found.monitor.stuck.nobody}
    />
  );
}
