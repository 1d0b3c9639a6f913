import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { pearson } from "@/lib/agreement/correlation";
import { ratingsFromMatrix } from "@/lib/agreement/ratings";
import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { OVERALL } from "@/lib/judgement/schema/units";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { shownConditions } from "@/lib/report/rules/papers/shown-condition";
import { andInterval, overTasks, withEnds } from "@/lib/report/rules/papers/task-intervals";
import { type TaskChecklist, taskChecklists } from "@/lib/report/rules/papers/tick/checklists";
import { PUBLISHED_LENGTH_AND_SCORE } from "@/lib/report/rules/papers/tick/published";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, raterName, textColumn } from "@/lib/report/rules/tables/columns";
import { unitsOf } from "@/lib/report/rules/units";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import type { Ends, ReportReason } from "@/lib/report/schema/values";

const writerOf = ({ model, method }: Pick<TaskChecklist, "model" | "method">) =>
  model === null ? "People" : method === null ? model : `${model}, ${method}`;

/** Checklists by their writers, of whom several conditions of one model and method are several. */
function listsByWriter(source: PaperSource): Map<string, TaskChecklist[]> {
  const lists = taskChecklists(source);
  const conditionOf = shownConditions(lists, writerOf);
  return groupInOrder(lists, (list) => [writerOf(list), conditionOf(list) ?? []].flat().join(", "));
}

const LACKING = ["checklists of tasks"];

/** Numbers of checklists with so many questions, by writer. */
export const lengthsTable: PaperTable = {
  id: "F5",
  title: "Histogram of checklist lengths",
  needs: "checklists of tasks",
  drawing: { mark: "bars", from: "questions", axis: "Questions of a checklist", counts: "Checklists" },
  of: (source) => {
    const lists = listsByWriter(source);
    if (lists.size === 0) return { missing: LACKING };
    const writers = [...lists.keys()].sort((a, b) => a.localeCompare(b, "en"));
    const all = [...lists.values()].flat();
    const lengths = [...new Set(all.map(({ texts }) => texts.length))].sort((a, b) => a - b);
    const rows = lengths.map((questions) => ({
      questions,
      counts: writers.map(
        (writer) => (lists.get(writer) ?? []).filter(({ texts }) => texts.length === questions).length,
      ),
    }));
    type Row = (typeof rows)[number];
    return tableOf(namedReport(source).report, rows, {
      name: "tick-f5",
      title: "TICK, Figure 5: lengths of checklists",
      description: "The number of checklists of each writer by their number of questions",
      columns: [
        countColumn<Row>(
          "questions",
          "Questions",
          "questions",
          "Questions of a checklist",
          ({ questions }) => questions,
        ),
        ...writers.map((writer, at) =>
          countColumn<Row>(
            `writer${at + 1}`,
            writer,
            "checklists",
            `Checklists by ${writer}`,
            ({ counts }) => counts[at] ?? 0,
          ),
        ),
      ],
      kinds: ["llm"],
      n: { of: "tasks", count: source.study.tasks.length },
      intervals: false,
    });
  },
};

interface LengthRow {
  writer: string;
  rater: string;
  n: number;
  r: number | null;
  ends: Ends | null;
  reason: ReportReason | null;
}

/** Correlation of the length of a task's checklist with the scores of its responses. */
export const lengthAndScoreTable: PaperTable = {
  id: "B2",
  title: "Length of checklists and scores",
  needs: "checklists of tasks, and overall scores of their responses by people or models",
  of: (source) => {
    const lists = listsByWriter(source);
    const scored = scoresByRater(source.study);
    const rows = [...lists].flatMap(([writer, own]) =>
      [...scored].flatMap(([rater, scores]): LengthRow[] => {
        const points = own.flatMap(({ task, texts }) =>
          (scores.get(task) ?? []).map((score) => ({ task, length: texts.length, score })),
        );
        if (points.length === 0) return [];
        const found = pearson(
          ratingsFromMatrix([points.map(({ length }) => length), points.map(({ score }) => score)]),
          [0, 1],
          overTasks(
            points.map((point) => point.task),
            source.options,
          ),
        );
        const { value: r, ends } = withEnds(found);
        return [{ writer, rater, n: points.length, r, ends, reason: found.reason }];
      }),
    );
    if (rows.length === 0)
      return {
        missing: [
          ...(lists.size === 0 ? LACKING : []),
          "overall scores of responses to tasks with a checklist",
        ],
      };
    return tableOf(namedReport(source).report, rows, {
      name: "tick-b2",
      title: "TICK, appendix B.2: length of checklists and scores",
      description: "Pearson’s r of the number of questions and the overall score",
      columns: [
        textColumn<LengthRow>("writer", "Checklists by", "Who wrote the checklists", ({ writer }) => writer),
        textColumn<LengthRow>("rater", "Scores by", "Who scored the responses", ({ rater }) => rater),
        ...andInterval(
          coefficient<LengthRow>("r", "Pearson’s r", "Of length and score", ({ r, reason }) => [r, reason]),
          ({ ends }) => ends,
        ),
        countColumn<LengthRow>(
          "n",
          "n",
          "responses",
          "Responses with a score and a checklist of their task",
          ({ n }) => n,
        ),
      ],
      notes: source.published ? [PUBLISHED_LENGTH_AND_SCORE] : [],
      kinds: ["human", "llm"],
      intervals: true,
    });
  },
};

/** Overall scores by rater and task; those of people who saw no draft together, as their mean for each response. */
function scoresByRater(study: Parameters<typeof unitsOf>[0]): Map<string, Map<string, number[]>> {
  const found = new Map<string, Map<string, number[]>>();
  const add = (rater: string, task: string, score: number) => {
    const byTask = found.get(rater) ?? new Map<string, number[]>();
    found.set(rater, byTask);
    byTask.set(task, [...(byTask.get(task) ?? []), score]);
  };
  for (const { task, humans, others } of unitsOf(study).byItem.get(OVERALL) ?? []) {
    const people = humans.independent.flatMap(({ value }) => (typeof value === "number" ? value : []));
    if (people.length > 0) add("People", task, arithmeticMean(people));
    for (const { rater, value } of others) {
      if (rater.kind !== "llm" || typeof value !== "number") continue;
      const { name, kind, method, condition } = rater;
      add(raterName({ rater: name, kind, method, ...(condition !== null && { condition }) }), task, value);
    }
  }
  return found;
}
