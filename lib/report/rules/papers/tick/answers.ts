import { tableFromReport } from "@/lib/report/rules/papers/from-report";
import { PUBLISHED_ANSWERS } from "@/lib/report/rules/papers/tick/published";
import { accuracyTable } from "@/lib/report/rules/tables/human-vs-llm";
import type { PaperTable } from "@/lib/report/schema/paper-table";

export const isAboutAll = ({ item, n }: { item: string; n: number }) => item === "all" && n > 0;

const ownAnswers = tableFromReport(
  {
    ...{ id: "T3b", name: "tick-t3b", title: "TICK, Table 3b: accuracy of answers" },
    also: ["T3"],
    needs: "answers to the same questions by a model and by people",
    lacking: "answers to the same yes/no questions by a model and by people",
  },
  ({ accuracy }) => accuracy.filter(isAboutAll),
  ({ report, labels }, rows) => accuracyTable(report, labels, rows),
);

/** Accuracy of models' answers against the majority of people; a setting of a run is a condition of its own. */
export const answersTable: PaperTable = {
  ...ownAnswers,
  of: (source) => {
    const result = ownAnswers.of(source);
    if ("missing" in result || !source.published) return result;
    return { ...result, notes: [...result.notes, PUBLISHED_ANSWERS] };
  },
};
