import type { ReactNode } from "react";
import { BoundedNotice } from "@/components/report/bounded-notice";
import { JudgesSection } from "@/components/report/judges/judges-section";
import { ReportWatch } from "@/components/report/report-status";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import { type Breadcrumb, PageHeader } from "@/components/ui/page-header";
import type { OverviewResponse } from "@/lib/report/schema/sections";

interface StudyJudgesProps {
  name: string;
  breadcrumbs: readonly Breadcrumb[];
  sample: boolean;
  found: OverviewResponse;
  /** API path of the report: `/api/v1/reports/…`. */
  path: string;
  /** Judgements may still arrive. */
  changing: boolean;
  tabs?: ReactNode;
}

/** The judges of a batch or an imported study, and what their values say about the models. */
export function StudyJudges({ name, breadcrumbs, sample, found, path, changing, tabs }: StudyJudgesProps) {
  const { overview, dataAt } = found;
  return (
    <Page width="report">
      <PageHeader
        title={`Judges and models: ${name}`}
        breadcrumbs={breadcrumbs}
        state={sample && <SampleBadge />}
        description="What the values of each judge are worth, and what a judge that people correct says about the models"
      />
      {tabs}
      <ReportWatch path={`${path}/overview`} retryPath={path} status={found} changing={changing} />
      {overview && <BoundedNotice bounded={overview.bounded} />}
      {overview && <JudgesSection overview={overview} path={path} dataAt={dataAt} />}
    </Page>
  );
}
