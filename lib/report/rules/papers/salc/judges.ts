import { PREFERENCE } from "@/lib/judgement/schema/units";
import { againstGoldOf } from "@/lib/report/rules/against-gold";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { PUBLISHED_HHH, PUBLISHED_JUDGES } from "@/lib/report/rules/papers/salc/published";
import { preferencesFromScores } from "@/lib/report/rules/papers/scores-as-preferences";
import {
  andInterval,
  NOTHING,
  type WithEnds,
  withoutInterval,
} from "@/lib/report/rules/papers/task-intervals";
import { tableOf } from "@/lib/report/rules/tables/build";
import { countColumn, raterName, share, textColumn } from "@/lib/report/rules/tables/columns";
import { unitsOf } from "@/lib/report/rules/units";
import type { AgainstGoldRow } from "@/lib/report/schema/against-gold";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";

interface JudgeRow {
  evaluator: string;
  source: "this study" | "paper";
  n: number | null;
  /** By tag, and by `all`. */
  shares: Record<string, { accuracy: WithEnds; f1: WithEnds }>;
}

const LACKING = [
  "gold preferences: judgements of pairs by a rater of the kind gold, in tasks with a tag for each dataset or category",
  "verdicts or scores of a model on these pairs",
];

/** Verdicts and preferences that follow from scores against gold, by tag. */
function goldRows({ study, options }: PaperSource): AgainstGoldRow[] {
  const units = unitsOf(study);
  const drafts = [...study.drafts, ...preferencesFromScores(study, units)].filter(
    ({ item }) => item === PREFERENCE,
  );
  return againstGoldOf({ ...study, drafts }, units, options).filter(({ raterKind }) => raterKind === "llm");
}

function judgesIn(rows: readonly AgainstGoldRow[]): JudgeRow[] {
  const judges = new Map<string, JudgeRow>();
  for (const { rater, raterKind, method, condition, subset, n, accuracy, f1Macro, ci } of rows) {
    const key = JSON.stringify([rater, method, condition]);
    const evaluator = raterName({
      ...{ rater, kind: raterKind, method },
      ...(condition !== null && { condition }),
    });
    const row = judges.get(key) ?? { evaluator, source: "this study", n: null, shares: {} };
    judges.set(key, row);
    if (subset === "all") row.n = n;
    if (subset === "all" || subset.startsWith("tag:"))
      row.shares[subset === "all" ? "all" : subset.slice("tag:".length)] = {
        accuracy: { value: accuracy, ends: ci.accuracy ?? null },
        f1: { value: f1Macro, ends: ci.f1Macro ?? null },
      };
  }
  return [...judges.values()].sort((a, b) => a.evaluator.localeCompare(b.evaluator, "en"));
}

const tagsOf = (rows: readonly JudgeRow[]) =>
  [...new Set(rows.flatMap(({ shares }) => Object.keys(shares)))]
    .filter((tag) => tag !== "all")
    .sort((a, b) => a.localeCompare(b, "en"));

const columnsOf = (rows: readonly JudgeRow[], isPublished: boolean) => ({
  first: [
    textColumn<JudgeRow>("evaluator", "Evaluator", "The model that judged, and how", (row) => row.evaluator),
    {
      ...textColumn<JudgeRow>("source", "Source", "This study, or the paper", (row) =>
        isPublished ? row.source : null,
      ),
      optional: true as const,
    },
  ],
  last: {
    ...countColumn<JudgeRow>("n", "Pairs", "pairs", "Pairs with gold that it judged", ({ n }) => n),
    optional: true as const,
  },
  parts: [...tagsOf(rows), "all"],
});

/** The datasets of the paper, with the words that name their tags. */
const DATASETS = {
  hhh: { name: "HHH", pattern: /hhh/i },
  alpaca: { name: "Alpaca", pattern: /alpaca/i },
  mtbench: { name: "MT-Bench", pattern: /mt.?bench/i },
} as const;

/** The only tag that names a dataset of the paper; without one, or with several parts of it, the paper's name. */
function partOf(
  { name, pattern }: (typeof DATASETS)[keyof typeof DATASETS],
  tags: readonly string[],
): string {
  const [tag, ...more] = tags.filter((one) => pattern.test(one));
  return tag !== undefined && more.length === 0 ? tag : name;
}

/** Accuracy and class-averaged F1 against gold preferences, by dataset. */
export const judgesTable: PaperTable = {
  id: "T1",
  also: ["T7", "T9"],
  title: "Accuracy and F1 of judges on datasets of preferences",
  needs: "gold preferences of tagged tasks, and a model’s verdicts or scores",
  of: (source) => {
    const own = judgesIn(goldRows(source));
    if (own.length === 0) return { missing: LACKING };
    const tags = tagsOf(own);
    const printed = Object.entries(PUBLISHED_JUDGES).map(([evaluator, by]): JudgeRow => {
      const shares = Object.entries(DATASETS).map(([id, dataset]) => {
        const [f1 = null, accuracy = null] = by[id] ?? [];
        return [partOf(dataset, tags), { f1: withoutInterval(f1), accuracy: withoutInterval(accuracy) }];
      });
      return { evaluator, source: "paper", n: null, shares: Object.fromEntries(shares) };
    });
    const rows = [...own, ...(source.published ? printed : [])];
    const { first, last, parts } = columnsOf(rows, source.published);
    return tableOf(namedReport(source).report, rows, {
      name: "salc-t1",
      title: "SALC, Tables 1, 7 and 9: judges against gold preferences",
      description: "How often the preferred response is that of gold; equal scores are wrong",
      columns: [
        ...first,
        ...parts.flatMap((tag) => {
          const name = tag === "all" ? "All pairs" : tag;
          const measured = (of: "f1" | "accuracy", id: string, about: string) =>
            andInterval<JudgeRow>(
              {
                ...share<JudgeRow>(`${tag}${id}`, `${name} ${id}`, "pairs", about, (row) => [
                  row.shares[tag]?.[of].value ?? null,
                  null,
                ]),
                optional: true as const,
              },
              (row) => row.shares[tag]?.[of].ends ?? null,
            );
          return [
            ...measured("f1", "F1", "Mean of F1 for A and for B"),
            ...measured("accuracy", "Acc", "Accuracy"),
          ];
        }),
        last,
      ],
      kinds: ["llm", "gold"],
      n: { of: "drafts", count: source.study.drafts.length },
      intervals: true,
    });
  },
};

/** Accuracy on a tag, with its interval. */
const accuracyOn = (tag: string, id: string, header: string, about: string) =>
  andInterval(
    share<JudgeRow>(id, header, "pairs", about, (row) => [row.shares[tag]?.accuracy.value ?? null, null]),
    (row) => row.shares[tag]?.accuracy.ends ?? null,
  );

const CATEGORIES = ["Help", "Harm", "Hon", "Other"] as const;

/** Accuracy on the categories of HHH. */
export const categoriesTable: PaperTable = {
  id: "T4",
  title: "Accuracy on helpfulness, harmlessness, honesty and other",
  needs: "gold preferences of tasks with tags such as helpful, harmless, honest and other",
  of: (source) => {
    const own = judgesIn(goldRows(source));
    const tags = tagsOf(own);
    const found = CATEGORIES.flatMap((category) => {
      const tag = tags.find((name) => name.toLowerCase().startsWith(category.toLowerCase()));
      return tag === undefined ? [] : [{ category, tag }];
    });
    if (own.length === 0 || found.length < 2)
      return {
        missing: [
          ...(own.length === 0 ? LACKING : []),
          ...(found.length < 2
            ? ["tags that begin with help, harm, hon or other, two of them at least"]
            : []),
        ],
      };
    const printed = Object.entries(PUBLISHED_HHH).map(
      ([evaluator, percent]): JudgeRow => ({
        ...{ evaluator, source: "paper", n: null },
        shares: { all: { accuracy: withoutInterval(percent / 100), f1: NOTHING } },
      }),
    );
    const rows = [...own, ...(source.published ? printed : [])];
    const { first, last } = columnsOf(own, source.published);
    return tableOf(namedReport(source).report, rows, {
      name: "salc-t4",
      title: "SALC, Table 4: accuracy by category of HHH",
      description: "How often the preferred response is that of gold; equal scores are wrong",
      columns: [
        ...first,
        ...found.flatMap(({ category, tag }) =>
          accuracyOn(tag, category.toLowerCase(), category, `On tasks with the tag ${tag}`),
        ),
        ...accuracyOn("all", "total", "Total", "On all pairs with gold"),
        last,
      ],
      kinds: ["llm", "gold"],
      n: { of: "drafts", count: source.study.drafts.length },
      intervals: true,
    });
  },
};
