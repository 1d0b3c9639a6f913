import { INFERENCE_TIPS as TIPS } from "@/lib/report/rules/inference/glossary";
import type { Labels } from "@/lib/report/rules/scope-labels";
import { EXPOSURE_LABELS } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import type {
  ModelDifferenceRow,
  ModelEstimateRow,
  ModelMeasure,
  RankingRow,
  WinRateRow,
} from "@/lib/report/schema/inference";
import type { Table } from "@/lib/report/schema/table";
import type { Ends, ReportReason } from "@/lib/report/schema/values";
import { type Spec, tableOf } from "./build";
import { coefficient, countColumn, idColumn, intervalOf, scopeColumns, share, textColumn } from "./columns";
import { judgeColumns } from "./judge-cards";

const KINDS = ["human", "llm", "rules"] as const;

export const MEASURE_LABELS: Record<ModelMeasure, string> = {
  mean: "Mean score",
  drfr: "DRFR",
  "pass-rate": "Pass rate",
  "win-rate": "Win rate",
};

const INTERVALS =
  "Intervals are Student’s t, of rates Wilson’s with as many labels as the error is worth; errors are clustered by task.";
const FEW_CLUSTERS = "With fewer than five tasks there is no interval: its ends would be chance.";
const ASSUMED =
  "Only values that people gave without a draft in view are used. The choice of units that people judge must not depend on their values: draw them at random, for example.";

/** Each model by machines, by people and by machines that people correct. */
export function modelEstimatesTable(
  report: ReportWith<"modelEstimates">,
  labels: Labels,
  rows: readonly ModelEstimateRow[] = report.modelEstimates,
): Table {
  const hasRates = rows.some(({ tpr }) => tpr !== null);
  return tableOf(report, rows, {
    name: "model-estimates",
    title: "Models, by judges that people correct",
    description: "Scores and rates of each model: by people alone, by a judge alone, and by both",
    columns: [
      ...judgeColumns<ModelEstimateRow>(),
      ...measureColumns<ModelEstimateRow>(labels),
      textColumn("model", "Model", TIPS.model, ({ responseModel }) => responseModel),
      ...threeWays<ModelEstimateRow>(),
      coefficient("lambda", "λ", TIPS.lambda, (row) => [row.lambda, row.reason], { decimals: 2 }),
      countColumn("units", "Units", "units", TIPS.units, ({ units }) => units),
      countColumn("unread", "Unread", "units", TIPS.unread, ({ unread }) => unread),
      countColumn("labelled", "By people", "units", TIPS.labelled, ({ labelled }) => labelled),
      coefficient<ModelEstimateRow>(
        "effective",
        "Worth",
        TIPS.effective,
        (row) => [row.effective, row.effective === null ? (row.reason ?? "none-qualify") : null],
        { unit: "labels", decimals: 0 },
      ),
      ...(hasRates
        ? [
            coefficient<ModelEstimateRow>("corrected", "Corrected rate", TIPS.corrected, (row) => [
              row.corrected,
              row.measure === "drfr" ? row.correctedReason : "none-qualify",
            ]),
            linearIntervalOf<ModelEstimateRow>("corrected", ({ correctedCi }) => correctedCi),
            share<ModelEstimateRow>("tpr", "TPR", "units", TIPS.correctedTpr, ({ tpr }) => orNone(tpr)),
            share<ModelEstimateRow>("tnr", "TNR", "units", TIPS.correctedTnr, ({ tnr }) => orNone(tnr)),
          ]
        : []),
    ],
    notes: [...intervalNotes(rows.map(({ powered, poweredCi }) => [powered, poweredCi])), ASSUMED],
    kinds: KINDS,
    intervals: false,
  });
}

/** The differences of models. */
export function modelDifferencesTable(
  report: ReportWith<"modelDifferences">,
  labels: Labels,
  rows: readonly ModelDifferenceRow[] = report.modelDifferences,
): Table {
  return tableOf(report, rows, {
    name: "model-differences",
    title: "Differences of models",
    description: "The first model minus the second, task by task: by people, by a judge, and by both",
    columns: [
      ...judgeColumns<ModelDifferenceRow>(),
      ...measureColumns<ModelDifferenceRow>(labels),
      textColumn("first", "First", TIPS.model, ({ first }) => first),
      textColumn("second", "Second", TIPS.model, ({ second }) => second),
      ...threeWays<ModelDifferenceRow>(),
    ],
    notes: [...intervalNotes(rows.map(({ powered, poweredCi }) => [powered, poweredCi])), ASSUMED],
    kinds: KINDS,
    intervals: false,
  });
}

/** The columns that name the source of rankings and win rates. */
export const SOURCE_COLUMNS = ["source", "method", "condition", "exposureOf"] as const;

type Ranked = RankingRow | WinRateRow;

function sourceColumns<Row extends Ranked>(): Spec<Row>[] {
  return [
    textColumn("source", "By", TIPS.source, sourceText),
    ...judgeColumns<Row>().slice(1),
    textColumn("exposureOf", "People’s values", TIPS.exposure, ({ source, exposure }) =>
      source === "judge" ? null : EXPOSURE_LABELS[exposure],
    ),
  ];
}

/** A title that names the only source of the rows. */
const titleOf = (title: string, source?: string) => (source === undefined ? title : `${title}: ${source}`);

/** Models ranked by preferences; `source` where all rows have the same. */
export function rankingTable(
  report: ReportWith<"rankings">,
  rows: readonly RankingRow[] = report.rankings,
  source?: string,
): Table {
  return tableOf(report, rows, {
    name: "model-ranking",
    title: titleOf("Ranking by preferences", source),
    description: "Strengths by Bradley and Terry, with ties by Davidson: 0 is the mean of all models",
    columns: [
      textColumn("model", "Model", TIPS.model, ({ responseModel }) => responseModel),
      coefficient("strength", "Strength", TIPS.strength, (row) => [row.strength, row.reason]),
      linearIntervalOf("strength", ({ ci }) => ci),
      countColumn("rank", "Rank", "rank", TIPS.rank, ({ rank, reason }) => (reason === null ? rank : null)),
      coefficient("ties", "ν", TIPS.ties, (row) => [row.ties, row.reason], { decimals: 2 }),
      countColumn("comparisons", "Pairs", "pairs", TIPS.comparisons, ({ comparisons }) => comparisons),
      ...worthColumns<RankingRow>(rows),
      ...sourceColumns<RankingRow>(),
    ],
    notes: intervalNotes(rows.map(({ strength, ci }) => [strength, ci])),
    kinds: KINDS,
    intervals: false,
  });
}

/** Win rates of each model against each other; `source` where all rows have the same. */
export function winRatesTable(
  report: ReportWith<"winRates">,
  rows: readonly WinRateRow[] = report.winRates,
  source?: string,
): Table {
  return tableOf(report, rows, {
    name: "win-rates",
    title: titleOf("Win rates of models", source),
    description: "How often the first model’s response was preferred to the second’s; a tie is half a win",
    columns: [
      textColumn("first", "First", TIPS.model, ({ first }) => first),
      textColumn("second", "Second", TIPS.model, ({ second }) => second),
      share("rate", "Win rate", "pairs", TIPS.winRate, ({ rate }) => [rate, null]),
      linearIntervalOf("rate", ({ ci }) => ci),
      countColumn("comparisons", "Pairs", "pairs", TIPS.comparisons, ({ comparisons }) => comparisons),
      ...worthColumns<WinRateRow>(rows),
      ...sourceColumns<WinRateRow>(),
    ],
    notes: intervalNotes(rows.map(({ rate, ci }) => [rate, ci])),
    kinds: KINDS,
    intervals: false,
  });
}

/** Pairs by people, and, where a judge is corrected, what its values count and are worth. */
function worthColumns<Row extends Ranked>(rows: readonly Row[]): Spec<Row>[] {
  const hasCorrected = rows.some(({ source }) => source === "corrected");
  return [
    countColumn("labelled", "By people", "pairs", TIPS.labelledPairs, ({ labelled, source }) =>
      source === "judge" ? null : labelled,
    ),
    ...(hasCorrected
      ? [
          coefficient<Row>("lambda", "λ", TIPS.lambda, ({ lambda }) => orNone(lambda), { decimals: 2 }),
          coefficient<Row>("effective", "Worth", TIPS.effectivePairs, ({ effective }) => orNone(effective), {
            unit: "pairs",
            decimals: 0,
          }),
        ]
      : []),
  ];
}

/** The source of a ranking: people, a judge by name, or a judge that people correct. */
export function sourceText({ source, rater }: Pick<Ranked, "source" | "rater">): string {
  if (source === "people") return "People";
  return source === "judge" ? `${rater} alone` : `${rater}, corrected by people`;
}

function measureColumns<Row extends { measure: ModelMeasure; scope: string }>(labels: Labels): Spec<Row>[] {
  return [
    idColumn("measureId", "Measure", TIPS.measure, ({ measure }) => measure),
    textColumn("measure", "Measure", TIPS.measure, ({ measure }) => MEASURE_LABELS[measure]),
    ...scopeColumns<Row>(labels, ({ scope }) => scope),
  ];
}

type Ways = Pick<
  ModelEstimateRow,
  "human" | "humanCi" | "judge" | "judgeCi" | "powered" | "poweredCi" | "reason"
>;

function threeWays<Row extends Ways>(): Spec<Row>[] {
  return [
    coefficient("powered", "Both", TIPS.powered, (row) => [row.powered, row.reason]),
    linearIntervalOf("powered", ({ poweredCi }) => poweredCi),
    coefficient("human", "People", TIPS.human, (row) => [row.human, row.reason]),
    linearIntervalOf("human", ({ humanCi }) => humanCi),
    coefficient("alone", "Judge alone", TIPS.alone, ({ judge }) => orNone(judge)),
    linearIntervalOf("alone", ({ judgeCi }) => judgeCi),
  ];
}

/** Notes on the method of intervals, and on values without one. */
function intervalNotes(values: readonly (readonly [value: number | null, ends: Ends | null])[]): string[] {
  const isBare = values.some(([value, ends]) => value !== null && ends === null);
  const isMeasured = values.some(([, ends]) => ends !== null);
  return [...(isMeasured || !isBare ? [INTERVALS] : []), ...(isBare ? [FEW_CLUSTERS] : [])];
}

function linearIntervalOf<Row>(id: string, of: (row: Row) => Ends | null): Spec<Row> {
  return { ...intervalOf(id, of), description: TIPS.interval };
}

const orNone = (value: number | null): readonly [number | null, ReportReason | null] => [
  value,
  value === null ? "none-qualify" : null,
];
