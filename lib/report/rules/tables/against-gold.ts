import type { VerdictMeasure } from "@/lib/agreement/verdicts";
import { TIPS } from "@/lib/report/rules/glossary";
import { EXPOSURE_LABELS } from "@/lib/report/rules/wording";
import type { Report, ReportWith } from "@/lib/report/schema";
import type { AgainstGoldRow } from "@/lib/report/schema/against-gold";
import type { Table } from "@/lib/report/schema/table";
import { type Spec, tableOf } from "./build";
import { coefficient, conditionColumn, countColumn, intervalOf, share, textColumn } from "./columns";

/** Every machine and person against gold, subset by subset. */
export function againstGoldTable(
  report: ReportWith<"againstGold">,
  rows: readonly AgainstGoldRow[] = report.againstGold,
): Table {
  return tableOf(report, rows, {
    name: "against-gold",
    title: "Against gold",
    description: "How often models, rules and people gave the value that is known to be right",
    columns: columnsFor(rows),
    notes: notesOn(rows, report),
    kinds: kindsIn(rows),
    intervals: true,
  });
}

/** The table of comparisons with the majority of people. */
export function againstMajorityTable(
  report: ReportWith<"againstMajority">,
  rows: readonly AgainstGoldRow[] = report.againstMajority,
): Table {
  const [first] = report.againstMajority;
  return tableOf(report, rows, {
    name: "against-majority",
    title: "Against the majority of people",
    description:
      "How often models and rules gave the value that most people give, and each person that of most others",
    columns: columnsFor(rows),
    notes: [
      ...notesOn(rows, report),
      ...(first ? [`The majority is of values of people: ${EXPOSURE_LABELS[first.exposure]}.`] : []),
      "Units on which people are evenly divided are left out. Of points the majority is the rounded mean.",
    ],
    kinds: kindsIn(rows),
    intervals: true,
  });
}

/** The label of a subset: "Tag math" for "tag:math". */
export function subsetLabel(subset: string): string {
  const [kind, ...rest] = subset.split(":");
  const name = rest.join(":");
  if (kind === "tag") return `Tag ${name}`;
  if (kind === "item") return `Item ${name}`;
  if (kind === "macro") return name === "" ? "Mean over tags" : `Mean over tags, ${name}`;
  return "All";
}

function columnsFor(rows: readonly AgainstGoldRow[]): Spec<AgainstGoldRow>[] {
  const withInterval = (id: VerdictMeasure, column: Spec<AgainstGoldRow>): Spec<AgainstGoldRow>[] =>
    rows.some((row) => row[id] !== null)
      ? [column, intervalOf(id, (row) => row.ci[id] ?? null, { decimals: 3 })]
      : [];
  const orReason = (value: number | null, { reason }: AgainstGoldRow) =>
    [value, value === null ? (reason ?? "none-qualify") : null] as const;
  const shareOf = (id: VerdictMeasure, header: string, whole: string, tip: string) =>
    withInterval(
      id,
      share(id, header, whole, tip, (row) => orReason(row[id], row)),
    );
  const number = (id: VerdictMeasure, header: string, tip: string, unit: string | null = null) =>
    withInterval(
      id,
      coefficient(id, header, tip, (row) => orReason(row[id], row), { unit }),
    );
  const hasTies = rows.some(({ accuracy, accuracyTiesHalf }) => accuracy !== accuracyTiesHalf);
  const recallOf = (id: string, header: string, tip: string, value: string): Spec<AgainstGoldRow>[] => {
    const of = ({ classes }: AgainstGoldRow) => classes.find((one) => one.value === value)?.recall ?? null;
    if (rows.every((row) => of(row) === null)) return [];
    return [share(id, header, "units", tip, (row) => orReason(of(row), row))];
  };
  const spread = coefficient<AgainstGoldRow>("spread", "Spread of samples", TIPS.spread, (row) =>
    orReason(row.spread, row),
  );
  return [
    textColumn("rater", "Rater", TIPS.rater, ({ rater }) => rater),
    textColumn("kind", "Kind", TIPS.kind, ({ raterKind }) => raterKind),
    { ...textColumn("method", "Method", TIPS.method, ({ method }) => method), optional: true },
    conditionColumn(({ condition }) => condition),
    textColumn("subset", "Subset", TIPS.subset, ({ subset }) => subsetLabel(subset)),
    ...shareOf("accuracy", "Accuracy", "units", TIPS.goldAccuracy),
    ...(hasTies ? shareOf("accuracyTiesHalf", "Ties ½", "units", TIPS.accuracyTiesHalf) : []),
    ...shareOf("accuracyBoth", "Both orders", "pairs", TIPS.accuracyBoth),
    ...shareOf("positionalAgreement", "Same in both", "pairs", TIPS.positionalAgreement),
    ...shareOf("hedging", "Ties", "verdicts", TIPS.hedging),
    ...shareOf("unparsed", "Unread", "verdicts", TIPS.unparsed),
    ...number("f1Macro", "F1, macro", TIPS.f1Macro),
    ...recallOf("tpr", "TPR", TIPS.tpr, "yes"),
    ...recallOf("tnr", "TNR", TIPS.tnr, "no"),
    ...number("kappa", "κ", TIPS.kappa),
    ...number("alpha", "α", TIPS.goldAlpha),
    ...number("mae", "MAE", TIPS.mae, "points"),
    ...number("rmse", "RMSE", TIPS.rmse, "points"),
    ...(rows.some((row) => row.spread !== null) ? [spread] : []),
    countColumn("n", "Units", "units", TIPS.goldUnits, ({ n }) => n),
    {
      ...countColumn<AgainstGoldRow>(
        "exposed",
        "Draft shown",
        "units",
        TIPS.goldExposed,
        ({ exposed, raterKind }) => (raterKind === "human" && exposed > 0 ? exposed : null),
      ),
      optional: true,
    },
  ];
}

function notesOn(rows: readonly AgainstGoldRow[], { made }: Pick<Report, "made">): string[] {
  return [
    "Strict: what could not be read is wrong, and so is a tie where a side is right.",
    ...(made.compat === "llmbar"
      ? [
          "Two verdicts on a pair that could not be read count as agreeing, as in the scripts released with LLMBar.",
        ]
      : []),
    ...(rows.some(({ exposed }) => exposed > 0)
      ? ["Some people had a draft in view: what they reach is not what they reach alone."]
      : []),
    ...(rows.some(({ reason }) => reason === "mixed-scales")
      ? ["Over several scales only shares are given; coefficients are given for each item."]
      : []),
  ];
}

function kindsIn(rows: readonly AgainstGoldRow[]): AgainstGoldRow["raterKind"][] {
  return (["human", "llm", "rules"] as const).filter((kind) =>
    rows.some(({ raterKind }) => raterKind === kind),
  );
}
