import { Scale as ScaleIcon } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { ContestedCases } from "@/app/projects/[project]/adjudication/[batch]/cases";
import { TakeGold } from "@/app/projects/[project]/adjudication/[batch]/results-to-gold";
import { RuleForm } from "@/app/projects/[project]/adjudication/[batch]/rule-form";
import { ShareOut } from "@/app/projects/[project]/adjudication/[batch]/share-out";
import { BatchTabs } from "@/app/projects/[project]/batches/[batch]/batch-tabs";
import { BatchStateBadge } from "@/app/projects/[project]/batches/batch-state";
import { listAnnotatorCandidates } from "@/app/projects/[project]/batches/design-choices";
import { DiscussionSwitch } from "@/app/projects/[project]/discussion/discussion-switch";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import { Banner } from "@/components/ui/banner";
import { Disclosure } from "@/components/ui/disclosure";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterLinks } from "@/components/ui/filter-links";
import { formatCount } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Time } from "@/components/ui/time";
import { type AdjudicationView, findAdjudication, listCases } from "@/lib/adjudication/data/cases";
import { DEFAULT_RULE } from "@/lib/adjudication/rules";
import { AfterCase, CaseFilter } from "@/lib/adjudication/schema";
import { actAs } from "@/lib/auth/actor";
import { findBatch } from "@/lib/batch/data/progress";
import { isUuid } from "@/lib/formats/uuid";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Adjudication" };

const FILTERS: Record<CaseFilter, string> = {
  all: "All",
  mine: "Yours",
  undecided: "To decide",
  decided: "Decided",
  changed: "Votes changed since",
};

/** Nobody has cases of their own before an admin shares them out. */
const { mine: _, ...UNSHARED } = FILTERS;

const Search = z.object({
  filter: CaseFilter.catch("all"),
  after: AfterCase,
});

interface AdjudicationPageProps {
  params: Promise<{ project: string; batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Contested cases of a batch, the rule that selects them, and the decisions. */
export default async function AdjudicationPage({ params, searchParams }: AdjudicationPageProps) {
  const { project: projectId, batch: batchId } = await params;
  const { actor, project } = await requireMember(projectId, "member");
  if (!isUuid(batchId)) notFound();
  const found = await findAdjudication(actor, batchId);
  if (!found)
    return <NotAppointed project={project.id} batch={batchId} researches={project.role !== "annotator"} />;
  const { batch, isAdmin, begun } = found;
  if (batch.projectId !== project.id) notFound();

  const home = `/projects/${project.id}/adjudication/${batch.id}`;
  const { filter, after } = Search.parse(await searchParams);
  const people = isAdmin ? await listAnnotatorCandidates(actAs(actor, "admin"), project.id) : [];
  const form = isAdmin && (
    <RuleForm
      batch={batch.id}
      batchName={batch.name}
      begun={begun !== null}
      rule={begun?.rule ?? DEFAULT_RULE}
      adjudicators={found.adjudicators}
      people={people}
    />
  );
  return (
    <Page>
      <Header found={found} researches={project.role !== "annotator"} />
      {found.canStillJudge && (
        <Banner tone="warning" title="You work on this batch yourself">
          While you can get work in it, the votes of others are hidden from you, because they could influence
          your own judgements. You can adjudicate once the batch is closed.
        </Banner>
      )}
      {begun === null ? (
        <NotBegun isAdmin={isAdmin} open={batch.state === "open" || batch.state === "paused"}>
          {form}
        </NotBegun>
      ) : (
        <>
          <DecidedProgress begun={begun} />
          {isAdmin && (batch.state === "closed" || batch.state === "archived") && (
            <TakeGold dataset={batch.datasetId} batch={batch.id} />
          )}
          {isAdmin && (
            <Disclosure summary="Rule, adjudicators, and new votes" open={begun.counts.all === 0}>
              {form}
            </Disclosure>
          )}
          {isAdmin && begun.counts.all > 0 && (
            <Disclosure summary="Share out the cases">
              <ShareOut
                batch={batch.id}
                people={people.filter(({ id, role }) => role === "admin" || found.adjudicators.includes(id))}
                adjudicators={found.adjudicators}
                undecided={begun.counts.undecided}
                unassigned={begun.unassigned}
                isShared={begun.isShared}
              />
            </Disclosure>
          )}
          {isAdmin && begun.counts.all > 0 && (
            <Disclosure summary="Discussion among annotators">
              <DiscussionSwitch
                path={`/api/v1/batches/${batch.id}/adjudication/discussion`}
                of="cases"
                open={begun.discussed}
              />
            </Disclosure>
          )}
          {!found.canStillJudge && (
            <Panel
              flush
              title="Contested cases"
              actions={
                <FilterLinks
                  label="Filter cases"
                  words={begun.isShared ? FILTERS : UNSHARED}
                  counts={begun.counts}
                  current={filter}
                  hrefOf={(each) => (each === "all" ? home : `${home}?filter=${each}`)}
                />
              }
            >
              <ContestedCases
                {...(await listCases(actor, batch.id, filter, after))}
                home={home}
                filter={filter}
                after={after}
                total={begun.counts[filter]}
              />
            </Panel>
          )}
        </>
      )}
    </Page>
  );
}

/** The number of decided cases among contested ones, and the time when votes were unblinded. */
function DecidedProgress({ begun }: { begun: NonNullable<AdjudicationView["begun"]> }) {
  return (
    <section aria-label="Progress" className="grid gap-2 rounded-md border bg-surface p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-sm text-muted tabular-nums">
        <span>
          <span className="text-xl font-semibold text-ink">{formatCount(begun.counts.decided)}</span> of{" "}
          {formatCount(begun.counts.all)} decided
          {begun.counts.changed > 0 &&
            ` · ${formatCount(begun.counts.changed)} on votes that have changed since`}
        </span>
        <span>
          Unblinded <Time at={begun.startedAt.toISOString()} /> · looked for cases{" "}
          <Time at={begun.refreshedAt.toISOString()} />
        </span>
      </p>
      <ProgressBar
        label="Decided"
        value={begun.counts.decided}
        max={begun.counts.all}
        tone={begun.counts.undecided === 0 ? "positive" : "accent"}
      />
    </section>
  );
}

function Header({ found, researches }: { found: AdjudicationView; researches: boolean }) {
  const { batch } = found;
  const batches = `/projects/${batch.projectId}/batches`;
  return (
    <>
      <PageHeader
        title={`Adjudication: ${batch.name}`}
        breadcrumbs={
          researches
            ? [
                { label: "Batches", href: batches },
                { label: batch.name, href: `${batches}/${batch.id}` },
              ]
            : []
        }
        state={
          <span className="flex items-center gap-2">
            <BatchStateBadge state={batch.state} />
            {batch.sample && <SampleBadge />}
          </span>
        }
        description="Cases that annotators judged differently, decided one by one by an adjudicator who sees the votes. Decisions are stored beside the judgements and change no agreement."
      />
      {researches && <BatchTabs batch={batch} />}
    </>
  );
}

function NotBegun({
  isAdmin,
  open,
  children,
}: {
  isAdmin: boolean;
  open: boolean;
  children: React.ReactNode;
}) {
  if (!isAdmin)
    return (
      <Panel>
        <EmptyState icon={<ScaleIcon />} title="Adjudication has not begun">
          You are an adjudicator of this batch. Cases appear here once an admin begins.
        </EmptyState>
      </Panel>
    );
  return (
    <Panel
      title="Which cases are contested"
      description="Nothing is unblinded before you begin. Until then you see how many cases a rule would choose, but no votes."
    >
      <div className="grid gap-4">
        {open && (
          <Banner title="The batch is not closed yet">
            More votes may arrive. You can look for new cases later. Decisions are kept, and marked where
            their votes have changed.
          </Banner>
        )}
        {children}
      </div>
    </Panel>
  );
}

/** For researchers who are not adjudicators: explains the page and whom to ask. Others get a 404. */
async function NotAppointed({
  project,
  batch: batchId,
  researches,
}: {
  project: string;
  batch: string;
  researches: boolean;
}) {
  if (!researches) notFound();
  const { actor } = await requireMember(project, "researcher");
  const batch = await findBatch(actor, batchId);
  if (!batch || batch.projectId !== project || batch.state === "draft") notFound();
  const batches = `/projects/${project}/batches`;
  return (
    <Page>
      <PageHeader
        title={`Adjudication: ${batch.name}`}
        breadcrumbs={[
          { label: "Batches", href: batches },
          { label: batch.name, href: `${batches}/${batch.id}` },
        ]}
        state={<BatchStateBadge state={batch.state} />}
      />
      <BatchTabs batch={batch} />
      <Panel>
        <EmptyState icon={<ScaleIcon />} title="You are not an adjudicator of this batch">
          An admin of the project can name you here.
        </EmptyState>
      </Panel>
    </Page>
  );
}
