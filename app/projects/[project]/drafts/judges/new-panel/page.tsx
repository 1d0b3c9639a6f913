import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PanelForm } from "@/app/projects/[project]/drafts/judges/panel-form";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { listReadyDatasets } from "@/lib/batch/data/progress";
import { canBePanel } from "@/lib/drafting/rules/judge/panel";
import { listPanelCandidates } from "@/lib/judge/data/panels";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "New panel" };

/** A new panel: versions of several judges as one rater. */
export default async function NewPanelPage({ params }: { params: Promise<{ project: string }> }) {
  const { actor, project } = await requireMember((await params).project, "admin");
  if (project.archivedAt) notFound();
  const [candidates, datasets] = await Promise.all([
    listPanelCandidates(actor, project.id),
    listReadyDatasets(actor, project.id),
  ]);
  const home = `/projects/${project.id}/drafts`;
  return (
    <Page>
      <PageHeader
        title="New panel"
        breadcrumbs={[
          { label: "Drafts", href: home },
          { label: "Judges", href: `${home}/judges` },
        ]}
        description="Versions of several judges as one rater. Each gives its value as usual, and the panel combines them into one. It has versions, runs and a card like any judge."
      />
      {canBePanel(candidates) ? (
        <PanelForm
          project={project.id}
          candidates={candidates}
          datasets={datasets.map(({ id, name }) => ({ id, name }))}
        />
      ) : (
        <Panel flush>
          <EmptyState
            title="A panel needs two versions that make the same kind of judgement"
            action={<ButtonLink href={`${home}/judges/new`}>New judge</ButtonLink>}
          >
            Make a second judge, for example with another model, or a second version of one.
          </EmptyState>
        </Panel>
      )}
    </Page>
  );
}
