"use client";

import { useMemo } from "react";
import { DotWhisker } from "@/components/charts/dot-whisker";
import type { PlottedEstimate } from "@/components/charts/estimates";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { useSearchState } from "@/components/ui/use-search-state";
import { againstGoldTable, againstMajorityTable, subsetLabel } from "@/lib/report/rules/tables/against-gold";
import { madeBy } from "@/lib/report/rules/wording";
import type { Report } from "@/lib/report/schema";
import type { AgainstGoldRow } from "@/lib/report/schema/against-gold";
import { ReportTable } from "./report-table";

/** With more lines than this the figure would be unreadable; the table has all rows. */
const MOST_LINES = 40;
const WHOLE = [0, 1] as const;

/**
 * Compares each model and each person with gold labels or, if the study has none, with the majority of
 * people.
 */
export function AgainstGold({ report }: { report: Report }) {
  const { againstGold, againstMajority } = report;
  const isGold = againstGold.length > 0;
  const rows: readonly AgainstGoldRow[] = isGold ? againstGold : againstMajority;
  const subsets = useMemo(() => [...new Set(rows.map(({ subset }) => subset))], [rows]);
  const [chosen, setChosen] = useSearchState("subset");
  const subset = subsets.find((one) => one === chosen) ?? "all";
  const shown = useMemo(() => rows.filter((row) => row.subset === subset), [rows, subset]);
  const estimates = useMemo(() => shown.slice(0, MOST_LINES).map(estimateOf), [shown]);
  if (rows.length === 0) return null;
  return (
    <Panel
      id="against-gold"
      title={isGold ? "Against gold" : "Against the majority of people"}
      description={
        isGold
          ? "How often models, rules and people gave the value that is known to be right"
          : "No gold is here. How often models and rules gave the value that most people give, and each person that of most others"
      }
      actions={
        subsets.length > 1 && (
          <Select
            aria-label="Subset"
            size="sm"
            choices={subsets.map((value) => ({ value, label: subsetLabel(value) }))}
            value={subset}
            onValueChange={setChosen}
          />
        )
      }
    >
      <div className="grid gap-8 print:block print:space-y-8">
        <DotWhisker
          title={`Accuracy, ${subsetLabel(subset).toLowerCase()}`}
          description={
            isGold ? "Share of units with the right value" : "Share of units with the value most people give"
          }
          axis="Accuracy"
          estimates={estimates}
          counted="Units"
          domain={WHOLE}
          thresholds={[]}
        />
        <ReportTable
          table={isGold ? againstGoldTable(report, shown) : againstMajorityTable(report, shown)}
          without={["subset"]}
        />
      </div>
    </Panel>
  );
}

function estimateOf(row: AgainstGoldRow): PlottedEstimate {
  const label = `${row.rater}${madeBy(row.method, row.condition ?? undefined)}`;
  return {
    id: `${row.raterKind} ${label}`,
    label,
    value: row.accuracy,
    interval: row.ci.accuracy ?? null,
    n: row.n,
  };
}
