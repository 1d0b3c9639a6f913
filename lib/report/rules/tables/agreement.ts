import type { Labels } from "@/lib/report/rules/labels";
import { TIPS } from "@/lib/report/rules/tips";
import { EXPOSURE_LABELS, RATER_SET_LABELS } from "@/lib/report/rules/wording";
import type { ReliabilityRow, Report, ValueCounts } from "@/lib/report/schema";
import type { Table } from "@/lib/report/schema/table";
import { numberOr, type Spec, tableOf } from "./build";

const FEW_TASKS = "Intervals drawn from fewer than ten tasks cannot be trusted.";

const NUMBERS: readonly Spec<ReliabilityRow>[] = [
  {
    id: "exposureId",
    header: "Exposure",
    type: "text",
    unit: null,
    key: true,
    description: TIPS.exposure,
    of: (row) => row.exposure,
  },
  {
    id: "exposure",
    header: "Exposure",
    type: "text",
    unit: null,
    description: TIPS.exposure,
    of: (row) => EXPOSURE_LABELS[row.exposure],
  },
  {
    id: "raterSet",
    header: "Among",
    type: "text",
    unit: null,
    description: TIPS.raters,
    of: (row) => RATER_SET_LABELS[row.raters],
  },
  { id: "level", header: "Level", type: "text", unit: null, description: TIPS.level, of: (row) => row.level },
  {
    id: "alpha",
    header: "α",
    type: "number",
    unit: null,
    description: TIPS.alpha,
    of: (row) => numberOr(row.value, row.reason),
  },
  {
    id: "alphaCi",
    header: "95 % interval",
    type: "interval",
    unit: null,
    description: TIPS.interval,
    of: (row) => row.ci,
  },
  {
    id: "percentAgreement",
    header: "Agreement",
    type: "share",
    unit: "share of pairs",
    description: TIPS.percent,
    of: (row) => numberOr(row.percentAgreement, row.reason ?? "no-pairable-values"),
  },
  {
    id: "ac1",
    header: "AC1",
    type: "number",
    unit: null,
    description: TIPS.ac1,
    of: (row) => numberOr(row.ac1, row.ac1Reason),
  },
  {
    id: "values",
    header: "Values",
    type: "text",
    unit: "ratings",
    description: TIPS.prevalence,
    of: (row) => valueCounts(row.values),
  },
  {
    id: "units",
    header: "Units",
    type: "count",
    unit: "units",
    description: TIPS.units,
    of: (row) => row.units,
  },
  {
    id: "raters",
    header: "Raters",
    type: "count",
    unit: "raters",
    description: TIPS.raterCount,
    of: (row) => row.raterCount,
  },
  {
    id: "pairable",
    header: "Ratings",
    type: "count",
    unit: "ratings",
    description: TIPS.pairable,
    of: (row) => row.pairable,
  },
  {
    id: "tasks",
    header: "Tasks",
    type: "count",
    unit: "tasks",
    description: TIPS.clusters,
    of: (row) => row.clusters,
  },
  { id: "na", header: "n/a", type: "count", unit: "ratings", description: TIPS.na, of: (row) => row.na },
  {
    id: "adjudicated",
    header: "Adjudicated",
    type: "count",
    unit: "units",
    description: TIPS.adjudicated,
    of: (row) => row.adjudicated,
  },
];

/** How far raters agree on each scope, at every level, among every rater set, in every exposure class. */
export function agreementTable(
  report: Report,
  labels: Labels,
  rows: readonly ReliabilityRow[] = report.reliability,
): Table {
  const machines = rows.some(({ raters }) => raters === "human+llm");
  return tableOf(
    report,
    labels.sort(rows, ({ scope }) => scope),
    {
      name: "agreement",
      title: "Agreement by item",
      description: "Krippendorff’s α with percent agreement, AC1 and how often each value was given",
      columns: [
        {
          id: "item",
          header: "Item",
          type: "text",
          unit: null,
          key: true,
          description: TIPS.scope,
          of: (row) => row.scope,
        },
        {
          id: "itemName",
          header: "Item",
          type: "text",
          unit: null,
          description: TIPS.scope,
          of: (row) => labels.of(row.scope),
        },
        ...NUMBERS,
      ],
      notes: notesOn(rows),
      kinds: machines ? ["human", "llm"] : ["human"],
      intervals: true,
    },
  );
}

/** Whether people decided alike on the same drafted items. */
export function decisionAgreementTable(
  report: Report,
  rows: readonly ReliabilityRow[] = report.decisions.agreement,
): Table {
  return tableOf(report, rows, {
    name: "decision-agreement",
    title: "Agreement on decisions",
    description: "Krippendorff’s α of accept, revise or remove as values of the drafted item",
    columns: NUMBERS.filter(({ id }) => id !== "na" && id !== "adjudicated"),
    notes: notesOn(rows),
    kinds: ["human"],
    n: { of: "decisions on items", count: report.study.decisions },
    excluded: [{ why: "added items, which nobody drafted", count: report.decisions.items.counts.add }],
    intervals: true,
  });
}

function notesOn(rows: readonly ReliabilityRow[]): string[] {
  return rows.some(({ ci, fewClusters }) => ci && fewClusters) ? [FEW_TASKS] : [];
}

function valueCounts(values: ValueCounts): string {
  return Object.entries(values)
    .map(([value, count]) => `${value}: ${count}`)
    .join(", ");
}
