import type { Estimate } from "@/lib/agreement/estimate";
import { ratio } from "@/lib/agreement/ratio";
import { NO_VERDICT, UNREAD, type Verdict, type VerdictScale } from "@/lib/agreement/verdict-table";
import {
  measureMacroVerdicts,
  measureVerdicts,
  VERDICT_MEASURES,
  type VerdictMeasure,
} from "@/lib/agreement/verdicts";
import type { Value } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { ReportOptions, TagSet } from "@/lib/report/schema";
import type { AgainstGoldRow } from "@/lib/report/schema/against-gold";
import type { StudyData } from "@/lib/report/schema/study";
import { endsOf, endsOfShare } from "./interval-ends";
import type { Judge } from "./machine-readings";
import { type MeasurementScale, measurementScaleOf, readingOfTarget } from "./measurement-scale";
import type { RaterVerdicts } from "./rater-verdicts";

/** With more distinct values than this, values are not treated as classes. */
const MOST_VALUES = 101;

/** A judge's verdicts on a unit, with the value that they are held against. */
export interface ComparedUnit extends RaterVerdicts {
  gold: Value;
  tags: readonly string[];
}

type Measured = Omit<AgainstGoldRow, keyof Judge>;

/** The measures of the units of a subset. */
export function measureSubset(
  subset: string,
  compared: readonly ComparedUnit[],
  scales: ItemScales,
  options: ReportOptions,
): Measured {
  const coded = codedOf(compared, scales);
  const found = measureVerdicts(coded.verdicts, coded.scale, conventions(options), over(compared, options));
  return {
    ...shared(subset, compared, coded, found),
    classes: coded.isMixed
      ? []
      : found.classes.map(({ value, ...scores }) => ({ value: String(coded.values[value]), ...scores })),
  };
}

/** The means of the measures over the tags of a set. */
export function averageOverTags(
  set: TagSet,
  compared: readonly ComparedUnit[],
  scales: ItemScales,
  options: ReportOptions,
): Measured {
  const inSet = compared.filter(({ tags }) => tags.some((tag) => set.tags.includes(tag)));
  const coded = codedOf(inSet, scales);
  const parts = inSet.map(({ tags }) => set.tags.flatMap((tag, at) => (tags.includes(tag) ? [at] : [])));
  const { length } = set.tags;
  const found = measureMacroVerdicts(
    coded.verdicts,
    parts,
    length,
    coded.scale,
    conventions(options),
    over(inSet, options),
  );
  return { ...shared(set.name === "" ? "macro" : `macro:${set.name}`, inSet, coded, found), classes: [] };
}

const conventions = ({ compat }: ReportOptions) => ({ unreadAgree: compat === "llmbar" });

/** Resamples tasks, if there is more than one, and intervals are wanted. */
function over(compared: readonly ComparedUnit[], { replicates, seed, confidence }: ReportOptions) {
  const clusters = compared.map(({ unit }) => unit.task);
  return replicates > 0 && new Set(clusters).size > 1
    ? { replicates, seed, confidence, clusters }
    : undefined;
}

/**
 * Shares of verdicts: whether a verdict is right can be pooled over items with several scales. All other measures need
 * values on one scale.
 */
const SHARES: readonly VerdictMeasure[] = [
  "accuracy",
  "accuracyTiesHalf",
  "accuracyBoth",
  "positionalAgreement",
  "hedging",
  "unparsed",
];

const intervalEnds = ({ interval }: Estimate) => endsOf(interval);

function shared(
  subset: string,
  compared: readonly ComparedUnit[],
  { isMixed, scale }: Coded,
  found: Record<VerdictMeasure, Estimate>,
): Omit<Measured, "classes"> {
  const isReadable = (measure: VerdictMeasure) =>
    !(isMixed && !SHARES.includes(measure)) && !(measure === "hedging" && scale.tie === null);
  const values = VERDICT_MEASURES.map((measure) => [
    measure,
    isReadable(measure) ? found[measure].value : null,
  ]);
  const ends = VERDICT_MEASURES.map((measure) => [
    measure,
    isReadable(measure) ? (SHARES.includes(measure) ? endsOfShare : intervalEnds)(found[measure]) : null,
  ]);
  const spreads = compared.map(({ spread }) => spread);
  const sampledUnits = spreads.map((spread) => Number(spread !== undefined));
  return {
    subset,
    n: compared.length,
    exposed: compared.filter(({ exposed }) => exposed).length,
    ...(Object.fromEntries(values) as Record<VerdictMeasure, number | null>),
    spread: ratio(
      spreads.map((spread) => spread ?? 0),
      sampledUnits,
    ).value,
    ci: Object.fromEntries(ends) as AgainstGoldRow["ci"],
    reason: isMixed ? "mixed-scales" : (found.kappa.reason ?? found.alpha.reason),
  };
}

/** Answers and verdicts as numbers of values. */
interface Coded {
  verdicts: Verdict[];
  values: readonly Value[];
  scale: VerdictScale;
  /** On several scales, or of too many values. */
  isMixed: boolean;
}

function codedOf(compared: readonly ComparedUnit[], scales: ItemScales): Coded {
  const read = [...new Set(compared.map(({ unit }) => scales.of(unit.item)))];
  const listed = read.length === 1 ? (read[0]?.categories ?? []) : [];
  const given = compared.flatMap(({ gold, verdicts }) => [
    gold,
    ...verdicts.filter((value) => value != null),
  ]);
  const isPreference = compared.some(({ unit }) => unit.item === PREFERENCE);
  const sides: Value[] = isPreference ? ["tie"] : [];
  const values = [...new Set([...listed, ...sides, ...given])];
  const isNumeric = values.every((value) => typeof value === "number");
  if (isNumeric) values.sort((a, b) => a - b);
  const numberOf = new Map(values.map((value, at) => [value, at]));
  const code = (value: Value | null | undefined) =>
    value === undefined ? NO_VERDICT : value === null ? UNREAD : (numberOf.get(value) as number);
  return {
    verdicts: compared.map(({ gold, verdicts: [first, second] }) => ({
      gold: code(gold),
      verdicts: [code(first), code(second)],
    })),
    values,
    scale: {
      size: values.length,
      numbers: isNumeric ? values : null,
      tie: isPreference ? (numberOf.get("tie") ?? null) : null,
      level: isNumeric ? "ordinal" : "nominal",
    },
    isMixed: new Set(read.map(({ name }) => name)).size > 1 || values.length > MOST_VALUES,
  };
}

/** The measurement scale for the values of each item. */
interface ItemScales {
  of(item: string): MeasurementScale;
}

export function scalesOf({ items, overall }: StudyData): ItemScales {
  const byItem = new Map(items.map(({ key, scale }) => [key, measurementScaleOf(scale)]));
  const [ofOverall, ofPreference] = [readingOfTarget(OVERALL, 1, overall), readingOfTarget(PREFERENCE, "A")];
  return { of: (item) => byItem.get(item) ?? (item === PREFERENCE ? ofPreference : ofOverall) };
}
