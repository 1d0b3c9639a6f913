import { Table2, Users } from "lucide-react";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import type { AgreementStudy } from "@/app/projects/[project]/agreement/agreement-study";
import { AgreementReport } from "@/components/report/agreement";
import { AsOfLine } from "@/components/report/as-of-line";
import { BoundedNotice } from "@/components/report/bounded-notice";
import { PilotPlanner } from "@/components/report/planner/pilot-planner";
import { ReportWatch } from "@/components/report/report-status";
import { SelectionBar } from "@/components/report/selection-bar";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import { ButtonLink } from "@/components/ui/button-link";
import { formatCount } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { Member } from "@/lib/auth/actor";
import { findOverview } from "@/lib/report/data/find-report";
import { confidenceText } from "@/lib/report/rules/render/format-cell";
import { judgementsQueryString, selectionIn } from "@/lib/report/schema/judgements";
import type { OverviewResponse } from "@/lib/report/schema/sections";

interface StudyAgreementProps {
  actor: Member<"researcher">;
  study: AgreementStudy;
  /** Preset and dataset, or the imported file. */
  description: string;
  /** The part of the study shown, in the address. */
  search: Record<string, string | string[] | undefined>;
  /** Address of the design of a new batch on the same data; null for readers who may not make one. */
  newBatch: string | null;
  /** Parts of the report beyond the records of a study file: "labels". */
  extras?: string;
  /** Tabs of the batch's or dataset's other pages. */
  tabs?: ReactNode;
}

/** Agreement page of a batch or an imported study. */
export async function StudyAgreement({
  actor,
  study,
  description,
  search,
  newBatch,
  extras,
  tabs,
}: StudyAgreementProps) {
  const { name, breadcrumbs, sample, path, home, changing, kind } = study;
  const part = selectionIn(search) ?? notFound();
  const found = (await findOverview(actor, study.id, part)) ?? notFound();
  const chosen = judgementsQueryString(part);
  const { overview, asOf, dataAt, dataVersion } = found;
  return (
    <Page width="report">
      <PageHeader
        title={`Agreement: ${name}`}
        breadcrumbs={breadcrumbs}
        state={sample && <SampleBadge />}
        description={
          <>
            {description}
            <AsOfLine asOf={asOf} kind={kind} />
          </>
        }
        actions={
          <>
            <ButtonLink href={`${home}/tables?paper=raters`}>
              <Users aria-hidden="true" />
              Models of raters
            </ButtonLink>
            <ButtonLink href={`${home}/tables`}>
              <Table2 aria-hidden="true" />
              Tables of papers
            </ButtonLink>
          </>
        }
      />
      {tabs}
      <SelectionBar
        choices={found.choices}
        items={overview?.items ?? []}
        part={part}
        hasAlternative={(overview?.models ?? 0) > 0 && (overview?.study.raters.human ?? 0) > 0}
      />
      <ReportWatch
        path={`${path}/overview${chosen}`}
        retryPath={`${path}${chosen}`}
        status={found}
        changing={changing}
      />
      {overview && ((overview.models ?? 0) > 0 || overview.study.raters.rules > 0) && (
        <JudgesLink home={home} />
      )}
      {overview && <BoundedNotice bounded={overview.bounded} />}
      {overview && (
        <AgreementReport
          overview={overview}
          dataAt={dataAt}
          path={path}
          query={chosen}
          judgements={{ path: `${home}/judgements`, part }}
          newBatch={newBatch}
        />
      )}
      {overview && dataAt && overview.study.judgements > 0 && (
        <PilotPlanner path={path} part={part} items={overview.items} />
      )}
      {overview && found.begun && !dataAt && (
        <p role="status" className="text-sm text-muted">
          Computing the other dashboards… They appear by themselves.
        </p>
      )}
      {overview && dataAt && (
        <ComputedFrom
          dataAt={dataAt}
          dataVersion={dataVersion}
          overview={overview}
          chosen={chosen}
          extras={extras}
        />
      )}
    </Page>
  );
}

function JudgesLink({ home }: { home: string }) {
  return (
    <p className="text-sm print:hidden">
      <Link href={`${home}/judges`} className="text-accent underline">
        Judges and models
      </Link>
      : what the values of each judge are worth, and what they say about the models.
    </p>
  );
}

interface ComputedFromProps {
  dataAt: NonNullable<OverviewResponse["dataAt"]>;
  dataVersion: OverviewResponse["dataVersion"];
  overview: NonNullable<OverviewResponse["overview"]>;
  chosen: string;
  extras: string | undefined;
}

/** The data behind the numbers, and the method of their intervals. */
function ComputedFrom({ dataAt, dataVersion, overview, chosen, extras }: ComputedFromProps) {
  return (
    <footer className="flex flex-wrap gap-x-4 gap-y-1 border-t pt-4 text-xs text-muted tabular-nums">
      <span>
        Data of <Time at={dataAt} />
        {dataVersion ? `, version ${formatCount(dataVersion)}` : ""}
      </span>
      <span>
        Intervals: {confidenceText(overview.made.confidence)}, bootstrap over tasks,{" "}
        {formatCount(overview.made.replicates)} replicates, seed {overview.made.seed}
      </span>
      <span>
        {chosen === ""
          ? `The same as countersign report prints for the exported study${extras ? `, but for ${extras}` : ""}`
          : "Of a part of the data only"}
      </span>
    </footer>
  );
}
