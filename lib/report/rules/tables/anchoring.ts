import type { ExposureClass } from "@/lib/judgement/schema";
import { TIPS } from "@/lib/report/rules/glossary";
import type { Labels } from "@/lib/report/rules/scope-labels";
import { CONTRAST_LABELS, EXPOSURE_LABELS, ORIGIN_LABELS, STANCE_LABELS } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import type {
  ChangeRow,
  ContrastRow,
  DetectionRow,
  DraftOrigin,
  OnDraftRow,
  ReadingRow,
  StanceRow,
} from "@/lib/report/schema/anchoring";
import { MAX_ARMS } from "@/lib/report/schema/codes";
import type { Table } from "@/lib/report/schema/table";
import { orientationNote, tableOf } from "./build";
import {
  coefficient,
  countColumn,
  exposureColumns,
  intervalOf,
  scopeColumns,
  share,
  textColumn,
} from "./columns";

const THREE = { decimals: 3 } as const;

/** A side of a contrast: the arm's name, or the exposure class in words. */
export function sideName({ by }: ContrastRow, side: string): string {
  return by === "arm" ? side : EXPOSURE_LABELS[side as ExposureClass];
}

/** The column with the kind of drafter; only where there are drafts of several origins. */
function originColumn<Row extends { origin: DraftOrigin | null }>(rows: readonly Row[]) {
  const origins = new Set(rows.flatMap(({ origin }) => origin ?? []));
  if (origins.size < 2) return [];
  return [
    textColumn<Row>("origin", "Drafts of", TIPS.origin, ({ origin }) => origin && ORIGIN_LABELS[origin]),
  ];
}

/** Contrasts of arms and of exposure classes. */
export function contrastsTable(
  report: ReportWith<"anchoring">,
  labels: Labels,
  rows: readonly ContrastRow[] = report.anchoring.contrasts,
): Table {
  return tableOf(
    report,
    labels.sort(rows, ({ scope }) => scope),
    {
      name: "contrasts",
      title: "What the draft changed",
      description: "Arms, and values with and without a draft in view: first minus second",
      columns: [
        ...scopeColumns<ContrastRow>(labels, ({ scope }) => scope),
        ...originColumn<ContrastRow>(rows),
        textColumn("by", "By", TIPS.contrastBy, ({ by }) => by),
        textColumn("first", "First", TIPS.contrastBy, (row) => sideName(row, row.first)),
        textColumn("second", "Second", TIPS.contrastBy, (row) => sideName(row, row.second)),
        textColumn("statistic", "Of", TIPS.contrastOf, ({ statistic }) => CONTRAST_LABELS[statistic]),
        textColumn("level", "Level", TIPS.level, ({ level }) => level),
        coefficient(
          "firstValue",
          "In the first",
          TIPS.contrastOf,
          (row) => [row.firstValue, row.firstReason],
          THREE,
        ),
        coefficient(
          "secondValue",
          "In the second",
          TIPS.contrastOf,
          (row) => [row.secondValue, row.secondReason],
          THREE,
        ),
        coefficient(
          "difference",
          "Difference",
          TIPS.difference,
          (row) => [row.difference, row.reason],
          THREE,
        ),
        intervalOf("difference", ({ ci }) => ci, THREE),
        coefficient("p", "p", TIPS.p, (row) => [row.p, row.reason], THREE),
        coefficient("pHolm", "p, Holm", TIPS.pHolm, (row) => [row.pHolm, row.reason], THREE),
        countColumn(
          "firstRatings",
          "Values, first",
          "values",
          TIPS.contrastValues,
          ({ firstRatings }) => firstRatings,
        ),
        countColumn(
          "secondRatings",
          "Values, second",
          "values",
          TIPS.contrastValues,
          ({ secondRatings }) => secondRatings,
        ),
        countColumn("tasks", "Tasks", "tasks", TIPS.clusters, ({ tasks }) => tasks),
      ],
      behind: ({ scope }) => ({ item: scope }),
      notes: [
        ...orientationNote(rows.map(({ scope }) => scope)),
        "p is of a permutation test: tasks change sides whole, within tasks where all are on both sides. Beside it, corrected for all contrasts of the report (Holm).",
      ],
      kinds: ["human"],
      intervals: true,
    },
  );
}

/** The share of people's agreement that is on the drafted value. */
export function onDraftTable(
  report: ReportWith<"anchoring">,
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
        ...scopeColumns<OnDraftRow>(labels, ({ scope }) => scope),
        ...originColumn<OnDraftRow>(rows),
        ...exposureColumns<OnDraftRow>(),
        share("agreeingShare", "Agreeing on the draft", "agreeing pairs", TIPS.onDraft, (row) => [
          row.agreeingShare,
          row.pairsReason,
        ]),
        intervalOf("agreeingShare", (row) => row.agreeingShareCi, THREE),
        share("expectedShare", "Expected", "agreeing pairs", TIPS.expectedShare, (row) => [
          row.expectedShare,
          row.pairsReason ?? "none-qualify",
        ]),
        countColumn("agreeing", "Agreeing pairs", "pairs", TIPS.agreeing, (row) => row.agreeing),
        countColumn("pairs", "Pairs", "pairs", TIPS.pairs, (row) => row.pairs),
        share("draftShare", "Values on the draft", "values", TIPS.draftShare, (row) => [
          row.draftShare,
          row.valuesReason,
        ]),
        intervalOf("draftShare", (row) => row.draftShareCi, THREE),
        countColumn("values", "Values", "values", TIPS.draftValues, (row) => row.values),
        countColumn("tasks", "Tasks", "tasks", TIPS.clusters, (row) => row.tasks),
      ],
      behind: ({ scope, exposure }) => ({ item: scope, exposure }),
      kinds: ["human"],
      intervals: true,
    },
  );
}

/** Changes of people's own values after they saw the draft. */
export function changesTable(
  report: ReportWith<"anchoring">,
  labels: Labels,
  rows: readonly ChangeRow[] = report.anchoring.changes,
): Table {
  return tableOf(
    report,
    labels.sort(rows, ({ scope }) => scope),
    {
      name: "changes",
      title: "Before and after the draft",
      description: "Changes of people’s own values once the draft was revealed",
      columns: [
        ...scopeColumns<ChangeRow>(labels, ({ scope }) => scope),
        ...originColumn<ChangeRow>(rows),
        share("switchRate", "Switched to the draft", "differing values", TIPS.switchRate, (row) => [
          row.switchRate,
          row.differedReason,
        ]),
        intervalOf("switchRate", (row) => row.switchRateCi, THREE),
        share("changeRate", "Changed at all", "differing values", TIPS.changeRate, (row) => [
          row.changeRate,
          row.differedReason,
        ]),
        intervalOf("changeRate", (row) => row.changeRateCi, THREE),
        coefficient(
          "weightOfAdvice",
          "Weight of advice",
          TIPS.weightOfAdvice,
          (row) => [row.weightOfAdvice, row.adviceReason],
          { unit: "0 to 1", decimals: 3 },
        ),
        intervalOf("weightOfAdvice", (row) => row.weightOfAdviceCi, THREE),
        share("leaveRate", "Left the draft", "equal values", TIPS.leaveRate, (row) => [
          row.leaveRate,
          row.agreedReason,
        ]),
        intervalOf("leaveRate", (row) => row.leaveRateCi, THREE),
        countColumn("differed", "Differed", "values", TIPS.differed, (row) => row.differed),
        countColumn("agreed", "Equal", "values", TIPS.equalled, (row) => row.agreed),
        countColumn("beyond", "Moved beyond", "values", TIPS.beyond, (row) => row.beyond),
        countColumn("tasks", "Tasks", "tasks", TIPS.clusters, (row) => row.tasks),
      ],
      behind: ({ scope }) => ({ item: scope, exposure: "exposed" }),
      kinds: ["human"],
      intervals: true,
    },
  );
}

/** Correction, scrutiny, subjectivity and outliers. */
export function stancesTable(
  report: ReportWith<"arms" | "anchoring">,
  labels: Labels,
  rows: readonly StanceRow[] = report.anchoring.stances,
): Table {
  return tableOf(
    report,
    labels.sort(rows, ({ scope }) => scope),
    {
      name: "stances",
      title: "Draft, majority and the person between them",
      description: "People’s values with the draft in view, compared with the majority’s without one",
      columns: [
        ...scopeColumns<StanceRow>(labels, ({ scope }) => scope),
        ...originColumn<StanceRow>(rows),
        textColumn("stance", "Stance", TIPS.stance, ({ stance }) => STANCE_LABELS[stance]),
        share("share", "Share", "qualifying values", TIPS.stance, (row) => [row.share, row.reason]),
        intervalOf("share", (row) => row.ci, THREE),
        countColumn("count", "Values", "values", TIPS.stance, (row) => row.count),
        countColumn("qualified", "Qualifying", "values", TIPS.qualified, (row) => row.qualified),
        countColumn("tasks", "Tasks", "tasks", TIPS.clusters, (row) => row.tasks),
      ],
      behind: ({ scope }) => ({ item: scope, exposure: "exposed" }),
      notes: [
        ...(new Set(report.arms.map(({ arm }) => arm)).size > MAX_ARMS
          ? [`Only the first ${MAX_ARMS} arms by name are compared with each other.`]
          : []),
      ],
      kinds: ["human"],
      intervals: true,
    },
  );
}

/** Drafts that were adopted faster than they can be read. */
export function readingTable(
  report: ReportWith<"anchoring">,
  labels: Labels,
  rows: readonly ReadingRow[] = report.anchoring.reading,
): Table {
  return tableOf(
    report,
    labels.sort(rows, ({ scope }) => scope),
    {
      name: "unread-acceptance",
      title: "Accepted faster than readable",
      description: `Drafts taken over unchanged, in less time than reading them at ${report.made.wordsPerMinute} words a minute takes`,
      columns: [
        ...scopeColumns<ReadingRow>(labels, ({ scope }) => scope),
        ...originColumn<ReadingRow>(rows),
        share("fasterShare", "Faster than readable", "drafts taken over", TIPS.reading, (row) => [
          row.share,
          row.reason,
        ]),
        intervalOf("fasterShare", (row) => row.ci, THREE),
        countColumn("faster", "Faster", "judgements", TIPS.reading, (row) => row.faster),
        countColumn("accepted", "Taken over", "judgements", TIPS.takenOver, (row) => row.accepted),
        coefficient(
          "medianSeconds",
          "Median time",
          TIPS.readingTime,
          (row) => [row.medianSeconds, row.reason],
          { unit: "seconds", decimals: 1 },
        ),
        coefficient("medianWords", "Median length", TIPS.draftWords, (row) => [row.medianWords, row.reason], {
          unit: "words",
          decimals: 1,
        }),
        countColumn("tasks", "Tasks", "tasks", TIPS.clusters, (row) => row.tasks),
      ],
      // With unknown exposure, drafts count as seen.
      behind: ({ scope }) => ({ item: scope }),
      kinds: ["human"],
      intervals: true,
    },
  );
}

const PLANTED_KINDS: Record<DetectionRow["kind"], string> = {
  verdict: "Value",
  item: "Item",
  labels: "Labels",
};
const DETECTED_BY: Record<DetectionRow["by"], string> = { all: "Everybody", arm: "Arm", rater: "Annotator" };

/** Planted errors, and how many people noticed. */
export function plantedTable(report: ReportWith<"anchoring">): Table {
  const rows = report.anchoring.detection;
  return tableOf(report, rows, {
    name: "planted-errors",
    title: "Planted errors",
    description:
      "Errors put into drafts on purpose: how many were noticed, beside drafts overruled without one",
    columns: [
      textColumn("kind", "Planted", TIPS.plantedKind, ({ kind }) => PLANTED_KINDS[kind]),
      textColumn("by", "By", TIPS.plantedBy, ({ by }) => DETECTED_BY[by]),
      textColumn("group", "Whose", TIPS.plantedBy, ({ group }) => group),
      share("detection", "Detected", "planted errors", TIPS.detection, (row) => [
        row.detection,
        row.detectionReason,
      ]),
      intervalOf("detection", ({ detectionCi }) => detectionCi),
      countColumn("planted", "Planted, seen", "drafts", TIPS.detection, ({ planted }) => planted),
      share("falseAlarm", "False alarms", "drafts without one", TIPS.falseAlarm, (row) => [
        row.falseAlarm,
        row.falseAlarmReason,
      ]),
      intervalOf("falseAlarm", ({ falseAlarmCi }) => falseAlarmCi),
      countColumn("left", "Without, seen", "drafts", TIPS.falseAlarm, ({ left }) => left),
      countColumn("tasks", "Tasks", "tasks", TIPS.clusters, ({ tasks }) => tasks),
    ],
    kinds: ["human"],
    n: { of: "drafts shown", count: seenBy(rows) },
    excluded: [],
    intervals: true,
  });
}

function seenBy(rows: readonly DetectionRow[]): number {
  return rows.reduce((sum, { by, planted, left }) => sum + (by === "all" ? planted + left : 0), 0);
}
