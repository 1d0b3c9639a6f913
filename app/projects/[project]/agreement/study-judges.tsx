import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { type AgreementStudy, belowAgreement } from "@/app/projects/[project]/agreement/agreement-study";
import { AsOfLine } from "@/components/report/as-of-line";
import { BoundedNotice } from "@/components/report/bounded-notice";
import { JudgesSection } from "@/components/report/judges/judges-section";
import { ReportWatch } from "@/components/report/report-status";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import { PageHeader } from "@/components/ui/page-header";
import type { Member } from "@/lib/auth/actor";
import { findOverview } from "@/lib/report/data/find-report";

interface StudyJudgesProps {
  actor: Member<"researcher">;
  study: AgreementStudy;
  tabs?: ReactNode;
}

/** The judges of a batch or an imported study, and what their values say about the models. */
export async function StudyJudges({ actor, study, tabs }: StudyJudgesProps) {
  const { name, sample, path, changing, kind } = study;
  const found = (await findOverview(actor, study.id)) ?? notFound();
  const { overview, asOf, dataAt } = found;
  return (
    <Page width="report">
      <PageHeader
        title={`Judges and models: ${name}`}
        breadcrumbs={belowAgreement(study)}
        state={sample && <SampleBadge />}
        description={
          <>
            How good the values of each judge are, and estimates for the models by a judge that people correct
            <AsOfLine asOf={asOf} kind={kind} />
          </>
        }
      />
      {tabs}
      <ReportWatch path={`${path}/overview`} retryPath={path} status={found} changing={changing} />
      {overview && <BoundedNotice bounded={overview.bounded} />}
      {overview && <JudgesSection overview={overview} path={path} dataAt={dataAt} />}
    </Page>
  );
}
