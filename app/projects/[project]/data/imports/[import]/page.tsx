import { CircleCheck } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ImportProgress } from "@/app/projects/[project]/data/import-state";
import { Problems } from "@/app/projects/[project]/data/imports/[import]/problems";
import { SHAPE_NAMES } from "@/app/projects/[project]/data/shape-names";
import { Page } from "@/components/shell/page";
import { Badge, type Tone } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { formatBytes, formatCount } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { requireMember } from "@/lib/auth/page";
import { findImport, listImportProblems } from "@/lib/dataset/data/imports";
import { type ImportStage, isUnderWay } from "@/lib/dataset/rules/progress";
import { Shape } from "@/lib/dataset/rules/shapes/mapping";

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
  const { fileName, state, bytes, lines, done, createdAt, sha256, problems, failure, dataset } = found;
  const home = `/projects/${project.id}/data`;
  const [word, tone] = STATES[state];
  const known = Shape.safeParse(found.shape);
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
            {known.success && `${SHAPE_NAMES[known.data]} · `}
            <Time at={createdAt.toISOString()} />
            {sha256 && <span className="block font-mono text-xs wrap-anywhere">SHA-256 {sha256}</span>}
          </>
        }
        actions={(state === "failed" || state === "cancelled") && again}
      />
      {isUnderWay(state) && (
        <Panel title="Under way" description="You can leave this page; the import goes on.">
          <ImportProgress initial={{ id, fileName, state, bytes, lines, done }} />
        </Panel>
      )}
      {state === "ready" && dataset && (
        <Panel>
          <EmptyState
            icon={<CircleCheck />}
            title={`${formatCount(lines)} records were imported`}
            action={
              <ButtonLink variant="primary" href={`${home}/${dataset.id}`}>
                Open the dataset
              </ButtonLink>
            }
          >
            They are the dataset “{dataset.name}”.
          </EmptyState>
        </Panel>
      )}
      {state === "failed" && (
        <Banner tone="danger" title="This file was not imported">
          {failure} {problems > 0 && "Correct the lines below in your file, then import it again."}
        </Banner>
      )}
      {state === "cancelled" && <Banner title="This import was cancelled">Nothing of it was kept.</Banner>}
      {problems > 0 && <FirstProblems actor={actor} id={id} />}
    </Page>
  );
}

async function FirstProblems({ actor, id }: { actor: Parameters<typeof listImportProblems>[0]; id: string }) {
  const found = await listImportProblems(actor, id);
  return found && <Problems importId={id} initial={found.problems} total={found.total} />;
}
