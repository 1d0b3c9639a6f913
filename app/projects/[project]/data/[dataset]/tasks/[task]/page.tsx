import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GoldLabels } from "@/app/projects/[project]/data/[dataset]/tasks/[task]/gold-labels";
import { GoldPreferences } from "@/app/projects/[project]/data/[dataset]/tasks/[task]/gold-preferences";
import { GoldValuesForm } from "@/app/projects/[project]/data/[dataset]/tasks/[task]/gold-values";
import { ItemDrafts } from "@/app/projects/[project]/data/[dataset]/tasks/[task]/item-drafts";
import { MetadataList } from "@/app/projects/[project]/data/[dataset]/tasks/[task]/metadata-list";
import { Rubrics } from "@/app/projects/[project]/data/[dataset]/tasks/[task]/rubrics";
import { prepare, prepareAll } from "@/components/prose/prepare";
import { Prose } from "@/components/prose/prose";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import { formatQuantity } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { findDataset } from "@/lib/dataset/data/datasets";
import { findTask } from "@/lib/dataset/data/tasks";
import type { ResponseView, RubricView } from "@/lib/dataset/schema/views";
import { requireMember } from "@/lib/project/page-access";
import type { ProjectView } from "@/lib/project/schema";
import { findGold, listLabelQuestions } from "@/lib/quality/data/gold";
import type { GoldOfTask, LabelQuestion } from "@/lib/quality/schema";

interface TaskPageProps {
  params: Promise<{ project: string; dataset: string; task: string }>;
}

export async function generateMetadata({ params }: TaskPageProps): Promise<Metadata> {
  const { project, dataset, task } = await params;
  const { actor } = await requireMember(project, "researcher");
  const found = await findTask(actor, dataset, task);
  return { title: found && `Task ${found.key}` };
}

export default async function TaskPage({ params }: TaskPageProps) {
  const { project: projectId, dataset: datasetId, task: id } = await params;
  const { actor, project } = await requireMember(projectId, "researcher");
  const [dataset, task] = await Promise.all([findDataset(actor, datasetId), findTask(actor, datasetId, id)]);
  if (!dataset || !task || dataset.projectId !== project.id) notFound();
  const [gold, questions] = await Promise.all([
    findGold(actor, datasetId, id),
    listLabelQuestions(actor, datasetId),
  ]);
  const { instruction, input, messages, reference, responses, rubrics, tags } = task;
  const home = `/projects/${project.id}/data`;
  const prepared = await prepareAll(responses.map(({ text }) => text));
  return (
    <Page width="wide">
      <PageHeader
        title={
          <>
            Task <bdi className="font-mono">{task.key}</bdi>
          </>
        }
        breadcrumbs={[
          { label: "Data", href: home },
          { label: dataset.name, href: `${home}/${datasetId}` },
        ]}
        state={
          <>
            {dataset.sample && <SampleBadge />}
            {tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </>
        }
        description={formatQuantity(task.judgements, "judgement")}
      />
      <TaskMaterial instruction={instruction} input={input} messages={messages} reference={reference} />
      <MetadataList metadata={task.metadata} />
      {project.role === "admin" && (
        <GoldAnswers
          responses={responses}
          gold={gold}
          datasetId={datasetId}
          id={id}
          rubrics={rubrics}
          questions={questions}
        />
      )}
      <section aria-label="Responses" className="grid items-start gap-6 lg:grid-cols-2 2xl:grid-cols-3">
        {responses.map((response) => (
          <ResponsePanel
            key={response.id}
            response={response}
            prepared={prepared}
            project={project}
            instruction={instruction}
            rubrics={rubrics}
            datasetId={datasetId}
            gold={gold}
          />
        ))}
        <Rubrics rubrics={rubrics} mayRetire={project.role === "admin" && !project.archivedAt} />
        {responses.length === 0 && (
          <ItemDrafts project={project.id} instruction={instruction} rubrics={rubrics} drafts={[]} />
        )}
      </section>
    </Page>
  );
}

interface TaskMaterialProps {
  instruction: string;
  input: string | null;
  messages: NonNullable<Awaited<ReturnType<typeof findTask>>>["messages"];
  reference: string | null;
}

/** Instruction, input, earlier turns and reference answer. */
function TaskMaterial({ instruction, input, messages, reference }: TaskMaterialProps) {
  return (
    <section className="grid items-start gap-6 lg:grid-cols-2">
      <Prose
        text={instruction}
        prepared={prepare(instruction)}
        label="Instruction"
        className={
          input === null && messages.length === 0 && reference === null ? "lg:col-span-2" : undefined
        }
      />
      {input !== null && <Prose text={input} prepared={prepare(input)} label="Input" />}
      {messages.length > 0 && (
        <div className="grid gap-2">
          {messages.map(({ role, content }, turn) => (
            <Prose
              // biome-ignore lint/suspicious/noArrayIndexKey: turns never move, and nothing else tells them apart
              key={turn}
              text={content}
              prepared={prepare(content)}
              label={`${role}, turn ${turn + 1}`}
              heading={role}
            />
          ))}
        </div>
      )}
      {reference !== null && (
        <Disclosure summary="Reference answer">
          <Prose text={reference} prepared={prepare(reference)} label="Reference answer" toolbar={false} />
        </Disclosure>
      )}
    </section>
  );
}

interface GoldAnswersProps {
  responses: ResponseView[];
  gold: GoldOfTask;
  datasetId: string;
  id: string;
  rubrics: RubricView[];
  questions: LabelQuestion[];
}

/** Gold preferences and labels, which admins set. */
function GoldAnswers({ responses, gold, datasetId, id, rubrics, questions }: GoldAnswersProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-2">
      {responses.length > 1 && (
        <Disclosure summary={countedIn("Gold preferences", gold.preferences.length)}>
          <GoldPreferences dataset={datasetId} responses={responses} gold={gold.preferences} />
        </Disclosure>
      )}
      <Disclosure summary={countedIn("Gold labels", gold.labels.length)}>
        <GoldLabels
          dataset={datasetId}
          task={id}
          rubrics={rubrics}
          questions={questions}
          gold={gold.labels}
        />
      </Disclosure>
    </div>
  );
}

interface ResponsePanelProps {
  response: ResponseView;
  prepared: Map<string, string | null | undefined>;
  project: ProjectView;
  instruction: string;
  rubrics: RubricView[];
  datasetId: string;
  gold: GoldOfTask;
}

/** One response, with what was drafted for it and its gold values. */
function ResponsePanel({
  response,
  prepared,
  project,
  instruction,
  rubrics,
  datasetId,
  gold,
}: ResponsePanelProps) {
  return (
    <Panel
      title={<bdi>{response.model ?? "Written by a person"}</bdi>}
      description={
        <span className="flex flex-wrap gap-x-3 text-xs">
          <span className="font-mono">{response.key}</span>
          <span>{formatQuantity(response.text.length, "character")}</span>
          <span>{formatQuantity(response.judgements, "judgement")}</span>
        </span>
      }
    >
      <div className="grid gap-5">
        <Prose text={response.text} prepared={prepared.get(response.text)} label="Response" />
        <MetadataList metadata={response.metadata} />
        <ItemDrafts
          project={project.id}
          instruction={instruction}
          rubrics={rubrics}
          drafts={response.drafts}
        />
        {project.role === "admin" && (
          <GoldValuesForm
            dataset={datasetId}
            response={response.id}
            rubrics={rubrics}
            gold={gold.values.get(response.id) ?? {}}
          />
        )}
      </div>
    </Panel>
  );
}

const countedIn = (what: string, count: number) => (count === 0 ? what : `${what} (${count})`);
