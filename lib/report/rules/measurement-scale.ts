import type { Level } from "@/lib/agreement/krippendorff";
import { sideOf } from "@/lib/judgement/rules/sides";
import type { Scale, Value } from "@/lib/judgement/schema";
import { OVERALL, type PREFERENCE } from "@/lib/judgement/schema/units";

/** n/a is a value that people give; statistics treat it as missing. */
export const NOT_APPLICABLE = "na";

/** A scale with more points is read as continuous, without a list of categories. */
const MOST_CATEGORIES = 100;

/**
 * The reading of a scope's values. Items with equal `name` can be pooled: the same type with the same ends, whatever
 * the names of the points.
 */
export interface MeasurementScale {
  name: string;
  levels: readonly Level[];
  /** The declared categories from lowest to highest, if there is such a list. */
  categories: readonly Value[] | null;
  /** People are summarised by their mean, or by their majority. */
  summary: "mean" | "majority";
}

const POINT_LEVELS = ["nominal", "ordinal", "interval"] as const;

const OVERALL_READING: MeasurementScale = {
  name: OVERALL,
  levels: POINT_LEVELS,
  categories: null,
  summary: "mean",
};
const GRADED: MeasurementScale = {
  name: "preference 1-5",
  levels: ["ordinal"],
  categories: [1, 2, 3, 4, 5],
  summary: "mean",
};
const FORCED: MeasurementScale = {
  name: "preference A/B",
  levels: ["nominal"],
  categories: ["B", "tie", "A"],
  summary: "majority",
};

/** The measurement scale of an item. */
export function measurementScaleOf(scale: Scale): MeasurementScale {
  if (scale.type !== "points") {
    return { name: scale.type, levels: ["nominal"], categories: ["no", "yes"], summary: "majority" };
  }
  const { min, max } = scale;
  const whole = Number.isInteger(min) && Number.isInteger(max) && max - min < MOST_CATEGORIES;
  return {
    name: `points ${min}-${max}`,
    levels: POINT_LEVELS,
    categories: whole ? Array.from({ length: max - min + 1 }, (_, step) => min + step) : null,
    summary: "mean",
  };
}

/** The measurement scale of overall scores: with the declared categories, if there are any. */
export function readingOfOverall(declared: Scale | undefined): MeasurementScale {
  return declared
    ? { ...OVERALL_READING, categories: measurementScaleOf(declared).categories }
    : OVERALL_READING;
}

/** The measurement scale of values without an item; `overall` is the declared scale of overall scores. */
export function readingOfTarget(
  target: typeof OVERALL | typeof PREFERENCE,
  value: Value,
  overall?: Scale,
): MeasurementScale {
  if (target === OVERALL) return readingOfOverall(overall);
  return typeof value === "number" ? GRADED : FORCED;
}

/**
 * A drafted preference in the form of a given one: annotators who had to choose a side could see which side
 * five points favour. Null when it has no such form, because a side does not tell a degree.
 */
export function draftAs(given: Value, drafted: Value): Value | null {
  if (typeof given === typeof drafted) return drafted;
  return typeof drafted === "number" && SIDES.includes(given) ? sideOf(drafted) : null;
}

const SIDES: readonly Value[] = ["A", "B", "tie"];

/** A value as a number: yes 1 and no 0, A 1, a tie 0 and B -1. Null for n/a, which is not on the scale. */
export function asNumber(value: Value): number | null {
  if (typeof value === "number") return value;
  return { yes: 1, no: 0, na: null, A: 1, tie: 0, B: -1 }[value];
}
