"use client";

import { isJudged } from "@/lib/report/rules/headline";
import type { ReportOverview } from "@/lib/report/schema/sections";
import { Headline, type HeadlineProps } from "./headline";
import { useSections } from "./report-sections";

const PAIRS = ["pairs"] as const;
const LED = ["led"] as const;

interface JudgedHeadlineProps extends Omit<HeadlineProps, "report"> {
  overview: ReportOverview;
}

/** The headline of the overview, with what later sections say of the same numbers once it is there. */
export function JudgedHeadline({ overview, ...props }: JudgedHeadlineProps) {
  const { report: pairs } = useSections(PAIRS, true);
  const { report: led } = useSections(LED, isJudged(overview.reliability, "exposed"));
  const report = { ...overview, raters: pairs?.raters, anchoring: led?.anchoring };
  return <Headline report={report} {...props} />;
}
