"use client";

import { Search } from "lucide-react";
import { useMemo } from "react";
import { DotWhisker } from "@/components/charts/dot-whisker";
import { Badge } from "@/components/ui/badge";
import { Panel } from "@/components/ui/panel";
import { FEW_INTERVALS } from "@/lib/report/rules/render/format-cell";
import { annotatorsTable } from "@/lib/report/rules/tables/annotators";
import { ATTENTION_LABELS, missingReason } from "@/lib/report/rules/wording";
import type { Report, ReportWith } from "@/lib/report/schema";
import type { AnnotatorRow } from "@/lib/report/schema/annotators";
import { ReportTable } from "./report-table";

const MOST_LINES = 40;
const WHOLE = [0, 1] as const;
const NO_THRESHOLDS = [] as const;

/** Columns to hide because no annotator has a value in them. */
function absentIn(rows: Report["annotators"]): string[] {
  const none = (of: (row: Report["annotators"][number]) => number) => rows.every((row) => of(row) === 0);
  return [
    ...(none(({ decisions }) => decisions) ? ["decisions"] : []),
    ...(none(({ labellings }) => labellings) ? ["labellings"] : []),
    ...(none(({ golds }) => golds) ? ["golds", "goldShare", "goldShareCi"] : []),
    ...(rows.every(({ goldDistance }) => goldDistance === null) ? ["goldDistance"] : []),
    ...(rows.every(({ goldShared }) => goldShared === null) ? ["goldShared"] : []),
    ...(none(({ planted }) => planted)
      ? ["planted", "detection", "detectionCi", "left", "falseAlarm", "falseAlarmCi"]
      : []),
  ];
}

/** Annotators' work statistics, with marks where a closer look may be worthwhile. */
export function AnnotatorStatistics({ report }: { report: ReportWith<"annotators" | "raters"> }) {
  // Annotators whose work may deserve a look come first.
  const rows = useMemo(() => report.annotators.toSorted((a, b) => b.looks.length - a.looks.length), [report]);
  const estimates = useMemo(
    () =>
      rows.slice(0, MOST_LINES).map((row) => ({
        id: row.rater,
        label: row.rater,
        value: row.agreement,
        interval: row.agreementCi,
        n: row.compared,
        reason: missingReason(row.agreementReason),
      })),
    [rows],
  );
  const drawn = useMemo(
    () => ({
      looks: (at: number) => <AttentionList rows={rows} at={at} />,
    }),
    [rows],
  );
  if (rows.length === 0) return null;
  return (
    <Panel
      id="annotators"
      title="How people worked"
      description="Pace, agreement with the others and its course, under pseudonyms. Where to look is a hint, never a verdict."
    >
      <div className="grid gap-8 print:block print:space-y-8 [&>*]:min-w-0">
        {rows.some(({ compared }) => compared > 0) && (
          <DotWhisker
            few={FEW_INTERVALS}
            title="Agreement with the others"
            description={`The mean share of the other people who gave the same value, whatever was shown${rows.length > MOST_LINES ? `; the first ${MOST_LINES} people` : ""}`}
            axis="Share of the others"
            estimates={estimates}
            counted="Judgements"
            domain={WHOLE}
            thresholds={NO_THRESHOLDS}
          />
        )}
        <ReportTable table={annotatorsTable(report, rows)} without={absentIn(rows)} drawn={drawn} />
      </div>
    </Panel>
  );
}

/** Why this annotator's work may deserve a look. */
function AttentionList({ rows, at }: { rows: AnnotatorRow[]; at: number }) {
  return (
    <ul className="grid gap-1">
      {rows[at]?.looks.map(({ look, why }) => (
        <li key={look} className="grid gap-0.5">
          <Badge tone="warning" icon={<Search aria-hidden="true" />}>
            {ATTENTION_LABELS[look]}
          </Badge>
          <span className="text-xs text-muted">{why}</span>
        </li>
      ))}
    </ul>
  );
}
