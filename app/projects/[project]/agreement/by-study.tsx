import { DotWhisker } from "@/components/charts/dot-whisker";
import type { PlottedEstimate } from "@/components/charts/estimates";
import { Panel } from "@/components/ui/panel";
import type { ReportListing } from "@/lib/report/data/list-reports";
import { headlineNumber, headlineRow } from "@/lib/report/rules/headline";
import { FEW_INTERVALS } from "@/lib/report/rules/render/format-cell";
import { missingReason } from "@/lib/report/rules/wording";

/** With more lines than this a figure is unreadable. */
const MOST_LINES = 30;

const SERIES = [
  { exposure: "independent", name: "Independent of the draft" },
  { exposure: "exposed", name: "Draft shown" },
  { exposure: "unknown", name: "Exposure unknown" },
] as const;

/**
 * α of each batch and imported study, if there are several. Never pooled: units, protocols and people differ.
 */
export function ByStudy({ reports }: { reports: readonly ReportListing[] }) {
  const seen = new Map<string, number>();
  const studies = reports.map((report) => {
    const before = seen.get(report.name) ?? 0;
    seen.set(report.name, before + 1);
    return { ...report, label: before === 0 ? report.name : `${report.name} (${before + 1})` };
  });
  const estimates = studies.flatMap(({ id, label, rows }) =>
    SERIES.flatMap(({ exposure, name }): PlottedEstimate[] => {
      const row = headlineRow(rows, "all", { level: null, raters: "human", exposure });
      if (!row || row.pairable === 0) return [];
      const first = headlineNumber(row);
      return [
        {
          id: `${id} ${exposure}`,
          label,
          series: name,
          value: first.value,
          interval: first.ci,
          n: row.units,
          reason: missingReason(row.reason),
        },
      ];
    }),
  );
  const labels = [...new Set(estimates.map(({ label }) => label))];
  if (labels.length < 2) return null;
  const drawn = new Set(labels.slice(0, MOST_LINES));
  const named = new Set(estimates.map(({ series }) => series));
  return (
    <Panel
      title="Side by side"
      description="Batches and datasets are not pooled: they differ in their units, protocols and people."
    >
      <DotWhisker
        few={FEW_INTERVALS}
        title="α by batch and dataset"
        description={
          labels.length > MOST_LINES
            ? `The first ${MOST_LINES} of ${labels.length}; all items of each together, with 95 % intervals`
            : "All items of each together, with 95 % intervals; lines at the usual bars, 0.667 and 0.8"
        }
        axis="Krippendorff’s α"
        estimates={estimates.filter(({ label }) => drawn.has(label))}
        series={SERIES.map(({ name }) => name).filter((name) => named.has(name))}
      />
    </Panel>
  );
}
