import { Scale } from "lucide-react";
import type { ReactNode } from "react";
import { BoundedNotice } from "@/components/report/bounded-notice";
import { JudgeReport } from "@/components/report/judges/judge-report";
import { ReportWatch } from "@/components/report/report-status";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import { EmptyState } from "@/components/ui/empty-state";
import { type Breadcrumb, PageHeader } from "@/components/ui/page-header";
import type { ReportResponse } from "@/lib/report/schema";

interface StudyJudgesProps {
  name: string;
  breadcrumbs: readonly Breadcrumb[];
  sample: boolean;
  found: ReportResponse;
  /** API path of the report: `/api/v1/reports/…`. */
  path: string;
  /** Judgements may still arrive. */
  changing: boolean;
  tabs?: ReactNode;
}

/** The judges of a batch or an imported study, and what their values say about the models. */
export function StudyJudges({ name, breadcrumbs, sample, found, path, changing, tabs }: StudyJudgesProps) {
  const { report, items } = found;
  const isEmpty =
    report !== null && report.judgeCards.length + report.modelEstimates.length + report.rankings.length === 0;
  return (
    <Page width="report">
      <PageHeader
        title={`Judges and models: ${name}`}
        breadcrumbs={breadcrumbs}
        state={sample && <SampleBadge />}
        description="What the values of each judge are worth, and what a judge that people correct says about the models"
      />
      {tabs}
      <ReportWatch path={path} status={found} changing={changing} />
      {report && <BoundedNotice bounded={report.bounded} />}
      {isEmpty && (
        <EmptyState icon={<Scale />} title="No judge and no ranking yet">
          Let a model judge the responses under Drafts, or import its values: with some judgements by people,
          made without a draft in view, its card and the corrected scores of the models are here.
        </EmptyState>
      )}
      {report && !isEmpty && <JudgeReport report={report} items={items} />}
    </Page>
  );
}
