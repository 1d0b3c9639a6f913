import { Panel } from "@/components/ui/panel";
import { positionWorkTable, sidesTable } from "@/lib/report/rules/tables/positions";
import type { ReportWith } from "@/lib/report/schema";
import { ReportTable } from "./report-table";

/** Habits of side and position; nothing where neither is recorded. */
export function Positions({ report }: { report: ReportWith<"sides" | "positionWork"> }) {
  const { sides, positionWork } = report;
  if (sides.length + positionWork.length === 0) return null;
  return (
    <Panel
      id="side-and-position"
      title="Side and position"
      description="Whether people prefer the response on the left, and how their work changes during a session"
    >
      <div className="grid gap-8 print:block print:space-y-8 [&>*]:min-w-0">
        {sides.length > 0 && <ReportTable table={sidesTable(report)} />}
        {positionWork.length > 0 && <ReportTable table={positionWorkTable(report)} />}
      </div>
    </Panel>
  );
}
