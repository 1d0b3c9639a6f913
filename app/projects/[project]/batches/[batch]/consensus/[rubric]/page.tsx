import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RubricForm } from "@/app/projects/[project]/batches/[batch]/consensus/[rubric]/rubric-form";
import { Comments } from "@/app/projects/[project]/discussion/comments";
import { ProvenancePanel } from "@/app/projects/[project]/drafts/provenance";
import { Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { formatQuantity } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { isUuid } from "@/lib/formats/uuid";
import { requireMember } from "@/lib/project/page-access";
import { readReviewComments } from "@/lib/rubric/data/discussion";
import { findConsensus } from "@/lib/rubric/data/reviewed";
import type { ReviewedRubric } from "@/lib/rubric/schema";

export const metadata: Metadata = { title: "Consensus" };

interface RubricPageProps {
  params: Promise<{ project: string; batch: string; rubric: string }>;
}

/** A reviewed rubric: decisions on each item, additions, and choices for its next version. */
export default async function RubricPage({ params }: RubricPageProps) {
  const { project: projectId, batch: batchId, rubric: rubricId } = await params;
  const { actor, project } = await requireMember(projectId, "researcher");
  if (![batchId, rubricId].every((id) => isUuid(id))) notFound();
  const found = await findConsensus(actor, batchId, rubricId);
  const rubric = found?.rubrics[0];
  if (!found || !rubric || found.batch.projectId !== project.id) notFound();
  const { comments, mayComment } = await readReviewComments(actor, { batch: batchId, rubric: rubricId });
  const home = `/projects/${project.id}/batches/${batchId}`;
  return (
    <Page>
      <PageHeader
        title={rubric.key}
        breadcrumbs={[
          { label: found.batch.name, href: home },
          { label: "Consensus", href: `${home}/consensus` },
        ]}
        state={<Badge>Reviewed in version {rubric.version}</Badge>}
        actions={
          rubric.drafted && (
            <ProvenancePanel
              of={{ rubricVersion: rubric.drafted.id }}
              about={`version ${rubric.drafted.version} of ${rubric.key}`}
              project={project.id}
            />
          )
        }
        description={<RubricSummary rubric={rubric} />}
      />
      {rubric.latest > rubric.version && <NewerVersion rubric={rubric} />}
      <RubricForm
        key={rubric.latest}
        rubric={rubric}
        path={`/api/v1/batches/${batchId}/consensus`}
        home={`${home}/consensus`}
        isAdmin={project.role === "admin"}
      />
      {(comments.length > 0 || (found.batch.reviewsDiscussed && mayComment)) && (
        <Panel title="Discussion">
          <Comments
            comments={comments}
            path={`/api/v1/batches/${batchId}/rubrics/${rubricId}`}
            about={rubric.key}
            mayComment={mayComment}
          />
        </Panel>
      )}
    </Page>
  );
}

function NewerVersion({ rubric }: { rubric: ReviewedRubric }) {
  return (
    <Banner title={`Version ${rubric.latest} is the newest`}>
      {rubric.made !== null && `Version ${rubric.made} was made from these decisions. `}
      What you make here becomes version {rubric.latest + 1}; no earlier one changes.
    </Banner>
  );
}

function RubricSummary({ rubric }: { rubric: ReviewedRubric }) {
  return (
    <>
      {formatQuantity(rubric.reviews, "review")} · {formatQuantity(rubric.items.length, "item")}
      {rubric.title && (
        <span dir="auto" className="line-clamp-2">
          {rubric.title}
        </span>
      )}
    </>
  );
}
