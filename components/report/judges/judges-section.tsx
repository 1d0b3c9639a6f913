"use client";

import { ReportSections } from "@/components/report/report-sections";
import { Section } from "@/components/report/section";
import type { ReportOverview } from "@/lib/report/schema/sections";
import { JudgeReport } from "./judge-report";

const JUDGES = ["judges"] as const;

interface JudgesSectionProps {
  overview: ReportOverview;
  /** `/api/v1/reports/batches/…` */
  path: string;
  /** When its data were read; null while it is computed. */
  dataAt: string | null;
}

/** The section of a report on judges and models, which is on a page of its own. */
export function JudgesSection({ overview, path, dataAt }: JudgesSectionProps) {
  return (
    <ReportSections overview={overview} path={path} query="" dataAt={dataAt}>
      <Section of={JUDGES} about="judges and models">
        {(report, labels) => <JudgeReport report={report} labels={labels} />}
      </Section>
    </ReportSections>
  );
}
