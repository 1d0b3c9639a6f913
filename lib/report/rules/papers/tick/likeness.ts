import { meanOfKnown } from "@/lib/agreement/arithmetic-mean";
import { SIMILARITY_VERSION, type Similarity, similarityOf } from "@/lib/drafting/rules/similarity";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { shownConditions } from "@/lib/report/rules/papers/shown-condition";
import {
  andInterval,
  meanOverTasks,
  type WithEnds,
  withoutInterval,
} from "@/lib/report/rules/papers/task-intervals";
import { type ComparedChecklists, comparedChecklists } from "@/lib/report/rules/papers/tick/checklists";
import { PUBLISHED_LIKENESS } from "@/lib/report/rules/papers/tick/published";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, conditionColumn, countColumn, textColumn } from "@/lib/report/rules/tables/columns";
import type { ReportOptions } from "@/lib/report/schema";
import type { PaperTable } from "@/lib/report/schema/paper-table";

interface LikenessRow {
  writer: string;
  method: string | null;
  /** Null where one writer and method has a single one. */
  condition: string | null;
  source: "this study" | "paper";
  tasks: number | null;
  measures: Record<Measure, WithEnds>;
}

const MEASURES = [
  ["bleu4", "BLEU-4"],
  ["rouge1", "ROUGE-1"],
  ["rouge2", "ROUGE-2"],
  ["rougeL", "ROUGE-L"],
  ["countDifference", "Count MAE"],
] as const;
type Measure = (typeof MEASURES)[number][0];

const OTHER_PEOPLE = "Other people’s";

/** Several checklists of one writer for a task are averaged first; then tasks are. */
function likenessIn(tasks: readonly ComparedChecklists[], options: ReportOptions): LikenessRow[] {
  type Found = Pick<LikenessRow, "writer" | "method" | "condition"> & { byTask: Map<string, Similarity[]> };
  const found = new Map<string, Found>();
  for (const { list, reference } of tasks.flatMap(({ reference, others }) =>
    others.map((list) => ({ list, reference })),
  )) {
    const writer = list.model ?? OTHER_PEOPLE;
    const { method, condition } = list;
    const key = JSON.stringify([writer, method, condition]);
    const own = found.get(key) ?? { writer, method, condition, byTask: new Map<string, Similarity[]>() };
    found.set(key, own);
    own.byTask.set(list.task, [
      ...(own.byTask.get(list.task) ?? []),
      similarityOf(list.texts, reference.texts),
    ]);
  }
  const conditionOf = shownConditions(found.values(), ({ writer, method }) =>
    JSON.stringify([writer, method]),
  );
  return [...found.values()].map((of) => {
    const { writer, method, byTask } = of;
    const measures = MEASURES.map(([measure]) => {
      const perTask = [...byTask].flatMap(([task, own]) => {
        const value = meanOfKnown(own.map((one) => one[measure]));
        return value === null ? [] : [{ task, value }];
      });
      return [measure, meanOverTasks(perTask, options)] as const;
    });
    return {
      ...{ writer, method, condition: conditionOf(of), source: "this study", tasks: byTask.size },
      measures: Object.fromEntries(measures) as LikenessRow["measures"],
    };
  });
}

const printed = Object.entries(PUBLISHED_LIKENESS).map(
  ([writer, values]): LikenessRow => ({
    ...{ writer, method: null, condition: null, source: "paper", tasks: null },
    measures: Object.fromEntries(
      MEASURES.map(([measure], at) => [measure, withoutInterval(values[at] ?? null)]),
    ) as LikenessRow["measures"],
  }),
);

/** The similarity of generated checklists to the best, or the first, that people wrote for the task. */
export const likenessTable: PaperTable = {
  id: "T2",
  title: "Likeness of checklists to people’s",
  needs: "a checklist that people wrote for a task, and others for the same task by models or people",
  of: (source) => {
    const own = likenessIn(comparedChecklists(source), source.options);
    if (own.length === 0)
      return {
        missing: [
          "a checklist of a task that people wrote (a rubric with neither method nor model, or what they wrote in a batch), and another one for the same task",
        ],
      };
    const rows = [...own, ...(source.published ? printed : [])];
    return tableOf(namedReport(source).report, rows, {
      name: "tick-t2",
      title: "TICK, Table 2: likeness of checklists",
      description: "Words in common with the checklist of people for the task: the chosen one, or the first",
      columns: [
        textColumn<LikenessRow>(
          "writer",
          "Checklists by",
          "The model that wrote them, or other people",
          (row) => row.writer,
        ),
        {
          ...textColumn<LikenessRow>(
            "method",
            "Method",
            "The method they were written by",
            ({ method }) => method,
          ),
          optional: true,
        },
        conditionColumn<LikenessRow>(({ condition }) => condition),
        {
          ...textColumn<LikenessRow>("source", "Source", "This study, or the paper", (row) =>
            source.published ? row.source : null,
          ),
          optional: true,
        },
        ...MEASURES.flatMap(([measure, header]) =>
          andInterval(
            coefficient<LikenessRow>(
              measure,
              header,
              measure === "countDifference"
                ? "Mean difference in the number of questions, without a sign"
                : `Mean ${header} over tasks`,
              ({ measures }) => {
                const { value } = measures[measure];
                return [value, value === null ? "none-qualify" : null];
              },
              { decimals: 3 },
            ),
            ({ measures }) => measures[measure].ends,
          ),
        ),
        {
          ...countColumn<LikenessRow>(
            "tasks",
            "Tasks",
            "tasks",
            "Tasks with both checklists",
            ({ tasks }) => tasks,
          ),
          optional: true,
        },
      ],
      notes: [
        `Words are split as in ${SIMILARITY_VERSION}. The reference (H*) is the checklist that was chosen as the best of people’s for the task, without a choice the first of theirs; others of theirs are alternatives (H′). Several checklists of one writer for a task are averaged.`,
      ],
      kinds: ["llm"],
      n: { of: "tasks", count: source.study.tasks.length },
      intervals: true,
    });
  },
};
