import { Panel } from "@/components/ui/panel";
import type { Labels } from "@/lib/report/rules/scope-labels";
import { explanationsTable } from "@/lib/report/rules/tables/explanations";
import type { ReportWith } from "@/lib/report/schema";
import { ReportTable } from "./report-table";

/** Explanations of values given without a draft; nothing where nobody gave one. */
export function Explanations({ report, labels }: { report: ReportWith<"explanations">; labels: Labels }) {
  if (report.explanations.length === 0) return null;
  return (
    <Panel
      id="explanations"
      title="Explanations without a draft"
      description="Values that people explained in their own words, where no draft was in view"
    >
      <ReportTable table={explanationsTable(report, labels)} />
    </Panel>
  );
}
