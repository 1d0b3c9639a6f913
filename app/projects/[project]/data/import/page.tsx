import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ExampleFile } from "@/app/projects/[project]/data/example-file";
import { EmptyDataset } from "@/app/projects/[project]/data/import/empty-dataset";
import { PasteTasks } from "@/app/projects/[project]/data/import/paste-tasks";
import { UploadForm } from "@/app/projects/[project]/data/import/upload-form";
import { DocsLink } from "@/components/shell/docs-link";
import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Tabs } from "@/components/ui/tabs";
import { listEarlierMappings } from "@/lib/dataset/data/imports";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Import data" };

const RECORDS = [
  ["study", "the name, and where it comes from; one line of the file"],
  ["task", "an instruction, with its input, earlier turns or a reference answer"],
  ["response", "one model's answer to a task"],
  ["rubric", "a checklist or criteria, for one task or (task: null) for all"],
  ["draft", "a model’s proposal for one item of one response, with its explanation"],
  ["judgement", "a rater’s answer, and their decisions on the draft"],
  ["decision", "a person’s decision on an item of a rubric"],
  ["labels", "the labels a task or an item should be given (gold)"],
] as const;

const SHAPES = [
  [
    "Tables",
    "CSV, Excel (XLSX, its first sheet), JSON, JSONL or Parquet with a row per task, or per response; you choose which column is what",
  ],
  ["Label Studio, Argilla", "exports as JSON: models' proposals become drafts, people's answers judgements"],
  [
    "Chats",
    "conversations as lists of turns, with tool calls and content parts (text, images, files); other content is marked",
  ],
  ["Preference sets", "prompt, chosen and rejected, as texts or chat turns"],
  ["Arena pairs", "two sides with their models and who won; the winner becomes gold or a judgement"],
  ["OpenAI batch files", "requests become tasks, answers with the same custom_id their responses"],
  [
    "Evaluation harnesses",
    "samples of lm-evaluation-harness, logs of OpenAI evals and of Inspect; scores become drafts",
  ],
  ["Traces", "exported from Langfuse, with their scores"],
  ["Study files", "everything a study has, as this application exports it"],
] as const;

const EXAMPLE = `{"type":"study","version":1,"name":"Pilot"}
{"type":"task","id":"t1","instruction":"Why is the sky blue?"}
{"type":"response","id":"r1","task":"t1","model":"model-a","text":"…"}
{"type":"rubric","id":"c1","task":"t1","kind":"checklist","items":[{"id":"c1.1","text":"Does it name scattering?","scale":{"type":"yesno"}}]}`;

export default async function ImportPage({ params }: { params: Promise<{ project: string }> }) {
  const { actor, project } = await requireMember((await params).project, "researcher");
  if (project.archivedAt) notFound();
  const earlier = await listEarlierMappings(actor, project.id);
  return (
    <Page>
      <PageHeader
        title="Import data"
        breadcrumbs={[{ label: "Data", href: `/projects/${project.id}/data` }]}
        description={
          <>
            Either the whole file becomes a dataset, or nothing is imported and you see the reasons, line by
            line. <DocsLink href="/docs/how-to/import">Files that can be read</DocsLink>
          </>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <Panel>
          <Tabs
            label="Ways to bring data"
            tabs={[
              {
                value: "file",
                label: "A file",
                content: <UploadForm project={project.id} earlier={earlier} />,
              },
              { value: "paste", label: "Type or paste", content: <PasteTasks project={project.id} /> },
              { value: "empty", label: "Nothing yet", content: <EmptyDataset project={project.id} /> },
            ]}
          />
        </Panel>
        <ImportFormats />
      </div>
    </Page>
  );
}

/** Formats that can be imported, with the beginning of a study file. */
function ImportFormats() {
  return (
    <Panel title="What can be imported">
      <div className="grid gap-4 text-sm">
        <dl className="grid gap-2">
          {SHAPES.map(([name, meaning]) => (
            <div key={name}>
              <dt className="font-medium">{name}</dt>
              <dd className="text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
        <h3 className="text-sm font-medium">A study file has one JSON object per line</h3>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          {RECORDS.map(([type, meaning]) => (
            <div key={type} className="contents">
              <dt className="font-mono text-xs leading-5">{type}</dt>
              <dd className="text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
        <ScrollRegion label="Beginning of a study file" className="rounded-md border bg-sunken">
          <pre className="p-3 font-mono text-xs leading-5">{EXAMPLE}</pre>
        </ScrollRegion>
        <p>
          <ExampleFile />
        </p>
      </div>
    </Panel>
  );
}
