import type { Metadata } from "next";
import { OpenedBatchForm } from "@/app/projects/[project]/batches/[batch]/edit/opened-batch-form";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";
import { StopWaiting } from "@/app/projects/[project]/batches/[batch]/stop-waiting";
import { findChoices } from "@/app/projects/[project]/batches/design-choices";
import type { Draft } from "@/app/projects/[project]/batches/wizard/use-draft";
import { Wizard } from "@/app/projects/[project]/batches/wizard/wizard";
import { Page } from "@/components/shell/page";
import { Banner } from "@/components/ui/banner";
import { PageHeader } from "@/components/ui/page-header";
import type { Member } from "@/lib/auth/actor";
import { findWait } from "@/lib/batch/data/wait-for-run";
import type { BatchView } from "@/lib/batch/schema/views";

export const metadata: Metadata = { title: "Edit batch" };

/** Edit page: all of a draft, or what can still change in an opened batch. */
export default async function EditBatchPage({
  params,
}: {
  params: Promise<{ project: string; batch: string }>;
}) {
  const { actor, project, batch } = await requireBatch(params, "admin");

  const wait = batch.state === "draft" ? await findWait(actor, batch.id) : null;
  const home = `/projects/${project.id}/batches`;
  const { name, leaseMinutes, guidelines } = batch;
  const settings = {
    name,
    leaseMinutes,
    guidelines: guidelines.text,
    dueAt: batch.dueAt?.toISOString() ?? null,
  };
  return (
    <Page width={batch.state === "draft" ? "normal" : "narrow"}>
      <PageHeader
        title="Edit batch"
        breadcrumbs={[
          { label: "Batches", href: home },
          { label: name || "Untitled batch", href: `${home}/${batch.id}` },
        ]}
        description={
          batch.state === "draft"
            ? undefined
            : "The batch was opened, so its design is fixed. You can still change these settings."
        }
      />
      {wait ? (
        <Banner
          title={`This batch waits for ${wait.run.name}`}
          action={<StopWaiting batch={batch.id} label="Do not wait, and edit" />}
        >
          It opens by itself once the run has drafted everything, so it cannot be changed until then.
        </Banner>
      ) : batch.state === "draft" ? (
        <DraftWizard actor={actor} batch={batch} settings={settings} />
      ) : (
        <OpenedBatchForm id={batch.id} href={`${home}/${batch.id}`} batch={settings} />
      )}
    </Page>
  );
}

/** The wizard with a saved draft; people who have left the project since are dropped. */
async function DraftWizard({
  actor,
  batch,
  settings,
}: {
  actor: Member<"admin">;
  batch: BatchView;
  settings: Pick<Draft, "name" | "leaseMinutes" | "guidelines" | "dueAt">;
}) {
  const choices = await findChoices(actor, batch.projectId);
  const { preset, selection, seed, subjectOrder, itemOrder, joinLater, mustRead, quality, intake } = batch;
  return (
    <Wizard
      key={batch.revision}
      project={batch.projectId}
      choices={choices}
      saved={{ id: batch.id, revision: batch.revision }}
      chosen={batch.chosen}
      draft={{
        ...settings,
        dataset: batch.dataset.id,
        preset,
        arms: batch.arms.map(({ design }) => design),
        selection,
        seed,
        subjectOrder,
        itemOrder,
        joinLater,
        mustRead,
        quality,
        intake,
        annotators: batch.annotators.filter((id) => choices.people.some((person) => person.id === id)),
      }}
    />
  );
}
