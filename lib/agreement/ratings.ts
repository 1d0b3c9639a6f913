import { groupBy } from "./group-by";
import type { NarrowIntArray } from "./narrow-int-array";
import { GrowingColumn, Numbering } from "./numbering";

/** A value a rater can give. Compared by strict equality: `1` and `"1"` differ, `"a"` and `"A"` differ. */
export type RatingValue = string | number | boolean;

/** One code per rating: an index into the value table. A code outside the table is no rating. */
export type ValueCodes = Uint8Array | Uint16Array | Int32Array;

/** Long columns: rating i says that rater `rater[i]` gave unit `unit[i]` the value `values[value[i]]`. */
export interface RowCells {
  readonly layout: "rows";
  readonly unit: Int32Array;
  readonly rater: NarrowIntArray;
  readonly value: ValueCodes;
}

/** A full table, unit by unit: `value[unit * raters + rater]`. */
export interface GridCells {
  readonly layout: "grid";
  readonly value: ValueCodes;
}

/** Anonymous ratings, unit by unit: `count[unit * values.length + code]`. */
export interface CountCells {
  readonly layout: "counts";
  readonly count: ValueCodes;
  /** An upper bound of every single count. */
  readonly most: number;
}

/**
 * All ratings: the input of every statistic in this folder.
 *
 * Columns are typed arrays of codes. A missing rating is absent, never a value. A rater rates a unit at most
 * once. Build it with `ratingsFromRows`, `ratingsFromMatrix`, `ratingsFromCodes` or `ratingsFromCounts`; it
 * is never changed afterwards.
 */
export interface Ratings {
  readonly cells: RowCells | GridCells | CountCells;
  readonly units: number;
  /** 0 when the ratings are anonymous counts. */
  readonly raters: number;
  readonly unitIds: readonly string[] | null;
  readonly raterIds: readonly string[] | null;
  /**
   * The value table. Its length is the number of categories; kappa weights measure distances of its indices.
   */
  readonly values: readonly RatingValue[];
  /** Codes from the lowest value to the highest, for the ordinal level. */
  readonly order: Int32Array;
}

/** Properties of the scale that the ratings themselves do not show. */
export interface RatingScale {
  /**
   * The declared categories, used or not; default: the values that occur, ascending. Values that occur
   * without being declared are appended, so that no rating is lost.
   */
  categories?: readonly RatingValue[];
  /** The values from lowest to highest. Default: ascending numbers, else the order of the categories. */
  valueOrder?: readonly RatingValue[];
}

export interface RatingRow {
  unit: string | number;
  rater: string | number;
  /** null, undefined, NaN and infinities mean: not rated. */
  value: RatingValue | null | undefined;
}

/** Thrown when a rater rates a unit twice: the caller has to decide which rating counts. */
export class DuplicateRatingError extends Error {
  constructor(
    readonly unit: string,
    readonly rater: string,
  ) {
    super(`rater ${rater} rated unit ${unit} more than once`);
    this.name = "DuplicateRatingError";
  }
}

/**
 * Ratings from long rows. Units and raters are numbered as they first appear. O(rows). Throws
 * `DuplicateRatingError`.
 *
 * @example
 * const ratings = ratingsFromRows([
 * { unit: "r1", rater: "Ada", value: "yes" },
 * { unit: "r1", rater: "Ben", value: "yes" },
 * { unit: "r2", rater: "Ada", value: null },
 * ]);
 * [ratings.units, ratings.raters]; // → [1, 2]
 */
export function ratingsFromRows(rows: Iterable<RatingRow>, scale: RatingScale = {}): Ratings {
  const units = new Numbering<string | number>();
  const raters = new Numbering<string | number>();
  const table = new Numbering<RatingValue>();
  const unit = new GrowingColumn();
  const rater = new GrowingColumn();
  const value = new GrowingColumn();
  for (const row of rows) {
    if (!isRating(row.value)) continue;
    unit.push(units.of(row.unit));
    rater.push(raters.of(row.rater));
    value.push(table.of(row.value));
  }
  const { values, order, recode } = declareValues(table.items, scale);
  const codes = codesFor(values.length, value.length);
  const seen = value.column();
  for (let i = 0; i < seen.length; i++) codes[i] = recode[seen[i] as number] as number;
  const ratings: Ratings = {
    cells: { layout: "rows", unit: unit.column(), rater: rater.column(), value: codes },
    units: units.items.length,
    raters: raters.items.length,
    unitIds: units.items.map(String),
    raterIds: raters.items.map(String),
    values,
    order,
  };
  refuseDuplicates(ratings);
  return ratings;
}

/**
 * Ratings from long columns of numbers: unit 0 .. units - 1, rater 0 .. raters - 1, and a code into `table`.
 * Values of the table that do not occur count only if they are declared. O(rows), without a look-up per row.
 *
 * @example
 * const columns = { unit: Int32Array.of(0, 0, 1), rater: Int32Array.of(0, 1, 0), value: Uint8Array.of(1, 1, 0) };
 * ratingsFromColumns(columns, ["no", "yes"], { units: 2, raters: 2 }).values; // → ["no", "yes"]
 */
export function ratingsFromColumns(
  { unit, rater, value }: Pick<RowCells, "unit" | "rater"> & { value: ValueCodes | NarrowIntArray },
  table: readonly RatingValue[],
  { units, raters }: Pick<Ratings, "units" | "raters">,
  scale: RatingScale = {},
): Ratings {
  const seen = new Uint8Array(table.length);
  for (let i = 0; i < value.length; i++) seen[value[i] as number] = 1;
  const { values, order } = declareValues(
    table.filter((_, code) => seen[code] === 1),
    scale,
  );
  const place = new Map(values.map((item, code) => [item, code]));
  const recode = Int32Array.from(table, (item) => place.get(item) ?? -1);
  const codes = codesFor(values.length, value.length);
  for (let i = 0; i < value.length; i++) codes[i] = recode[value[i] as number] as number;
  const cells: RowCells = { layout: "rows", unit, rater, value: codes };
  const ratings: Ratings = { cells, units, raters, unitIds: null, raterIds: null, values, order };
  refuseDuplicates(ratings);
  return ratings;
}

/**
 * Ratings from a table with one row per rater and one column per unit; null where a rating is missing.
 *
 * @example
 * const ratings = ratingsFromMatrix([["yes", "no", null], ["yes", "yes", "no"]]);
 * [ratings.raters, ratings.units]; // → [2, 3]
 * ratings.values; // → ["no", "yes"]
 */
export function ratingsFromMatrix(
  matrix: readonly (readonly (RatingValue | null | undefined)[])[],
  scale: RatingScale = {},
): Ratings {
  const raters = matrix.length;
  const units = matrix.reduce((most, row) => Math.max(most, row.length), 0);
  const table = new Numbering<RatingValue>();
  for (const row of matrix) for (const value of row) if (isRating(value)) table.of(value);
  const { values, order, recode } = declareValues(table.items, scale);
  const codes = codesFor(values.length, units * raters).fill(-1);
  matrix.forEach((row, r) => {
    row.forEach((value, u) => {
      if (isRating(value)) codes[u * raters + r] = recode[table.of(value)] as number;
    });
  });
  return {
    cells: { layout: "grid", value: codes },
    units,
    raters,
    unitIds: null,
    raterIds: null,
    values,
    order,
  };
}

/**
 * Ratings from existing codes: `codes[unit * raters + rater]` indexes `values`, and any code outside that
 * table (255, say) is a missing rating. Nothing is copied.
 *
 * @example
 * const ratings = ratingsFromCodes(Uint8Array.of(0, 0, 1, 255), 2, ["no", "yes"]);
 * percentAgreement(ratings).units; // → 1
 */
export function ratingsFromCodes(
  codes: ValueCodes,
  raters: number,
  values: readonly RatingValue[],
  scale: Pick<RatingScale, "valueOrder"> = {},
): Ratings {
  const units = raters === 0 ? 0 : Math.floor(codes.length / raters);
  const order = orderOf(values, scale.valueOrder);
  return {
    cells: { layout: "grid", value: codes },
    units,
    raters,
    unitIds: null,
    raterIds: null,
    values,
    order,
  };
}

/**
 * Ratings from per-unit counts: `counts[unit * values.length + code]` raters gave the unit that value. The
 * raters are anonymous, so statistics of named raters are undefined. `most` is the largest possible count
 * (the number of raters will do); without it the counts are read once to find out. Nothing is copied.
 *
 * @example
 * // Three units, three raters each: 3 × no; 3 × yes; 1 × no and 2 × yes.
 * const ratings = ratingsFromCounts(Uint8Array.of(3, 0, 0, 3, 1, 2), ["no", "yes"]);
 * fleissKappa(ratings, "complete").value; // → 0.55
 */
export function ratingsFromCounts(
  counts: ValueCodes,
  values: readonly RatingValue[],
  scale: Pick<RatingScale, "valueOrder"> & { most?: number } = {},
): Ratings {
  const units = values.length === 0 ? 0 : Math.floor(counts.length / values.length);
  const most = scale.most ?? largest(counts);
  const order = orderOf(values, scale.valueOrder);
  return {
    cells: { layout: "counts", count: counts, most },
    units,
    raters: 0,
    unitIds: null,
    raterIds: null,
    values,
    order,
  };
}

/** The values as numbers, or null when one of them is not a number. */
export function numericValues(values: readonly RatingValue[]): Float64Array | null {
  return values.every((value) => typeof value === "number") ? Float64Array.from(values) : null;
}

/** Number of raters with at least one rating. Stops reading once all raters have been seen. */
export function activeRaters({ cells, raters, values }: Ratings): number {
  if (cells.layout === "counts") return 0;
  const known = values.length;
  const seen = new Uint8Array(raters);
  let active = 0;
  for (let i = 0; i < cells.value.length && active < raters; i++) {
    if (!isCode(cells.value[i] as number, known)) continue;
    const rater = cells.layout === "rows" ? (cells.rater[i] as number) : i % raters;
    if (seen[rater] === 0) active++;
    seen[rater] = 1;
  }
  return active;
}

/**
 * The ratings as long columns, whatever their layout. Anonymous ratings all have rater -1.
 *
 * @example
 * const { unit, rater, value } = rowsOf(ratingsFromMatrix([["yes", null], ["yes", "no"]]));
 * [[...unit], [...rater], [...value]]; // → [[0, 0, 1], [0, 1, 1], [1, 1, 0]]
 */
export function rowsOf({ cells, raters, values, units }: Ratings): RowCells {
  if (cells.layout === "rows") return cells;
  const unit = new GrowingColumn();
  const rater = new GrowingColumn();
  const value = new GrowingColumn();
  const width = cells.layout === "grid" ? raters : values.length;
  for (let u = 0; u < units; u++) {
    for (let column = 0; column < width; column++) {
      const cell = u * width + column;
      const code = cells.layout === "grid" ? (cells.value[cell] as number) : column;
      const times =
        cells.layout === "grid" ? Number(isCode(code, values.length)) : (cells.count[cell] as number);
      for (let i = 0; i < times; i++) {
        unit.push(u);
        rater.push(cells.layout === "grid" ? column : -1);
        value.push(code);
      }
    }
  }
  return { layout: "rows", unit: unit.column(), rater: rater.column(), value: value.column() };
}

/** True when a code points into a value table of this length. */
export function isCode(code: number, values: number): boolean {
  return code >= 0 && code < values;
}

/** The smallest array type whose largest number is free to mean "missing". */
export function codesFor(values: number, length: number): ValueCodes {
  if (values < 0xff) return new Uint8Array(length);
  return values < 0xffff ? new Uint16Array(length) : new Int32Array(length);
}

function isRating(value: RatingValue | null | undefined): value is RatingValue {
  if (value === null || value === undefined) return false;
  return typeof value !== "number" || Number.isFinite(value);
}

/**
 * The final value table and scale order, and a table from the codes in order of appearance to the final
 * codes.
 */
function declareValues(found: readonly RatingValue[], scale: RatingScale) {
  const declared = scale.categories ?? scale.valueOrder ?? [];
  const listed = new Set(declared);
  const values = [...listed, ...found.filter((value) => !listed.has(value)).sort(ascending)];
  const code = new Map(values.map((value, index) => [value, index]));
  const recode = Int32Array.from(found, (value) => code.get(value) as number);
  return { values, order: orderOf(values, scale.valueOrder), recode };
}

/** Codes from the lowest value to the highest. */
function orderOf(values: readonly RatingValue[], valueOrder: readonly RatingValue[] | undefined): Int32Array {
  const codes = Int32Array.from(values, (_, code) => code);
  if (valueOrder) {
    const place = new Map(valueOrder.map((value, index) => [value, index]));
    const last = valueOrder.length;
    const at = values.map((value) => place.get(value) ?? last);
    return codes.sort((a, b) => (at[a] as number) - (at[b] as number) || a - b);
  }
  const numbers = numericValues(values);
  return numbers ? codes.sort((a, b) => (numbers[a] as number) - (numbers[b] as number)) : codes;
}

/** Numbers by size, then words by code point. Numbers are never compared as text. */
function ascending(a: RatingValue, b: RatingValue): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "number") return -1;
  if (typeof b === "number") return 1;
  return String(a) < String(b) ? -1 : 1;
}

function largest(counts: ValueCodes): number {
  let most = 0;
  for (let i = 0; i < counts.length; i++) most = Math.max(most, counts[i] as number);
  return most;
}

/** Throws when a rater rated a unit twice. Rows may come in any order of units. */
function refuseDuplicates(ratings: Ratings): void {
  const rows = rowsOf(ratings);
  const row = repeatedRow(rows, ratings);
  if (row === -1) return;
  const [u, r] = [rows.unit[row] as number, rows.rater[row] as number];
  throw new DuplicateRatingError(`${ratings.unitIds?.[u]}`, `${ratings.raterIds?.[r]}`);
}

/**
 * A row with a rater's second rating of a unit; -1 when there is none. Rows may come in any order of units.
 * O(rows).
 *
 * @example
 * const columns = { unit: Int32Array.of(0, 1, 0), rater: Int32Array.of(0, 0, 0) };
 * repeatedRow(columns, { units: 2, raters: 1 }); // → 2
 */
export function repeatedRow(
  { unit, rater }: Pick<RowCells, "unit" | "rater">,
  { units, raters }: Pick<Ratings, "units" | "raters">,
): number {
  const lastUnit = new Int32Array(raters).fill(-1);
  const order = isAscending(unit) ? null : groupBy(unit, units).order;
  for (let at = 0; at < unit.length; at++) {
    const row = order ? (order[at] as number) : at;
    const r = rater[row] as number;
    if (lastUnit[r] === unit[row]) return row;
    lastUnit[r] = unit[row] as number;
  }
  return -1;
}

function isAscending(numbers: Int32Array): boolean {
  for (let i = 1; i < numbers.length; i++)
    if ((numbers[i] as number) < (numbers[i - 1] as number)) return false;
  return true;
}
