import { CircleCheck } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DismissImport } from "@/app/projects/[project]/data/dismiss-import";
import { FORMAT_NAMES } from "@/app/projects/[project]/data/format-names";
import { ImportProgress } from "@/app/projects/[project]/data/import-state";
import { Causes } from "@/app/projects/[project]/data/imports/[import]/causes";
import { LeaveOutRows } from "@/app/projects/[project]/data/imports/[import]/leave-out-rows";
import { Problems } from "@/app/projects/[project]/data/imports/[import]/problems";
import { Page } from "@/components/shell/page";
import { Badge, type Tone } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { formatBytes, formatCount, formatQuantity } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { findImport, listImportProblems } from "@/lib/dataset/data/imports";
import { type ImportStage, isImportRunning } from "@/lib/dataset/rules/progress";
import type { ImportView } from "@/lib/dataset/schema/imports";
import { FileFormat } from "@/lib/dataset/schema/mapping";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Import" };

const STATES: Record<ImportStage, [string, Tone]> = {
  uploading: ["Uploading", "accent"],
  queued: ["Waiting", "accent"],
  checking: ["Checking", "accent"],
  writing: ["Writing", "accent"],
  ready: ["Imported", "positive"],
  failed: ["Failed", "danger"],
  cancelled: ["Cancelled", "neutral"],
};

export default async function ImportStatePage({
  params,
}: {
  params: Promise<{ project: string; import: string }>;
}) {
  const { project: projectId, import: id } = await params;
  const { actor, project } = await requireMember(projectId, "researcher");
  const found = await findImport(actor, id);
  if (!found || found.projectId !== project.id) notFound();
  const {
    fileName,
    state,
    bytes,
    lines,
    done,
    createdAt,
    sha256,
    problems,
    causes,
    unfit,

    dataset,
  } = found;
  const isDismissed = found.dismissedAt !== null;
  const home = `/projects/${project.id}/data`;
  const [word, tone] = STATES[state];
  const known = FileFormat.safeParse(found.shape);
  const again = (
    <ButtonLink variant="primary" href={`${home}/import`}>
      Import another file
    </ButtonLink>
  );
  return (
    <Page>
      <PageHeader
        title={fileName}
        breadcrumbs={[{ label: "Data", href: home }]}
        state={<Badge tone={tone}>{word}</Badge>}
        description={
          <>
            {bytes > 0 && `${formatBytes(bytes)} · `}
            {known.success && `${FORMAT_NAMES[known.data]} · `}
            <Time at={createdAt.toISOString()} />
            {sha256 && <span className="block font-mono text-xs wrap-anywhere">SHA-256 {sha256}</span>}
          </>
        }
        actions={
          <>
            {state === "failed" && !isDismissed && <DismissImport id={id} then={home} />}
            {(state === "failed" || state === "cancelled") && again}
          </>
        }
      />
      {isImportRunning(state) && (
        <Panel title="Under way" description="You can leave this page; the import continues.">
          <ImportProgress initial={{ id, fileName, state, bytes, lines, done }} />
        </Panel>
      )}
      {state === "ready" && dataset && <Imported lines={lines} home={home} dataset={dataset} unfit={unfit} />}
      {state === "failed" && <NotImported isDismissed={isDismissed} id={id} found={found} />}
      {state === "cancelled" && <Banner title="This import was cancelled">None of it was saved.</Banner>}
      {causes.length > 1 && <Causes causes={causes} />}
      {problems > 0 && (
        <FirstProblems
          actor={actor}
          id={id}
          title={state === "failed" ? "Problems" : "Rows left out"}
          problems={problems}
        />
      )}
    </Page>
  );
}

interface ImportedProps {
  lines: number;
  home: string;
  dataset: NonNullable<ImportView["dataset"]>;
  unfit: number;
}

/** Says that the file is a dataset now. */
function Imported({ lines, home, dataset, unfit }: ImportedProps) {
  return (
    <Panel>
      <EmptyState
        icon={<CircleCheck />}
        title={lines > 1 ? `${formatCount(lines)} records were imported` : "The dataset is made"}
        action={
          <ButtonLink variant="primary" href={`${home}/${dataset.id}`}>
            Open the dataset
          </ButtonLink>
        }
      >
        {lines > 1
          ? `They are the dataset “${dataset.name}”.`
          : `“${dataset.name}” has no records yet: they are pushed into it.`}
        {unfit > 0 &&
          ` ${formatQuantity(unfit, "row")} did not fit and ${unfit === 1 ? "was" : "were"} left out.`}
      </EmptyState>
    </Panel>
  );
}

/** Why the file was not imported, and what can be done. */
function NotImported({ isDismissed, id, found }: { isDismissed: boolean; id: string; found: ImportView }) {
  const { failure, problems, unfit } = found;
  return (
    <Banner tone="danger" title="This file was not imported">
      <p>{failure}</p>
      {problems > 0 && (
        <p className="mt-1">
          Correct the rows below in your file and import it again
          {unfit > 0 && !isDismissed
            ? `, or continue without the ${formatQuantity(unfit, "row")} that ${unfit === 1 ? "does" : "do"} not fit. The file is kept for a week.`
            : "."}
        </p>
      )}
      {unfit > 0 && !isDismissed && (
        <p className="mt-3">
          <LeaveOutRows id={id} rows={unfit} />
        </p>
      )}
    </Banner>
  );
}

interface FirstProblemsProps {
  actor: Parameters<typeof listImportProblems>[0];
  id: string;
  title: string;
  problems: number;
}

async function FirstProblems({ actor, id, title, problems }: FirstProblemsProps) {
  const found = await listImportProblems(actor, id);
  return (
    found && (
      <Problems
        importId={id}
        title={title}
        initial={found.problems}
        stored={found.total}
        total={Math.max(problems, found.total)}
      />
    )
  );
}
