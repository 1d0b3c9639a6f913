import { Database } from "lucide-react";
import type { Metadata } from "next";
import { BatchForm } from "@/app/projects/[project]/batches/batch-form";
import { findChoices } from "@/app/projects/[project]/batches/choices";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { requireMember } from "@/lib/auth/page";

export const metadata: Metadata = { title: "New batch" };

export default async function NewBatchPage({
  params,
  searchParams,
}: {
  params: Promise<{ project: string }>;
  searchParams: Promise<{ dataset?: string | string[] }>;
}) {
  const { actor, project } = await requireMember((await params).project, "admin");
  const choices = await findChoices(actor, project.id);
  const { dataset } = await searchParams;
  const home = `/projects/${project.id}/batches`;
  return (
    <Page>
      <PageHeader
        title="New batch"
        breadcrumbs={[{ label: "Batches", href: home }]}
        description="Nothing is handed out before you open it, and a draft can still be changed."
      />
      {choices.datasets.length === 0 ? (
        <Panel>
          <EmptyState
            icon={<Database />}
            title="There is no dataset to work on"
            action={
              <ButtonLink variant="primary" href={`/projects/${project.id}/data`}>
                Import a study
              </ButtonLink>
            }
          >
            A batch hands out the tasks or responses of an imported study.
          </EmptyState>
        </Panel>
      ) : (
        <BatchForm
          project={project.id}
          choices={choices}
          dataset={typeof dataset === "string" ? dataset : null}
        />
      )}
    </Page>
  );
}
