import {
  type Candidate,
  type SelectorResults,
  type SelectorRow,
  selectorResults,
} from "@/lib/drafting/rules/response-selectors";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import {
  generatedIn,
  groupsOf,
  NO_RESPONSES,
  NO_SCORES,
  runColumns,
  type ShownRun,
  type TaskOfRun,
} from "@/lib/report/rules/papers/stick/generated";
import { PUBLISHED_SELECTION } from "@/lib/report/rules/papers/stick/published";
import { familyParts } from "@/lib/report/rules/papers/study-parts";
import {
  andInterval,
  meanOverTasks,
  meanShareOverTasks,
  NOTHING,
  type WithEnds,
  withoutInterval,
} from "@/lib/report/rules/papers/task-intervals";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperTable } from "@/lib/report/schema/paper-table";

interface SelectionRow extends ShownRun {
  model: string;
  /** A family of tasks; null for all of them. */
  family: string | null;
  score: WithEnds;
  precision: WithEnds;
  selector: string;
  truth: string;
  source: "this study" | "paper";
  tasks: number | null;
  excluded: number | null;
  selected: number | null;
}

const NAMES: Record<SelectorRow["selector"], string> = {
  greedy: "Greedy decoding",
  external: "External score",
  "self-score": "Direct self-score",
  checklist: "STICK",
};

/** Pass rates are stored as shares of few questions, so a large common denominator tells them apart exactly. */
const asFraction = (passRate: number) => ({ yes: Math.round(passRate * 27_720), answered: 27_720 });

const candidatesOf = ({ responses }: TaskOfRun): Candidate[] =>
  responses.map(({ role, selfScore, scores, weights, passRate }) => ({
    ...{ role: role as "candidate" | "greedy", selfScore, scores, weights },
    passed: passRate === null ? null : asFraction(passRate),
  }));

/** The accuracy of selectors among several candidates, by a score that counts as true. */
export const bestOfTable: PaperTable = {
  id: "T5",
  also: ["T8"],
  title: "Selection among several candidates",
  needs:
    "all candidates of best-of-N runs with an external score, one by a judge, or a model’s answers to people’s checklists",
  of: (source) => {
    const { responses, isJudges, isShare, scoresOf } = generatedIn(source);
    const generated = responses.filter(
      ({ method, role }) => method === "stick.best_of_n" && (role === "candidate" || role === "greedy"),
    );
    const { names: scores, notes } = scoresOf(generated);
    if (generated.length === 0 || scores.length === 0)
      return {
        missing: [
          ...(generated.length === 0 ? [NO_RESPONSES] : []),
          ...(scores.length === 0 ? [NO_SCORES] : []),
        ],
      };
    const families = familyParts(source.study);
    const own = groupsOf(generated).flatMap(({ model, profile, shownCondition, ...group }) =>
      [null, ...families].flatMap((part) => {
        const family = part?.name ?? null;
        const shown = { model, profile, condition: shownCondition };
        const tasks = group.tasks.filter(({ task }) => part?.tasks.has(task) ?? true);
        const taskAt = (at: number) => tasks[at]?.task ?? "";
        return scores.flatMap((truth) => {
          const meanScore = (results: SelectorResults["results"]) =>
            (isShare(truth) ? meanShareOverTasks : meanOverTasks)(
              results.map(({ at, score: value, weight }) => ({ task: taskAt(at), value, weight })),
              source.options,
            );
          const meanPrecision = (results: SelectorResults["results"]) =>
            meanShareOverTasks(
              results.map(({ at, precision: value }) => ({ task: taskAt(at), value })),
              source.options,
            );
          const { rows } = selectorResults(tasks.map(candidatesOf), {
            truth,
            by: scores.filter((score) => score !== truth),
          });
          // A family whose responses lack this score has nothing to say.
          return rows.flatMap(({ selector, by, results, precision, ...row }): SelectionRow[] =>
            family !== null && rows.every((one) => one.tasks === 0)
              ? []
              : [
                  {
                    ...{ ...row, ...shown, family, truth, source: "this study" },
                    score: meanScore(results),
                    precision: precision === null ? NOTHING : meanPrecision(results),
                    selector:
                      by === undefined
                        ? NAMES[selector]
                        : `${isJudges(by) ? "Judge’s score" : NAMES.external}: ${by}`,
                  },
                ],
          );
        });
      }),
    );
    const rows = [...own, ...(source.published ? printedRows() : [])];
    return tableOf(namedReport(source).report, rows, {
      name: "stick-t5",
      title: "STICK, Tables 5 and 8: selection among candidates",
      description: "Mean true score of what each selector selects, and how much of it is truly best",
      columns: [
        textColumn<SelectionRow>(
          "model",
          "Model",
          "The model that wrote the candidates",
          ({ model }) => model,
        ),
        ...runColumns<SelectionRow>(own),
        {
          ...textColumn<SelectionRow>("tasks", "Tasks", "A family of tasks: their first tag", (row) =>
            families.length === 0 || row.source === "paper" ? null : (row.family ?? "Overall"),
          ),
          optional: true,
        },
        textColumn<SelectionRow>(
          "selector",
          "Selected by",
          "What decides among the candidates",
          (row) => row.selector,
        ),
        textColumn<SelectionRow>(
          "truth",
          "True score",
          "The score that counts as true: an external one, or a judge’s",
          ({ truth }) => truth,
        ),
        {
          ...textColumn<SelectionRow>("source", "Source", "This study, or the paper", (row) =>
            source.published ? row.source : null,
          ),
          optional: true,
        },
        ...andInterval(
          coefficient<SelectionRow>(
            "score",
            "Score",
            "Mean true score of the selected",
            ({ score: { value } }) => [value, value === null ? "none-qualify" : null],
            { decimals: 3 },
          ),
          ({ score }) => score.ends,
        ),
        ...andInterval(
          {
            ...share<SelectionRow>(
              "precision",
              "Precision",
              "selected responses",
              "Share of the selected that are truly best",
              (row) => [row.precision.value, null],
            ),
            decimals: 1,
          },
          ({ precision }) => precision.ends,
        ),
        {
          ...coefficient<SelectionRow>(
            "selected",
            "Selected",
            "Responses selected for a task on average",
            (row) => [row.selected, null],
            { decimals: 2 },
          ),
          optional: true,
        },
        {
          ...countColumn<SelectionRow>("n", "n", "tasks", "Tasks it selected in", ({ tasks }) => tasks),
          optional: true,
        },
        {
          ...countColumn<SelectionRow>(
            "excluded",
            "Without selection",
            "tasks",
            "Tasks in which it selected nothing",
            (row) => row.excluded,
          ),
          optional: true,
        },
      ],
      notes,
      kinds: ["llm"],
      n: { of: "responses", count: source.study.responses.length },
      intervals: true,
    });
  },
};

function printedRows(): SelectionRow[] {
  return Object.entries(PUBLISHED_SELECTION).flatMap(([model, selectors]) =>
    Object.entries(selectors).flatMap(([selector, { infobench, wildbench }]) =>
      (
        [
          ["InFoBench, DRFR", infobench],
          ["WildBench, WB-Score", wildbench],
        ] as const
      ).map(
        ([truth, [score, precision]]): SelectionRow => ({
          ...{ model, profile: null, condition: null, family: null, selector, truth, source: "paper" },
          ...{ score: withoutInterval(score), precision: withoutInterval(precision) },
          ...{ tasks: null, excluded: null, selected: null },
        }),
      ),
    ),
  );
}
