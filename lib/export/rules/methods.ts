import { FEW_DRAWN } from "@/lib/agreement/estimate";
import { capitalised, list, people, quantityInWords } from "@/lib/export/rules/phrases";
import { type Setup, setupWords } from "@/lib/export/rules/setup-words";
import type { ExposureClass } from "@/lib/judgement/schema";
import {
  firstExposure,
  headlineRow,
  isJudged,
  llmMethodCounts,
  type RowChoice,
} from "@/lib/report/rules/headline";
import { fixed, oneLine } from "@/lib/report/rules/render/words";
import type { Labels } from "@/lib/report/rules/scope-labels";
import { comparedRaterWithMethod, MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import type { Report } from "@/lib/report/schema";
import type { Shares } from "@/lib/report/schema/decisions";
import type { HumanVsLlmRow } from "@/lib/report/schema/human-vs-llm";
import type { ItemsTogether, ReliabilityRow } from "@/lib/report/schema/reliability";
import type { Ends, ReportReason } from "@/lib/report/schema/values";
import { AGREED_WORDS_PER_MINUTE } from "@/lib/review/rules/agree";

const CLASS: Record<ExposureClass, string> = {
  independent: "given without having seen a draft",
  exposed: "given with a draft in view",
  unknown: "of which nobody recorded whether a draft was seen",
  any: "of every exposure together",
};

const DECIMALS = 3;

/**
 * A paragraph for the methods section of a paper, with the numbers of this study in it, in Markdown. What could not
 * be computed is said to be undefined, with the reason; nothing is left to be filled in.
 */
export function methodsText(report: Report, labels: Labels, setup: Setup | null, version: string): string {
  const { made } = report;
  return [
    "# Methods",
    [...studyWords(report, setup), ...(setup ? setupWords(setup) : [])].join(" "),
    [
      ...agreementWords(report, labels),
      `Intervals are 95 % percentile bootstrap intervals with tasks drawn whole (${made.replicates} replicates, seed ${made.seed}).`,
      ...machineWords(report, labels),
      ...decisionWords(report),
    ].join(" "),
    `Computed with Countersign ${version}, rules of the report version ${made.rules}, on data ${made.data}.`,
    "## References",
    REFERENCES.map((reference) => `- ${reference}`).join("\n"),
    "",
  ].join("\n\n");
}

const REFERENCES = [
  "Krippendorff, K. (2011). Computing Krippendorff's alpha-reliability.",
  "Gwet, K. L. (2008). Computing inter-rater reliability and its variance in the presence of high agreement. British Journal of Mathematical and Statistical Psychology 61, 29-48.",
];

function studyWords({ study, humanVsLlm }: Report, setup: Setup | null): string[] {
  const { raters } = study;
  // One model asked by several methods is as many raters, and still one model.
  const { models, ways } = llmMethodCounts(humanVsLlm, raters.llm);
  const who = [
    people(raters.human),
    ...(raters.llm > 0
      ? [`${quantityInWords(models, "language model")}${ways > models ? `, asked in ${ways} ways,` : ""}`]
      : []),
    ...(raters.rules > 0 ? ["a rule engine"] : []),
  ];
  return [
    `The study “${study.name}” has ${quantityInWords(study.tasks, "task")} and ${quantityInWords(study.responses, "response")}.`,
    `${capitalised(list(who))} gave ${list([
      quantityInWords(study.judgements, "judgement"),
      ...(study.drafts > 0 ? [quantityInWords(study.drafts, "drafted value")] : []),
    ])}.`,
    ...(study.decisions > 0
      ? [`People made ${quantityInWords(study.decisions, "decision")} on the items of drafted rubrics.`]
      : []),
    ...(study.skipped > 0
      ? [`${capitalised(quantityInWords(study.skipped, "judgement"))} without a value counted as missing.`]
      : []),
    // Of a batch it is known how many were contested.
    ...(study.adjudicated > 0 && !setup?.adjudication
      ? [
          `${capitalised(quantityInWords(study.adjudicated, "unit"))} ${study.adjudicated === 1 ? "was" : "were"} decided by an adjudicator, which is in no statistic.`,
        ]
      : []),
  ];
}

function agreementWords(report: Report, labels: Labels): string[] {
  const { reliability } = report;
  if (reliability.length === 0)
    return ["Agreement among people could not be measured: nobody judged anything."];
  const first = firstExposure(reliability);
  const others = BESIDE.filter((exposure) => exposure !== first && isJudged(reliability, exposure));
  const isMixed = reliability.some((row) => row.scope === "all" && row.reason === "mixed-scales");
  return [
    ...(isMixed ? ["Values on different scales were not pooled."] : []),
    ...[first, ...others].flatMap((exposure) =>
      isMixed
        ? oneByOneWords(reliability, exposure, labels)
        : pooledWords(reliability, { level: null, raters: "human", exposure }, labels),
    ),
    ...(isMixed ? [besideWords(reliability)] : []),
  ];
}

/** Independent values come first; the others stand beside them. */
const BESIDE: readonly ExposureClass[] = ["independent", "exposed", "unknown"];

/** Of items on one scale: α of all of them, and of what belongs to no item beside it. */
function pooledWords(reliability: readonly ReliabilityRow[], choice: RowChoice, labels: Labels): string[] {
  const row = headlineRow(reliability, "all", choice);
  if (!row) return [];
  const others = headlineRows(reliability, choice.exposure).filter(({ scope }) => isOfNoItem(scope));
  // Without any item, all there is belongs to none, and is told once.
  const rows = hasItems(row, others) ? others : [];
  return [
    ...wholeWords(row, labels),
    ...(rows.length > 0 ? [alphasWords(rows, choice.exposure, labels)] : []),
  ];
}

function wholeWords(row: ReliabilityRow, labels: Labels): string[] {
  const of = `Agreement among people on values ${CLASS[row.exposure]} (${labels.of(row.scope).toLowerCase()}, ${row.level} level)`;
  if (row.value === null)
    return [`${of} is undefined: ${row.reason === null ? "" : MISSING_VALUE_REASONS[row.reason]}.`];
  const beside = [
    ...(row.percentAgreement === null ? [] : [`percent agreement ${percent(row.percentAgreement)}`]),
    ...(row.ac1 === null ? [] : [`Gwet's AC1 ${figure(row.ac1)}`]),
  ];
  const alpha = `${of} was Krippendorff's α = ${row.items ? "(all values pooled plainly) " : ""}${withInterval(row.value, row.ci)}${beside.length > 0 ? `, ${beside.join(", ")}` : ""}, from ${basis(row)}.`;
  const first = row.items ? [itemsWords(row, row.items)] : [];
  return row.ac1Reason === null
    ? [...first, alpha]
    : [...first, alpha, `Gwet's AC1 is undefined: ${MISSING_VALUE_REASONS[row.ac1Reason]}.`];
}

/** Of several items the median and the range, and α within items, before their plain pool. */
function itemsWords({ level, exposure }: ReliabilityRow, items: ItemsTogether): string {
  const { count: of, without, median, lowest, highest, stratified, stratifiedCi, exceedsEvery } = items;
  const undefinedItems = without > 0 ? `, ${without} more being undefined` : "";
  const range =
    median === null || lowest === null || highest === null
      ? `is undefined on each of ${of} items`
      : `had a median of ${figure(median)} over ${quantityInWords(of - without, "item")}, from ${figure(lowest)} to ${figure(highest)}${undefinedItems}`;
  const within =
    stratified === null
      ? ""
      : `; with expected disagreement taken within items it was ${withInterval(stratified, stratifiedCi)}`;
  const warning = exceedsEvery
    ? " Pooled plainly α exceeds that of every single item, which says how items differ rather than how people agree."
    : "";
  return `On values ${CLASS[exposure]}, Krippendorff's α among people (${level} level) ${range}${within}.${warning}`;
}

/** Of items on different scales: α of each item, of categories, and of what belongs to no item. */
function oneByOneWords(
  reliability: readonly ReliabilityRow[],
  exposure: ExposureClass,
  labels: Labels,
): string[] {
  const rows = headlineRows(reliability, exposure);
  const all = headlineRow(reliability, "all", { level: null, raters: "human", exposure });
  const items = rows.filter(({ scope }) => !isOfNoItem(scope));
  const others = rows.filter(({ scope }) => isOfNoItem(scope));
  const rowless = all && hasItems(all, others) ? all.units - unitsIn(items) : 0;
  // A category also holds items that have a row of their own: how many of its units are counted twice is not told.
  const atLeast = items.some(({ scope }) => isCategory(scope)) ? "At least " : "";
  return [
    alphasWords(rows, exposure, labels),
    ...(all && all.na > 0
      ? [`${capitalised(quantityInWords(all.na, "rating"))} of n/a counted as missing.`]
      : []),
    ...(all && rowless > 0
      ? [
          `${atLeast}${rowless} of ${all.units} units are of items that were judged on one response only and have no category: no α is given for them.`,
        ]
      : []),
  ];
}

function unitsIn(rows: readonly ReliabilityRow[]): number {
  return rows.reduce((sum, { units }) => sum + units, 0);
}

/** Without any item, everything together is what belongs to none. */
function hasItems(all: ReliabilityRow, others: readonly ReliabilityRow[]): boolean {
  const said = new Map<string, number>();
  for (const { values } of others)
    for (const [value, n] of Object.entries(values)) said.set(value, (said.get(value) ?? 0) + n);
  const together = Object.entries(all.values);
  return together.length === 0 || together.some(([value, n]) => said.get(value) !== n);
}

function alphasWords(rows: readonly ReliabilityRow[], exposure: ExposureClass, labels: Labels): string {
  const told = rows.map(
    (row): Told => ({
      ...row,
      group: row.level,
      rests: [
        `${row.level} level`,
        quantityInWords(row.units, "unit"),
        quantityInWords(row.raterCount, "rater"),
      ],
    }),
  );
  return numbersWords(`Among people, on values ${CLASS[exposure]}, Krippendorff's α`, told, labels);
}

/** The headline row of each scope but all items together that anybody judged in an exposure class. */
function headlineRows(reliability: readonly ReliabilityRow[], exposure: ExposureClass): ReliabilityRow[] {
  const scopes = new Set(reliability.map(({ scope }) => scope));
  scopes.delete("all");
  return [...scopes].flatMap((scope) => {
    const row = headlineRow(reliability, scope, { level: null, raters: "human", exposure });
    return row && row.raterCount + row.na > 0 ? row : [];
  });
}

function besideWords(reliability: readonly ReliabilityRow[]): string {
  const table = "tables/agreement.csv";
  return BESIDE.some((exposure) => headlineRows(reliability, exposure).length > MOST_LISTED)
    ? `Each α with its interval, percent agreement and Gwet's AC1 stands in ${table}.`
    : `Percent agreement and Gwet's AC1 stand beside each α in ${table}.`;
}

/** So many numbers are told one by one; of more, how far they range. */
const MOST_LISTED = 6;

/** A number for one scope. */
interface Told {
  scope: string;
  value: number | null;
  ci: Ends | null;
  reason: ReportReason | null;
  /** What it rests on, in words. */
  rests: string[];
  /** Numbers of different groups are not ranged together. */
  group: string;
}

/** "X was 0.5 (…) for A and 0.6 (…) for B", or from where to where it ranged; and why it is undefined. */
function numbersWords(what: string, told: readonly Told[], labels: Labels): string {
  const sorted = labels.sort(told, ({ scope }) => scope);
  const known = sorted.filter(isKnown);
  const groups = grouped(known, (one) => `${kindOf(one.scope)} ${one.group}`);
  const ranged = [...groups.values()].filter(
    (group) => known.length > MOST_LISTED && group.length > 2 && kindOf(group[0]?.scope ?? "") !== null,
  );
  const listed = known.filter((one) => !ranged.some((group) => group.includes(one)));
  const singly = list(listed.map((one) => numberWords(one, labels)));
  const ranges = ranged.map((group) => rangeWords(group, labels));
  const undefinedWords = reasonsWords(
    sorted.filter(({ value }) => value === null),
    labels,
  );
  const said =
    ranges.length === 0
      ? singly && ` was ${singly}`
      : ` ranged ${singly ? `${ranges.join(", ")}, and was ${singly}` : list(ranges)}`;
  const why = undefinedWords ? `is undefined for ${undefinedWords}` : "";
  if (said === "") return `${what} ${why || `is undefined: ${MISSING_VALUE_REASONS["no-pairable-values"]}`}.`;
  return `${what}${said}${why && `; it ${why}`}.`;
}

type Known = Told & { value: number };

function isKnown(told: Told): told is Known {
  return told.value !== null;
}

function numberWords(told: Known, labels: Labels): string {
  const ends = told.ci ? `${intervalWords(told.ci)}; ` : "no interval; ";
  return `${figure(told.value)} (${ends}${told.rests.join(", ")}) for ${nameOf(told.scope, labels)}`;
}

function rangeWords(group: readonly Known[], labels: Labels): string {
  const ranked = group.toSorted((a, b) => a.value - b.value);
  const [lowest, highest] = [ranked[0], ranked.at(-1)];
  if (!lowest || !highest) return "";
  const middle = (ranked.length - 1) / 2;
  const median = ((ranked[Math.floor(middle)]?.value ?? 0) + (ranked[Math.ceil(middle)]?.value ?? 0)) / 2;
  const over = isCategory(lowest.scope)
    ? `${group.length} categories`
    : quantityInWords(group.length, "item");
  return `from ${numberWords(lowest, labels)} to ${numberWords(highest, labels)} over ${over}, with a median of ${figure(median)}`;
}

/** What has no number, by the reason. */
function reasonsWords(told: readonly Told[], labels: Labels): string {
  const reasons = grouped(told, ({ reason }) => (reason === null ? "" : MISSING_VALUE_REASONS[reason]));
  return list(
    [...reasons].map(([reason, of]) => {
      const more = of.length - MOST_LISTED;
      const names = of.slice(0, MOST_LISTED).map(({ scope }) => nameOf(scope, labels));
      return `${list(more > 0 ? [...names, `${more} more`] : names)} (${reason})`;
    }),
  );
}

function grouped<T>(things: readonly T[], by: (thing: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const key = by(thing);
    groups.set(key, [...(groups.get(key) ?? []), thing]);
  }
  return groups;
}

const NO_ITEM: Readonly<Record<string, string>> = {
  overall: "the overall score",
  preference: "the preference",
};

function isOfNoItem(scope: string): boolean {
  return scope in NO_ITEM;
}

function isCategory(scope: string): boolean {
  return scope.startsWith("category:");
}

/** What numbers may be ranged with: items, or categories. Null for what belongs to no item. */
function kindOf(scope: string): "item" | "category" | null {
  if (isOfNoItem(scope)) return null;
  return isCategory(scope) ? "category" : "item";
}

function nameOf(scope: string, labels: Labels): string {
  if (isCategory(scope)) return `the category “${oneLine(scope.slice("category:".length))}”`;
  return NO_ITEM[scope] ?? `“${oneLine(labels.of(scope))}”`;
}

function basis({ units, raterCount, pairable, na }: ReliabilityRow): string {
  const left = na > 0 ? `; ${quantityInWords(na, "rating")} of n/a counted as missing` : "";
  return `${quantityInWords(units, "unit")} with two or more ratings, ${quantityInWords(raterCount, "rater")} and ${quantityInWords(pairable, "pairable value")}${left}`;
}

function machineWords({ humanVsLlm, reliability }: Report, labels: Labels): string[] {
  const exposure = firstExposure(reliability);
  const rows = humanVsLlm.filter((row) => row.exposure === exposure);
  return rows
    .filter(({ item }) => item === "all")
    .map((row) => {
      if (row.reason !== "mixed-scales") return `${correlationWords(row)}.`;
      const own = rows.filter((other) => other.item !== "all" && other.n > 0 && isSame(other, row));
      const what = `The Pearson correlation of ${comparedRaterWithMethod(row)} with the people, on values ${CLASS[row.exposure]},`;
      if (own.length === 0) return `${what} is undefined: ${MISSING_VALUE_REASONS["fewer-than-2-pairs"]}.`;
      const told = own.map(
        ({ item, pearson, ci, reason, n }): Told => ({
          scope: item,
          value: pearson,
          ci: ci.pearson,
          reason,
          rests: [quantityInWords(n, "unit")],
          group: "",
        }),
      );
      return `${numbersWords(what, told, labels)} More of it stands in tables/human-vs-llm.csv.`;
    });
}

function isSame(one: HumanVsLlmRow, other: HumanVsLlmRow): boolean {
  return (
    one.llm === other.llm &&
    one.method === other.method &&
    one.condition === other.condition &&
    one.raterKind === other.raterKind
  );
}

function correlationWords(row: HumanVsLlmRow): string {
  const name = comparedRaterWithMethod(row);
  const difference =
    row.meanDifference === null
      ? null
      : `a mean difference of ${withInterval(row.meanDifference, row.ci.meanDifference)}`;
  const on = `on ${quantityInWords(row.n, "unit")}`;
  if (row.pearson !== null) {
    const r = `a Pearson correlation of ${withInterval(row.pearson, row.ci.pearson)}`;
    return `Against people, on values ${CLASS[row.exposure]}, ${name} reached ${list([r, ...(difference ? [difference] : [])])} ${on}`;
  }
  const why = `The correlation of ${name} with the people, on values ${CLASS[row.exposure]}, is undefined${row.reason ? `: ${MISSING_VALUE_REASONS[row.reason]}` : ""}`;
  return difference ? `${why}; ${name} had ${difference} ${on}` : why;
}

function decisionWords({ decisions }: Report): string[] {
  return [
    ...shareWords("drafted or added explanation lines", decisions.lines),
    ...shareWords("drafted or added rubric items", decisions.items),
    ...bulkWords(decisions),
  ];
}

function shareWords(what: string, { n, accept, revise, remove, add }: Shares): string[] {
  if (accept === null || revise === null || remove === null || add === null) return [];
  return [
    `Of ${n} ${what}, people accepted ${percent(accept)}, revised ${percent(revise)}, removed ${percent(remove)} and added ${percent(add)}.`,
  ];
}

/** What was agreed with as a whole is told apart from what was decided piece by piece. */
function bulkWords({ lines, items, valuesInBulk }: Report["decisions"]): string[] {
  const agreed = [
    ...(lines.bulk > 0
      ? [`${lines.bulk} of ${quantityInWords(lines.counts.accept, "accepted explanation line")}`]
      : []),
    ...(items.bulk > 0
      ? [`${items.bulk} of ${quantityInWords(items.counts.accept, "accepted rubric item")}`]
      : []),
    ...(valuesInBulk > 0 ? [quantityInWords(valuesInBulk, "value")] : []),
  ];
  if (agreed.length === 0) return [];
  return [
    `${capitalised(list(agreed))} were agreed with in bulk: everything undecided of one draft in one gesture, which was possible after the time that reading it takes at ${AGREED_WORDS_PER_MINUTE} words a minute.`,
  ];
}

function withInterval(value: number, ci: Ends | null): string {
  return `${figure(value)}${ci ? ` (${intervalWords(ci)})` : ""}`;
}

/** An interval that was drawn from few tasks says so wherever it stands. */
function intervalWords([low, high, tasks]: Ends): string {
  const few = tasks < FEW_DRAWN ? `, drawn from ${tasks} tasks only` : "";
  return `95 % interval ${figure(low)} to ${figure(high)}${few}`;
}

function figure(value: number): string {
  return fixed(value, DECIMALS);
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}
