import { ACTIONS, type Action } from "@/lib/judgement/schema";
import { TIPS } from "@/lib/report/rules/glossary";
import type { Labels } from "@/lib/report/rules/scope-labels";
import { GROUPING_LABELS } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import type {
  Decisions,
  EditedRow,
  GroupRow,
  ItemDecisions,
  LengthRow,
  ReasonRow,
  Shares,
  SurvivalRow,
  WordRow,
} from "@/lib/report/schema/decisions";
import type { Behind, Table, TableProvenance } from "@/lib/report/schema/table";
import { type Spec, tableOf } from "./build";
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

/** The kinds of drafts, with their names. */
export const DRAFTED = [
  { key: "lines", label: "Explanation lines", tip: TIPS.lines },
  { key: "scoreLines", label: "Score lines", tip: TIPS.scoreLines },
  { key: "evidenceLines", label: "Evidence lines", tip: TIPS.evidenceLines },
  { key: "items", label: "Rubric items", tip: TIPS.items },
] as const;

const THINGS = { lines: "Explanation lines", items: "Rubric items", values: "Values" } as const;

const DONE: Record<Action, string> = {
  accept: "Accepted",
  revise: "Revised",
  remove: "Removed",
  add: "Added",
};

/** The kind of things decided on. */
function things<Row extends { of: keyof typeof THINGS }>(): Spec<Row> {
  return textColumn("of", "Of", TIPS.drafted, ({ of }) => THINGS[of]);
}

/** The number of decisions, and the share and number of each action. */
function shareColumns<Row>(sharesOf: (row: Row) => Shares, noun: string): Spec<Row>[] {
  return [
    countColumn("n", "n", noun, TIPS.decided, (row) => sharesOf(row).n),
    ...ACTIONS.flatMap((action) => [
      share<Row>(action, DONE[action], noun, TIPS.shares, (row) => [
        sharesOf(row)[action],
        sharesOf(row).reason,
      ]),
      // Displayed together with each share; as columns they would hide the shares, so only files have them as
      // columns.
      { ...intervalOf<Row>(action, (row) => sharesOf(row).ci[action], { decimals: 3 }), key: true },
    ]),
    ...ACTIONS.map((action) => ({
      ...countColumn<Row>(
        `${action}Count`,
        `${DONE[action]}, count`,
        noun,
        TIPS.decided,
        (row) => sharesOf(row).counts[action],
      ),
      key: true,
    })),
  ];
}

/** Decisions on drafted lines and items. */
export function decisionsTable(report: ReportWith<"decisions">): Table {
  const rows = DRAFTED.map(({ key, label }) => ({ key, label, shares: report.decisions[key] }));
  return tableOf(report, rows, {
    name: "decisions",
    title: "What became of drafts",
    description: "Shares of what people decided on or added",
    columns: [
      idColumn("kind", "Of", TIPS.drafted, ({ key }) => key),
      textColumn("of", "Of", TIPS.drafted, ({ label }) => label),
      ...shareColumns<(typeof rows)[number]>(({ shares }) => shares, "decisions"),
      countColumn("bulk", "In bulk", "decisions", TIPS.bulk, ({ shares }) => shares.bulk),
    ],
    kinds: ["human"],
    notes: DRAFTED.map(({ label, tip }) => `${label}: ${tip}`),
    n: decidedOn(report),
    excluded: withoutLines(report),
    intervals: true,
  });
}

/** Decisions on drafts by family, criterion, method, policy and model. */
export function groupsTable(
  report: ReportWith<"decisions">,
  labels: Labels,
  rows: readonly GroupRow[] = report.decisions.groups,
): Table {
  return tableOf(report, rows, {
    name: "decisions-by-group",
    title: "What became of drafts, by group",
    description:
      "Shares of what people decided on or added, by task family, criterion, method, policy, model and group of responses",
    columns: [
      things<GroupRow>(),
      textColumn("by", "By", TIPS.grouping, ({ by }) => GROUPING_LABELS[by]),
      textColumn("group", "Group", TIPS.group, ({ by, group }) =>
        by === "criterion" ? labels.of(group) : group,
      ),
      ...shareColumns<GroupRow>(({ shares }) => shares, "decisions"),
    ],
    behind: (row) => (row.of === "lines" ? behindGroup(row) : null),
    kinds: ["human"],
    n: decidedOn(report),
    excluded: [],
    intervals: true,
  });
}

function behindGroup({ by, group }: GroupRow): Behind | null {
  if (by === "criterion") return { item: group };
  if (by === "family") return { family: group };
  if (by === "group") return { group };
  return by === "writer" ? { model: group } : null;
}

type ByItem = readonly (readonly [string, ItemDecisions])[];

/** Decisions on the drafted lines of each item, and how values differ from the drafted ones. */
export function decisionsByItemTable(
  report: ReportWith<"decisions">,
  labels: Labels,
  items: ByItem = Object.entries(report.decisions.byItem),
): Table {
  const rows = labels.sort(items, ([item]) => item).map(([item, own]) => ({ item, ...own }));
  type Row = (typeof rows)[number];
  const directionColumn = (id: keyof ItemDecisions["values"], header: string): Spec<Row> =>
    countColumn(id, header, "values", TIPS.values, ({ values }) => values[id]);
  return tableOf(report, rows, {
    name: "decisions-by-item",
    title: "Decisions and values by item",
    description: "Shares of the explanation lines of each item, and final values against drafted ones",
    columns: [
      ...scopeColumns<Row>(labels, ({ item }) => item),
      ...shareColumns<Row>(({ lines }) => lines, "lines"),
      directionColumn("raised", "Raised"),
      directionColumn("lowered", "Lowered"),
      directionColumn("unchanged", "Unchanged"),
    ],
    behind: ({ item }) => ({ item }),
    kinds: ["human"],
    n: decidedOn(report),
    excluded: withoutLines(report),
    intervals: true,
  });
}

/** The most edited criteria, with example texts. */
export function editedTable(
  report: ReportWith<"decisions">,
  labels: Labels,
  rows: readonly EditedRow[] = report.decisions.edited,
): Table {
  return tableOf(report, rows, {
    name: "most-edited",
    title: "Most edited criteria",
    description: "How often people revised or removed drafts, and the texts they wrote instead",
    columns: [
      things<EditedRow>(),
      ...scopeColumns<EditedRow>(labels, ({ item }) => item),
      share("share", "Edited", "decisions", TIPS.edited, (row) => [row.share, null]),
      countColumn("edited", "Edited, count", "decisions", TIPS.editedCount, (row) => row.edited),
      countColumn("decided", "n", "decisions", TIPS.decided, (row) => row.decided),
      textColumn("examples", "Examples", TIPS.examples, ({ examples }) =>
        examples.length === 0 ? null : examples.map((text) => `“${shortened(text)}”`).join(" "),
      ),
    ],
    behind: ({ of, item }) => (of === "lines" ? { item } : null),
    kinds: ["human"],
    n: decidedOn(report),
    excluded: [],
    intervals: false,
  });
}

/** An example is shortened to one line. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 160 ? `${line.slice(0, 159).trimEnd()}…` : line;
}

/** The length of drafted rubrics, and after people's decisions. */
export function lengthsTable(
  report: ReportWith<"decisions">,
  rows: readonly LengthRow[] = report.decisions.lengths,
): Table {
  const items = { unit: "items", decimals: 2 } as const;
  return tableOf(report, rows, {
    name: "rubric-lengths",
    title: "How long checklists are",
    description: "Items of drafted checklists and lists of criteria, before and after people’s decisions",
    columns: [
      textColumn("model", "Drafted by", TIPS.llm, ({ model }) => model),
      textColumn("method", "Method", TIPS.method, ({ method }) => method),
      countColumn("rubrics", "Rubrics", "rubrics", TIPS.rubrics, (row) => row.rubrics),
      countColumn("items", "Items", "items", TIPS.draftedItems, (row) => row.items),
      coefficient("drafted", "Items, mean", TIPS.draftedLength, (row) => [row.drafted, null], items),
      coefficient("sd", "SD", TIPS.lengthSd, (row) => [row.sd, row.sdReason], items),
      countColumn("shortest", "Shortest", "items", TIPS.shortest, (row) => row.shortest),
      countColumn("longest", "Longest", "items", TIPS.longest, (row) => row.longest),
      coefficient("final", "After people", TIPS.final, (row) => [row.final, row.reason], items),
      countColumn("reviews", "Reviews", "reviews", TIPS.reviews, (row) => row.reviews),
    ],
    kinds: ["human"],
    n: { of: "decisions on items", count: report.study.decisions },
    excluded: [],
    intervals: false,
  });
}

/** The most frequent words of instructions, and the criteria of their tasks. */
export function wordsTable(
  report: ReportWith<"decisions">,
  rows: readonly WordRow[] = report.decisions.words,
): Table {
  return tableOf(report, rows, {
    name: "instruction-words",
    title: "What instructions ask for",
    description: "The most frequent verbs and nouns of instructions, with the criteria of their tasks",
    columns: [
      textColumn("kind", "Kind", TIPS.wordKind, ({ kind }) => kind),
      textColumn("word", "Word", TIPS.word, ({ word }) => word),
      countColumn("tasks", "Tasks", "tasks", TIPS.wordTasks, (row) => row.tasks),
      textColumn("criteria", "Criteria", TIPS.wordCriteria, ({ criteria }) =>
        criteria.length === 0 ? null : criteria.map(({ name, tasks }) => `${name} (${tasks})`).join(", "),
      ),
    ],
    kinds: [],
    n: { of: "tasks", count: report.study.tasks },
    excluded: [],
    intervals: false,
  });
}

/** The reasons of people's decisions. */
export function reasonsTable(report: ReportWith<"decisions">): Table {
  const rows: readonly ReasonRow[] = report.decisions.reasons;
  return tableOf(report, rows, {
    name: "reasons",
    title: "Reasons given",
    description: "How often each reason was given for each kind of decision",
    columns: [
      things<ReasonRow>(),
      textColumn("action", "Decision", TIPS.decided, ({ action }) => DONE[action]),
      textColumn("code", "Reason", TIPS.reasonCode, ({ code }) => code ?? "none given"),
      share("share", "Share", "decisions", TIPS.reasonShare, (row) => [row.share, null]),
      countColumn("count", "Decisions", "decisions", TIPS.decided, (row) => row.count),
    ],
    kinds: ["human"],
    n: decidedOn(report),
    excluded: [],
    intervals: false,
  });
}

/** The share of drafted items that people kept. */
export function survivalTable(report: ReportWith<"decisions">, labels: Labels): Table {
  const people = (id: "accepted" | "revised" | "removed", header: string): Spec<SurvivalRow> =>
    countColumn(id, header, "people", TIPS.decided, (row) => row[id]);
  return tableOf(
    report,
    labels.sort(report.decisions.survival, ({ item }: SurvivalRow) => item),
    {
      name: "item-survival",
      title: "Which drafted items survive",
      description: "What people decided on each drafted item, each with their first decision",
      columns: [
        ...scopeColumns<SurvivalRow>(labels, ({ item }) => item),
        ...exposureColumns<SurvivalRow>(),
        share("kept", "Kept", "people", TIPS.kept, (row) => [row.kept, row.reason]),
        countColumn("decided", "People", "people", TIPS.survivalPeople, (row) => row.decided),
        people("accepted", "Accepted"),
        people("revised", "Revised"),
        people("removed", "Removed"),
      ],
      kinds: ["human"],
      n: { of: "decisions on items", count: report.study.decisions },
      excluded: [],
      intervals: false,
    },
  );
}

/** The judgements that shares of lines leave out. */
function withoutLines({ decisions }: { decisions: Decisions }): TableProvenance["excluded"] {
  const why = "judged beside a draft, without a decision on any of its lines";
  return [{ why, count: decisions.withoutLines }];
}

function decidedOn({ decisions }: { decisions: Decisions }) {
  return { of: "decisions on lines and items", count: decisions.lines.n + decisions.items.n };
}
