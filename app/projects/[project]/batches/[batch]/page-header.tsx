import { BatchActions } from "@/app/projects/[project]/batches/[batch]/batch-actions";
import type { FoundDesign } from "@/app/projects/[project]/batches/[batch]/find-design";
import { Lineage } from "@/app/projects/[project]/batches/[batch]/lineage";
import type { BatchPageContext } from "@/app/projects/[project]/batches/[batch]/page-context";
import { BatchStateBadge } from "@/app/projects/[project]/batches/batch-state";
import { DueDate } from "@/app/projects/[project]/batches/due-date";
import { ExportMenu } from "@/app/projects/[project]/exports/export-menu";
import { SampleBadge } from "@/components/shell/sample-badge";
import { PageHeader } from "@/components/ui/page-header";
import { actAs } from "@/lib/auth/actor";
import { listAwaitableRuns } from "@/lib/batch/data/wait-for-run";
import { subjectKindOfArms } from "@/lib/batch/rules/design";
import { findLacking } from "@/lib/export/data/contents";
import { presetOf } from "@/lib/protocol/rules/presets";

interface BatchPageHeaderProps {
  page: BatchPageContext;
  design: FoundDesign["design"];
}

/** The head of a batch's page: name, state, where it comes from, and what can be done with it. */
export async function BatchPageHeader({ page, design }: BatchPageHeaderProps) {
  const { actor, project, batch, drafted, running, isAdmin, home } = page;
  const lacks = drafted ? null : await findLacking(actor, { batch: batch.id });
  const runs = drafted && isAdmin ? await listAwaitableRuns(actAs(actor, "admin"), project.id) : [];
  return (
    <PageHeader
      title={batch.name}
      breadcrumbs={[{ label: "Batches", href: home }]}
      state={
        <span className="flex items-center gap-2">
          <BatchStateBadge state={batch.state} />
          {batch.sample && <SampleBadge />}
        </span>
      }
      description={<BatchFacts page={page} />}
      actions={
        <>
          {lacks && <ExportMenu study={batch.id} lacks={lacks} />}
          {isAdmin && (
            <BatchActions
              id={batch.id}
              home={home}
              name={batch.name}
              state={batch.state}
              kind={subjectKindOfArms(batch.arms.map(({ protocol }) => protocol))}
              arms={batch.arms.map(({ name, k }) => ({ name, k }))}
              annotators={batch.annotators.length}
              dueAt={batch.dueAt?.toISOString() ?? null}
              design={design}
              runs={runs.filter(({ datasetId }) => datasetId === batch.dataset.id)}
              intake={running ? batch.intake : null}
            />
          )}
        </>
      }
    />
  );
}

/** Preset, dataset, due date, and the batch that this one continues. */
function BatchFacts({ page: { actor, batch, progress, running, home } }: Pick<BatchPageHeaderProps, "page">) {
  return (
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
  );
}
