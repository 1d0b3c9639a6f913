import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { z } from "zod";
import { DecisionReasons } from "@/app/projects/[project]/batches/[batch]/consensus/[rubric]/decision-reasons";
import { Comments } from "@/app/projects/[project]/discussion/comments";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button-link";
import { formatCount } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { isUuid } from "@/lib/formats/uuid";
import { scaleInWords } from "@/lib/judgement/rules/scale";
import { requireMember } from "@/lib/project/page-access";
import { listDiscussedReviews } from "@/lib/rubric/data/discussion";
import { groupAdditions, revisionsOf, survivalOf } from "@/lib/rubric/rules/consensus";
import type { ReviewedItem, ReviewedRubric } from "@/lib/rubric/schema";

export const metadata: Metadata = { title: "Discussion of lists" };

const Search = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1) });

interface DiscussionPageProps {
  params: Promise<{ project: string; batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The lists of a batch that the annotator reviewed, to be discussed before a version is made of them. */
export default async function DiscussionPage({ params, searchParams }: DiscussionPageProps) {
  const { project: projectId, batch: batchId } = await params;
  const { actor, project } = await requireMember(projectId, "member");
  if (!isUuid(batchId)) notFound();
  const { page } = Search.parse(await searchParams);
  const found = await listDiscussedReviews(actor, batchId, page);
  // Lists leave the discussion: there may be fewer pages than a moment ago.
  if (!found && page > 1) redirect(`/projects/${project.id}/discussion/${batchId}`);
  if (!found || found.projectId !== project.id) notFound();
  return (
    <Page>
      <PageHeader
        title={`Discussion of lists: ${found.name}`}
        description="The decisions of everyone who reviewed these lists. Say why you decided as you did; your own review stays as it is, and a version is made from all reviews."
      />
      {found.reviews.map(({ rubric, comments }) => (
        <Panel key={rubric.id} title={rubric.key} description={rubric.title ?? "For every task"}>
          <div className="grid gap-4 text-sm">
            <Decided rubric={rubric} />
            <Comments
              comments={comments}
              path={`/api/v1/batches/${batchId}/rubrics/${rubric.id}`}
              about={rubric.key}
              own={found.own}
            />
          </div>
        </Panel>
      ))}
      {found.hasMore && <ButtonLink href={`?page=${page + 1}`}>Next lists</ButtonLink>}
    </Page>
  );
}

/** The items with what was decided about each, and the additions. */
function Decided({ rubric }: { rubric: ReviewedRubric }) {
  const added = groupAdditions(rubric.additions);
  // Those who wrote a list from scratch were shown no draft.
  const decided = rubric.items.filter(({ id }) => rubric.decisions.some(({ item }) => item === id));
  return (
    <>
      {decided.length > 0 && (
        <ol aria-label={`Items of ${rubric.key}`} className="grid gap-3">
          {decided.map((item) => (
            <DecidedItem key={item.id} item={item} decisions={rubric.decisions} />
          ))}
        </ol>
      )}
      {added.length > 0 && (
        <section aria-label={`Additions to ${rubric.key}`} className="grid gap-1">
          <h3 className="text-xs font-medium text-muted">Added</h3>
          <ul className="grid gap-1">
            {added.map(({ first, members }) => (
              <li key={first.id} dir="auto" className="wrap-anywhere">
                {first.text}{" "}
                <span className="text-muted">
                  {scaleInWords(first.scale)} ({formatCount(members.length)})
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface DecidedItemProps {
  item: ReviewedItem;
  decisions: ReviewedRubric["decisions"];
}

function DecidedItem({ item, decisions }: DecidedItemProps) {
  const { accept, revise, remove } = survivalOf(item.id, decisions);
  const reasons = decisions.filter((one) => one.item === item.id && (one.reasonCode || one.reasonNote));
  return (
    <li className="grid gap-1">
      <p dir="auto" className="wrap-anywhere">
        {item.name && <span className="font-medium">{item.name}: </span>}
        {item.text} <span className="text-muted">{scaleInWords(item.scale)}</span>
      </p>
      <p className="text-xs text-muted tabular-nums">
        {formatCount(accept)} accepted · {formatCount(revise)} revised · {formatCount(remove)} removed
      </p>
      <ul className="grid gap-1 ps-4 empty:hidden">
        {revisionsOf(item, decisions).map(({ id, text, scale, count }) => (
          <li key={id} dir="auto" className="wrap-anywhere">
            → {text}{" "}
            <span className="text-muted">
              {scaleInWords(scale)} ({formatCount(count)})
            </span>
          </li>
        ))}
      </ul>
      {reasons.length > 0 && <DecisionReasons reasons={reasons} />}
    </li>
  );
}
