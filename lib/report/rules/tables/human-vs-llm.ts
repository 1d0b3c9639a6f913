import type { RaterKind } from "@/lib/dataset/schema";
import type { Labels } from "@/lib/report/rules/labels";
import { TIPS } from "@/lib/report/rules/tips";
import { EXPOSURE_LABELS, heldBy } from "@/lib/report/rules/wording";
import type { HumanVsLlmRow, Report } from "@/lib/report/schema";
import type { Table } from "@/lib/report/schema/table";
import { numberOr, type Spec, tableOf } from "./build";

/** A row of a confusion matrix written out: how often people gave one value where the LLM gave another. */
type ConfusionCell = HumanVsLlmRow & { person: string; machine: string; count: number };

/** Which item, LLM and exposure class a row is about. */
function subject<Row extends HumanVsLlmRow>(labels: Labels): Spec<Row>[] {
  return [
    {
      id: "item",
      header: "Item",
      type: "text",
      unit: null,
      key: true,
      description: TIPS.scope,
      of: (row) => row.item,
    },
    {
      id: "itemName",
      header: "Item",
      type: "text",
      unit: null,
      description: TIPS.scope,
      of: (row) => labels.of(row.item),
    },
    { id: "llm", header: "LLM", type: "text", unit: null, description: TIPS.llm, of: heldBy },
    {
      id: "method",
      header: "Method",
      type: "text",
      unit: null,
      description: TIPS.method,
      of: (row) => row.method,
    },
    {
      id: "exposureId",
      header: "Exposure",
      type: "text",
      unit: null,
      key: true,
      description: TIPS.exposure,
      of: (row) => row.exposure,
    },
    {
      id: "exposure",
      header: "Exposure",
      type: "text",
      unit: null,
      description: TIPS.exposure,
      of: (row) => EXPOSURE_LABELS[row.exposure],
    },
  ];
}

/** Who the rows are about, beside people. */
function kindsIn(rows: readonly HumanVsLlmRow[]): RaterKind[] {
  const hasRules = rows.some(({ raterKind }) => raterKind === "rules");
  return hasRules ? ["human", "llm", "rules"] : ["human", "llm"];
}

/** Each LLM, and what the rules proved, held against the people who judged the same units. */
export function humanVsLlmTable(
  report: Report,
  labels: Labels,
  rows: readonly HumanVsLlmRow[] = report.humanVsLlm,
): Table {
  return tableOf(
    report,
    labels.sort(rows, ({ item }) => item),
    {
      name: "human-vs-llm",
      title: "LLMs against people",
      description: "What an LLM said against the mean, or the majority, of what people said of the same unit",
      columns: [
        ...subject(labels),
        {
          id: "pearson",
          header: "Pearson r",
          type: "number",
          unit: null,
          description: TIPS.pearson,
          of: (row) => numberOr(row.pearson, row.reason),
        },
        {
          id: "pearsonCi",
          header: "95 % interval",
          type: "interval",
          unit: null,
          description: TIPS.interval,
          of: (row) => row.ci.pearson,
        },
        {
          id: "spearman",
          header: "Spearman ρ",
          type: "number",
          unit: null,
          description: TIPS.spearman,
          of: (row) => numberOr(row.spearman, row.reason),
        },
        {
          id: "spearmanCi",
          header: "95 % interval",
          type: "interval",
          unit: null,
          description: TIPS.interval,
          of: (row) => row.ci.spearman,
        },
        {
          id: "kendall",
          header: "Kendall τ",
          type: "number",
          unit: null,
          description: TIPS.kendall,
          of: (row) => numberOr(row.kendall, row.reason),
        },
        {
          id: "kendallCi",
          header: "95 % interval",
          type: "interval",
          unit: null,
          description: TIPS.interval,
          of: (row) => row.ci.kendall,
        },
        {
          id: "meanDifference",
          header: "Mean difference",
          type: "number",
          unit: "points",
          decimals: 3,
          description: TIPS.meanDifference,
          of: (row) => numberOr(row.meanDifference, row.reason),
        },
        {
          id: "meanDifferenceCi",
          header: "95 % interval",
          type: "interval",
          unit: "points",
          decimals: 3,
          description: TIPS.interval,
          of: (row) => row.ci.meanDifference,
        },
        {
          id: "units",
          header: "Units",
          type: "count",
          unit: "units",
          description: TIPS.compared,
          of: (row) => row.n,
        },
        {
          id: "ties",
          header: "Ties",
          type: "count",
          unit: "units",
          description: TIPS.ties,
          of: (row) => row.ties,
        },
        {
          id: "humanNa",
          header: "n/a, people",
          type: "count",
          unit: "ratings",
          description: TIPS.na,
          of: (row) => row.humanNa,
        },
        {
          id: "llmNa",
          header: "n/a, LLM",
          type: "count",
          unit: "units",
          description: TIPS.na,
          of: (row) => row.llmNa,
        },
      ],
      kinds: kindsIn(rows),
      intervals: true,
    },
  );
}

/** Every human judgement of a unit an LLM has a value for, value by value. */
export function confusionTable(
  report: Report,
  labels: Labels,
  rows: readonly HumanVsLlmRow[] = report.humanVsLlm,
): Table {
  const cells = labels
    .sort(rows, ({ item }) => item)
    .flatMap((row) =>
      (row.confusion?.values ?? []).flatMap((person, human) =>
        (row.confusion?.values ?? []).map(
          (machine, llm): ConfusionCell => ({
            ...row,
            person,
            machine,
            count: row.confusion?.counts[human]?.[llm] ?? 0,
          }),
        ),
      ),
    );
  return tableOf(report, cells, {
    name: "confusion",
    title: "People and LLMs, value by value",
    description: "How often people gave one value where the LLM gave another",
    columns: [
      ...subject<ConfusionCell>(labels),
      {
        id: "person",
        header: "People said",
        type: "text",
        unit: null,
        description: TIPS.confusion,
        of: (row) => row.person,
      },
      {
        id: "machine",
        header: "LLM said",
        type: "text",
        unit: null,
        description: TIPS.confusion,
        of: (row) => row.machine,
      },
      {
        id: "judgements",
        header: "Judgements",
        type: "count",
        unit: "judgements",
        description: TIPS.confusion,
        of: (row) => row.count,
      },
    ],
    kinds: kindsIn(rows),
    intervals: false,
  });
}
