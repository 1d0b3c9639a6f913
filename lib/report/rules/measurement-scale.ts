import type { Level } from "@/lib/agreement/krippendorff";
import { sideOf } from "@/lib/judgement/rules/sides";
import type { Scale, Value } from "@/lib/judgement/schema";
import { OVERALL, type PREFERENCE } from "@/lib/judgement/schema/units";

/** n/a is a value people give, and missing for every statistic. */
export const NOT_APPLICABLE = "na";

/** Beyond this many points a scale is read as a continuum, without a list of categories. */
const MOST_CATEGORIES = 100;

/**
 * How the values of a scope are to be read. Items of equal `name` can be pooled:
 * the same type with the same ends, whatever the points are called.
 */
export interface MeasurementScale {
  name: string;
  levels: readonly Level[];
  /** The declared categories from lowest to highest, where there is such a list. */
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

/** How the values of an item are read. */
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

/** How overall scores are read: with the categories of their scale, where one was declared. */
export function readingOfOverall(declared: Scale | undefined): MeasurementScale {
  return declared
    ? { ...OVERALL_READING, categories: measurementScaleOf(declared).categories }
    : OVERALL_READING;
}

/** How a value that belongs to no item is read; `overall` is the scale that was declared for overall scores. */
export function readingOfTarget(
  target: typeof OVERALL | typeof PREFERENCE,
  value: Value,
  overall?: Scale,
): MeasurementScale {
  if (target === OVERALL) return readingOfOverall(overall);
  return typeof value === "number" ? GRADED : FORCED;
}

/**
 * A drafted value in the form of one that was given: whoever had to choose a side saw which one five points are for. Null
 * where it has no such form, because a side does not say how much better it is.
 */
export function draftAs(given: Value, drafted: Value): Value | null {
  if (typeof given === typeof drafted) return drafted;
  return typeof drafted === "number" && SIDES.includes(given) ? sideOf(drafted) : null;
}

const SIDES: readonly Value[] = ["A", "B", "tie"];

/** A value as a number: yes 1 and no 0, A 1, a tie 0 and B -1. Null for n/a, which has no place on a scale. */
export function asNumber(value: Value): number | null {
  if (typeof value === "number") return value;
  return { yes: 1, no: 0, na: null, A: 1, tie: 0, B: -1 }[value];
}
