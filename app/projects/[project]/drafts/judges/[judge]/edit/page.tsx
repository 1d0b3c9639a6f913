import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { JudgeEditor } from "@/app/projects/[project]/drafts/judges/[judge]/edit/judge-editor";
import { listJudgeDatasets } from "@/app/projects/[project]/drafts/judges/[judge]/judge-datasets";
import { PanelForm } from "@/app/projects/[project]/drafts/judges/panel-form";
import { NoEndpoint } from "@/app/projects/[project]/drafts/no-endpoint";
import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/ui/page-header";
import { listEndpoints } from "@/lib/drafting/data/endpoints";
import type { JudgePanel } from "@/lib/drafting/schema/judge-spec";
import { acceptedInstructions } from "@/lib/judge/data/decide-instruction";
import { findJudge, findVersion } from "@/lib/judge/data/judges";
import { listLabelSets } from "@/lib/judge/data/label-sets";
import { exampleOf } from "@/lib/judge/data/labelled-example";
import { listPanelCandidates } from "@/lib/judge/data/panels";
import type { JudgeView } from "@/lib/judge/schema/judges";
import { ExampleUnit } from "@/lib/judge/schema/workshop";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "New version" };

const Search = z.object({
  from: z.coerce.number().int().min(1).optional().catch(undefined),
  proposal: z.uuid().optional().catch(undefined),
  dataset: z.uuid().optional().catch(undefined),
});

interface EditPageProps {
  params: Promise<{ project: string; judge: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Initial state of a panel's form. */
const startOf = (
  { id, subject }: Pick<JudgeView, "id" | "subject">,
  version: string,
  { members, rule, weightedOn }: JudgePanel,
) => ({
  ...{ judge: id, version, subject, rule, weightedOn },
  members: members.map((member) => member.version),
});

/** The editor of a judge: a new version from an earlier one. */
export default async function EditJudgePage({ params, searchParams }: EditPageProps) {
  const { project: projectId, judge: judgeId } = await params;
  const { actor, project } = await requireMember(projectId, "admin");
  const id = z.uuid().safeParse(judgeId);
  const judge = id.success ? await findJudge(actor, id.data) : null;
  if (judge?.projectId !== project.id || judge.archivedAt || project.archivedAt) notFound();
  const { from = judge.versions[0]?.number ?? 1, proposal, dataset } = Search.parse(await searchParams);
  const unit = ExampleUnit.safeParse(await searchParams);
  const [version, endpoints, datasets, example, instructions, candidates, labelSets] = await Promise.all([
    findVersion(actor, judge.id, { number: from }),
    listEndpoints(actor, project.id),
    listJudgeDatasets(actor, judge),
    unit.success ? exampleOf(actor, judge.id, unit.data) : null,
    proposal ? acceptedInstructions(actor, judge.id, proposal) : [],
    judge.versions[0]?.isPanel ? listPanelCandidates(actor, project.id) : [],
    judge.subject === "label" ? listLabelSets(actor, project.id) : [],
  ]);
  if (!version) notFound();
  const home = `/projects/${project.id}/drafts`;
  return (
    <Page>
      <PageHeader
        title="New version"
        breadcrumbs={[
          { label: "Drafts", href: home },
          { label: "Judges", href: `${home}/judges` },
          { label: judge.name, href: `${home}/judges/${judge.id}` },
        ]}
        description={`From version ${version.number}, which stays as it is.`}
      />
      {version.spec.panel ? (
        <PanelForm
          key={version.id}
          project={project.id}
          candidates={candidates}
          datasets={datasets.map(({ id, name }) => ({ id, name }))}
          from={startOf(judge, version.id, version.spec.panel)}
        />
      ) : !endpoints || endpoints.length === 0 ? (
        <NoEndpoint project={project.id}>
          A version is written for a model: a hosted service, or your own (vLLM, Ollama, a proxy).
        </NoEndpoint>
      ) : (
        <JudgeEditor
          key={version.id}
          project={project.id}
          judge={{ id: judge.id, name: judge.name }}
          version={version}
          endpoints={endpoints.map(({ id, name, model, currency }) => ({ id, name, model, currency }))}
          datasets={datasets.map(({ id, name }) => ({ id, name }))}
          example={example}
          instructions={instructions}
          labelSets={labelSets}
          dataset={unit.data?.dataset ?? dataset}
        />
      )}
    </Page>
  );
}
