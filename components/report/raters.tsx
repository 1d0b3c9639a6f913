"use client";

import { useMemo } from "react";
import { DotWhisker } from "@/components/charts/dot-whisker";
import { HeatMap } from "@/components/charts/heat-map";
import { noValue } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import type { ExposureClass } from "@/lib/judgement/schema";
import { FEW_INTERVALS } from "@/lib/report/rules/render/format-cell";
import type { Labels } from "@/lib/report/rules/scope-labels";
import { raterName } from "@/lib/report/rules/tables/columns";
import { raterPairsTable, ratersTable } from "@/lib/report/rules/tables/raters";
import { EXPOSURE_LABELS, MISSING_VALUE_REASONS, missingReason } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import type { RaterName, RaterPairRow, RaterRow } from "@/lib/report/schema/raters";
import { ExposureBadge } from "./headline";
import { ReportTable } from "./report-table";

/** A matrix with more raters than this is unreadable. */
const MOST_MAPPED = 14;
const NO_THRESHOLDS = [] as const;
const SERIES = [
  "Each person",
  "People, on average",
  "Models and rules",
  "Draft seen by these people: not comparable",
] as const;

interface RatersProps {
  report: ReportWith<"raters">;
  exposure: ExposureClass;
  labels: Labels;
}

/** Pairwise agreement of raters, and the human ceiling that models are measured against. */
export function Raters({ report, exposure, labels }: RatersProps) {
  const { pairs, each } = useMemo(
    () => ({
      pairs: report.raters.pairs.filter((row) => row.exposure === exposure),
      each: report.raters.each.filter((row) => row.exposure === exposure),
    }),
    [report, exposure],
  );
  const scope = each[0]?.scope;
  const map = useMemo(
    () =>
      mapOf(
        pairs.filter((row) => row.scope === scope),
        seenIn(each, scope),
      ),
    [pairs, each, scope],
  );
  const estimates = useMemo(
    () =>
      each
        .filter((row) => row.scope === scope)
        // Raters whose draft these people saw come last: they are not comparable.
        .toSorted((a, b) => Number(a.draftSeen > 0) - Number(b.draftSeen > 0))
        .map(({ rater, units, correlation, correlationCi, correlationReason, draftSeen }) => ({
          id: JSON.stringify(rater),
          label: rater ? raterName(rater) : "People, on average",
          value: correlation,
          interval: correlationCi,
          n: units,
          reason: missingReason(correlationReason),
          series: seriesOf(rater, draftSeen),
        })),
    [each, scope],
  );
  return (
    <Panel
      id="raters"
      title="Raters"
      description={`Who agrees with whom, ${EXPOSURE_LABELS[exposure]}; models and rules on the units people judged`}
      actions={<ExposureBadge exposure={exposure} />}
    >
      {scope === undefined ? (
        <p className="text-sm text-muted">
          {report.study.judgements === 0
            ? "Nobody has judged anything."
            : `There is nothing to compare, ${EXPOSURE_LABELS[exposure]}: no judgements, or items on different scales.`}
        </p>
      ) : (
        <div className="grid gap-8 print:block print:space-y-8 [&>*]:min-w-0">
          <div className="grid gap-8 print:block print:space-y-8 xl:grid-cols-2 [&>*]:min-w-0">
            {map.cells.length > 0 && (
              <HeatMap
                title="Every rater against every other"
                description={`Krippendorff’s α of two raters, ${labels.of(scope)}, ${EXPOSURE_LABELS[exposure]}${map.seen ? "; * people had its draft in view" : ""}${map.more ? `; the first ${MOST_MAPPED} raters` : ""}`}
                names={map.names}
                axis="Rater"
                cells={map.cells}
              />
            )}
            <DotWhisker
              few={FEW_INTERVALS}
              title="Correlation of people, and models beside them"
              description={`Correlation with the mean of the other people, ${EXPOSURE_LABELS[exposure]}; models and rules with the same others`}
              axis="Pearson’s r with the mean of the others"
              estimates={estimates}
              series={SERIES}
              thresholds={NO_THRESHOLDS}
            />
          </div>
          <ReportTable table={ratersTable(report, labels, each)} without={["exposure"]} />
          {pairs.length > 0 && (
            <ReportTable table={raterPairsTable(report, labels, pairs)} without={["exposure"]} />
          )}
        </div>
      )}
    </Panel>
  );
}

function seriesOf(rater: RaterName | null, draftSeen: number): (typeof SERIES)[number] {
  if (rater === null) return SERIES[1];
  if (rater.kind === "human") return SERIES[0];
  return SERIES[draftSeen > 0 ? 3 : 2];
}

/** The names of models and rules whose own draft people had in view. */
function seenIn(each: readonly RaterRow[], scope: string | undefined): Set<string> {
  return new Set(
    each.flatMap(({ rater, draftSeen, ...row }) =>
      rater && row.scope === scope && draftSeen > 0 ? [raterName(rater)] : [],
    ),
  );
}

/** Matrix cells for as many raters as are readable, models and rules last. */
function mapOf(pairs: readonly RaterPairRow[], seen: ReadonlySet<string>) {
  const nameOf = (rater: RaterName) => `${raterName(rater)}${seen.has(raterName(rater)) ? " *" : ""}`;
  const raters = new Map(
    pairs.flatMap(({ first, second }) => [first, second]).map((rater) => [JSON.stringify(rater), rater]),
  );
  const machines = [...raters.values()].filter(({ kind }) => kind !== "human").map(nameOf);
  const people = [...raters.values()].filter(({ kind }) => kind === "human").map(raterName);
  const names = [...people.slice(0, Math.max(0, MOST_MAPPED - machines.length)), ...machines];
  const shown = new Set(names);
  const cells = pairs.flatMap(({ first, second, value, reason }) => {
    const [row, column] = [nameOf(first), nameOf(second)];
    if (!shown.has(row) || !shown.has(column)) return [];
    const cell = {
      value,
      reason: reason ? noValue(MISSING_VALUE_REASONS[reason]) : undefined,
    };
    return [
      { row, column, ...cell },
      { row: column, column: row, ...cell },
    ];
  });
  return { names, cells, more: raters.size > names.length, seen: seen.size > 0 };
}
