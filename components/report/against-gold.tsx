"use client";

import { useMemo } from "react";
import { DotWhisker } from "@/components/charts/dot-whisker";
import type { PlottedEstimate } from "@/components/charts/estimates";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { useSearchState } from "@/components/ui/use-search-state";
import { againstGoldTable, againstMajorityTable, subsetLabel } from "@/lib/report/rules/tables/against-gold";
import { madeBy, missingReason } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import type { AgainstGoldRow } from "@/lib/report/schema/against-gold";
import type { Table } from "@/lib/report/schema/table";
import { ReportTable } from "./report-table";

/** With more lines than this the figure would be unreadable; the table has all rows. */
const MOST_LINES = 40;
const WHOLE = [0, 1] as const;

/** Compares each model and each person with gold, and with the majority of people. */
export function AgainstGold({ report }: { report: ReportWith<"againstGold" | "againstMajority"> }) {
  const { againstGold, againstMajority } = report;
  if (againstGold.length + againstMajority.length === 0)
    return (
      <p className="text-sm text-muted">
        No unit has a value that is known to be right, or one that most people give.
      </p>
    );
  return (
    <>
      {againstGold.length > 0 && (
        <Verdicts
          id="against-gold"
          title="Against gold"
          description="How often models, rules and people gave the value that is known to be right"
          right="the right value"
          rows={againstGold}
          tableOf={(rows) => againstGoldTable(report, rows)}
        />
      )}
      {againstMajority.length > 0 && (
        <Verdicts
          id="against-majority"
          title="Against the majority of people"
          description={
            (againstGold.length > 0 ? "" : "No gold is here. ") +
            "How often models and rules gave the value that most people give, and each person that of most others"
          }
          right="the value most people give"
          rows={againstMajority}
          tableOf={(rows) => againstMajorityTable(report, rows)}
        />
      )}
    </>
  );
}

interface VerdictsProps<Row extends AgainstGoldRow> {
  id: string;
  title: string;
  description: string;
  /** The value that counts as correct, in words. */
  right: string;
  rows: readonly Row[];
  tableOf: (rows: readonly Row[]) => Table;
}

/** The accuracy of each rater on a chosen subset of units, with its table. */
function Verdicts<Row extends AgainstGoldRow>({
  id,
  title,
  description,
  right,
  rows,
  tableOf,
}: VerdictsProps<Row>) {
  const subsets = useMemo(() => [...new Set(rows.map(({ subset }) => subset))], [rows]);
  const [chosen, setChosen] = useSearchState("subset");
  const subset = subsets.find((one) => one === chosen) ?? "all";
  const shown = useMemo(() => rows.filter((row) => row.subset === subset), [rows, subset]);
  const estimates = useMemo(() => shown.slice(0, MOST_LINES).map(estimateOf), [shown]);
  return (
    <Panel
      id={id}
      title={title}
      description={description}
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
          description={`Share of units with ${right}`}
          axis="Accuracy"
          estimates={estimates}
          counted="Units"
          domain={WHOLE}
          thresholds={[]}
        />
        <ReportTable table={tableOf(shown)} without={["subset"]} />
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
    reason: missingReason(row.reason),
  };
}
