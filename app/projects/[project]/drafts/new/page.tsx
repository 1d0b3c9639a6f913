import { Database } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { METHOD_CHOICES } from "@/app/projects/[project]/drafts/new/method-choices";
import { NewRunForm } from "@/app/projects/[project]/drafts/new/new-run-form";
import { NoEndpoint } from "@/app/projects/[project]/drafts/no-endpoint";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { listReadyDatasets } from "@/lib/batch/data/progress";
import { listTaskFilters } from "@/lib/dataset/data/tasks";
import { listEndpoints } from "@/lib/drafting/data/endpoints";
import { findRunChoices } from "@/lib/drafting/data/run-choices";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "New run" };

interface NewRunPageProps {
  params: Promise<{ project: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** New run: what a model drafts for which tasks, with settings and a maximum cost. */
export default async function NewRunPage({ params, searchParams }: NewRunPageProps) {
  const { actor, project } = await requireMember((await params).project, "admin");
  if (project.archivedAt) notFound();
  const [datasets, endpoints] = await Promise.all([
    listReadyDatasets(actor, project.id),
    listEndpoints(actor, project.id),
  ]);
  const { dataset } = await searchParams;
  const chosen = datasets.find(({ id }) => id === dataset) ?? datasets[0];
  const home = `/projects/${project.id}/drafts`;
  return (
    <Page>
      <PageHeader
        title="New run"
        breadcrumbs={[{ label: "Drafts", href: home }]}
        description="One model, one method, the tasks you choose. You see the calls, cost and time before a model is called."
      />
      {!chosen ? (
        <Panel flush>
          <EmptyState
            icon={<Database />}
            title="There is no dataset to draft for"
            action={<ButtonLink href={`/projects/${project.id}/data/import`}>Import a dataset</ButtonLink>}
          >
            A run is about the tasks of a dataset.
          </EmptyState>
        </Panel>
      ) : !endpoints || endpoints.length === 0 ? (
        <NoEndpoint project={project.id}>
          A run needs the address of a model: a hosted service, or your own (vLLM, Ollama, a proxy). Drafts
          can also be imported with a study.
        </NoEndpoint>
      ) : (
        <NewRunForm
          project={project.id}
          datasets={datasets}
          dataset={chosen.id}
          filters={await listTaskFilters(actor, chosen.id)}
          choices={await findRunChoices(actor, chosen.id)}
          endpoints={endpoints.map(({ id, name, model, currency }) => ({ id, name, model, currency }))}
          methods={METHOD_CHOICES}
        />
      )}
    </Page>
  );
}
