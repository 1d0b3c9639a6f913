import { namedReport } from "@/lib/report/rules/papers/from-report";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, conditionColumn, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";

interface ConsistencyRow {
  /** The family of the tasks: the first tag of the one whose example was shown. */
  task: string;
  model: string;
  method: string;
  condition: string;
  matching: string;
  cc: number | null;
  icc: number | null;
  note: string | null;
}

/** The ways of matching the criteria of two sets, by the name of the measure. */
const MATCHINGS: ReadonlyMap<string, string> = new Map([
  ["greedy_max@1", "each to its nearest, by vectors"],
  ["assignment@1", "one to one, by vectors"],
  ["lexical@1", "each to its nearest, by words"],
]);

const MEASURE = /^(cc|icc)\.(.+)$/;

function rowsIn({ study, measures = [] }: PaperSource): ConsistencyRow[] {
  const families = new Map(study.tasks.map(({ id, tags }) => [id, tags[0] ?? id]));
  const rows = new Map<string, ConsistencyRow>();
  for (const { task, model, method, condition, name, value, note } of measures) {
    const [, which, matching] = MEASURE.exec(name) ?? [];
    if (which === undefined || matching === undefined) continue;
    const key = JSON.stringify([task, model, method, condition, matching]);
    const row = rows.get(key) ?? {
      ...{ task: families.get(task) ?? task, model, method, condition, cc: null, icc: null, note },
      matching: MATCHINGS.get(matching) ?? matching,
    };
    rows.set(key, row);
    row[which as "cc" | "icc"] = value;
  }
  // Without an embedding model nothing was compared by vectors.
  return [...rows.values()].filter(({ cc, icc }) => cc !== null || icc !== null);
}

/** The similarity of the criteria that a model drafts again: to those at temperature 0 (CC), and to each other (ICC). */
export const consistencyTable: PaperTable = {
  id: "T1",
  title: "Consistency of drafted criteria (CC, ICC)",
  needs: "a run of coeval.consistency",
  of: (source) => {
    const rows = rowsIn(source);
    if (rows.length === 0)
      return {
        missing: [
          "measures of a run of coeval.consistency, which a study file does not hold: give the findings that the command line or a recipe wrote beside it",
        ],
      };
    const conditions = new Set(rows.map(({ condition }) => condition));
    const mean = (id: "cc" | "icc", header: string, about: string) =>
      coefficient<ConsistencyRow>(
        id,
        header,
        about,
        (row) => [row[id], row[id] === null ? "none-qualify" : null],
        { decimals: 3 },
      );
    return tableOf(namedReport(source).report, rows, {
      name: "coeval-t1",
      title: "CoEval, Table 1: consistency of drafted criteria",
      description: "Mean similarity of the criteria that a model drafts several times for one task",
      columns: [
        textColumn<ConsistencyRow>(
          "task",
          "Task",
          "The family of the tasks: their first tag",
          (row) => row.task,
        ),
        textColumn<ConsistencyRow>("model", "Model", "The model that drafted", (row) => row.model),
        textColumn<ConsistencyRow>("method", "Method", "The method it drafted by", (row) => row.method),
        conditionColumn<ConsistencyRow>(({ condition }) => (conditions.size > 1 ? condition : null)),
        textColumn<ConsistencyRow>(
          "matching",
          "Matched",
          "How criteria of two sets are compared",
          (row) => row.matching,
        ),
        mean("cc", "CC", "Of sampled sets with the set at temperature 0"),
        mean("icc", "ICC", "Of sampled sets with each other"),
        {
          ...textColumn<ConsistencyRow>("note", "Note", "What was left out", ({ note }) => note),
          optional: true,
        },
      ],
      notes: ["The paper does not print its formulas; these matchings are our own reading of them."],
      kinds: ["llm"],
      n: { of: "measures", count: source.measures?.length ?? 0 },
      intervals: false,
    });
  },
};
