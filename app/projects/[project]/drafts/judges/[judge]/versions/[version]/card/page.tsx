import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { DatasetChoice } from "@/app/projects/[project]/drafts/judges/[judge]/dataset-choice";
import { listJudgeDatasets } from "@/app/projects/[project]/drafts/judges/[judge]/judge-datasets";
import { CardPanels } from "@/app/projects/[project]/drafts/judges/[judge]/versions/[version]/card/card-panels";
import { Page } from "@/components/shell/page";
import { buttonClass } from "@/components/ui/button-class";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { findJudge } from "@/lib/judge/data/judges";
import { requireMember } from "@/lib/project/page-access";
import { findVersionCard } from "@/lib/report/data/version-card";

export const metadata: Metadata = { title: "Judge card" };

const Numbers = z.coerce.number().int().min(1);
const Id = z.uuid();

interface CardPageProps {
  params: Promise<{ project: string; judge: string; version: string }>;
  searchParams: Promise<{ dataset?: string | string[] }>;
}

/** The card of a judge's version on one dataset, to read and to download. */
export default async function CardPage({ params, searchParams }: CardPageProps) {
  const { project: projectId, judge: judgeId, version: number } = await params;
  const { actor, project } = await requireMember(projectId, "researcher");
  const [id, at] = [Id.safeParse(judgeId), Numbers.safeParse(number)];
  const judge = id.success ? await findJudge(actor, id.data) : null;
  const version = judge?.versions.find((one) => one.number === at.data);
  if (judge?.projectId !== project.id || !version) notFound();
  const datasets = await listJudgeDatasets(actor, judge);
  const wanted = (await searchParams).dataset;
  const dataset = datasets.find((one) => one.id === wanted) ?? datasets[0];
  const card = dataset ? await findVersionCard(actor, version.id, dataset.id) : null;
  const found = card && !("refused" in card) ? card : null;
  const home = `/projects/${project.id}/drafts`;
  const here = `${home}/judges/${judge.id}/versions/${version.number}`;
  return (
    <Page>
      <PageHeader
        title={`Judge card: ${judge.name}, version ${version.number}`}
        breadcrumbs={[
          { label: "Drafts", href: home },
          { label: "Judges", href: `${home}/judges` },
          { label: judge.name, href: `${home}/judges/${judge.id}` },
          { label: `Version ${version.number}`, href: here },
        ]}
        description="The data this version was tuned on, and how far it agrees with people’s labels"
        actions={found && <CardDownloads version={version.id} dataset={found.dataset.id} />}
      />
      <DatasetChoice
        here={`${here}/card`}
        datasets={datasets.map(({ id: value, name }) => ({ value, label: name }))}
        dataset={dataset?.id ?? ""}
        version={version.number}
      />
      {found ? (
        <CardPanels card={found} />
      ) : (
        <Panel>
          <p className="text-sm text-muted">
            {dataset
              ? "The labels of this dataset are not split yet. Split them on the page of the judge. Without a split it is unknown which labels the judge was tuned on."
              : "There is no dataset yet. A card is about the responses of one."}
          </p>
        </Panel>
      )}
    </Page>
  );
}

function CardDownloads({ version, dataset }: { version: string; dataset: string }) {
  const file = `/api/v1/judge-versions/${version}/card?dataset=${dataset}`;
  return (
    <>
      <a
        href={`/api/v1/judge-versions/${version}/values?dataset=${dataset}`}
        download
        className={buttonClass({})}
      >
        Download its values
      </a>
      <a href={`${file}&format=markdown`} download className={buttonClass({})}>
        Download as Markdown
      </a>
      <a href={`${file}&format=json`} download className={buttonClass({})}>
        Download as JSON
      </a>
    </>
  );
}
