import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { ArchiveJudge } from "@/app/projects/[project]/drafts/judges/[judge]/archive-judge";
import { DatasetChoice } from "@/app/projects/[project]/drafts/judges/[judge]/dataset-choice";
import { DisagreementsPanel } from "@/app/projects/[project]/drafts/judges/[judge]/disagreements-panel";
import { FiguresPanel } from "@/app/projects/[project]/drafts/judges/[judge]/figures-panel";
import { HeldOutLooksPanel } from "@/app/projects/[project]/drafts/judges/[judge]/held-out-looks-panel";
import { listJudgeDatasets } from "@/app/projects/[project]/drafts/judges/[judge]/judge-datasets";
import { ProposalsPanel } from "@/app/projects/[project]/drafts/judges/[judge]/proposals-panel";
import { RunVersion } from "@/app/projects/[project]/drafts/judges/[judge]/run-version";
import { SplitPanel } from "@/app/projects/[project]/drafts/judges/[judge]/split-panel";
import { TrialPanel } from "@/app/projects/[project]/drafts/judges/[judge]/trial-panel";
import { UnfinishedRuns } from "@/app/projects/[project]/drafts/judges/[judge]/unfinished-runs";
import { Versions } from "@/app/projects/[project]/drafts/judges/[judge]/versions";
import { Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { SUBJECT_LABELS } from "@/lib/drafting/rules/judge/wording";
import { listLooks } from "@/lib/judge/data/held-out";
import { findJudge } from "@/lib/judge/data/judges";
import { findSplit } from "@/lib/judge/data/label-split";
import { listProposals } from "@/lib/judge/data/proposals";
import { listUnfinishedRuns } from "@/lib/judge/data/run-version";
import { findTrial } from "@/lib/judge/data/trial";
import { findWorkshop } from "@/lib/judge/data/workshop";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Judge" };

const Search = z.object({
  dataset: z.uuid().optional().catch(undefined),
  version: z.coerce.number().int().optional().catch(undefined),
  part: z.enum(["development", "examples"]).catch("development"),
  label: z.string().max(120).optional().catch(undefined),
  tag: z.string().max(500).optional().catch(undefined),
});

interface JudgePageProps {
  params: Promise<{ project: string; judge: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The workshop of a judge: its versions, runs of them, and how they compare. */
export default async function JudgePage({ params, searchParams }: JudgePageProps) {
  const { project: projectId, judge: judgeId } = await params;
  const { actor, project } = await requireMember(projectId, "researcher");
  const id = z.uuid().safeParse(judgeId);
  const judge = id.success ? await findJudge(actor, id.data) : null;
  if (judge?.projectId !== project.id) notFound();
  const search = Search.parse(await searchParams);
  const datasets = await listJudgeDatasets(actor, judge);
  const dataset = datasets.find((one) => one.id === search.dataset) ?? datasets[0];
  const version = judge.versions.find((one) => one.number === search.version) ?? judge.versions[0];
  if (!version) notFound();
  const parent = judge.versions.find((one) => one.number === version.parent);
  const compared = [...(parent ? [parent] : []), version];
  const [split, trial, looks, unfinished, proposals] = dataset
    ? await Promise.all([
        findSplit(actor, dataset.id),
        findTrial(
          actor,
          dataset.id,
          compared.map((one) => one.id),
        ),
        listLooks(actor, dataset.id),
        listUnfinishedRuns(actor, judge.id, dataset.id),
        listProposals(actor, judge.id, dataset.id),
      ])
    : [null, null, [], [], []];
  const isSplit = split !== null && split !== "none";
  const query = { dataset: dataset?.id ?? "", version: version.number };
  const workshop =
    dataset && isSplit
      ? await findWorkshop(actor, judge.id, {
          ...query,
          part: search.part,
          label: search.label,
          tag: search.tag,
        })
      : null;
  // Figures are of the development part, whichever part is listed.
  const figures =
    workshop && search.part === "examples"
      ? await findWorkshop(actor, judge.id, { ...query, part: "development" })
      : workshop;
  const home = `/projects/${project.id}/drafts`;
  const here = `${home}/judges/${judge.id}`;
  const isAdmin = project.role === "admin" && !project.archivedAt;
  const mayEdit = isAdmin && !judge.archivedAt;
  return (
    <Page>
      <PageHeader
        title={judge.name}
        breadcrumbs={[
          { label: "Drafts", href: home },
          { label: "Judges", href: `${home}/judges` },
        ]}
        state={
          <>
            {version.isPanel && <Badge>Panel</Badge>} {judge.archivedAt && <Badge>Archived</Badge>}
          </>
        }
        description={SUBJECT_LABELS[judge.subject]}
        actions={
          isAdmin && (
            <>
              <ArchiveJudge judge={judge.id} isArchived={judge.archivedAt !== null} />
              {mayEdit && (
                <ButtonLink variant="primary" href={`${here}/edit?from=${version.number}`}>
                  New version
                </ButtonLink>
              )}
            </>
          )
        }
      />
      <Versions judge={judge} here={here} shown={version.number} dataset={dataset?.id} />
      <DatasetChoice
        here={here}
        datasets={datasets.map(({ id: value, name }) => ({ value, label: name }))}
        dataset={dataset?.id ?? ""}
        version={version.number}
      />
      {dataset && mayEdit && (
        <RunVersion
          versions={compared.map((one) => ({ id: one.id, number: one.number, endpoint: one.endpoint.id }))}
          dataset={dataset.id}
          isSplit={isSplit}
          project={project.id}
        />
      )}
      {!dataset && (
        <Panel>
          <p className="text-sm text-muted">There is no dataset yet. A judge judges the responses of one.</p>
        </Panel>
      )}
      <UnfinishedRuns runs={unfinished} home={home} isSplit={isSplit} />
      {trial && trial.length > 0 && (
        <TrialPanel rows={trial} versions={compared.map(({ number }) => number)} />
      )}
      {dataset && (
        <SplitPanel key={dataset.id} dataset={dataset.id} split={isSplit ? split : null} mayEdit={isAdmin} />
      )}
      {figures && dataset && (
        <FiguresPanel workshop={figures} subject={judge.subject} here={here} dataset={dataset.id} />
      )}
      {workshop && dataset && (
        <DisagreementsPanel
          disagreements={workshop.disagreements}
          here={here}
          dataset={dataset.id}
          version={version.number}
          search={{ part: search.part, label: search.label, tag: search.tag }}
          mayEdit={mayEdit && !version.isPanel}
        />
      )}
      {figures && dataset && !version.isPanel && (
        <ProposalsPanel
          proposals={proposals}
          version={version}
          dataset={dataset.id}
          here={here}
          mayEdit={mayEdit}
          hasDisagreements={figures.disagreements.rows.length > 0}
        />
      )}
      {dataset && isSplit && (
        <HeldOutLooksPanel
          judge={judge.id}
          version={{ id: version.id, number: version.number }}
          dataset={dataset.id}
          looks={looks}
          mayEdit={mayEdit}
        />
      )}
    </Page>
  );
}
