import { sideOf } from "@/lib/judgement/rules/sides";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { andInterval, shareOverTasks } from "@/lib/report/rules/papers/task-intervals";
import { tableOf } from "@/lib/report/rules/tables/build";
import { countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperTable } from "@/lib/report/schema/paper-table";
import { llmbarData } from "./data";
import { PUBLISHED_PEOPLE } from "./published";
import { ADVERSARIAL, NATURAL } from "./subsets";

/** The share of pairs in which two people prefer the same output, alone and without a draft in view. */
export const peopleTable: PaperTable = {
  id: "people",
  title: "Agreement of people on the preferred output",
  needs: "forced choices of pairs by two people each, who saw no draft",
  of: (source) => {
    const data = llmbarData(source);
    const tagsOf = new Map(source.study.tasks.map(({ id, tags }) => [id, tags]));
    const counted = [...(data.units.byItem.get(PREFERENCE) ?? [])].flatMap(({ task, humans }) => {
      const sides = humans.independent.map(({ value }) =>
        typeof value === "number" ? sideOf(value) : value,
      );
      const pairs = sides.flatMap((side, at) => sides.slice(at + 1).map((other) => side === other));
      return pairs.length === 0 ? [] : [{ task, tags: tagsOf.get(task) ?? [], pairs }];
    });
    if (counted.length === 0)
      return { missing: ["preferences of pairs by at least two people each, given without a draft in view"] };
    const natural = data.tagged(NATURAL);
    const adversarial = ADVERSARIAL.flatMap((subset) => data.tagged(subset) ?? []);
    const parts = [
      {
        name: "NATURAL",
        printed: PUBLISHED_PEOPLE.natural,
        is: (tags: readonly string[]) => natural !== null && tags.includes(natural),
      },
      {
        name: "ADVERSARIAL",
        printed: PUBLISHED_PEOPLE.adversarial,
        is: (tags: readonly string[]) => adversarial.some((tag) => tags.includes(tag)),
      },
      { name: "All", printed: PUBLISHED_PEOPLE.all, is: () => true },
    ];
    const rows = parts.map(({ name, printed, is }) => {
      const own = counted.filter(({ tags }) => is(tags));
      const pairs = own.flatMap(({ task, pairs: same }) => same.map((holds) => ({ task, holds })));
      const { value, ends } = shareOverTasks(pairs, source.options);
      return {
        name,
        units: own.length,
        pairs: pairs.length,
        same: pairs.filter(({ holds }) => holds).length,
        value,
        ends,
        printed,
      };
    });
    type Row = (typeof rows)[number];
    return tableOf(data.report, rows, {
      name: "llmbar-people",
      title: "LLMBar: agreement of people",
      description: "How often two people prefer the same output",
      columns: [
        textColumn<Row>("subset", "Subset", "A part of the pairs", ({ name }) => name),
        countColumn<Row>(
          "units",
          "Instances",
          "units",
          "Pairs of outputs that two people judged",
          ({ units }) => units,
        ),
        countColumn<Row>(
          "pairs",
          "Pairs of people",
          "pairs",
          "Two people who judged the same pair of outputs",
          ({ pairs }) => pairs,
        ),
        countColumn<Row>(
          "same",
          "Same",
          "pairs",
          "Of these, those who prefer the same output",
          ({ same }) => same,
        ),
        ...andInterval<Row>(
          {
            ...share<Row>("agreement", "Agreement", "pairs of people", "The share of these", ({ value }) => [
              value,
              value === null ? "no-pairable-values" : null,
            ]),
            decimals: 2,
          },
          ({ ends }) => ends,
        ),
        {
          ...share<Row>(
            "published",
            "Paper",
            "pairs of people",
            "As the paper prints it",
            ({ printed: [same, all] }) => [source.published ? same / all : null, null],
          ),
          decimals: 2,
          optional: true,
        },
      ],
      notes: ["Gold, models and values given with a draft in view are left out."],
      kinds: ["human"],
      intervals: true,
    });
  },
};
