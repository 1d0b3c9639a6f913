import { compareSelectors, type SelectorRow } from "@/lib/drafting/rules/response-selectors";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import {
  type Generated,
  generatedIn,
  NO_RESPONSES,
  NO_SCORES,
} from "@/lib/report/rules/papers/stick/generated";
import { PUBLISHED_SELECTION } from "@/lib/report/rules/papers/stick/published";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperTable } from "@/lib/report/schema/paper-table";

interface SelectionRow extends Pick<SelectorRow, "score" | "precision"> {
  model: string;
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

function candidatesOf(own: readonly Generated[]) {
  const tasks = new Map<string, Generated[]>();
  for (const one of own) tasks.set(one.task, [...(tasks.get(one.task) ?? []), one]);
  return [...tasks.values()].map((candidates) =>
    candidates.map(({ role, selfScore, scores, passRate }) => ({
      ...{ role: role as "candidate" | "greedy", selfScore, scores },
      passed: passRate === null ? null : asFraction(passRate),
    })),
  );
}

/** The accuracy of selectors among several candidates, by an external score that counts as true. */
export const bestOfTable: PaperTable = {
  id: "T5",
  title: "Selection among several candidates",
  needs: "all candidates of best-of-N runs with an external score",
  of: (source) => {
    const generated = generatedIn(source).filter(
      ({ method, role }) => method === "stick.best_of_n" && (role === "candidate" || role === "greedy"),
    );
    const scores = [...new Set(generated.flatMap((one) => Object.keys(one.scores)))].sort();
    if (generated.length === 0 || scores.length === 0)
      return {
        missing: [
          ...(generated.length === 0 ? [NO_RESPONSES] : []),
          ...(scores.length === 0 ? [NO_SCORES] : []),
        ],
      };
    const models = [...new Set(generated.map(({ model }) => model))].sort();
    const own = models.flatMap((model) => {
      const tasks = candidatesOf(generated.filter((one) => one.model === model));
      return scores.flatMap((truth) =>
        compareSelectors(tasks, { truth, by: scores.filter((score) => score !== truth) }).rows.map(
          ({ selector, by, ...row }): SelectionRow => ({
            ...{ ...row, model, truth, source: "this study" },
            selector: by === undefined ? NAMES[selector] : `${NAMES.external}: ${by}`,
          }),
        ),
      );
    });
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
        textColumn<SelectionRow>(
          "selector",
          "Selected by",
          "What decides among the candidates",
          (row) => row.selector,
        ),
        textColumn<SelectionRow>(
          "truth",
          "True score",
          "The external score that counts as true",
          ({ truth }) => truth,
        ),
        {
          ...textColumn<SelectionRow>("source", "Source", "This study, or the paper", (row) =>
            source.published ? row.source : null,
          ),
          optional: true,
        },
        coefficient<SelectionRow>(
          "score",
          "Score",
          "Mean true score of the selected",
          ({ score }) => [score, score === null ? "none-qualify" : null],
          { decimals: 3 },
        ),
        {
          ...share<SelectionRow>(
            "precision",
            "Precision",
            "selected responses",
            "Share of the selected that are truly best",
            (row) => [row.precision, null],
          ),
          decimals: 1,
        },
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
          ...countColumn<SelectionRow>(
            "tasks",
            "Tasks",
            "tasks",
            "Tasks it selected in",
            ({ tasks }) => tasks,
          ),
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
      kinds: ["llm"],
      n: { of: "responses", count: source.study.responses.length },
      intervals: false,
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
          ...{ model, selector, truth, source: "paper", score, precision },
          ...{ tasks: null, excluded: null, selected: null },
        }),
      ),
    ),
  );
}
