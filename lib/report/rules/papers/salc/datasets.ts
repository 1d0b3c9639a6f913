import { PREFERENCE } from "@/lib/judgement/schema/units";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { tagParts } from "@/lib/report/rules/papers/study-parts";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, textColumn } from "@/lib/report/rules/tables/columns";
import { unitsOf } from "@/lib/report/rules/units";
import type { PaperTable } from "@/lib/report/schema/paper-table";

/** The contents of each dataset of a study: a dataset is a tag. */
export const datasetsTable: PaperTable = {
  id: "T8",
  title: "Datasets of the study",
  needs: "tasks",
  of: (source) => {
    const { study } = source;
    if (study.tasks.length === 0) return { missing: ["tasks"] };
    const responses = new Map<string, number>();
    for (const { task } of study.responses) responses.set(task, (responses.get(task) ?? 0) + 1);
    const golds = new Map<string, number>();
    for (const { task, others } of unitsOf(study).byItem.get(PREFERENCE) ?? [])
      if (others.some(({ rater }) => rater.kind === "gold")) golds.set(task, (golds.get(task) ?? 0) + 1);
    const parts = [...tagParts(study), { name: "All", tasks: new Set(study.tasks.map(({ id }) => id)) }];
    const rows = parts.map(({ name, tasks: own }) => {
      const tasks = study.tasks.filter(({ id }) => own.has(id));
      const sum = (of: ReadonlyMap<string, number>) =>
        tasks.reduce((total, { id }) => total + (of.get(id) ?? 0), 0);
      const words = tasks.reduce(
        (total, { instruction }) => total + (instruction.match(/\S+/g)?.length ?? 0),
        0,
      );
      return {
        name,
        tasks: tasks.length,
        responses: sum(responses),
        pairs: sum(golds),
        words: words / tasks.length,
      };
    });
    type Row = (typeof rows)[number];
    return tableOf(namedReport(source).report, rows, {
      name: "salc-t8",
      title: "SALC, Table 8: datasets",
      description: "Tasks, responses and pairs with gold by tag; a task with several tags counts in each",
      columns: [
        textColumn<Row>("dataset", "Dataset", "A tag of the tasks, or all", ({ name }) => name),
        countColumn<Row>("tasks", "Tasks", "tasks", "Tasks with the tag", (row) => row.tasks),
        countColumn<Row>("responses", "Responses", "responses", "Their responses", (row) => row.responses),
        countColumn<Row>(
          "pairs",
          "Pairs with gold",
          "pairs",
          "Pairs of which gold prefers one",
          (row) => row.pairs,
        ),
        coefficient<Row>("words", "Words", "Words of an instruction on average", (row) => [row.words, null], {
          unit: "words",
          decimals: 1,
        }),
      ],
      kinds: ["gold"],
      n: { of: "tasks", count: study.tasks.length },
      intervals: false,
    });
  },
};
