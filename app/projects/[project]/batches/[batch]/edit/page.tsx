import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { LightForm } from "@/app/projects/[project]/batches/[batch]/edit/light-form";
import { BatchForm } from "@/app/projects/[project]/batches/batch-form";
import { findChoices } from "@/app/projects/[project]/batches/choices";
import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/ui/page-header";
import { requireMember } from "@/lib/auth/page";
import { findBatch } from "@/lib/batch/data/progress";
import { DEFAULT_SETTINGS, settingsOf } from "@/lib/batch/rules";

export const metadata: Metadata = { title: "Edit batch" };

/** A draft with everything, or of an opened batch what can still change. */
export default async function EditBatchPage({
  params,
}: {
  params: Promise<{ project: string; batch: string }>;
}) {
  const { project: projectId, batch: batchId } = await params;
  const { actor, project } = await requireMember(projectId, "admin");
  const id = z.uuid().safeParse(batchId);
  const batch = id.success ? await findBatch(actor, id.data) : null;
  if (!batch || batch.projectId !== project.id) notFound();

  const home = `/projects/${project.id}/batches`;
  const { name, preset, annotators, leaseMinutes, guidelines } = batch;
  const light = {
    name,
    leaseMinutes,
    guidelines: guidelines.text,
    dueAt: batch.dueAt?.toISOString() ?? null,
  };
  const [arm] = batch.arms;
  return (
    <Page width={batch.state === "draft" ? "normal" : "narrow"}>
      <PageHeader
        title="Edit batch"
        breadcrumbs={[
          { label: "Batches", href: home },
          { label: name, href: `${home}/${batch.id}` },
        ]}
        description={
          batch.state === "draft"
            ? undefined
            : "The batch was opened, so its design is fixed. This much can still change."
        }
      />
      {batch.state === "draft" ? (
        <BatchForm
          project={project.id}
          choices={await findChoices(actor, project.id)}
          existing={{
            id: batch.id,
            draft: {
              ...light,
              dataset: batch.dataset.id,
              preset,
              settings: arm ? settingsOf(arm.protocol) : DEFAULT_SETTINGS,
              k: arm?.k ?? 1,
              annotators,
            },
          }}
        />
      ) : (
        <LightForm id={batch.id} href={`${home}/${batch.id}`} batch={light} />
      )}
    </Page>
  );
}
