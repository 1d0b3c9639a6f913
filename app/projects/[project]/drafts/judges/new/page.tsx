import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NewJudgeForm } from "@/app/projects/[project]/drafts/judges/new/new-judge-form";
import { NoEndpoint } from "@/app/projects/[project]/drafts/no-endpoint";
import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/ui/page-header";
import { listEndpoints } from "@/lib/drafting/data/endpoints";
import { STARTING_POINTS } from "@/lib/drafting/rules/judge/starting-points";
import { listLabelSets } from "@/lib/judge/data/label-sets";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "New judge" };

/** A new judge: its name, its starting point and its model. */
export default async function NewJudgePage({ params }: { params: Promise<{ project: string }> }) {
  const { actor, project } = await requireMember((await params).project, "admin");
  if (project.archivedAt) notFound();
  const [endpoints, labelSets] = await Promise.all([
    listEndpoints(actor, project.id).then((found) => found ?? []),
    listLabelSets(actor, project.id),
  ]);
  const home = `/projects/${project.id}/drafts`;
  return (
    <Page>
      <PageHeader
        title="New judge"
        breadcrumbs={[
          { label: "Drafts", href: home },
          { label: "Judges", href: `${home}/judges` },
        ]}
        description="Its first version sends exactly what the method you begin with sends. Change it afterwards: each change is a version."
      />
      {endpoints.length === 0 ? (
        <NoEndpoint project={project.id}>
          A judge asks a model: a hosted service, or your own (vLLM, Ollama, a proxy).
        </NoEndpoint>
      ) : (
        <NewJudgeForm
          project={project.id}
          endpoints={endpoints.map(({ id, name, model, currency }) => ({ id, name, model, currency }))}
          starts={STARTING_POINTS.map(({ id, title, description, paper, spec }) => ({
            ...{ id, title, description, paper },
            spec,
          }))}
          labelSets={labelSets}
        />
      )}
    </Page>
  );
}
