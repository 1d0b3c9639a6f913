import { INFERENCE_TIPS as TIPS, UNTIL_FINAL_LOOK } from "@/lib/report/rules/inference/glossary";
import { EXPOSURE_LABELS, madeBy } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import type { CardNumber, JudgeCard } from "@/lib/report/schema/judge-cards";
import type { Table } from "@/lib/report/schema/table";
import { numberOr, type Spec, tableOf } from "./build";
import { conditionColumn, countColumn, intervalOf, share, textColumn } from "./columns";

const KINDS = ["llm", "rules", "human", "gold"] as const;

/** The columns that name a machine. */
export function judgeColumns<
  Row extends { rater: string | null; method: string | null; condition: string | null },
>(): Spec<Row>[] {
  return [
    textColumn("judge", "Judge", TIPS.judge, ({ rater }) => rater),
    { ...textColumn<Row>("method", "Method", TIPS.method, ({ method }) => method), optional: true },
    conditionColumn(({ condition }) => condition),
  ];
}

/** The reference of a machine, in words. */
function referenceText({ reference, exposure }: JudgeCard): string {
  return reference === "gold" || exposure === null ? "gold" : `people, ${EXPOSURE_LABELS[exposure]}`;
}

/** One row for each judge: what its values are worth. */
export function judgeCardsTable(report: ReportWith<"judgeCards">): Table {
  const rows = report.judgeCards;
  return tableOf(report, rows, {
    name: "judge-cards",
    title: "Judge cards",
    description: "How good the values of each model, method and condition are, compared with gold or people",
    columns: [
      ...judgeColumns<JudgeCard>(),
      textColumn("against", "Against", TIPS.against, referenceText),
      countColumn("units", "Units", "units", TIPS.cardUnits, ({ units }) => units),
      ...(rows.some(({ heldOut }) => heldOut > 0)
        ? [countColumn<JudgeCard>("heldOut", "Held out", "units", TIPS.heldOut, (card) => card.heldOut)]
        : []),
      share("coverage", "Coverage", "units", TIPS.coverage, ({ coverage }) => [
        coverage.value,
        coverage.reason,
      ]),
      share("abstention", "Unread", "units asked", TIPS.abstention, ({ abstention }) => [
        abstention.value,
        abstention.reason,
      ]),
      ...shareOf("accuracy", "Accuracy", "units", TIPS.accuracy, ({ accuracy }) => accuracy, rows),
      ...shareOf("tpr", "TPR", "units", TIPS.tpr, ({ tpr }) => tpr, rows),
      ...shareOf("tnr", "TNR", "units", TIPS.tnr, ({ tnr }) => tnr, rows),
      ...number("kappa", "κ", TIPS.kappa, ({ kappa }) => kappa, rows),
      ...number("humanKappa", "People’s κ", TIPS.humanKappa, ({ humanKappa }) => humanKappa, rows),
      ...number("rmse", "RMSE", TIPS.rmse, ({ rmse }) => rmse, rows),
      ...number("ece", "ECE", TIPS.ece, ({ confidence }) => withoutEnds(confidence), rows),
      ...number("sampleEce", "ECE of samples", TIPS.sampleEce, ({ samples }) => withoutEnds(samples), rows),
      ...shareOf("flips", "Flips", "pairs in both orders", TIPS.flips, ({ flips }) => flips, rows),
      ...shareOf("firstSide", "First side", "verdicts", TIPS.firstSide, ({ firstSide }) => firstSide, rows),
      ...number("lengthSlope", "Length slope", TIPS.lengthSlope, ({ lengthSlope }) => lengthSlope, rows),
      ...number("correlation", "r", TIPS.correlation, ({ correlation }) => correlation, rows),
      ...number("lengthAdjusted", "r less length", TIPS.lengthAdjusted, (card) => card.lengthAdjusted, rows),
      ...number("ownFamily", "Own family", TIPS.ownFamily, ({ ownFamily }) => ownFamily, rows),
      ...shareOf(
        "stability",
        "Same in samples",
        "samples",
        TIPS.stability,
        ({ stability }) => stability,
        rows,
      ),
      ...number("dollars", "US$ a value", TIPS.dollars, ({ dollarsPerValue }) => dollarsPerValue, rows),
      ...number("seconds", "Seconds a value", TIPS.seconds, ({ secondsPerValue }) => secondsPerValue, rows),
    ],
    notes: [
      "Intervals of slopes, correlations and the own family are Student’s t with errors clustered by task.",
      ...rows.flatMap(({ rater, method, condition, heldOut }) =>
        heldOut > 0
          ? [
              `${heldOut === 1 ? "1 unit of held-out tasks is" : `${heldOut} units of held-out tasks are`} left out for ${rater}${madeBy(method, condition ?? undefined)}, ${UNTIL_FINAL_LOOK}.`,
            ]
          : [],
      ),
      ...(rows.some(({ exposure }) => exposure === "exposed")
        ? ["People had a draft in view: agreement with the model that drafted it is partly its own."]
        : []),
    ],
    kinds: KINDS,
    intervals: true,
  });
}

/** The points of each judge's reliability diagrams. */
export function judgeCalibrationTable(report: ReportWith<"judgeCards">): Table {
  const rows = report.judgeCards.flatMap((card) =>
    (["confidence", "samples"] as const).flatMap((of) => card[of].bins.map((bin) => ({ card, of, ...bin }))),
  );
  return tableOf(report, rows, {
    name: "judge-calibration",
    title: "Calibration of judges",
    description: "Whether a judge is right as often as it is confident, by range of confidence",
    columns: [
      textColumn("judge", "Judge", TIPS.judge, ({ card }) => card.rater),
      { ...textColumn("method", "Method", TIPS.method, ({ card }) => card.method), optional: true },
      conditionColumn(({ card }) => card.condition),
      textColumn("against", "Against", TIPS.against, ({ card }) => referenceText(card)),
      textColumn("of", "Confidence", TIPS.confidence, ({ of }) =>
        of === "confidence" ? "stated" : "share of samples",
      ),
      share("low", "From", "confidence", TIPS.range, ({ low }) => [low, null]),
      share("high", "To", "confidence", TIPS.range, ({ high }) => [high, null]),
      share("confidence", "Mean", "confidence", TIPS.confidence, ({ confidence }) => [confidence, null]),
      share("right", "Right", "values", TIPS.right, ({ right }) => [right, null]),
      countColumn("n", "Values", "values", TIPS.claims, ({ n }) => n),
    ],
    kinds: KINDS,
    intervals: false,
  });
}

/** Each judge's accuracy by tag. */
export function judgeTagsTable(report: ReportWith<"judgeCards">): Table {
  const rows = report.judgeCards.flatMap((card) => card.tags.map((tag) => ({ card, ...tag })));
  return tableOf(report, rows, {
    name: "judge-tags",
    title: "Judges by tag",
    description: "How often each judge gave the right value on the tasks with a tag",
    columns: [
      textColumn("judge", "Judge", TIPS.judge, ({ card }) => card.rater),
      { ...textColumn("method", "Method", TIPS.method, ({ card }) => card.method), optional: true },
      conditionColumn(({ card }) => card.condition),
      textColumn("against", "Against", TIPS.against, ({ card }) => referenceText(card)),
      textColumn("tag", "Tag", TIPS.tag, ({ tag }) => tag),
      share("accuracy", "Accuracy", "units", TIPS.accuracy, ({ accuracy }) => [
        accuracy,
        accuracy === null ? "none-qualify" : null,
      ]),
      intervalOf("accuracy", ({ ci }) => ci),
      countColumn("n", "Units", "units", TIPS.cardUnits, ({ n }) => n),
      textColumn("readable", "Enough units", TIPS.fewestPerTag, ({ isReadable, card }) =>
        isReadable ? "yes" : `fewer than ${card.fewestPerTag ?? "needed"}`,
      ),
    ],
    kinds: KINDS,
    intervals: true,
  });
}

type Of = (card: JudgeCard) => CardNumber;

/** A column and its interval; none where no card has the number. */
function withInterval(column: Spec<JudgeCard>, of: Of, rows: readonly JudgeCard[]): Spec<JudgeCard>[] {
  if (rows.every((card) => of(card).value === null)) return [];
  const interval = intervalOf<JudgeCard>(column.id, (card) => of(card).ci);
  return [column, ...(rows.some((card) => of(card).ci !== null) ? [interval] : [])];
}

function shareOf(
  id: string,
  header: string,
  whole: string,
  tip: string,
  of: Of,
  rows: readonly JudgeCard[],
): Spec<JudgeCard>[] {
  return withInterval(
    share(id, header, whole, tip, (card) => [of(card).value, of(card).reason]),
    of,
    rows,
  );
}

function number(
  id: string,
  header: string,
  tip: string,
  of: Of,
  rows: readonly JudgeCard[],
): Spec<JudgeCard>[] {
  const column: Spec<JudgeCard> = {
    ...{ id, header, type: "number", unit: null, description: tip },
    of: (card) => numberOr(of(card).value, of(card).reason),
  };
  return withInterval(column, of, rows);
}

function withoutEnds({ ece, n, reason }: JudgeCard["confidence"]): CardNumber {
  return { value: ece, ci: null, n, reason };
}
