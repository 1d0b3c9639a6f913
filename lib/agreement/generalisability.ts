import { arithmeticMean } from "./arithmetic-mean";
import type { UndefinedReason } from "./estimate";

/** Variance of scores by its source. A component estimated below 0 is set to 0. */
export interface VarianceComponents {
  /** Between units: what a study is after. */
  unit: number;
  rater: number;
  item: number;
  unitByRater: number;
  unitByItem: number;
  raterByItem: number;
  /** The residual variance, with the three-way interaction. With a single item, that of units by raters. */
  residual: number;
}

/** Variance components of a study (G study). */
export interface Generalisability {
  components: VarianceComponents;
  /** Components that were estimated below 0. */
  negative: (keyof VarianceComponents)[];
  units: number;
  raters: number;
  items: number;
  reason: UndefinedReason | null;
}

/** The dependability of the mean over some raters and items (D study). */
export interface Dependability {
  /** For ranking units: Eρ². */
  relative: number | null;
  /** For their level: Φ. */
  absolute: number | null;
}

const NONE: VarianceComponents = {
  ...{ unit: 0, rater: 0, item: 0, unitByRater: 0, unitByItem: 0, raterByItem: 0, residual: 0 },
};

/**
 * Sources of variance in scores `scores[unit][rater][item]`, where each rater scored each unit on each item. Assumes that
 * units, raters and items are random samples of many, and that effects add up. By analysis of variance, so the design has
 * to be complete: otherwise undefined as `incomplete-ratings`.
 *
 * Cronbach, Gleser, Nanda & Rajaratnam (1972); Brennan (2001), Generalizability Theory, chapters 3 and 4.
 *
 * @example
 * // Shrout & Fleiss (1979), table 2: six targets, four judges.
 * const rows = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]];
 * const { components } = generalisability(rows.map((row) => row.map((score) => [score])));
 * [components.unit, components.rater, components.residual]; // → [2.556, 5.244, 1.019]
 */
export function generalisability(scores: readonly (readonly (readonly number[])[])[]): Generalisability {
  const units = scores.length;
  const raters = scores[0]?.length ?? 0;
  const items = scores[0]?.[0]?.length ?? 0;
  const failed = (reason: UndefinedReason): Generalisability => ({
    ...{ components: NONE, negative: [], units, raters, items, reason },
  });
  const isComplete = scores.every(
    (unit) =>
      unit.length === raters && unit.every((row) => row.length === items && row.every(Number.isFinite)),
  );
  if (units < 2 || raters < 2 || items < 1) return failed("no-pairable-values");
  if (!isComplete) return failed("incomplete-ratings");
  const raw = items === 1 ? oneItem(scores) : severalItems(scores);
  const names = Object.keys(NONE) as (keyof VarianceComponents)[];
  const components = Object.fromEntries(names.map((name) => [name, Math.max(0, raw[name])]));
  return {
    components: components as unknown as VarianceComponents,
    // Rounding leaves traces below 0 of what is 0.
    negative: names.filter((name) => raw[name] < -1e-9),
    ...{ units, raters, items, reason: null },
  };
}

/**
 * The dependability of means over so many raters and items, by the components of a study.
 *
 * @example
 * const rows = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]];
 * const { components } = generalisability(rows.map((row) => row.map((score) => [score])));
 * // The intraclass correlations of the paper: ICC(3,1), ICC(2,1), ICC(3,4), ICC(2,4).
 * const [one, four] = [1, 4].map((raters) => dependability(components, { raters, items: 1 }));
 * [one.relative, one.absolute, four.relative, four.absolute]; // → [0.715, 0.29, 0.909, 0.62]
 */
export function dependability(
  components: VarianceComponents,
  { raters, items }: { raters: number; items: number },
): Dependability {
  const { unit, rater, item, unitByRater, unitByItem, raterByItem, residual } = components;
  const relative = unitByRater / raters + unitByItem / items + residual / (raters * items);
  const absolute = relative + rater / raters + item / items + raterByItem / (raters * items);
  const share = (error: number) => (unit + error === 0 ? null : unit / (unit + error));
  return { relative: share(relative), absolute: share(absolute) };
}

type Scores = readonly (readonly (readonly number[])[])[];

const squares = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number * number, 0);

function oneItem(scores: Scores): VarianceComponents {
  const rows = scores.map((unit) => unit.map(([score]) => score as number));
  const [units, raters] = [rows.length, rows[0]?.length ?? 0];
  const grand = arithmeticMean(rows.flat());
  const byUnit = rows.map((row) => arithmeticMean(row) - grand);
  const byRater = (rows[0] ?? []).map(
    (_, rater) => arithmeticMean(rows.map((row) => row[rater] as number)) - grand,
  );
  const left = rows.flatMap((row, u) =>
    row.map((score, r) => score - grand - (byUnit[u] as number) - (byRater[r] as number)),
  );
  const ofUnits = (raters * squares(byUnit)) / (units - 1);
  const ofRaters = (units * squares(byRater)) / (raters - 1);
  const residual = squares(left) / ((units - 1) * (raters - 1));
  return {
    ...NONE,
    unit: (ofUnits - residual) / raters,
    rater: (ofRaters - residual) / units,
    residual,
  };
}

function severalItems(scores: Scores): VarianceComponents {
  const [units, raters, items] = [scores.length, scores[0]?.length ?? 0, scores[0]?.[0]?.length ?? 0];
  const at = (u: number, r: number, i: number) => scores[u]?.[r]?.[i] as number;
  const range = (n: number) => Array.from({ length: n }, (_, place) => place);
  const [us, rs, is] = [range(units), range(raters), range(items)];
  const grand = arithmeticMean(scores.flat(2));
  const u = us.map((a) => arithmeticMean(rs.flatMap((b) => is.map((c) => at(a, b, c)))) - grand);
  const r = rs.map((b) => arithmeticMean(us.flatMap((a) => is.map((c) => at(a, b, c)))) - grand);
  const i = is.map((c) => arithmeticMean(us.flatMap((a) => rs.map((b) => at(a, b, c)))) - grand);
  const of = (list: readonly number[], place: number) => list[place] as number;
  const pairs = (
    first: readonly number[],
    second: readonly number[],
    cell: (a: number, b: number) => number,
  ) => first.map((_, a) => second.map((__, b) => cell(a, b) - grand - of(first, a) - of(second, b)));
  const ur = pairs(u, r, (a, b) => arithmeticMean(is.map((c) => at(a, b, c))));
  const ui = pairs(u, i, (a, c) => arithmeticMean(rs.map((b) => at(a, b, c))));
  const ri = pairs(r, i, (b, c) => arithmeticMean(us.map((a) => at(a, b, c))));
  const left = us.flatMap((a) =>
    rs.flatMap((b) =>
      is.map(
        (c) =>
          at(a, b, c) -
          grand -
          (of(u, a) + of(r, b) + of(i, c)) -
          (of(ur[a] ?? [], b) + of(ui[a] ?? [], c) + of(ri[b] ?? [], c)),
      ),
    ),
  );
  const [du, dr, di] = [units - 1, raters - 1, items - 1];
  const residual = squares(left) / (du * dr * di);
  const ofUr = (items * squares(ur.flat())) / (du * dr);
  const ofUi = (raters * squares(ui.flat())) / (du * di);
  const ofRi = (units * squares(ri.flat())) / (dr * di);
  return {
    unit: ((raters * items * squares(u)) / du - ofUr - ofUi + residual) / (raters * items),
    rater: ((units * items * squares(r)) / dr - ofUr - ofRi + residual) / (units * items),
    item: ((units * raters * squares(i)) / di - ofUi - ofRi + residual) / (units * raters),
    unitByRater: (ofUr - residual) / items,
    unitByItem: (ofUi - residual) / raters,
    raterByItem: (ofRi - residual) / units,
    residual,
  };
}
