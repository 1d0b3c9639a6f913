import {
  CLASS,
  figure,
  isCategory,
  isOfNoItem,
  MOST_LISTED,
  numbersWords,
  percent,
  percentWithInterval,
  type ScopedNumber,
  withInterval,
} from "@/lib/export/rules/methods/numbers";
import { capitalised, quantityInWords } from "@/lib/export/rules/phrases";
import type { ExposureClass } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { firstExposure, headlineRow, isJudged, type RowChoice } from "@/lib/report/rules/headline";
import type { Labels } from "@/lib/report/rules/scope-labels";
import { MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import type { Report } from "@/lib/report/schema";
import type { ItemsTogether, ReliabilityRow } from "@/lib/report/schema/reliability";

export function agreementWords(report: Report, labels: Labels): string[] {
  const { reliability } = report;
  if (reliability.length === 0)
    return ["Agreement among people could not be measured: nobody judged anything."];
  const first = firstExposure(reliability);
  const others = BESIDE.filter((exposure) => exposure !== first && isJudged(reliability, exposure));
  const isMixed = reliability.some((row) => row.scope === "all" && row.reason === "mixed-scales");
  return [
    ...codingWords(reliability),
    ...(isMixed ? ["Values on different scales were not pooled."] : []),
    ...[first, ...others].flatMap((exposure) =>
      isMixed
        ? oneByOneWords(reliability, exposure, labels)
        : pooledWords(reliability, { level: null, raters: "human", exposure }, labels),
    ),
    ...(isMixed ? [besideWords(reliability)] : []),
  ];
}

/** The coding of preferences as values, without which no number about them can be read. */
function codingWords(reliability: readonly ReliabilityRow[]): string[] {
  const own = reliability.filter(
    ({ scope, raters, raterCount }) => scope === PREFERENCE && raters === "human" && raterCount > 0,
  );
  if (own.length === 0) return [];
  const form = own.some(({ level }) => level === "ordinal")
    ? "as 1 (that response is much better) to 5 (the other one is), 3 being nearly identical"
    : "as A (that response is better), tie or B (the other one is)";
  return [
    `Preferences were coded from the response whose id comes first in the alphabet, on whichever side it was shown: ${form}.`,
  ];
}

/** Independent values come first, followed by the others. */
const BESIDE: readonly ExposureClass[] = ["independent", "exposed", "unknown"];

/** For items on one scale: α of all of them, and of what belongs to no item. */
function pooledWords(reliability: readonly ReliabilityRow[], choice: RowChoice, labels: Labels): string[] {
  const row = headlineRow(reliability, "all", choice);
  if (!row) return [];
  const others = headlineRows(reliability, choice.exposure).filter(({ scope }) => isOfNoItem(scope));
  // Without any item, everything belongs to none, and is reported once.
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
  const beside = besideAlphaWords(row);
  const alpha = `${of} was Krippendorff's α = ${row.items ? "(all values pooled plainly) " : ""}${withInterval(row.value, row.ci)}${beside.length > 0 ? `, ${beside.join(", ")}` : ""}, from ${basis(row)}.`;
  const first = row.items ? [itemsWords(row, row.items)] : [];
  const reason = row.level === "nominal" ? row.ac1Reason : row.ac2Reason;
  return reason === null
    ? [...first, alpha]
    : [...first, alpha, `Gwet's ${gwetName(row)} is undefined: ${MISSING_VALUE_REASONS[reason]}.`];
}

const gwetName = ({ level }: ReliabilityRow) => (level === "nominal" ? "AC1" : "AC2");

/** Percent agreement and Gwet's coefficient, with the credit for near misses of the row's level. */
function besideAlphaWords(row: ReliabilityRow): string[] {
  const { percentAgreement, percentCi, ac1, ac1Ci, weightedPercent, weightedPercentCi, ac2, ac2Ci } = row;
  const plain =
    percentAgreement === null
      ? []
      : [`percent agreement ${percentWithInterval(percentAgreement, percentCi)}`];
  if (row.level === "nominal")
    return ac1 === null ? plain : [...plain, `Gwet's AC1 ${withInterval(ac1, ac1Ci)}`];
  if (weightedPercent === null || ac2 === null) return plain;
  return [
    `percent agreement ${percent(percentAgreement ?? 0)}, with credit for near misses (${row.level} weights) ${percentWithInterval(weightedPercent, weightedPercentCi)}`,
    `Gwet's AC2 ${withInterval(ac2, ac2Ci)}`,
  ];
}

/** For several items: median and range, then α within items, before the plain pool. */
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

/** For items on different scales: α of each item, of categories, and of what belongs to no item. */
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
  // A category also contains items with rows of their own: the number of units counted twice is unknown.
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

/** True if there are items; otherwise the total is what belongs to none. */
function hasItems(all: ReliabilityRow, others: readonly ReliabilityRow[]): boolean {
  const counts = new Map<string, number>();
  for (const { values } of others)
    for (const [value, n] of Object.entries(values)) counts.set(value, (counts.get(value) ?? 0) + n);
  const together = Object.entries(all.values);
  return together.length === 0 || together.some(([value, n]) => counts.get(value) !== n);
}

function alphasWords(rows: readonly ReliabilityRow[], exposure: ExposureClass, labels: Labels): string {
  const sentences = rows.map(
    (row): ScopedNumber => ({
      ...row,
      group: row.level,
      rests: [
        `${row.level} level`,
        quantityInWords(row.units, "unit"),
        quantityInWords(row.raterCount, "rater"),
      ],
    }),
  );
  return numbersWords(`Among people, on values ${CLASS[exposure]}, Krippendorff's α`, sentences, labels);
}

/** The headline row of each scope with values in an exposure class, without the row of all items. */
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
    ? `Each α with its interval, percent agreement and Gwet's AC1 or AC2 stands in ${table}.`
    : `Percent agreement and Gwet's AC1 or AC2 stand beside each α in ${table}.`;
}

function basis({ units, raterCount, pairable, na }: ReliabilityRow): string {
  const left = na > 0 ? `; ${quantityInWords(na, "rating")} of n/a counted as missing` : "";
  return `${quantityInWords(units, "unit")} with two or more ratings, ${quantityInWords(raterCount, "rater")} and ${quantityInWords(pairable, "pairable value")}${left}`;
}
