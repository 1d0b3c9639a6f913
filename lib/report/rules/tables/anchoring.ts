import type { Labels } from "@/lib/report/rules/labels";
import { TIPS } from "@/lib/report/rules/tips";
import { CONTRAST_LABELS, EXPOSURE_LABELS, STANCE_LABELS } from "@/lib/report/rules/wording";
import type {
  ChangeRow,
  ContrastRow,
  ExposureClass,
  OnDraftRow,
  Report,
  StanceRow,
} from "@/lib/report/schema";
import type { Table } from "@/lib/report/schema/table";
import { numberOr, type Spec, tableOf } from "./build";

function scopeColumns<Row extends { scope: string }>(labels: Labels): Spec<Row>[] {
  return [
    {
      id: "item",
      header: "Item",
      type: "text",
      unit: null,
      key: true,
      description: TIPS.scope,
      of: ({ scope }) => scope,
    },
    {
      id: "itemName",
      header: "Item",
      type: "text",
      unit: null,
      description: TIPS.scope,
      of: ({ scope }) => labels.of(scope),
    },
  ];
}

/** A side of a contrast: an arm by its name, an exposure class in words. */
export function sideName({ by }: ContrastRow, side: string): string {
  return by === "arm" ? side : EXPOSURE_LABELS[side as ExposureClass];
}

/** Arms, and exposure classes, held against each other. */
export function contrastsTable(
  report: Report,
  labels: Labels,
  rows: readonly ContrastRow[] = report.anchoring.contrasts,
): Table {
  return tableOf(
    report,
    labels.sort(rows, ({ scope }) => scope),
    {
      name: "contrasts",
      title: "What the draft changed",
      description: "Arms, and values with and without a draft in view: first less second",
      columns: [
        ...scopeColumns<ContrastRow>(labels),
        {
          id: "by",
          header: "By",
          type: "text",
          unit: null,
          description: TIPS.contrastBy,
          of: ({ by }) => by,
        },
        {
          id: "first",
          header: "First",
          type: "text",
          unit: null,
          description: TIPS.contrastBy,
          of: (row) => sideName(row, row.first),
        },
        {
          id: "second",
          header: "Second",
          type: "text",
          unit: null,
          description: TIPS.contrastBy,
          of: (row) => sideName(row, row.second),
        },
        {
          id: "statistic",
          header: "Of",
          type: "text",
          unit: null,
          description: TIPS.contrastOf,
          of: ({ statistic }) => CONTRAST_LABELS[statistic],
        },
        {
          id: "level",
          header: "Level",
          type: "text",
          unit: null,
          description: TIPS.level,
          of: ({ level }) => level,
        },
        {
          id: "firstValue",
          header: "First",
          type: "number",
          unit: null,
          decimals: 3,
          description: TIPS.contrastOf,
          of: (row) => numberOr(row.firstValue, row.firstReason),
        },
        {
          id: "secondValue",
          header: "Second",
          type: "number",
          unit: null,
          decimals: 3,
          description: TIPS.contrastOf,
          of: (row) => numberOr(row.secondValue, row.secondReason),
        },
        {
          id: "difference",
          header: "Difference",
          type: "number",
          unit: null,
          decimals: 3,
          description: TIPS.difference,
          of: (row) => numberOr(row.difference, row.reason),
        },
        {
          id: "differenceCi",
          header: "95 % interval",
          type: "interval",
          unit: null,
          decimals: 3,
          description: TIPS.interval,
          of: ({ ci }) => ci,
        },
        {
          id: "p",
          header: "p",
          type: "number",
          unit: null,
          decimals: 3,
          description: TIPS.p,
          of: (row) => numberOr(row.p, row.reason),
        },
        {
          id: "firstRatings",
          header: "Values, first",
          type: "count",
          unit: "values",
          description: TIPS.contrastValues,
          of: (row) => row.firstRatings,
        },
        {
          id: "secondRatings",
          header: "Values, second",
          type: "count",
          unit: "values",
          description: TIPS.contrastValues,
          of: (row) => row.secondRatings,
        },
        {
          id: "tasks",
          header: "Tasks",
          type: "count",
          unit: "tasks",
          description: TIPS.clusters,
          of: (row) => row.tasks,
        },
      ],
      notes: rows.some(({ ci, tasks }) => ci && tasks < 10)
        ? ["Intervals drawn from fewer than ten tasks cannot be trusted."]
        : [],
      kinds: ["human"],
      intervals: true,
    },
  );
}

/** How much of people's agreement sits on the drafted value. */
export function onDraftTable(
  report: Report,
  labels: Labels,
  rows: readonly OnDraftRow[] = report.anchoring.onDraft,
): Table {
  return tableOf(
    report,
    labels.sort(rows, ({ scope }) => scope),
    {
      name: "agreement-on-draft",
      title: "Where agreement sits",
      description: "Of the pairs of people who agree on a unit, the share that agrees on the drafted value",
      columns: [
        ...scopeColumns<OnDraftRow>(labels),
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
          id: "agreeingShare",
          header: "Agreeing on the draft",
          type: "share",
          unit: "share of agreeing pairs",
          description: TIPS.onDraft,
          of: (row) => numberOr(row.agreeingShare, row.pairsReason),
        },
        {
          id: "agreeing",
          header: "Agreeing pairs",
          type: "count",
          unit: "pairs",
          description: TIPS.agreeing,
          of: (row) => row.agreeing,
        },
        {
          id: "pairs",
          header: "Pairs",
          type: "count",
          unit: "pairs",
          description: TIPS.pairs,
          of: (row) => row.pairs,
        },
        {
          id: "draftShare",
          header: "Values on the draft",
          type: "share",
          unit: "share of values",
          description: TIPS.draftShare,
          of: (row) => numberOr(row.draftShare, row.valuesReason),
        },
        {
          id: "values",
          header: "Values",
          type: "count",
          unit: "values",
          description: TIPS.draftShare,
          of: (row) => row.values,
        },
      ],
      kinds: ["human"],
      intervals: false,
    },
  );
}

/** What became of people's own values once they saw the draft. */
export function changesTable(
  report: Report,
  labels: Labels,
  rows: readonly ChangeRow[] = report.anchoring.changes,
): Table {
  return tableOf<ChangeRow & { exposure?: undefined }>(
    report,
    labels.sort(rows, ({ scope }) => scope),
    {
      name: "changes",
      title: "Before and after the draft",
      description: "What became of people’s own values once the draft was revealed",
      columns: [
        ...scopeColumns<ChangeRow>(labels),
        {
          id: "switchRate",
          header: "Switched to the draft",
          type: "share",
          unit: "share of differing values",
          description: TIPS.switchRate,
          of: (row) => numberOr(row.switchRate, row.differedReason),
        },
        {
          id: "changeRate",
          header: "Changed at all",
          type: "share",
          unit: "share of differing values",
          description: TIPS.changeRate,
          of: (row) => numberOr(row.changeRate, row.differedReason),
        },
        {
          id: "weightOfAdvice",
          header: "Weight of advice",
          type: "number",
          unit: "0 to 1",
          decimals: 3,
          description: TIPS.weightOfAdvice,
          of: (row) => numberOr(row.weightOfAdvice, row.adviceReason),
        },
        {
          id: "leaveRate",
          header: "Left the draft",
          type: "share",
          unit: "share of equal values",
          description: TIPS.leaveRate,
          of: (row) => numberOr(row.leaveRate, row.agreedReason),
        },
        {
          id: "differed",
          header: "Differed",
          type: "count",
          unit: "values",
          description: TIPS.differed,
          of: (row) => row.differed,
        },
        {
          id: "agreed",
          header: "Equal",
          type: "count",
          unit: "values",
          description: TIPS.leaveRate,
          of: (row) => row.agreed,
        },
        {
          id: "beyond",
          header: "Moved beyond",
          type: "count",
          unit: "values",
          description: TIPS.beyond,
          of: (row) => row.beyond,
        },
      ],
      kinds: ["human"],
      intervals: false,
    },
  );
}

/** Correction, scrutiny, subjectivity and outliers. */
export function stancesTable(
  report: Report,
  labels: Labels,
  rows: readonly StanceRow[] = report.anchoring.stances,
): Table {
  return tableOf<StanceRow & { exposure?: undefined }>(
    report,
    labels.sort(rows, ({ scope }) => scope),
    {
      name: "stances",
      title: "Draft, majority and the person between them",
      description: "What people said with the draft in view, by what the majority says without one",
      columns: [
        ...scopeColumns<StanceRow>(labels),
        {
          id: "stance",
          header: "Stance",
          type: "text",
          unit: null,
          description: TIPS.stance,
          of: ({ stance }) => STANCE_LABELS[stance],
        },
        {
          id: "share",
          header: "Share",
          type: "share",
          unit: "share of qualifying values",
          description: TIPS.stance,
          of: (row) => numberOr(row.share, row.reason),
        },
        {
          id: "count",
          header: "Values",
          type: "count",
          unit: "values",
          description: TIPS.stance,
          of: (row) => row.count,
        },
        {
          id: "qualified",
          header: "Qualifying",
          type: "count",
          unit: "values",
          description: TIPS.qualified,
          of: (row) => row.qualified,
        },
      ],
      kinds: ["human"],
      intervals: false,
    },
  );
}
