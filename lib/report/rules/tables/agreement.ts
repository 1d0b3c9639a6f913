import { TIPS } from "@/lib/report/rules/glossary";
import type { Labels } from "@/lib/report/rules/scope-labels";
import { EXCEEDS, RATER_SET_LABELS, stageLabel } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import type { ArmRow, ItemsTogether, PositionRow, ReliabilityRow } from "@/lib/report/schema/reliability";
import type { Table } from "@/lib/report/schema/table";
import type { ReportReason, ValueCounts } from "@/lib/report/schema/values";
import { type About, excludedFrom, orientationNote, type Spec, tableOf } from "./build";
import {
  coefficient,
  countColumn,
  exposureColumns,
  idColumn,
  intervalOf,
  scopeColumns,
  share,
  textColumn,
} from "./columns";

const LEVEL: Spec<ReliabilityRow> = textColumn("level", "Level", TIPS.level, (row) => row.level);

/** For rows about several items: shown before the α of all values pooled. */
const TOGETHER: readonly Spec<ReliabilityRow>[] = [
  coefficient("median", "Median of items", TIPS.medianAlpha, ({ items }) => ofItems(items, items?.median)),
  coefficient("lowest", "Lowest", TIPS.medianAlpha, ({ items }) => ofItems(items, items?.lowest)),
  coefficient("highest", "Highest", TIPS.medianAlpha, ({ items }) => ofItems(items, items?.highest)),
  coefficient("stratified", "α within items", TIPS.stratified, ({ items }) =>
    ofItems(items, items?.stratified, items?.stratifiedReason),
  ),
  intervalOf("stratified", ({ items }) => items?.stratifiedCi ?? null),
];

/** A number about several items; empty for a single one. */
function ofItems(
  items: ItemsTogether | null,
  value: number | null | undefined,
  reason?: ReportReason | null,
): readonly [number | null, ReportReason | null] {
  return [value ?? null, items === null ? null : (reason ?? "no-variation")];
}

/** With credit for near misses; empty at the nominal level. */
const CREDITED: readonly Spec<ReliabilityRow>[] = [
  share("weightedPercent", "Weighted", "pairs", TIPS.weightedPercent, (row) => [
    row.weightedPercent,
    row.ac2Reason,
  ]),
  intervalOf("weightedPercent", (row) => row.weightedPercentCi),
  coefficient("ac2", "AC2", TIPS.ac2, (row) => [row.ac2, row.ac2Reason]),
  intervalOf("ac2", (row) => row.ac2Ci),
];

/** α with further coefficients, and what it was computed on. */
const MEASURED: readonly Spec<ReliabilityRow>[] = [
  coefficient("alpha", "α", TIPS.alpha, (row) => [row.value, row.reason]),
  intervalOf("alpha", (row) => row.ci),
  share("percentAgreement", "Agreement", "pairs", TIPS.percent, (row) => [
    row.percentAgreement,
    row.reason ?? "no-pairable-values",
  ]),
  intervalOf("percentAgreement", (row) => row.percentCi),
  coefficient("ac1", "AC1", TIPS.ac1, (row) => [row.ac1, row.ac1Reason]),
  intervalOf("ac1", (row) => row.ac1Ci),
  ...CREDITED,
  { ...textColumn("values", "Values", TIPS.prevalence, (row) => valueCounts(row.values)), unit: "ratings" },
  countColumn("units", "Units", "units", TIPS.units, (row) => row.units),
  countColumn("raters", "Raters", "raters", TIPS.raterCount, (row) => row.raterCount),
  countColumn("pairable", "Ratings", "ratings", TIPS.pairable, (row) => row.pairable),
  countColumn("tasks", "Tasks", "tasks", TIPS.clusters, (row) => row.clusters),
];

const NOT_APPLICABLE: Spec<ReliabilityRow> = countColumn("na", "n/a", "ratings", TIPS.na, (row) => row.na);

const ADJUDICATED: Spec<ReliabilityRow> = countColumn(
  "adjudicated",
  "Adjudicated",
  "units",
  TIPS.adjudicated,
  (row) => row.adjudicated,
);

const RATER_SET: Spec<ReliabilityRow> = textColumn(
  "raterSet",
  "Among",
  TIPS.raters,
  (row) => RATER_SET_LABELS[row.raters],
);

/** Agreement on each scope, at all levels, among all rater sets, in all exposure classes. */
export function agreementTable(
  report: ReportWith<"reliability">,
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
        ...scopeColumns<ReliabilityRow>(labels, (row) => row.scope),
        ...exposureColumns<ReliabilityRow>(),
        RATER_SET,
        LEVEL,
        ...TOGETHER,
        ...MEASURED,
        NOT_APPLICABLE,
        ADJUDICATED,
      ],
      behind: ({ scope, exposure }) => ({ item: scope, exposure }),
      notes: [...exceedingNotes(rows, labels), ...notesOn(rows)],
      kinds: machines ? ["human", "llm"] : ["human"],
      intervals: true,
    },
  );
}

/** Agreement of people within each arm, whatever they saw. */
export function armsTable(
  report: ReportWith<"arms">,
  labels: Labels,
  rows: readonly ArmRow[] = report.arms,
): Table {
  return tableOf(
    report,
    labels.sort(rows, ({ scope }) => scope),
    {
      name: "agreement-by-arm",
      title: "Agreement by arm",
      description: "Krippendorff’s α among people of one arm, by their final values",
      columns: [
        ...scopeColumns<ArmRow>(labels, (row) => row.scope),
        textColumn<ArmRow>("arm", "Arm", TIPS.arm, (row) => row.arm),
        LEVEL,
        ...MEASURED,
        NOT_APPLICABLE,
      ],
      behind: ({ scope, arm }) => ({ item: scope, arm }),
      notes: notesOn(rows),
      kinds: ["human"],
      // A person who judged a unit in several arms counts in each.
      excluded: excludedFrom({ ...report.study, repeated: 0 }),
      intervals: true,
    },
  );
}

/** Agreement by stage of the sessions. */
export function positionsTable(
  report: ReportWith<"positions">,
  labels: Labels,
  rows: readonly PositionRow[] = report.positions,
): Table {
  return tableOf(
    report,
    labels.sort(rows, ({ scope }) => scope),
    {
      name: "agreement-by-position",
      title: "Agreement by position in the session",
      description: "Krippendorff’s α among judgements given at the same stage of each person’s session",
      columns: [
        ...scopeColumns<PositionRow>(labels, (row) => row.scope),
        idColumn<PositionRow>("position", "Position", TIPS.position, (row) => row.position),
        textColumn<PositionRow>("positionName", "Position", TIPS.position, (row) => stageLabel(row.position)),
        ...exposureColumns<PositionRow>(),
        LEVEL,
        ...MEASURED,
        share<PositionRow>("expectedAgreement", "Of these pairs", "pairs", TIPS.expectedAgreement, (row) => [
          row.expectedAgreement,
          "no-pairable-values",
        ]),
      ],
      behind: ({ scope, exposure }) => ({ item: scope, exposure }),
      notes: [
        ...notesOn(rows),
        "A session ends with half an hour without a submission. Only people who met the same unit at the same stage are compared.",
      ],
      kinds: ["human"],
      excluded: [{ why: "no time was recorded", count: report.study.undated }],
      intervals: true,
    },
  );
}

/** Agreement of people's decisions on the same drafted items. */
export function decisionAgreementTable(
  report: ReportWith<"decisions">,
  rows: readonly ReliabilityRow[] = report.decisions.agreement,
): Table {
  const about: About<ReliabilityRow> = {
    name: "decision-agreement",
    title: "Agreement on decisions",
    description: "Krippendorff’s α of accept, revise or remove as values of the drafted item",
    columns: [
      ...exposureColumns<ReliabilityRow>(),
      RATER_SET,
      LEVEL,
      ...MEASURED.filter((column) => !CREDITED.includes(column)),
    ],
    notes: notesOn(rows),
    kinds: ["human"],
    n: { of: "decisions on items", count: report.study.decisions },
    excluded: [{ why: "added items, which nobody drafted", count: report.decisions.items.counts.add }],
    intervals: true,
  };
  return tableOf(report, rows, about);
}

function notesOn(rows: readonly ReliabilityRow[]): string[] {
  return orientationNote(rows.map(({ scope }) => scope));
}

/**
 * Notes where pooled values agree better than those of every single item, which is not agreement between
 * people.
 */
function exceedingNotes(rows: readonly ReliabilityRow[], labels: Labels): string[] {
  const scopes = new Set(rows.flatMap(({ scope, items }) => (items?.exceedsEvery ? [scope] : [])));
  return [...scopes].map((scope) => `${labels.of(scope)}: ${EXCEEDS}`);
}

function valueCounts(values: ValueCounts): string {
  return Object.entries(values)
    .map(([value, times]) => `${value}: ${times}`)
    .join(", ");
}
