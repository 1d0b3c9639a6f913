import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { TracedResponse } from "@/app/projects/[project]/drafts/[run]/traces/[unit]/traced-response";
import { ModelText } from "@/app/projects/[project]/drafts/prompt-messages";
import { ProvenancePanel } from "@/app/projects/[project]/drafts/provenance";
import { Page } from "@/components/shell/page";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { Panel } from "@/components/ui/panel";
import { findRun } from "@/lib/drafting/data/progress";
import { findGeneratedUnit, neighboursOf } from "@/lib/drafting/data/read-generated";
import { findRunProject } from "@/lib/drafting/data/run-units";
import { methodTitle } from "@/lib/drafting/rules/methods";
import { responseName } from "@/lib/drafting/rules/trace-text";
import { stopWords } from "@/lib/drafting/rules/wording";
import type { RunProgress } from "@/lib/drafting/schema/runs";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Trace" };

interface TracePageProps {
  params: Promise<{ project: string; run: string; unit: string }>;
}

/** All responses that a run generated for one task, with how each was judged and revised. */
export default async function TracePage({ params }: TracePageProps) {
  const { project: projectId, run: runId, unit: unitId } = await params;
  const { actor, project } = await requireMember(projectId, "researcher");
  const ids = z.tuple([z.uuid(), z.uuid()]).safeParse([runId, unitId]);
  if (!ids.success || (await findRunProject(actor, ids.data[0])) !== project.id) notFound();
  const [run, unit] = await Promise.all([
    findRun(actor, ids.data[0]),
    findGeneratedUnit(actor, ids.data[0], ids.data[1]),
  ]);
  if (!run || !unit) notFound();
  const { previous, next } = await neighboursOf(run.id, unit.position);
  const home = `/projects/${project.id}/drafts`;
  const data = `/projects/${project.id}/data/${run.dataset.id}`;
  const address = (id: string | null) => (id === null ? undefined : `${home}/${run.id}/traces/${id}`);
  return (
    <Page>
      <PageHeader
        title={`Trace of ${unit.task.key}`}
        breadcrumbs={[
          { label: "Drafts", href: home },
          { label: run.name, href: `${home}/${run.id}` },
        ]}
        description={<TraceOrigin run={run} data={data} unit={unit} />}
        actions={
          <ProvenancePanel of={{ run: run.id, unit: unit.unit }} about={unit.task.key} project={project.id} />
        }
      />
      {unit.responses.length > 2 && <ResponseLinks unit={unit} />}
      <Panel title="Instruction">
        <ModelText text={unit.task.instruction} label="Text of the instruction" />
      </Panel>
      {unit.responses.map((response, at) => (
        <TracedResponse
          key={response.id}
          response={response}
          before={response.role === "revised" ? unit.responses[at - 1] : undefined}
          dataset={data}
          task={unit.task.id}
        />
      ))}
      <Pager label="Traces" previous={address(previous)} next={address(next)} />
    </Page>
  );
}

/** Method, model and task of the trace. */
function TraceOrigin({
  run,
  data,
  unit,
}: {
  run: RunProgress;
  data: string;
  unit: NonNullable<Awaited<ReturnType<typeof findGeneratedUnit>>>;
}) {
  return (
    <>
      {methodTitle(run.method, run.params)} · {run.model} ·{" "}
      <Link href={`${data}/tasks/${unit.task.id}`} className="hover:underline">
        task {unit.task.key}
      </Link>
      {unit.stopped && ` · ${stopWords(unit.stopped)}`}
    </>
  );
}

function ResponseLinks({ unit }: { unit: NonNullable<Awaited<ReturnType<typeof findGeneratedUnit>>> }) {
  return (
    <nav aria-label="Responses of this trace" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {unit.responses.map((response) => (
        <a key={response.id} href={`#${response.id}`} className="underline">
          {responseName(response)}
        </a>
      ))}
    </nav>
  );
}
