import { type BesideLabel, meanKappa } from "@/lib/agreement/mean-kappa";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { endsOf } from "@/lib/report/rules/interval-ends";
import { plainValue } from "@/lib/report/rules/machine-readings";
import { type KnownUnit, valueTogether } from "@/lib/report/rules/reference-answers";
import { compare } from "@/lib/report/rules/text-order";
import type { Rater, Unit, Units } from "@/lib/report/rules/unit";
import type { ReportOptions } from "@/lib/report/schema";
import type { AgainstGoldRow } from "@/lib/report/schema/against-gold";
import type { CardNumber } from "@/lib/report/schema/judge-cards";

/** With more values of people the interval would take much memory. */
const MOST_VALUES = 500_000;

interface Compared {
  units: Units;
  exposure: ExposureClass;
  /** Gold, which each person is held against; null for what the others say together. */
  gold: ReadonlyMap<string, KnownUnit> | null;
  /** The report's own comparison of each person, which says who judged on several scales. */
  rows: readonly AgainstGoldRow[];
}

/**
 * People beside the machine: the mean κ of each against the same gold, or against the majority of the others, with an
 * interval over tasks. Units on which people are divided count here, though they have no answer for a machine: without
 * them two people would always agree. People who judged on several scales have no κ.
 */
export function kappaOfPeople(
  { units: { byItem }, exposure, gold, rows }: Compared,
  { replicates, seed, confidence }: ReportOptions,
): CardNumber {
  const mixed = new Set(
    rows.flatMap(({ rater, raterKind, subset, reason }) =>
      raterKind === "human" && subset === "all" && reason === "mixed-scales" ? rater : [],
    ),
  );
  const given = new Map<Rater, BesideLabel[]>();
  const clusters: string[] = [];
  for (const units of byItem.values())
    for (const unit of units) {
      const people = peopleOn(unit, exposure);
      for (const { rater, value } of people) {
        const label = gold ? (gold.get(unit.key)?.answer ?? null) : valueTogether(people, rater);
        if (label === null || mixed.has(rater.name)) continue;
        const own = given.get(rater) ?? [];
        given.set(rater, own);
        own.push({ unit: clusters.length, label, value });
      }
      clusters.push(unit.task);
    }
  const raters = [...given].sort(([a], [b]) => compare(a.key, b.key)).map(([, own]) => own);
  const isDrawn =
    replicates > 0 &&
    new Set(clusters).size > 1 &&
    raters.reduce((sum, { length }) => sum + length, 0) <= MOST_VALUES;
  const found = meanKappa(
    raters,
    clusters.length,
    (own) => (own.every(({ value }) => typeof value === "number") ? "squared" : "none"),
    isDrawn ? { replicates, seed, confidence, clusters } : undefined,
  );
  return {
    value: found.value,
    ci: endsOf(found.interval),
    n: found.raters,
    reason: found.value === null ? "no-pairable-values" : null,
  };
}

/** Each person's value. */
function peopleOn(
  { item, humans }: Unit,
  exposure: ExposureClass,
): readonly { rater: Rater; value: Value }[] {
  const people = humans[exposure];
  if (item !== PREFERENCE) return people;
  return people.map(({ rater, value }) => ({ rater, value: plainValue(item, value) }));
}
