import type { Estimate } from "@/lib/agreement/estimate";
import { ratio } from "@/lib/agreement/ratio";
import {
  measureMacroVerdicts,
  measureVerdicts,
  VERDICT_MEASURES,
  type VerdictMeasure,
} from "@/lib/agreement/verdicts";
import type { ReportOptions, TagSet } from "@/lib/report/schema";
import type { AgainstGoldRow } from "@/lib/report/schema/against-gold";
import type { CodedVerdicts, ComparedUnits } from "./compared-units";
import { endsOf, endsOfShare } from "./interval-ends";
import type { Judge } from "./machine-readings";

type Measured = Omit<AgainstGoldRow, keyof Judge>;

/** The measures of the units of a subset. */
export function measureSubset(
  subset: string,
  compared: ComparedUnits,
  rows: ArrayLike<number>,
  options: ReportOptions,
): Measured {
  const coded = compared.coded(rows);
  const resampling = over(compared.tasksOf(rows), options);
  const found = measureVerdicts(coded.verdicts, coded.scale, conventions(options), resampling);
  return {
    ...shared(subset, compared, rows, coded, found),
    classes: coded.isMixed
      ? []
      : found.classes.map(({ value, ...scores }) => ({ value: String(coded.values[value]), ...scores })),
  };
}

/** The means of the measures over the tags of a set. */
export function averageOverTags(set: TagSet, compared: ComparedUnits, options: ReportOptions): Measured {
  const partsOf = new Map<readonly string[], number[]>();
  const rows: number[] = [];
  const parts: number[][] = [];
  for (let row = 0; row < compared.length; row++) {
    const tags = compared.tags(row);
    const own = partsOf.get(tags) ?? set.tags.flatMap((tag, at) => (tags.includes(tag) ? [at] : []));
    partsOf.set(tags, own);
    if (own.length === 0) continue;
    rows.push(row);
    parts.push(own);
  }
  const coded = compared.coded(rows);
  const found = measureMacroVerdicts(
    coded.verdicts,
    parts,
    set.tags.length,
    coded.scale,
    conventions(options),
    over(compared.tasksOf(rows), options),
  );
  const name = set.name === "" ? "macro" : `macro:${set.name}`;
  return { ...shared(name, compared, rows, coded, found), classes: [] };
}

const conventions = ({ compat }: ReportOptions) => ({ unreadAgree: compat === "llmbar" });

/** Resamples tasks, if there is more than one, and intervals are wanted. */
function over(clusters: Int32Array, { replicates, seed, confidence }: ReportOptions) {
  const isOne = clusters.every((task) => task === clusters[0]);
  return replicates > 0 && !isOne ? { replicates, seed, confidence, clusters } : undefined;
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
  compared: ComparedUnits,
  rows: ArrayLike<number>,
  { isMixed, scale }: CodedVerdicts,
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
  const { exposed, spreads } = compared.circumstances(rows);
  return {
    subset,
    n: rows.length,
    exposed,
    ...(Object.fromEntries(values) as Record<VerdictMeasure, number | null>),
    spread: ratio(
      spreads,
      spreads.map(() => 1),
    ).value,
    ci: Object.fromEntries(ends) as AgainstGoldRow["ci"],
    reason: isMixed ? "mixed-scales" : (found.kappa.reason ?? found.alpha.reason),
  };
}
