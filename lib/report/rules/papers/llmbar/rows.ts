import { andInterval } from "@/lib/report/rules/papers/task-intervals";
import { type Spec, tableOf } from "@/lib/report/rules/tables/build";
import { countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { Table } from "@/lib/report/schema/table";
import type { Ends } from "@/lib/report/schema/values";
import type { JudgeRows, LlmbarData, Part } from "./data";
import { ADVERSARIAL, MAIN } from "./subsets";

/** A row of one of the paper's tables: an evaluator with its figures by column, of this study or as printed. */
export interface EvaluatorRow {
  model: string;
  evaluator: string;
  condition: string | null;
  source: "this study" | "paper" | "by chance";
  /** Pairs it was compared on; null for printed rows. */
  n: number | null;
  /** Shares from 0 to 1 by column; missing where there is none. */
  shares: Record<string, number | null>;
  /** The ends of their intervals; none of printed rows. */
  ends?: Record<string, Ends | null>;
}

const PARTS: readonly { id: string; label: string; part: Part; about: string }[] = [
  ...MAIN.map((part) => ({ id: part.id, label: part.label, part, about: `On ${part.label}` })),
  {
    id: "adversarial",
    label: "ADVERSARIAL",
    part: "adversarial",
    about: `The unweighted mean over ${ADVERSARIAL.map(({ label }) => label).join(", ")}`,
  },
  { id: "average", label: "Average", part: "average", about: "The unweighted mean over all five subsets" },
  { id: "all", label: "All pairs", part: "all", about: "On all pairs together; not in the paper" },
];

/** A figure of a judge's row: "Acc", and how it is read. */
export interface Figure {
  id: string;
  header: string;
  about: string;
  /** The setting in print of the highest value of a column. */
  best?: "bold" | "underlined";
  of: (row: GoldRow) => number | null;
  endsOf: (row: GoldRow) => Ends | null;
}

type GoldRow = NonNullable<ReturnType<JudgeRows["of"]>>;

/** An accuracy in which a tie is one half, and what could not be read is wrong. */
export const ACCURACY: Figure = {
  id: "Acc",
  header: "Acc",
  about:
    "how often the verdict is that of gold, as the mean over both orders; a tie counts one half, a verdict that could not be read counts 0",
  best: "bold",
  of: ({ accuracyTiesHalf }) => accuracyTiesHalf,
  endsOf: ({ ci }) => ci.accuracyTiesHalf ?? null,
};
export const AGREEMENT: Figure = {
  id: "Agr",
  header: "Agr",
  about: "how often the verdicts of both orders are the same",
  best: "underlined",
  of: ({ positionalAgreement }) => positionalAgreement,
  endsOf: ({ ci }) => ci.positionalAgreement ?? null,
};

/** The rows of judges, with their figures for every part; sorted by model, then as the paper orders evaluators. */
export function rowsOf(
  judges: readonly JudgeRows[],
  figures: readonly Figure[],
  parts = PARTS,
): EvaluatorRow[] {
  const place = ({ evaluator }: JudgeRows) => evaluator?.at ?? Number.MAX_SAFE_INTEGER;
  const sorted = judges.toSorted(
    (a, b) =>
      a.rater.localeCompare(b.rater, "en") ||
      place(a) - place(b) ||
      (a.condition ?? "").localeCompare(b.condition ?? "", "en"),
  );
  return sorted.map((judge): EvaluatorRow => {
    const name = judge.evaluator?.name ?? judge.method ?? judge.rater;
    const same = sorted.filter(
      (other) =>
        other.rater === judge.rater && (other.evaluator?.name ?? other.method ?? other.rater) === name,
    );
    return {
      model: judge.rater,
      evaluator: name,
      // Runs that differ in their parameters are never averaged: the condition tells them apart.
      condition: same.length > 1 ? judge.condition : null,
      source: "this study",
      n: judge.of("all")?.n ?? null,
      shares: byColumn(judge, parts, figures, "of"),
      ends: byColumn(judge, parts, figures, "endsOf"),
    };
  });
}

/** The figures of a judge, or their intervals, by column. */
function byColumn<What extends "of" | "endsOf">(
  judge: JudgeRows,
  parts: readonly { id: string; part: Part }[],
  figures: readonly Figure[],
  what: What,
): Record<string, ReturnType<Figure[What]> | null> {
  return Object.fromEntries(
    parts.flatMap(({ id, part }) => {
      const row = judge.of(part);
      return figures.map((figure) => [
        columnId(id, figure),
        row ? (figure[what](row) as ReturnType<Figure[What]>) : null,
      ]);
    }),
  );
}

const columnId = (part: string, { id }: Pick<Figure, "id">) => `${part}${id}`;

/** A printed row, whose figures are in percent. */
export function printedRow(
  model: string,
  evaluator: string,
  percents: Record<string, number | null | undefined>,
): EvaluatorRow {
  const shares = Object.entries(percents).map(([id, percent]) => [
    id,
    percent == null ? null : percent / 100,
  ]);
  return { model, evaluator, condition: null, source: "paper", n: null, shares: Object.fromEntries(shares) };
}

interface About {
  name: string;
  title: string;
  description: string;
  notes?: readonly string[];
}

/** Rows as a table: a column for every part and figure that some row has. */
export function evaluatorTable(
  { report }: Pick<LlmbarData, "report">,
  rows: readonly EvaluatorRow[],
  figures: readonly Figure[],
  about: About,
  parts: readonly { id: string; label: string; about: string }[] = PARTS,
): Table {
  const hasAverage = rows.some(
    ({ source, shares }) =>
      source === "this study" && figures.some((figure) => shares[columnId("average", figure)] != null),
  );
  const shown = parts.filter(({ id }) => !(id === "all" && hasAverage));
  const lacks = shown.filter(
    ({ id }) =>
      id !== "all" &&
      rows.every(
        ({ source, shares }) =>
          source !== "this study" || figures.every((figure) => shares[columnId(id, figure)] == null),
      ),
  );
  return tableOf(report, rows, {
    ...about,
    columns: [
      textColumn<EvaluatorRow>("model", "Model", "The model that judged", ({ model }) => model),
      textColumn<EvaluatorRow>("evaluator", "Evaluator", "How it was asked", ({ evaluator }) => evaluator),
      {
        ...textColumn<EvaluatorRow>(
          "condition",
          "Condition",
          "The parameters of its runs, where several differ",
          ({ condition }) => condition,
        ),
        optional: true,
      },
      {
        ...textColumn<EvaluatorRow>("source", "Source", "This study, or the paper", ({ source }) =>
          rows.every((row) => row.source === "this study") ? null : source,
        ),
        optional: true,
      },
      ...shown.flatMap((part) => figures.flatMap((figure) => figureColumns(part, figure))),
      {
        ...countColumn<EvaluatorRow>("n", "Pairs", "pairs", "Pairs with gold that it judged", ({ n }) => n),
        optional: true,
      },
    ],
    notes: [
      ...(lacks.length === 0
        ? []
        : [`Not in this study, or not complete: ${lacks.map(({ label }) => label).join(", ")}.`]),
      ...(about.notes ?? []),
    ],
    kinds: ["llm", "gold"],
    n: { of: "drafts", count: report.study.drafts },
    intervals: true,
  });
}

function figureColumns(
  part: { id: string; label: string; about: string },
  figure: Figure,
): Spec<EvaluatorRow>[] {
  const id = columnId(part.id, figure);
  const column = {
    ...share<EvaluatorRow>(
      id,
      `${part.label} ${figure.header}`,
      "verdicts",
      `${part.about}: ${figure.about}`,
      (row) => [row.shares[id] ?? null, null],
    ),
    decimals: 2,
    optional: true as const,
    ...(figure.best && { best: figure.best }),
  };
  return andInterval<EvaluatorRow>(column, ({ ends }) => ends?.[id] ?? null);
}
