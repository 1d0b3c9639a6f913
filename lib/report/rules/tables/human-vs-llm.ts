import type { RaterKind } from "@/lib/judgement/schema";
import { COST } from "@/lib/report/rules/defaults";
import { TIPS } from "@/lib/report/rules/glossary";
import type { HumanInTheLoopRow } from "@/lib/report/rules/human-in-the-loop";
import type { Labels } from "@/lib/report/rules/scope-labels";
import {
  comparedRater,
  comparedRaterWithMethod,
  EXPOSURE_LABELS,
  PAIRING_LABELS,
} from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import type {
  AccuracyRow,
  AlternativeRow,
  DistributionRow,
  HumanVsLlmRow,
  Machine,
  PairingRow,
  PreferenceRow,
} from "@/lib/report/schema/human-vs-llm";
import type { Table } from "@/lib/report/schema/table";
import { orientationNote, type Spec, tableOf } from "./build";
import {
  behindMachine,
  coefficient,
  conditionColumn,
  countColumn,
  exposureColumns,
  intervalOf,
  leftToRulesColumn,
  scopeColumns,
  share,
  textColumn,
} from "./columns";

/** Columns that name the model of a row, or say that the row is about people. */
function machineColumns<Row>(
  of: (row: Row) => Machine | null,
  { header = "Rater", people = "People" }: { header?: string; people?: string } = {},
): Spec<Row>[] {
  return [
    textColumn("llm", header, TIPS.held, (row) => {
      const compared = of(row);
      return compared ? comparedRater(compared) : people;
    }),
    textColumn("method", "Method", TIPS.method, (row) => of(row)?.method ?? null),
    conditionColumn((row) => of(row)?.condition),
  ];
}

/** Columns that name a row's item, model and exposure class. */
export function subjectColumns<Row extends Machine & Pick<HumanVsLlmRow, "item" | "exposure">>(
  labels: Labels,
): Spec<Row>[] {
  return [
    ...scopeColumns<Row>(labels, (row) => row.item),
    ...machineColumns<Row>((row) => row),
    ...exposureColumns<Row>(),
  ];
}

const TWO_SIDES = { unit: "points", decimals: 3 } as const;

/** The kinds of raters in the rows, besides people. */
export function raterKindsIn(rows: readonly { raterKind?: "rules" }[]): RaterKind[] {
  const hasRules = rows.some(({ raterKind }) => raterKind === "rules");
  return hasRules ? ["human", "llm", "rules"] : ["human", "llm"];
}

/** A row that says whose scores are held against people, where they are not always the LLM's. */
export type ComparedRow = HumanInTheLoopRow &
  Partial<Pick<HumanVsLlmRow, "draftSeen" | "unread">> & { scores?: string };

/** Each LLM, and the rules' verdicts, compared with the people who judged the same units. */
export function humanVsLlmTable(
  report: ReportWith<"humanVsLlm">,
  labels: Labels,
  rows: readonly ComparedRow[] = report.humanVsLlm,
): Table {
  return tableOf(
    report,
    labels.sort(rows, ({ item }) => item),
    {
      name: "human-vs-llm",
      title: "LLMs against people",
      description: "Values of an LLM against the mean, or the majority, of people’s values of the same unit",
      columns: [
        ...subjectColumns<ComparedRow>(labels),
        { ...textColumn("scores", "Scores", TIPS.scores, ({ scores }) => scores ?? null), optional: true },
        coefficient("pearson", "Pearson r", TIPS.pearson, (row) => [row.pearson, row.reason]),
        intervalOf("pearson", (row) => row.ci.pearson),
        coefficient("spearman", "Spearman ρ", TIPS.spearman, (row) => [row.spearman, row.reason]),
        intervalOf("spearman", (row) => row.ci.spearman),
        coefficient("kendall", "Kendall τ", TIPS.kendall, (row) => [row.kendall, row.reason]),
        intervalOf("kendall", (row) => row.ci.kendall),
        coefficient(
          "meanDifference",
          "Mean difference",
          TIPS.meanDifference,
          (row) => [row.meanDifference, row.reason],
          TWO_SIDES,
        ),
        intervalOf("meanDifference", (row) => row.ci.meanDifference, TWO_SIDES),
        countColumn("units", "Units", "units", TIPS.compared, (row) => row.n),
        countColumn("ties", "Ties", "units", TIPS.ties, (row) => row.ties),
        countColumn("draftSeen", "Saw its draft", "values", TIPS.draftSeen, (row) => row.draftSeen ?? null),
        countColumn("unread", "No value", "units", TIPS.unreadUnits, (row) => row.unread ?? null),
        countColumn("humanNa", "n/a, people", "ratings", TIPS.na, (row) => row.humanNa),
        countColumn("llmNa", "n/a, rater", "units", TIPS.na, (row) => row.llmNa),
      ],
      behind: ({ item, exposure }) => ({ item, exposure }),
      notes: [...orientationNote(rows.map(({ item }) => item)), ...anchoredNote(rows)],
      kinds: raterKindsIn(rows),
      intervals: true,
    },
  );
}

/**
 * A note on models whose drafts people saw before they judged. It is part of the table, and therefore of
 * every download.
 */
function anchoredNote(rows: readonly (Machine & { draftSeen?: number })[]): string[] {
  const seen = rows.filter(({ draftSeen = 0 }) => draftSeen > 0).map(comparedRaterWithMethod);
  if (seen.length === 0) return [];
  const who = [...new Set(seen)].join(", ");
  return [
    `People had the draft in view of ${who}: they followed it, and agreement with them is no independent check.`,
  ];
}

/** Accuracy of each LLM against the majority of people. */
export function accuracyTable(
  report: ReportWith<"accuracy">,
  labels: Labels,
  rows: readonly AccuracyRow[] = report.accuracy,
): Table {
  return tableOf(
    report,
    labels.sort(rows, ({ item }) => item),
    {
      name: "question-accuracy",
      title: "Accuracy question by question",
      description: "How often an LLM answers as the majority of people does",
      columns: [
        ...subjectColumns<AccuracyRow>(labels),
        share("strict", "Strict", "questions", TIPS.strict, (row) => [row.strict, row.strictReason]),
        intervalOf("strict", (row) => row.strictCi, { decimals: 3 }),
        share("lenient", "Lenient", "answered questions", TIPS.lenient, (row) => [
          row.lenient,
          row.lenientReason,
        ]),
        intervalOf("lenient", (row) => row.lenientCi, { decimals: 3 }),
        countColumn("n", "Questions", "questions", TIPS.asked, (row) => row.n),
        countColumn("correct", "Right", "questions", TIPS.strict, (row) => row.correct),
        countColumn("undecided", "No answer", "questions", TIPS.undecided, (row) => row.undecided),
        ...leftToRulesColumn(rows),
        countColumn("ties", "Ties", "questions", TIPS.ties, (row) => row.ties),
        countColumn("draftSeen", "Saw its draft", "answers", TIPS.draftSeen, (row) => row.draftSeen),
      ],
      behind: ({ item, exposure }) => ({ item, exposure }),
      notes: anchoredNote(rows),
      kinds: raterKindsIn(rows),
      intervals: true,
    },
  );
}

/** Distances between preferences. */
export function preferencesTable(
  report: ReportWith<"preferences">,
  rows: readonly PreferenceRow[] = report.preferences,
): Table {
  const distance = (id: string, header: string, tip: string, k: 0 | 1 | 2): Spec<PreferenceRow> =>
    share(id, header, "comparisons", tip, ({ pld, reason }) => [pld?.[k] ?? null, reason]);
  return tableOf(report, rows, {
    name: "preference-distance",
    title: "How far preferences lie apart",
    description: "Pairwise label distance of an LLM from people together, and of people from each other",
    columns: [
      ...machineColumns<PreferenceRow>(({ machine }) => machine, {
        people: "People among themselves",
      }),
      ...exposureColumns<PreferenceRow>(),
      distance("pld0", "PLD-0", TIPS.pld0, 0),
      distance("pld1", "PLD-1", TIPS.pld1, 1),
      distance("pld2", "PLD-2", TIPS.pld2, 2),
      coefficient("wpld", "WPLD", TIPS.wpld, (row) => [row.wpld, row.reason], {
        unit: "0 to 2",
        decimals: 3,
      }),
      intervalOf("wpld", (row) => row.wpldCi, { unit: "0 to 2", decimals: 3 }),
      coefficient(
        "fromPerson",
        "From one person",
        TIPS.fromPerson,
        (row) => [row.fromPerson, row.fromPerson === null ? (row.reason ?? "none-qualify") : null],
        { unit: "0 to 2", decimals: 3 },
      ),
      intervalOf("fromPerson", (row) => row.fromPersonCi, { unit: "0 to 2", decimals: 3 }),
      countColumn("n", "Comparisons", "comparisons", TIPS.comparisons, (row) => row.n),
      countColumn("unread", "No verdict", "comparisons", TIPS.unreadVerdicts, (row) => row.unread),
      countColumn("ties", "Divided", "comparisons", TIPS.divided, (row) => row.ties),
      countColumn("draftSeen", "Saw its draft", "preferences", TIPS.draftSeen, (row) => row.draftSeen),
    ],
    behind: ({ exposure }) => ({ item: "preference", exposure }),
    notes: [
      "On five points a mean below 2.5 prefers the first response, above 3.5 the second; between them is a tie.",
      ...anchoredNote(rows.flatMap(({ machine, draftSeen }) => (machine ? [{ ...machine, draftSeen }] : []))),
    ],
    kinds: raterKindsIn(rows.flatMap(({ machine }) => machine ?? [])),
    intervals: true,
  });
}

/** Mean correlations of pairs of raters, by who is paired. */
export function pairingsTable(
  report: ReportWith<"pairings">,
  labels: Labels,
  rows: readonly PairingRow[] = report.pairings,
): Table {
  return tableOf(
    report,
    labels.sort(rows, ({ scope }) => scope),
    {
      name: "mean-correlations",
      title: "Correlation of pairs of raters",
      description:
        "The mean of Pearson’s r over pairs: LLM and person, assisted person and person, two people",
      columns: [
        ...scopeColumns<PairingRow>(labels, (row) => row.scope),
        textColumn("pairing", "Paired", TIPS.pairing, (row) => PAIRING_LABELS[row.pairing]),
        ...machineColumns<PairingRow>(({ machine }) => machine, {
          header: "LLM or rules",
          people: "",
        }),
        coefficient("r", "Mean r", TIPS.meanR, (row) => [row.value, row.reason]),
        intervalOf("r", (row) => row.ci),
        countColumn("pairs", "Pairs", "pairs of raters", TIPS.pairsOfRaters, (row) => row.pairs),
        countColumn(
          "undefinedPairs",
          "Without r",
          "pairs of raters",
          TIPS.undefinedPairs,
          (row) => row.undefinedPairs,
        ),
        countColumn("leftOut", "Left out", "pairs of raters", TIPS.pairsLeftOut, (row) => row.leftOut),
        countColumn("units", "Units", "units", TIPS.shared, (row) => row.units),
      ],
      behind: ({ scope, pairing }) => ({
        item: scope,
        exposure: pairing === "assisted-human" ? "exposed" : "independent",
      }),
      notes: [
        "People are taken by the values they gave without a draft in view, unless they are called assisted.",
        "Each pair counts by its units; pairs with fewer than ten are left out where others have more.",
      ],
      kinds: raterKindsIn(rows.flatMap(({ machine }) => machine ?? [])),
      intervals: true,
    },
  );
}

/** The number of times each value was given, by the model of the responses. */
export function distributionsTable(
  report: ReportWith<"distributions">,
  labels: Labels,
  rows: readonly DistributionRow[] = report.distributions,
): Table {
  const written = rows.map((row) => ({ ...row, exposure: row.exposure ?? undefined }));
  return tableOf(
    report,
    labels.sort(written, ({ scope }) => scope),
    {
      name: "distributions",
      title: "How values are distributed",
      description: "How often people and LLMs gave each value, by the model that wrote the responses",
      columns: [
        ...scopeColumns<(typeof written)[number]>(labels, (row) => row.scope),
        ...machineColumns<(typeof written)[number]>(({ machine }) => machine),
        textColumn("exposure", "Exposure", TIPS.exposure, ({ exposure }) =>
          exposure === undefined ? null : EXPOSURE_LABELS[exposure],
        ),
        textColumn("responsesOf", "Responses of", TIPS.responseModel, (row) => row.responseModel),
        textColumn("values", "Values", TIPS.distribution, ({ values }) =>
          Object.entries(values)
            .map(([value, times]) => `${value}: ${times}`)
            .join(", "),
        ),
        coefficient("mean", "Mean", TIPS.meanValue, (row) => [row.mean, row.reason], TWO_SIDES),
        coefficient(
          "sd",
          "SD",
          TIPS.sd,
          (row) => [row.sd, row.sd === null ? (row.reason ?? "fewer-than-2-values") : null],
          TWO_SIDES,
        ),
        countColumn("n", "n", "values", TIPS.valuesGiven, (row) => row.n),
      ],
      behind: ({ scope, machine, exposure, responseModel }) => ({
        ...(machine === null
          ? { item: scope, exposure }
          : behindMachine({ rater: machine.llm, ...machine }, scope)),
        ...(responseModel !== "all" && { model: responseModel }),
      }),
      notes: orientationNote(rows.map(({ scope }) => scope)),
      kinds: raterKindsIn(rows.flatMap(({ machine }) => machine ?? [])),
      intervals: false,
    },
  );
}

/** The alternative annotator test: can an LLM replace a person? */
export function alternativeTable(
  report: ReportWith<"alternative">,
  labels: Labels,
  rows: readonly AlternativeRow[] = report.alternative,
): Table {
  return tableOf(
    report,
    labels.sort(rows, ({ scope }) => scope),
    {
      name: "alternative-annotator",
      title: "Can an LLM stand in for a person?",
      description: "The alternative annotator test, on values given without a draft in view only",
      columns: [
        ...scopeColumns<AlternativeRow>(labels, (row) => row.scope),
        ...machineColumns<AlternativeRow>((row) => row),
        share("winningRate", "May replace", "people", TIPS.winningRate, (row) => [
          row.winningRate,
          row.reason,
        ]),
        share("advantage", "As good or better", "units", TIPS.advantage, (row) => [
          row.advantage,
          row.reason,
        ]),
        intervalOf("advantage", (row) => row.advantageCi),
        countColumn("people", "People", "people", TIPS.replaced, (row) => row.people),
        countColumn("units", "Units", "units", TIPS.replacedUnits, (row) => row.units),
      ],
      behind: ({ scope }) => ({ item: scope, exposure: "independent" }),
      notes: [
        `Cost-benefit ε = ${report.made.epsilon ?? COST}; one-sided t tests, over tasks, corrected for several people (Benjamini and Yekutieli) at 5 %.`,
      ],
      kinds: raterKindsIn(rows),
      intervals: true,
    },
  );
}
