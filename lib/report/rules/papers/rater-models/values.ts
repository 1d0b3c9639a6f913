import {
  type NumberedValues,
  numberedValuesIn,
  RATER_MODELS,
  type RaterModelName,
} from "@/lib/report/rules/inference/rater-models";
import { type Scope, SUMMARY_SCOPES, scopesOf } from "@/lib/report/rules/scopes";
import { unitsOf } from "@/lib/report/rules/units";
import type { MissingRecords, PaperSource } from "@/lib/report/schema/paper-table";
import type { StudyData } from "@/lib/report/schema/study";

/** Values of one item whose models a page computes; the command fits larger ones. */
const MOST_VALUES = 20_000;
/** Single items whose models are computed, where items have different scales. */
const MOST_ITEMS = 25;

export const NEEDS = "two people’s values of the same units, on one scale";

interface Found {
  values: readonly NumberedValues[];
  isTooLarge: boolean;
}

const known = new WeakMap<StudyData, Found>();

/**
 * People's values that models of raters are fitted to: of all items together, of overall scores and of preferences. Of
 * items with different scales it is each alone.
 */
function valuesIn(study: StudyData): Found {
  const before = known.get(study);
  if (before) return before;
  const all = scopesOf(study, unitsOf(study)).flatMap((scope) => {
    const values = numberedValuesIn(study, scope, false);
    return values && isRatedTwice(values) ? [{ scope, values }] : [];
  });
  const isSummary = ({ scope }: { scope: Scope }) => SUMMARY_SCOPES.includes(scope.name);
  const isTogether = all.some(({ scope }) => scope.name === "all");
  const items = isTogether ? [] : all.filter((one) => !isSummary(one)).slice(0, MOST_ITEMS);
  const chosen = [...items, ...all.filter(isSummary)].map(({ values }) => values);
  const values = chosen.filter(({ given }) => given.length <= MOST_VALUES);
  const found = { values, isTooLarge: values.length < chosen.length };
  known.set(study, found);
  return found;
}

function isRatedTwice({ given }: NumberedValues): boolean {
  const once = new Set<number>();
  return given.some(({ unit }) => once.size === once.add(unit).size);
}

/** The values of a study, or why no model of raters is fitted to them here. */
export function valuesOrMissing({ study }: PaperSource): readonly NumberedValues[] | MissingRecords {
  const { values, isTooLarge } = valuesIn(study);
  if (values.length > 0) return values;
  return {
    missing: [
      isTooLarge
        ? `at most ${MOST_VALUES.toLocaleString("en")} values of an item: countersign raters takes more`
        : NEEDS,
    ],
  };
}

/** The assumption and the source of a model, and that it is no measure of agreement. */
export const notesOf = (name: RaterModelName): string[] => [
  `Assumes: ${RATER_MODELS[name].assumes} ${RATER_MODELS[name].source}.`,
  "No model of raters replaces α, and none is in a headline.",
];

/** A sentence on the end of a model's iterations. */
export const convergence = (
  scope: string,
  { hasConverged, steps }: { hasConverged: boolean; steps: number },
): string =>
  hasConverged
    ? `${scope}: converged after ${steps} steps.`
    : `${scope}: had not converged after ${steps} steps, so that it has no numbers.`;
