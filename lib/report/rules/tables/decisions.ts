import type { Action } from "@/lib/dataset/schema";
import type { Labels } from "@/lib/report/rules/labels";
import { TIPS } from "@/lib/report/rules/tips";
import { EXPOSURE_LABELS } from "@/lib/report/rules/wording";
import type { Decisions, ItemDecisions, ReasonRow, Report, Shares, SurvivalRow } from "@/lib/report/schema";
import type { Table } from "@/lib/report/schema/table";
import { numberOr, type Spec, tableOf } from "./build";

/** The kinds of drafted things, and what each is called. */
export const DRAFTED = [
  { key: "lines", label: "Explanation lines", tip: TIPS.lines },
  { key: "scoreLines", label: "Score lines", tip: TIPS.scoreLines },
  { key: "evidenceLines", label: "Evidence lines", tip: TIPS.evidenceLines },
  { key: "items", label: "Rubric items", tip: TIPS.items },
] as const;

const DONE: Record<Action, string> = {
  accept: "Accepted",
  revise: "Revised",
  remove: "Removed",
  add: "Added",
};

/** How many there were, and the share and number of each decision. */
function shareColumns<Row>(sharesOf: (row: Row) => Shares, things: string): Spec<Row>[] {
  const actions = ["accept", "revise", "remove", "add"] as const;
  return [
    {
      id: "n",
      header: "n",
      type: "count",
      unit: things,
      description: TIPS.decided,
      of: (row) => sharesOf(row).n,
    },
    ...actions.map(
      (action): Spec<Row> => ({
        id: action,
        header: DONE[action],
        type: "share",
        unit: `share of ${things}`,
        description: TIPS.shares,
        of: (row) => numberOr(sharesOf(row)[action], sharesOf(row).reason),
      }),
    ),
    ...actions.map(
      (action): Spec<Row> => ({
        id: `${action}Count`,
        header: `${DONE[action]}, count`,
        type: "count",
        unit: things,
        key: true,
        description: TIPS.decided,
        of: (row) => sharesOf(row).counts[action],
      }),
    ),
  ];
}

/** What became of drafted lines and items. */
export function decisionsTable(report: Report): Table {
  const rows = DRAFTED.map(({ key, label }) => ({ key, label, shares: report.decisions[key] }));
  return tableOf<(typeof rows)[number] & { exposure?: undefined }>(report, rows, {
    name: "decisions",
    title: "What became of drafts",
    description: "Shares of what people decided on or added",
    columns: [
      {
        id: "kind",
        header: "Of",
        type: "text",
        unit: null,
        key: true,
        description: TIPS.drafted,
        of: ({ key }) => key,
      },
      {
        id: "of",
        header: "Of",
        type: "text",
        unit: null,
        description: TIPS.drafted,
        of: ({ label }) => label,
      },
      ...shareColumns<(typeof rows)[number]>(({ shares }) => shares, "decisions"),
    ],
    kinds: ["human"],
    notes: DRAFTED.map(({ label, tip }) => `${label}: ${tip}`),
    n: decidedOn(report),
    excluded: [],
    intervals: false,
  });
}

type ByItem = readonly (readonly [string, ItemDecisions])[];

/** What became of the drafted lines of each item, and whether values moved away from the drafted one. */
export function decisionsByItemTable(
  report: Report,
  labels: Labels,
  items: ByItem = Object.entries(report.decisions.byItem),
): Table {
  const rows = labels.sort(items, ([item]) => item).map(([item, own]) => ({ item, ...own }));
  type Row = (typeof rows)[number] & { exposure?: undefined };
  return tableOf<Row>(report, rows, {
    name: "decisions-by-item",
    title: "Decisions and values by item",
    description: "Shares of the explanation lines of each item, and final values against drafted ones",
    columns: [
      {
        id: "item",
        header: "Item",
        type: "text",
        unit: null,
        key: true,
        description: TIPS.scope,
        of: ({ item }) => item,
      },
      {
        id: "itemName",
        header: "Item",
        type: "text",
        unit: null,
        description: TIPS.scope,
        of: ({ item }) => labels.of(item),
      },
      ...shareColumns<Row>(({ lines }) => lines, "lines"),
      {
        id: "raised",
        header: "Raised",
        type: "count",
        unit: "values",
        description: TIPS.values,
        of: ({ values }) => values.raised,
      },
      {
        id: "lowered",
        header: "Lowered",
        type: "count",
        unit: "values",
        description: TIPS.values,
        of: ({ values }) => values.lowered,
      },
      {
        id: "unchanged",
        header: "Unchanged",
        type: "count",
        unit: "values",
        description: TIPS.values,
        of: ({ values }) => values.unchanged,
      },
    ],
    kinds: ["human"],
    n: decidedOn(report),
    excluded: [],
    intervals: false,
  });
}

/** Why people decided as they did. */
export function reasonsTable(report: Report): Table {
  const rows: readonly (ReasonRow & { exposure?: undefined })[] = report.decisions.reasons;
  return tableOf(report, rows, {
    name: "reasons",
    title: "Reasons given",
    description: "How often each reason was given for each kind of decision",
    columns: [
      {
        id: "of",
        header: "Of",
        type: "text",
        unit: null,
        description: TIPS.drafted,
        of: ({ of }) => (of === "lines" ? "Explanation lines" : "Rubric items"),
      },
      {
        id: "action",
        header: "Decision",
        type: "text",
        unit: null,
        description: TIPS.decided,
        of: ({ action }) => DONE[action],
      },
      {
        id: "code",
        header: "Reason",
        type: "text",
        unit: null,
        description: TIPS.reasonCode,
        of: ({ code }) => code ?? "none given",
      },
      {
        id: "share",
        header: "Share",
        type: "share",
        unit: "share of decisions",
        description: TIPS.reasonShare,
        of: ({ share }) => share,
      },
      {
        id: "count",
        header: "Decisions",
        type: "count",
        unit: "decisions",
        description: TIPS.decided,
        of: ({ count }) => count,
      },
    ],
    kinds: ["human"],
    n: decidedOn(report),
    excluded: [],
    intervals: false,
  });
}

/** Which drafted items people kept. */
export function survivalTable(report: Report, labels: Labels): Table {
  return tableOf(
    report,
    labels.sort(report.decisions.survival, ({ item }: SurvivalRow) => item),
    {
      name: "item-survival",
      title: "Which drafted items survive",
      description: "What people decided on each drafted item, each with their first decision",
      columns: [
        {
          id: "item",
          header: "Item",
          type: "text",
          unit: null,
          key: true,
          description: TIPS.scope,
          of: ({ item }) => item,
        },
        {
          id: "itemName",
          header: "Item",
          type: "text",
          unit: null,
          description: TIPS.scope,
          of: ({ item }) => labels.of(item),
        },
        {
          id: "exposure",
          header: "Exposure",
          type: "text",
          unit: null,
          description: TIPS.exposure,
          of: ({ exposure }) => EXPOSURE_LABELS[exposure],
        },
        {
          id: "kept",
          header: "Kept",
          type: "share",
          unit: "share of people",
          description: TIPS.kept,
          of: (row) => numberOr(row.kept, row.reason),
        },
        {
          id: "accepted",
          header: "Accepted",
          type: "count",
          unit: "people",
          description: TIPS.decided,
          of: (row) => row.accepted,
        },
        {
          id: "revised",
          header: "Revised",
          type: "count",
          unit: "people",
          description: TIPS.decided,
          of: (row) => row.revised,
        },
        {
          id: "removed",
          header: "Removed",
          type: "count",
          unit: "people",
          description: TIPS.decided,
          of: (row) => row.removed,
        },
      ],
      kinds: ["human"],
      n: { of: "decisions on items", count: report.study.decisions },
      excluded: [],
      intervals: false,
    },
  );
}

function decidedOn({ decisions }: { decisions: Decisions }) {
  return { of: "decisions on lines and items", count: decisions.lines.n + decisions.items.n };
}
