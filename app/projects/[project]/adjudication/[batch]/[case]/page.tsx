import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { withPrepared } from "@/app/prepare-prose";
import { CaseContent } from "@/app/projects/[project]/adjudication/[batch]/[case]/case-content";
import { Decide } from "@/app/projects/[project]/adjudication/[batch]/[case]/decide";
import { Votes } from "@/app/projects/[project]/adjudication/[batch]/[case]/votes";
import { Comments } from "@/app/projects/[project]/discussion/comments";
import { Flags } from "@/app/projects/[project]/drafts/flags";
import { ProvenancePanel } from "@/app/projects/[project]/drafts/provenance";
import { DraftLabel } from "@/components/review/draft-label";
import { Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { DASH, formatCount, formatPercent } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { findAdjudication, findCase } from "@/lib/adjudication/data/cases";
import { inWords, REASON_WORDS } from "@/lib/adjudication/rules";
import type { CaseView } from "@/lib/adjudication/schema/case";
import { actAs } from "@/lib/auth/actor";
import { type DraftOfCase, listDraftsOfCase } from "@/lib/drafting/data/run-units";
import { isUuid } from "@/lib/formats/uuid";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Adjudication" };

interface CasePageProps {
  params: Promise<{ project: string; batch: string; case: string }>;
}

/** One contested case: its material, all votes, and the decision. */
export default async function CasePage({ params }: CasePageProps) {
  const { project: projectId, batch: batchId, case: caseId } = await params;
  const { actor, project } = await requireMember(projectId, "member");
  if (![batchId, caseId].every((id) => isUuid(id))) notFound();
  const adjudication = await findAdjudication(actor, batchId);
  const found = adjudication && (await findCase(actor, batchId, caseId));
  if (!found || adjudication.batch.projectId !== project.id) notFound();
  const drafts =
    project.role === "annotator" ? [] : await listDraftsOfCase(actAs(actor, "researcher"), found.id);
  const home = `/projects/${project.id}/adjudication/${batchId}`;
  return (
    <Page width="wide">
      <PageHeader
        title={found.name ?? (found.question || (found.pair ? "Preference" : "Overall score"))}
        breadcrumbs={[{ label: `Adjudication: ${adjudication.batch.name}`, href: home }]}
        state={<CaseReasons found={found} />}
        description={<CasePosition found={found} />}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2 [&>*]:min-w-0">
        <div className="rounded-md border bg-surface">
          <CaseContent
            content={withPrepared({
              task: found.task,
              response: found.response,
              ...(found.pair && { pair: found.pair }),
              guidelines: found.guidelines,
            })}
          />
        </div>
        <div className="grid gap-6 [&>*]:min-w-0">
          <Decide
            key={`${found.id}:${found.rulings.length}`}
            path={`/api/v1/batches/${batchId}/adjudication/${found.id}`}
            home={home}
            found={found}
            mayRule={adjudication.mayRule}
          />
          <Votes votes={found.votes} item={found.item} />
          {(adjudication.begun?.discussed || found.comments.length > 0) && (
            <Panel title="Discussion">
              <Comments
                comments={found.comments}
                path={`/api/v1/batches/${batchId}/adjudication/${found.id}`}
                about="this case"
                mayComment={adjudication.mayRule}
              />
            </Panel>
          )}
          {drafts.length > 0 && <Drafts drafts={drafts} project={project.id} />}
          {found.rulings.length > 0 && <Rulings rulings={found.rulings} />}
        </div>
      </div>
    </Page>
  );
}

/** Why the case is contested. */
function CaseReasons({ found }: { found: CaseView }) {
  return (
    <span className="flex flex-wrap gap-1">
      {found.reasons.map((reason) => (
        <Badge key={reason} tone={reason === "flagged" ? "warning" : "neutral"}>
          {REASON_WORDS[reason]}
        </Badge>
      ))}
      {found.changed && <Badge tone="warning">Votes changed since the decision</Badge>}
    </span>
  );
}

/** The case's position among those of its batch. */
function CasePosition({ found }: { found: CaseView }) {
  return (
    <span className="tabular-nums">
      Unit {formatCount(found.place)} of {formatCount(found.cases)} · {formatCount(found.decided)} decided ·
      agreeing pairs {found.agreement === null ? DASH : formatPercent(found.agreement, 0)}
      {found.assignee && ` · shared out to ${found.assignee}`}
    </span>
  );
}

/** Models' drafts for the unit, for admins and researchers: they reveal what annotators must not see. */
function Drafts({ drafts, project }: { drafts: readonly DraftOfCase[]; project: string }) {
  return (
    <Panel title="Drafts" flush>
      <ul className="divide-y text-sm">
        {drafts.map(({ id, by, value, flags, drafted }) => (
          <li key={id} className="grid gap-1 px-4 py-2">
            <span className="flex flex-wrap items-center justify-between gap-x-3">
              <DraftLabel by={by} />
              <span className="font-medium">{value === null ? "no value" : String(value)}</span>
            </span>
            <Flags flags={flags} />
            {drafted && (
              <div>
                <ProvenancePanel of={{ draft: id }} about={`the value by ${by}`} project={project} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** All rulings on the case, including withdrawn ones. */
function Rulings({ rulings }: Pick<CaseView, "rulings">) {
  return (
    <Panel title="Decided so far" flush>
      <ol className="divide-y text-sm">
        {rulings.toReversed().map(({ n, value, note, by, at }) => (
          <li key={n} className="grid gap-1 px-4 py-2">
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium">{value === null ? "Taken back" : inWords(value)}</span>
              <span className="text-xs text-muted">
                {by}, <Time at={at.toISOString()} />
              </span>
            </span>
            {note && (
              <span dir="auto" className="wrap-break-word whitespace-pre-wrap">
                {note}
              </span>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
