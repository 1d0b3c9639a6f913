"use client";

import { useMemo } from "react";
import { DotWhisker } from "@/components/charts/dot-whisker";
import { Panel } from "@/components/ui/panel";
import { FEW_INTERVALS } from "@/lib/report/rules/render/format-cell";
import { checklistsTable } from "@/lib/report/rules/tables/checklists";
import { missingReason } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import type { ChecklistRow } from "@/lib/report/schema/human-vs-llm";
import { ReportTable } from "./report-table";

const MOST_LINES = 40;
const NO_THRESHOLDS = [] as const;
const WHOLE = [0, 1] as const;

/** Checklist pass rates by rater, over all responses and by the model that wrote them. */
export function Checklist({ report }: { report: ReportWith<"checklist"> }) {
  const rows = report.checklist.byRater;
  const overall = useMemo(() => rows.filter(({ category }) => category === null), [rows]);
  const estimates = useMemo(
    () =>
      overall.slice(0, MOST_LINES).map((row, index) => ({
        id: String(index),
        label: `${nameOf(row)}: ${modelOf(row)}`,
        value: row.drfr,
        interval: row.ci.drfr,
        n: row.answered,
        reason: missingReason(row.reason),
      })),
    [overall],
  );
  if (rows.length === 0) return null;
  return (
    <Panel
      id="checklists"
      title="Checklists"
      description="How often raters found requirements to be met, by rater and by the model that wrote the responses"
    >
      <div className="grid gap-8 print:block print:space-y-8 [&>*]:min-w-0">
        <DotWhisker
          few={FEW_INTERVALS}
          title="Requirements met"
          description={
            overall.length > MOST_LINES
              ? `DRFR; the first ${MOST_LINES} of ${overall.length} rows`
              : "DRFR, with intervals drawn over tasks"
          }
          axis="Share of questions answered yes (DRFR)"
          estimates={estimates}
          counted="Questions"
          domain={WHOLE}
          thresholds={NO_THRESHOLDS}
        />
        <ReportTable table={checklistsTable(report, rows)} />
      </div>
    </Panel>
  );
}

function nameOf({ rater, method }: ChecklistRow): string {
  return method === null ? rater : `${rater} (${method})`;
}

function modelOf({ responseModel }: ChecklistRow): string {
  return responseModel === "all" ? "all" : responseModel;
}
