import { isCode, type Ratings, rowsOf, type ValueCodes } from "./ratings";

/*
 * Encodes the counts of a unit as one number. Digit v is how many raters gave the value with code v, in a
 * base larger than any count. The number is built with one addition per rating, in any order of the ratings;
 * equal numbers mean equally rated units.
 */

/** The distinct numbers, ascending, with how many units have each, and their non-zero digits. */
interface Tally {
  number: number[];
  weight: number[];
  /** Entry k's digits: `code[i]` occurs `count[i]` times, `start[k] <= i < start[k + 1]`. */
  start: number[];
  code: number[];
  count: number[];
}

/** Counts the units of each number. One pass over the ratings, and one over the possible numbers. */
export function tallyNumbers(ratings: Ratings, base: number, conceivable: number): Tally {
  const { cells, values } = ratings;
  const digit = digitsTo(base, values.length);
  const frequency = emptyTable(conceivable);
  if (cells.layout === "counts") {
    const total = tallyCounts(frequency, cells.count, ratings, digit);
    // Most units have no more ratings than the most frequent value could have.
    const usual = readTable(frequency, digit, values.length, base - 1);
    if (ratingsIn(usual) === total) return usual;
    const all = readTable(frequency, digit, values.length, (base - 1) * values.length, base - 1);
    if (ratingsIn(all) === total) return all;
    throw new RangeError(`some value of a unit is counted more often than the ${base - 1} times declared`);
  }
  if (cells.layout === "grid") tallyGrid(frequency, asBytes(cells.value), ratings, digit);
  else tallyUnits(frequency, writeNumbers(clearedBuffer(ratings.units), ratings, base));
  return readTable(frequency, digit, values.length, base - 1);
}

/**
 * Reads the non-zero entries of a table of frequencies. Visits only the numbers whose digits sum to at most
 * `ratings` and are at most `most` each, counting up like an odometer: far fewer than the table has entries.
 */
function readTable(
  frequency: Int32Array,
  place: Int32Array,
  values: number,
  ratings: number,
  most = ratings,
): Tally {
  const tally: Tally = { number: [], weight: [], start: [0], code: [], count: [] };
  const digits = new Int32Array(values);
  let number = 0;
  let sum = 0;
  for (let v = 0; v < values; ) {
    const digit = digits[v] as number;
    if (sum === ratings || digit === most) {
      sum -= digit;
      number -= digit * (place[v] as number);
      digits[v] = 0;
      v++;
      continue;
    }
    digits[v] = digit + 1;
    sum++;
    number += place[v] as number;
    v = 0;
    const units = frequency[number] as number;
    if (units === 0) continue;
    tally.number.push(number);
    tally.weight.push(units);
    for (let code = 0; code < values; code++) {
      const count = digits[code] as number;
      if (count === 0) continue;
      tally.code.push(code);
      tally.count.push(count);
    }
    tally.start.push(tally.code.length);
  }
  return tally;
}

/** Ratings on all units of a tally together. */
function ratingsIn({ weight, start, count }: Tally): number {
  let sum = 0;
  weight.forEach((units, k) => {
    for (let i = start[k] as number; i < (start[k + 1] as number); i++) sum += units * (count[i] as number);
  });
  return sum;
}

/**
 * Large enough for most scales. Clearing it is quicker than allocating: a new table costs more than 1,000
 * ratings.
 */
const table = new Int32Array(2 ** 14);

function emptyTable(length: number): Int32Array {
  return length > table.length ? new Int32Array(length) : table.subarray(0, length).fill(0);
}

/** The number of each unit. */
export function numberOfUnit(ratings: Ratings, base: number): Int32Array {
  return writeNumbers(new Int32Array(ratings.units), ratings, base);
}

/** Reused while units are numbered, because many statistics of the same units follow each other. */
let buffer = new Int32Array(0);

function clearedBuffer(units: number): Int32Array {
  if (units > buffer.length) buffer = new Int32Array(units);
  return buffer.subarray(0, units).fill(0);
}

function writeNumbers(numbers: Int32Array, ratings: Ratings, base: number): Int32Array {
  const digit = digitsTo(base, ratings.values.length);
  const { unit, value } = rowsOf(ratings);
  for (let i = 0; i < unit.length; i++) {
    const u = unit[i] as number;
    numbers[u] = (numbers[u] as number) + (digit[value[i] as number] as number);
  }
  return numbers;
}

/** The summand of one rating, by code. Codes that mean "missing" add nothing. */
function digitsTo(base: number, values: number): Int32Array {
  const digit = new Int32Array(256);
  for (let v = 0; v < values; v++) digit[v] = base ** v;
  return digit;
}

function tallyUnits(frequency: Int32Array, numbers: Int32Array): void {
  for (let u = 0; u < numbers.length; u++) {
    const n = numbers[u] as number;
    frequency[n] = (frequency[n] as number) + 1;
  }
}

/** Works on four units at once: their sums do not depend on each other, which doubles the speed. */
function tallyGrid(
  frequency: Int32Array,
  value: Uint8Array,
  { units, raters }: Ratings,
  digit: Int32Array,
): void {
  let u = 0;
  for (; u + 3 < units; u += 4) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    const first = u * raters;
    for (let cell = first; cell < first + raters; cell++) {
      a += digit[value[cell] as number] as number;
      b += digit[value[cell + raters] as number] as number;
      c += digit[value[cell + 2 * raters] as number] as number;
      d += digit[value[cell + 3 * raters] as number] as number;
    }
    frequency[a] = (frequency[a] as number) + 1;
    frequency[b] = (frequency[b] as number) + 1;
    frequency[c] = (frequency[c] as number) + 1;
    frequency[d] = (frequency[d] as number) + 1;
  }
  for (; u < units; u++) {
    let a = 0;
    for (let r = 0; r < raters; r++) a += digit[value[u * raters + r] as number] as number;
    frequency[a] = (frequency[a] as number) + 1;
  }
}

/** Like `tallyGrid`, for counts. Returns the number of ratings. */
function tallyCounts(
  frequency: Int32Array,
  count: ValueCodes,
  { units, values }: Ratings,
  digit: Int32Array,
): number {
  const width = values.length;
  let total = 0;
  let u = 0;
  for (; u + 3 < units; u += 4) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let v = 0, cell = u * width; v < width; v++, cell++) {
      const step = digit[v] as number;
      const ofA = count[cell] as number;
      const ofB = count[cell + width] as number;
      const ofC = count[cell + 2 * width] as number;
      const ofD = count[cell + 3 * width] as number;
      a += ofA * step;
      b += ofB * step;
      c += ofC * step;
      d += ofD * step;
      total += ofA + ofB + ofC + ofD;
    }
    frequency[a] = (frequency[a] as number) + 1;
    frequency[b] = (frequency[b] as number) + 1;
    frequency[c] = (frequency[c] as number) + 1;
    frequency[d] = (frequency[d] as number) + 1;
  }
  for (; u < units; u++) {
    let a = 0;
    for (let v = 0; v < width; v++) {
      const times = count[u * width + v] as number;
      a += times * (digit[v] as number);
      total += times;
    }
    frequency[a] = (frequency[a] as number) + 1;
  }
  return total;
}

/** A scale small enough for the table has codes below 255, so 255 can mean "missing". */
function asBytes(codes: ValueCodes): Uint8Array {
  return codes instanceof Uint8Array
    ? codes
    : Uint8Array.from(codes, (code) => (isCode(code, 255) ? code : 255));
}
