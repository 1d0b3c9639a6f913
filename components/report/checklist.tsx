"use client";

import { useMemo } from "react";
import { DotWhisker } from "@/components/charts/dot-whisker";
import { Panel } from "@/components/ui/panel";
import { checklistsTable } from "@/lib/report/rules/tables/checklists";
import { TIPS } from "@/lib/report/rules/tips";
import { REASONS } from "@/lib/report/rules/wording";
import type { ChecklistRow, Report } from "@/lib/report/schema";
import { intervalCell, numberCell } from "./cells";
import { Numbers } from "./numbers";

const MOST_LINES = 40;
const NO_THRESHOLDS = [] as const;
const WHOLE = [0, 1] as const;

/** How often each rater found requirements met, over all responses and by the model that wrote them. */
export function Checklist({ report }: { report: Report }) {
  const rows = report.checklist.byRater;
  const estimates = useMemo(
    () =>
      rows.slice(0, MOST_LINES).map((row, index) => ({
        id: String(index),
        label: `${nameOf(row)}: ${modelOf(row)}`,
        value: row.drfr,
        interval: row.ci.drfr,
        n: row.responses,
        reason: row.reason ? REASONS[row.reason] : undefined,
      })),
    [rows],
  );
  if (rows.length === 0) return null;
  return (
    <Panel
      title="Checklists"
      description="How often requirements were found to be met, by rater and by the model that wrote the responses"
    >
      <div className="grid gap-8 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <DotWhisker
          title="Requirements met"
          description={
            rows.length > MOST_LINES
              ? `DRFR; the first ${MOST_LINES} of ${rows.length} rows`
              : "DRFR, with 95 % intervals drawn over tasks"
          }
          axis="Share of questions answered yes (DRFR)"
          estimates={estimates}
          domain={WHOLE}
          thresholds={NO_THRESHOLDS}
        />
        <Numbers
          title="Pass rate and DRFR"
          columns={[
            { id: "rater", header: "Rater", minWidth: "8rem" },
            { id: "kind", header: "Kind" },
            { id: "model", header: "Responses of" },
            { id: "drfr", header: "DRFR", type: "number", decimals: 4, tip: TIPS.drfr },
            { id: "drfrCi", header: "95 % interval", type: "number", tip: TIPS.interval },
            { id: "passRate", header: "Pass rate", type: "number", decimals: 4, tip: TIPS.passRate },
            { id: "passRateCi", header: "its 95 % interval", type: "number", tip: TIPS.interval },
            { id: "answered", header: "Answered", type: "number", tip: TIPS.answered },
            { id: "na", header: "n/a", type: "number" },
            { id: "responses", header: "Responses", type: "number" },
            { id: "exposure", header: "Exposure", tip: TIPS.exposure },
          ]}
          rows={rows.map((row, index) => ({
            id: String(index),
            rater: nameOf(row),
            kind: row.raterKind,
            model: modelOf(row),
            drfr: numberCell(row.drfr, row.reason),
            drfrCi: intervalCell(row.ci.drfr, row.drfr, row.reason),
            passRate: numberCell(row.passRate, row.reason),
            passRateCi: intervalCell(row.ci.passRate, row.passRate, row.reason),
            answered: row.answered,
            na: row.na,
            responses: row.responses,
            exposure: exposureOf(row),
          }))}
          table={checklistsTable(report)}
        />
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

/** How a rater's answers came about; drafters saw no draft. */
function exposureOf({ exposures: { independent, exposed, unknown } }: ChecklistRow): string {
  const parts = [
    independent > 0 && `independent ${independent}`,
    exposed > 0 && `draft shown ${exposed}`,
    unknown > 0 && `unknown ${unknown}`,
  ].filter((part) => part !== false);
  return parts.join(", ") || "does not apply";
}
