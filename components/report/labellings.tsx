"use client";

import { useMemo } from "react";
import { Panel } from "@/components/ui/panel";
import type { ExposureClass } from "@/lib/judgement/schema";
import { labelSharesTable, labelsTable, overlapTable } from "@/lib/report/rules/tables/labellings";
import type { ReportWith } from "@/lib/report/schema";
import { ExposureBadge } from "./headline";
import { ReportTable } from "./report-table";

interface LabellingsProps {
  report: ReportWith<"labels" | "labelShares" | "overlap">;
  exposure: ExposureClass;
}

/** Agreement on labels; nothing if no step asked for labels. */
export function Labellings({ report, exposure }: LabellingsProps) {
  const rows = useMemo(() => {
    const of = (wanted: ExposureClass) => report.labels.filter((row) => row.exposure === wanted);
    const chosen = of(exposure);
    return chosen.length > 0 ? chosen : of("any");
  }, [report, exposure]);
  const [first] = rows;
  if (!first) return null;
  return (
    <Panel
      id="labels"
      title="Agreement on labels"
      description="Krippendorff’s α, nominal: all labels of a unit together, and each label given or not"
      actions={<ExposureBadge exposure={first.exposure} />}
    >
      <div className="grid gap-8 print:block print:space-y-8 [&>*]:min-w-0">
        <ReportTable table={labelsTable(report, rows)} without={["exposure"]} />
        {report.labelShares.length > 0 && <ReportTable table={labelSharesTable(report)} />}
        {report.overlap.length > 0 && <ReportTable table={overlapTable(report)} />}
      </div>
    </Panel>
  );
}
