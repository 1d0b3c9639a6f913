import { dawidSkene, type Label, type RaterModel } from "@/lib/agreement/dawid-skene";
import type { UndefinedReason } from "@/lib/agreement/estimate";
import { dependability, generalisability } from "@/lib/agreement/generalisability";
import { mace } from "@/lib/agreement/mace";
import { type FacetMeasure, type FacetScore, manyFacetRasch } from "@/lib/agreement/many-facet-rasch";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { plainValue } from "@/lib/report/rules/machine-readings";
import { NOT_APPLICABLE } from "@/lib/report/rules/measurement-scale";
import { byName, itemLabels, type Scope, scopesOf } from "@/lib/report/rules/scopes";
import type { Rated, Unit } from "@/lib/report/rules/unit";
import { unitsOf } from "@/lib/report/rules/units";
import { madeBy } from "@/lib/report/rules/wording";
import type { StudyData } from "@/lib/report/schema/study";

/** The models of raters, with the assumption of each in one sentence, and its source. */
export const RATER_MODELS = {
  "dawid-skene": {
    title: "Dawid and Skene",
    assumes: "Given the true label, raters err independently of each other, and alike on all units.",
    source: "Dawid & Skene (1979), Applied Statistics 28:20",
  },
  mace: {
    title: "MACE",
    assumes: "A rater either knows the true label, or guesses from habits of their own, whatever the unit.",
    source: "Hovy, Berg-Kirkpatrick, Vaswani & Hovy (2013), NAACL",
  },
  rasch: {
    title: "Many-facet Rasch",
    assumes:
      "The log odds of each point over the next lower one are quality less severity less difficulty less a threshold.",
    source: "Linacre (1989), Many-Facet Rasch Measurement; Andrich (1978), Psychometrika 43:561",
  },
  generalisability: {
    title: "Generalisability",
    assumes: "Units, raters and items are random samples of many, and their effects add up.",
    source: "Brennan (2001), Generalizability Theory",
  },
} as const;
export type RaterModelName = keyof typeof RATER_MODELS;

/** Values of a scope by number: of units, raters, items and labels. */
export interface NumberedValues {
  scope: string;
  exposure: ExposureClass;
  units: { key: string; item: string; subject: string }[];
  raters: string[];
  items: string[];
  labels: Value[];
  given: (Label & { item: number; subject: number })[];
  subjects: string[];
}

/**
 * People's values of a scope, of the first exposure class with any, and with `withMachines` those of models too. Null if the
 * scope does not exist, has several scales, or has no value.
 */
export function numberedValues(
  study: StudyData,
  scopeName: string,
  withMachines: boolean,
): NumberedValues | null {
  const scope = scopesOf(study, unitsOf(study)).find(({ name }) => name === scopeName);
  return scope ? numberedValuesIn(study, scope, withMachines) : null;
}

/** The same of a scope that is known. */
export function numberedValuesIn(
  study: StudyData,
  scope: Scope,
  withMachines: boolean,
): NumberedValues | null {
  if (scope.readings.length !== 1) return null;
  const exposure =
    (["independent", "exposed", "unknown"] as const).find((one) =>
      scope.units.some(({ humans }) => humans[one].length > 0),
    ) ?? "independent";
  const rated = [...scope.units].map((unit) => ({ unit, values: valuesOf(unit, exposure, withMachines) }));
  const used = rated.filter(({ values }) => values.length > 0);
  if (used.length === 0) return null;
  const numbered = <T>(list: readonly T[]) => new Map(list.map((one, n) => [one, n]));
  const names = [...new Set(used.flatMap(({ values }) => values.map(({ rater }) => rater)))].sort(byName);
  const items = [...new Set(used.map(({ unit }) => unit.item))];
  const subjects = [...new Set(used.map(({ unit }) => unit.subject))];
  const labels = labelsIn(
    scope,
    used.flatMap(({ values }) => values.map(({ value }) => value)),
  );
  const [raterOf, itemOf, subjectOf, labelOf] = [
    numbered(names),
    numbered(items),
    numbered(subjects),
    numbered(labels),
  ];
  const namesOfItems = itemLabels(study.items);
  return {
    ...{ scope: scope.name, exposure, raters: names, labels, subjects },
    items: items.map((item) => namesOfItems.get(item) ?? item),
    units: used.map(({ unit }) => ({
      key: unit.key,
      item: namesOfItems.get(unit.item) ?? unit.item,
      subject: unit.subject,
    })),
    given: used.flatMap(({ unit, values }, n) =>
      values.map(({ rater, value }) => ({
        unit: n,
        rater: raterOf.get(rater) as number,
        item: itemOf.get(unit.item) as number,
        subject: subjectOf.get(unit.subject) as number,
        label: labelOf.get(value) as number,
      })),
    ),
  };
}

interface Given {
  rater: string;
  value: Value;
}

function valuesOf(unit: Unit, exposure: ExposureClass, withMachines: boolean): Given[] {
  const machines = withMachines
    ? unit.others.filter(({ rater }) => rater.kind === "llm" || rater.kind === "rules")
    : [];
  const named = ({ rater, value }: Rated): Given => ({
    rater: `${rater.name}${madeBy(rater.method, rater.condition ?? undefined)}`,
    value: plainValue(unit.item, value),
  });
  return [...unit.humans[exposure], ...machines].map(named).filter(({ value }) => value !== NOT_APPLICABLE);
}

/** The declared labels in their order, and what was given beside them. */
function labelsIn({ readings }: Scope, given: readonly Value[]): Value[] {
  const seen = [...new Set(given)];
  const declared = (readings[0]?.categories ?? []).filter(
    (value) => typeof value === typeof seen[0] && (typeof value === "number" || value !== "tie"),
  );
  const all = [...new Set([...declared, ...seen])];
  return all.every((value) => typeof value === "number") ? all.sort((a, b) => a - b) : all;
}

/** The estimates of a model of labels. */
interface LabelModelResult extends RaterModel {
  labels: Value[];
  raters: {
    rater: string;
    given: number;
    /**
     * The probability that the rater gives the true label: for Dawid and Skene weighted by prevalence, for MACE the
     * competence.
     */
    accuracy: number | null;
    /** By true label, the share of each label given; only of Dawid and Skene. */
    errors?: (number[] | null)[];
  }[];
  units: { item: string; subject: string; soft: number[] }[];
}

/** Fits Dawid and Skene's model, or MACE. */
export function labelModel(values: NumberedValues, name: "dawid-skene" | "mace"): LabelModelResult {
  const { units, raters, labels, given } = values;
  const size = { units: units.length, raters: raters.length, labels: labels.length };
  const counts = raters.map((_, rater) => given.filter((one) => one.rater === rater).length);
  const soft = (found: RaterModel) =>
    units.map(({ item, subject }, n) => ({ item, subject, soft: found.soft[n] as number[] }));
  if (name === "mace") {
    const { competence, guesses: _, ...found } = mace(given, size);
    const each = raters.map((rater, n) => ({
      ...{ rater, given: counts[n] as number, accuracy: competence[n] ?? null },
    }));
    return { ...found, labels, raters: each, units: soft(found) };
  }
  const { errors, ...found } = dawidSkene(given, size);
  const each = raters.map((rater, n) => {
    const own = errors[n] as (number[] | null)[];
    let [right, all] = [0, 0];
    for (const [label, row] of own.entries()) {
      // Nothing is known of a label that none of the rater's units has.
      if (!row) continue;
      const share = found.prevalence[label] as number;
      right += share * (row[label] as number);
      all += share;
    }
    return { rater, given: counts[n] as number, accuracy: all === 0 ? null : right / all, errors: own };
  });
  return { ...found, labels, raters: each, units: soft(found) };
}

/** The estimates of a many-facet Rasch model, by name. */
interface RaschResult {
  raters: ({ rater: string } & FacetMeasure)[];
  items: ({ item: string } & FacetMeasure)[];
  subjects: ({ subject: string } & FacetMeasure)[];
  /** The scores that were used, lowest first: a threshold lies between each and the next. */
  scores: Value[];
  /** Those of the scale that nobody gave, or only where all scores are at one end: they are passed over. */
  unused: Value[];
  thresholds: number[];
  iterations: number;
  hasConverged: boolean;
  reason: UndefinedReason | null;
}

/** Fits a many-facet Rasch model. Null for values in words that are no yes and no. */
export function raschModel({ raters, items, subjects, labels, given }: NumberedValues): RaschResult | null {
  const scoreOf = scoring(labels);
  if (!scoreOf) return null;
  const scored = labels.toSorted((a, b) => scoreOf(labels.indexOf(a)) - scoreOf(labels.indexOf(b)));
  const scores = given.map(
    ({ subject, rater, item, label }): FacetScore => ({
      ...{ unit: subject, rater, item, score: scoreOf(label) },
    }),
  );
  const found = manyFacetRasch(scores, {
    units: subjects.length,
    raters: raters.length,
    items: items.length,
  });
  const named = <Name extends string>(
    name: Name,
    names: readonly string[],
    list: readonly (FacetMeasure | null)[],
  ) =>
    list.flatMap((measure, n) =>
      measure ? [{ [name]: names[n] as string, ...measure } as Record<Name, string> & FacetMeasure] : [],
    );
  const { thresholds, iterations, hasConverged, reason } = found;
  const used = new Set(found.categories.map((score) => scored[score]));
  return {
    raters: named("rater", raters, found.raters),
    items: named("item", items, found.items),
    subjects: named("subject", subjects, found.units),
    scores: scored.filter((label) => used.has(label)),
    unused: scored.filter((label) => !used.has(label)),
    ...{ thresholds, iterations, hasConverged, reason },
  };
}

/** Says which scores a Rasch model passes over, of the named scope if there are several; empty if it uses all. */
export function unusedScores({ unused }: Pick<RaschResult, "unused">, scope?: string): string[] {
  if (unused.length === 0) return [];
  const scores = scope === undefined ? "Scores" : `${scope}: scores`;
  return [
    `${scores} without a threshold (never given, or only at one end) are passed over: ${unused.join(", ")}.`,
  ];
}

/** A study of variance, on the subjects that every rater scored on every item. */
export function generalisabilityModel(values: NumberedValues) {
  const { raters, items, subjects, labels, given } = values;
  const isNumeric = labels.every((label) => typeof label === "number");
  const scoreOf = isNumeric ? (label: number) => Number(labels[label]) : scoring(labels);
  if (!scoreOf) return null;
  const table = subjects.map(() => raters.map(() => items.map(() => Number.NaN)));
  for (const { subject, rater, item, label } of given) {
    const row = table[subject]?.[rater];
    if (row) row[item] = scoreOf(label);
  }
  const complete = table.filter((unit) => unit.every((row) => row.every(Number.isFinite)));
  const of = generalisability(complete);
  // Units that only some of the raters rated are no units without a second rating.
  const isIncomplete = complete.length === 0 && raters.length > 1;
  const found = isIncomplete ? { ...of, reason: "incomplete-ratings" as const } : of;
  const designs = [1, 2, 3, 5].flatMap((n) =>
    [...new Set([1, items.length])].map((m) => ({
      ...{ raters: n, items: m, ...dependability(found.components, { raters: n, items: m }) },
    })),
  );
  return {
    ...found,
    leftOut: subjects.length - complete.length,
    designs: found.reason === null ? designs : [],
  };
}

/** Labels as scores from 0: points by their order, no before yes. Null for other words. */
function scoring(labels: readonly Value[]): ((label: number) => number) | null {
  if (labels.every((label) => typeof label === "number")) return (label) => label;
  if (labels.every((label) => label === "yes" || label === "no"))
    return (label) => Number(labels[label] === "yes");
  return null;
}
