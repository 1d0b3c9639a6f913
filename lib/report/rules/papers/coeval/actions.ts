import { ACTIONS, type Action } from "@/lib/judgement/schema";
import { decisionsOf } from "@/lib/report/rules/decisions";
import { namedReport, shownEnds } from "@/lib/report/rules/papers/from-report";
import { familyParts, studyOfPart } from "@/lib/report/rules/papers/study-parts";
import { andInterval } from "@/lib/report/rules/papers/task-intervals";
import { tableOf } from "@/lib/report/rules/tables/build";
import { countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { Decisions, Shares } from "@/lib/report/schema/decisions";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import type { Table } from "@/lib/report/schema/table";
import { PUBLISHED_LINE_ACTIONS } from "./published";

interface ActionRow {
  task: string;
  of: string;
  source: "this study" | "paper";
  n: number | null;
  shares: Record<Action, number | null>;
  ends?: Shares["ci"];
}

/** The paper's words for the four actions, in its order. */
const WORDS: Record<Action, string> = { accept: "Approve", revise: "Revise", remove: "Delete", add: "Add" };

const ownRow = (task: string, of: string, shares: Shares): ActionRow => ({
  ...{ task, of, source: "this study", n: shares.n, shares, ends: shares.ci },
});

function actionsTable(source: PaperSource, rows: readonly ActionRow[], name: string, title: string): Table {
  const { report } = namedReport(source);
  return tableOf(report, rows, {
    name,
    title,
    description: "Shares of drafted things and additions by what people did to them",
    columns: [
      textColumn<ActionRow>("task", "Task", "The family of the tasks: their first tag", ({ task }) => task),
      textColumn<ActionRow>("of", "Of", "What was decided on", ({ of }) => of),
      {
        ...textColumn<ActionRow>("source", "Source", "This study, or the paper", (row) =>
          rows.every((each) => each.source === "this study") ? null : row.source,
        ),
        optional: true,
      },
      ...ACTIONS.flatMap((action) =>
        andInterval<ActionRow>(
          {
            ...share<ActionRow>(
              action,
              WORDS[action],
              "decisions",
              "Among drafted things that were decided on and additions",
              ({ shares }) => [shares[action], null],
            ),
            decimals: 2,
          },
          ({ ends }) => shownEnds(source, ends?.[action] ?? null),
        ),
      ),
      {
        ...countColumn<ActionRow>("n", "n", "decisions", "Decisions and additions", ({ n }) => n),
        optional: true,
      },
    ],
    kinds: ["human"],
    n: { of: "decisions", count: Math.max(0, ...rows.map((row) => row.n ?? 0)) },
    intervals: true,
  });
}

/** Rows for each family of tasks, where there are several. */
function inFamilies(
  { study, options }: PaperSource,
  rowsOf: (family: string, decided: Decisions) => ActionRow[],
): ActionRow[] {
  return familyParts(study).flatMap((part) =>
    rowsOf(part.name, decisionsOf(studyOfPart(study, part), options)),
  );
}

const criteriaOf = (task: string, { items }: Decisions): ActionRow[] =>
  items.n > 0 ? [ownRow(task, "Criteria", items)] : [];

/** Decisions on drafted criteria. */
export const criteriaActionsTable: PaperTable = {
  id: "T3",
  title: "What people did to drafted criteria",
  needs: "people’s decisions on the items of drafted criteria",
  of: (source) => {
    const { decisions } = namedReport(source).report;
    if (decisions.items.n === 0)
      return { missing: ["decisions of people on the items of a rubric that a model drafted"] };
    const rows = [...criteriaOf("All", decisions), ...inFamilies(source, criteriaOf)];
    return actionsTable(source, rows, "coeval-t3", "CoEval, Table 3: actions on criteria");
  },
};

const LINES = [
  { key: "lines", of: "All lines" },
  { key: "scoreLines", of: "Score lines" },
  { key: "evidenceLines", of: "Evidence lines" },
] as const;

/** Rows of all lines, score lines and evidence lines, of those that there are. */
const linesOf = (task: string, decided: Decisions): ActionRow[] =>
  LINES.flatMap(({ key, of }) => (decided[key].n > 0 ? [ownRow(task, of, decided[key])] : []));

/** Decisions on drafted explanation lines, on those that state the score, and on the evidence. */
export const lineActionsTable: PaperTable = {
  id: "T14",
  title: "What people did to drafted explanation lines",
  needs: "judgements with a draft and decisions on its lines",
  of: (source) => {
    const { decisions } = namedReport(source).report;
    if (decisions.lines.n === 0)
      return { missing: ["judgements of people with decisions on the lines of a drafted explanation"] };
    const printed = PUBLISHED_LINE_ACTIONS.map(({ task, of, percents }): ActionRow => {
      const shares = ACTIONS.map((action, at) => {
        const percent = percents[at];
        return [action, percent == null ? null : percent / 100] as const;
      });
      return {
        ...{ task, of, source: "paper", n: null },
        shares: Object.fromEntries(shares) as ActionRow["shares"],
      };
    });
    const own = [...linesOf("All", decisions), ...inFamilies(source, linesOf)];
    const rows = [...own, ...(source.published ? printed : [])];
    return actionsTable(source, rows, "coeval-t14", "CoEval, Table 14: actions on explanation lines");
  },
};
