import { externalScores } from "@/lib/report/rules/papers/external-scores";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { PUBLISHED_POLICIES } from "@/lib/report/rules/papers/salc/published";
import { andInterval, meanOverTasks } from "@/lib/report/rules/papers/task-intervals";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperTable } from "@/lib/report/schema/paper-table";

/** Means of external scores, such as win rates, by the model that wrote the responses. */
export const policiesTable: PaperTable = {
  id: "T5",
  title: "External scores of trained models",
  needs: "responses with a model and numbers among their metadata, such as a win or a length-controlled win",
  of: (source) => {
    const scored = source.study.responses.flatMap(({ id, task, model }) => {
      const scores = externalScores(source, id);
      return model === null || Object.keys(scores).length === 0 ? [] : [{ model, task, scores }];
    });
    if (scored.length === 0)
      return {
        missing: ["external scores of responses: numbers among the metadata of responses with a model"],
      };
    const names = [...new Set(scored.flatMap(({ scores }) => Object.keys(scores)))].sort();
    const models = [...new Set(scored.map(({ model }) => model))].sort((a, b) => a.localeCompare(b, "en"));
    const rows = models.map((model) => {
      const own = scored.filter((one) => one.model === model);
      const means = names.map((name) => {
        const values = own.flatMap(({ task, scores: { [name]: value } }) =>
          value === undefined ? [] : [{ task, value }],
        );
        return [name, meanOverTasks(values, source.options)] as const;
      });
      return { model, responses: own.length, means: Object.fromEntries(means) };
    });
    type Row = (typeof rows)[number];
    return tableOf(namedReport(source).report, rows, {
      name: "salc-t5",
      title: "SALC, Table 5: external scores by model",
      description: "Means of imported scores by the model that wrote the responses",
      columns: [
        textColumn<Row>("model", "Model", "The model that wrote the responses", ({ model }) => model),
        ...names.flatMap((name) =>
          andInterval(
            coefficient<Row>(`score:${name}`, name, "Mean of this imported score", ({ means }) => [
              means[name]?.value ?? null,
              null,
            ]),
            ({ means }) => means[name]?.ends ?? null,
          ),
        ),
        countColumn<Row>(
          "responses",
          "Responses",
          "responses",
          "Responses with any of them",
          (row) => row.responses,
        ),
      ],
      notes: source.published ? PUBLISHED_POLICIES : [],
      kinds: [],
      n: { of: "responses", count: source.study.responses.length },
      intervals: true,
    });
  },
};
