import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BatchAnnotators } from "@/app/projects/[project]/batches/[batch]/annotators";
import { BatchActions } from "@/app/projects/[project]/batches/[batch]/batch-actions";
import { BatchTabs } from "@/app/projects/[project]/batches/[batch]/batch-tabs";
import { ChosenAnnotator } from "@/app/projects/[project]/batches/[batch]/chosen-annotator";
import { CostPanel } from "@/app/projects/[project]/batches/[batch]/cost";
import { DesignList } from "@/app/projects/[project]/batches/[batch]/design-list";
import { Lineage } from "@/app/projects/[project]/batches/[batch]/lineage";
import { OpenAssignments } from "@/app/projects/[project]/batches/[batch]/open-assignments";
import { ProgressOverview } from "@/app/projects/[project]/batches/[batch]/overview";
import { Live } from "@/app/projects/[project]/batches/[batch]/poll";
import { Qualifications } from "@/app/projects/[project]/batches/[batch]/qualifications";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";
import { Waiting } from "@/app/projects/[project]/batches/[batch]/run-wait-status";
import { MonitorSearch, monitorHref } from "@/app/projects/[project]/batches/[batch]/search";
import { Subjects } from "@/app/projects/[project]/batches/[batch]/subjects";
import { Attention } from "@/app/projects/[project]/batches/attention";
import { listCandidates } from "@/app/projects/[project]/batches/choices";
import { DueDate } from "@/app/projects/[project]/batches/due-date";
import { ScreenPreview } from "@/app/projects/[project]/batches/screen-preview";
import { StateBadge } from "@/app/projects/[project]/batches/state-badge";
import { ExportMenu } from "@/app/projects/[project]/exports/export-menu";
import { prepare } from "@/components/prose/prepare";
import { Prose } from "@/components/prose/prose";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { actAs } from "@/lib/auth/actor";
import { DAY } from "@/lib/auth/rules";
import { findAttention } from "@/lib/batch/data/attention";
import { listQualifications } from "@/lib/batch/data/checks/qualification-grants";
import { findBatchCost } from "@/lib/batch/data/cost";
import { findMonitor, findPulse, listOpenAssignments } from "@/lib/batch/data/monitor";
import { type From, findProgress } from "@/lib/batch/data/progress";
import { findResolved, findSourceNames } from "@/lib/batch/data/sources";
import { findSubjectGroups, listTwoVersions } from "@/lib/batch/data/subjects";
import { findWait, listAwaitableRuns } from "@/lib/batch/data/wait-for-run";
import { designSize, subjectKindOfArms, subjectsOf } from "@/lib/batch/rules/design";
import { checksBeforeWork } from "@/lib/batch/rules/gold-quota";
import { chosenIn } from "@/lib/batch/rules/sources";
import { findLacking } from "@/lib/export/data/contents";
import { presetOf } from "@/lib/protocol/rules/presets";

export const metadata: Metadata = { title: "Batch" };

interface BatchPageProps {
  params: Promise<{ project: string; batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function BatchPage({ params, searchParams }: BatchPageProps) {
  const { actor, project, batch } = await requireBatch(params, "researcher");

  // Queried first: a change during the other queries makes the page outdated.
  const pulse = await findPulse(actor, batch.id);
  const progress = await findProgress(actor, batch.id);
  if (!progress || !pulse) notFound();
  const isAdmin = project.role === "admin";
  const candidates = isAdmin ? await listCandidates(actAs(actor, "admin"), project.id) : [];
  const search = MonitorSearch.parse(await searchParams);
  const { after, before, annotator = null } = search;
  const from: From = before === undefined ? { after: after ?? -1 } : { before };

  const drafted = batch.state === "draft";
  const running = batch.state === "open" || batch.state === "paused";
  const [arm] = batch.arms;
  const protocols = await findResolved(actor, batch.id);
  const kind = subjectKindOfArms(batch.arms.map(({ protocol }) => protocol));
  const names = await findSourceNames(actor, protocols);
  const groups = drafted
    ? await findSubjectGroups(actor, {
        datasetId: batch.dataset.id,
        ...batch.selection,
        batchId: batch.id,
        sources: chosenIn(protocols),
      })
    : null;
  const design =
    groups &&
    designSize({
      ...subjectsOf(groups, protocols, batch.selection.sample),
      arms: batch.arms,
      annotators: batch.annotators.length,
      joinLater: batch.joinLater,
      reserve: batch.quality.reserve,
      before: checksBeforeWork(batch.quality, batch.selection.sample),
      twoVersions: await listTwoVersions(actor, batch.dataset.id, protocols),
    });
  const home = `/projects/${project.id}/batches`;
  const here = `${home}/${batch.id}`;
  // A recently opened batch is counted by the hour.
  const young = batch.openedAt !== null && Date.now() - batch.openedAt.getTime() < 2 * DAY;
  const per = search.per ?? (young ? "hour" : "day");
  const monitor = drafted ? null : await findMonitor(actor, batch.id, per);
  const attention = running ? await findAttention(actor, batch.id) : null;
  const cost = drafted ? null : await findBatchCost(actor, batch.id);
  const openAssignments = drafted ? null : await listOpenAssignments(actor, batch.id, search.hand, annotator);
  const qualifications = drafted ? null : await listQualifications(actor, batch.id);
  const lacks = drafted ? null : await findLacking(actor, { batch: batch.id });
  const wait = drafted ? await findWait(actor, batch.id) : null;
  const runs = drafted && isAdmin ? await listAwaitableRuns(actAs(actor, "admin"), project.id) : [];

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
            <Lineage actor={actor} batch={batch.id} home={home} />
          </span>
        }
        actions={
          <>
            {lacks && <ExportMenu study={batch.id} lacks={lacks} />}
            {isAdmin && (
              <BatchActions
                id={batch.id}
                home={home}
                name={batch.name}
                state={batch.state}
                kind={kind}
                arms={batch.arms.map(({ name, k }) => ({ name, k }))}
                annotators={batch.annotators.length}
                dueAt={batch.dueAt?.toISOString() ?? null}
                design={design}
                runs={runs.filter(({ datasetId }) => datasetId === batch.dataset.id)}
              />
            )}
          </>
        }
      />
      {wait && (
        <Waiting
          batch={batch.id}
          project={project.id}
          wait={wait}
          mayStop={isAdmin && !project.archivedAt}
          live={
            <Live
              batch={batch.id}
              version={pulse.version}
              at={new Date().toISOString()}
              announcement={`${formatCount(wait.run.done)} of ${formatCount(wait.run.units)} drafted.`}
            />
          }
        />
      )}

      <BatchTabs batch={batch} />
      {attention && <Attention findings={attention} home={here} />}
      {monitor && (
        <ProgressOverview
          state={batch.state}
          kind={kind}
          progress={progress}
          monitor={monitor}
          per={per}
          home={here}
          search={search}
          live={
            running && (
              <Live
                batch={batch.id}
                version={pulse.version}
                at={new Date().toISOString()}
                announcement={`${formatCount(progress.submitted)} of ${formatQuantity(progress.slots, "assignment")} submitted.`}
              />
            )
          }
        />
      )}

      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] [&>*]:min-w-0">
        <div className="grid gap-6 [&>*]:min-w-0">
          <BatchAnnotators
            batch={batch.id}
            work={`${here}/work`}
            progress={progress}
            candidates={running || drafted ? candidates : []}
            drafted={drafted}
            mayRemove={isAdmin && running}
            hrefOf={(code) => monitorHref(here, search, { annotator: code === annotator ? undefined : code })}
            chosen={annotator}
          />
          {qualifications && (
            <Qualifications batch={batch.id} {...qualifications} mayGrant={isAdmin && running} />
          )}
          {annotator && (
            <ChosenAnnotator code={annotator} all={monitorHref(here, search, { annotator: undefined })} />
          )}
          {monitor && openAssignments && (
            <OpenAssignments
              {...openAssignments}
              hand={monitor.hand}
              home={here}
              search={search}
              mayRelease={isAdmin && running}
            />
          )}
          {drafted && arm && (
            <Panel title="The annotator's screen">
              <div className="max-w-sm">
                <ScreenPreview protocol={arm.protocol} />
              </div>
            </Panel>
          )}
          {monitor && (
            <Subjects
              actor={actor}
              batch={batch.id}
              kind={kind}
              home={here}
              search={search}
              from={from}
              progress={progress}
              nobody={monitor.stuck.nobody}
            />
          )}
        </div>
        <div className="grid gap-6 [&>*]:min-w-0">
          <DesignList
            batch={{
              ...batch,
              arms: batch.arms.map((arm, n) => ({ ...arm, protocol: protocols[n] ?? arm.protocol })),
            }}
            progress={progress}
            design={design}
            names={names}
          />
          {cost && <CostPanel batch={batch.id} cost={cost} mayChange={isAdmin && !project.archivedAt} />}
          <Panel
            title="Guidelines"
            description={batch.guidelines.version > 1 ? `Version ${batch.guidelines.version}` : undefined}
          >
            {batch.guidelines.text.trim() ? (
              <Prose
                label="Guidelines"
                text={batch.guidelines.text}
                prepared={prepare(batch.guidelines.text)}
                toolbar={false}
              />
            ) : (
              <p className="text-sm text-muted">None were written.</p>
            )}
          </Panel>
        </div>
      </div>
    </Page>
  );
}
