"use client";

import { useMemo } from "react";
import { DotWhisker } from "@/components/charts/dot-whisker";
import { Panel } from "@/components/ui/panel";
import { FEW_INTERVALS } from "@/lib/report/rules/render/format-cell";
import type { Labels } from "@/lib/report/rules/scope-labels";
import {
  changesTable,
  contrastsTable,
  onDraftTable,
  plantedTable,
  readingTable,
  sideName,
  stancesTable,
} from "@/lib/report/rules/tables/anchoring";
import { possibleStances } from "@/lib/report/rules/visible-rows";
import { CONTRAST_LABELS, missingReason, ORIGIN_LABELS } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import { ReportTable } from "./report-table";

/** With more lines than this a figure is unreadable. */
const MOST_LINES = 30;
const SIGNED_RANGE = [-1, 1] as const;
const WHOLE = [0, 1] as const;
const NO_THRESHOLDS = [] as const;
const SIDES = ["With the draft in view", "Independent of it"] as const;
const NONE = [{ value: 0, label: "no difference" }] as const;

interface AnchoringProps {
  /** With its arms, which are compared with each other. */
  report: ReportWith<"anchoring" | "arms">;
  labels: Labels;
}

/** Anchoring: how far people's values follow the draft they saw. */
export function AnchoringSection({ report, labels }: AnchoringProps) {
  const { contrasts, onDraft, changes, stances, detection } = report.anchoring;
  const read = report.anchoring.reading.filter(({ accepted }) => accepted > 0);
  const given = onDraft.filter(({ values, exposure }) => values > 0 && exposure !== "any");
  const changed = changes.filter(({ differed, agreed }) => differed + agreed > 0);
  const severalOrigins = new Set(onDraft.map(({ origin }) => origin)).size > 1;
  const stood = useMemo(() => possibleStances(stances), [stances]);
  const estimates = useMemo(
    () =>
      contrasts
        .filter(({ scope, statistic }) => scope === contrasts[0]?.scope && statistic !== "mean")
        .slice(0, MOST_LINES)
        .map((row, index) => ({
          id: String(index),
          label: `${CONTRAST_LABELS[row.statistic]}${severalOrigins && row.origin ? `, ${ORIGIN_LABELS[row.origin].toLowerCase()}` : ""}: ${sideName(row, row.first)} − ${sideName(row, row.second)}`,
          value: row.difference,
          interval: row.ci,
          n: row.tasks,
          reason: missingReason(row.reason),
        })),
    [contrasts, severalOrigins],
  );
  const sitting = useMemo(
    () =>
      labels
        .sort(onDraft, ({ scope }) => scope)
        .filter(
          ({ agreeing, exposure }) => agreeing > 0 && (exposure === "exposed" || exposure === "independent"),
        )
        .slice(0, MOST_LINES)
        .map((row) => ({
          id: `${row.scope} ${row.origin} ${row.exposure}`,
          label: `${labels.of(row.scope)}${severalOrigins && row.origin ? `, ${ORIGIN_LABELS[row.origin].toLowerCase()}` : ""}`,
          series: SIDES[row.exposure === "exposed" ? 0 : 1],
          value: row.agreeingShare,
          interval: row.agreeingShareCi,
          n: row.agreeing,
          reason: undefined,
        })),
    [onDraft, labels, severalOrigins],
  );
  const first = contrasts[0];
  return (
    <Panel
      id="anchoring"
      title="Anchoring"
      description="How much of people’s values, and of their agreement, comes from the draft they saw"
    >
      {given.length === 0 && contrasts.length === 0 && detection.length === 0 ? (
        <p className="text-sm text-muted">
          No unit with a drafted value was judged by people, and there are no arms to compare.
        </p>
      ) : (
        <div className="grid gap-8 print:block print:space-y-8 [&>*]:min-w-0">
          {first && (
            <DotWhisker
              few={FEW_INTERVALS}
              title="What the draft changed, overall"
              description={`${labels.of(first.scope)}: first minus second, with intervals drawn over tasks`}
              axis="Difference of α, or of shares"
              estimates={estimates}
              counted="Tasks"
              domain={SIGNED_RANGE}
              thresholds={NONE}
            />
          )}
          {first && <ReportTable table={contrastsTable(report, labels)} />}
          {sitting.length > 0 && (
            <DotWhisker
              few={FEW_INTERVALS}
              title="Where agreement sits"
              description="Of pairs of people who agree, those that agree on the drafted value"
              axis="Share of agreeing pairs on the drafted value"
              estimates={sitting}
              counted="Agreeing pairs"
              series={SIDES}
              domain={WHOLE}
              thresholds={NO_THRESHOLDS}
            />
          )}
          {given.length > 0 && <ReportTable table={onDraftTable(report, labels, given)} />}
          {changed.length > 0 && <ReportTable table={changesTable(report, labels, changed)} />}
          {detection.length > 0 && <ReportTable table={plantedTable(report)} />}
          {read.length > 0 && <ReportTable table={readingTable(report, labels, read)} />}
          {stood.length > 0 && <ReportTable table={stancesTable(report, labels, stood)} />}
        </div>
      )}
    </Panel>
  );
}
