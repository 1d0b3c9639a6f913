import { type Codes, isCode, type Ratings, rowsOf } from "./ratings";

/*
 * A unit's counts as one number: they are its digits, to a base that is larger than any of them. Digit v is
 * how many raters gave the value with code v, so the number is built by one addition per rating, in whatever
 * order the ratings come, and units with equal numbers are rated alike.
 */

/** How many units have each number. One pass over the ratings. */
export function frequencyOfNumbers(ratings: Ratings, base: number, conceivable: number): Int32Array {
  const { cells } = ratings;
  const digit = digitsTo(base, ratings.values.length);
  const frequency = new Int32Array(conceivable);
  if (cells.layout === "grid") tallyGrid(frequency, asBytes(cells.value), ratings, digit);
  else if (cells.layout === "rows") tallyNumbers(frequency, numberOfUnit(ratings, base));
  else if (tallyCounts(frequency, cells.count, ratings, digit) !== ratingsIn(frequency, base)) {
    throw new RangeError(`some value of a unit is counted more often than the ${base - 1} times declared`);
  }
  return frequency;
}

/** The number of each unit. */
export function numberOfUnit(ratings: Ratings, base: number): Int32Array {
  const digit = digitsTo(base, ratings.values.length);
  const { unit, value } = rowsOf(ratings);
  const numbers = new Int32Array(ratings.units);
  for (let i = 0; i < unit.length; i++) {
    const u = unit[i] as number;
    numbers[u] = (numbers[u] as number) + (digit[value[i] as number] as number);
  }
  return numbers;
}

/** What one rating adds, by code. Codes that mean "missing" add nothing. */
function digitsTo(base: number, values: number): Int32Array {
  const digit = new Int32Array(256);
  for (let v = 0; v < values; v++) digit[v] = base ** v;
  return digit;
}

function tallyNumbers(frequency: Int32Array, numbers: Int32Array): void {
  for (let u = 0; u < numbers.length; u++) {
    const n = numbers[u] as number;
    frequency[n] = (frequency[n] as number) + 1;
  }
}

/** Four units abreast: their sums do not wait for each other, which is worth a factor of two. */
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

/** As `tallyGrid`, from counts. Returns how many ratings there were. */
function tallyCounts(
  frequency: Int32Array,
  count: Codes,
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

/** The sum of all digits of all numbers. */
function ratingsIn(frequency: Int32Array, base: number): number {
  let sum = 0;
  frequency.forEach((units, n) => {
    for (let rest = units === 0 ? 0 : n; rest > 0; rest = Math.floor(rest / base))
      sum += units * (rest % base);
  });
  return sum;
}

/** A scale small enough for the table has codes below 255, which leaves 255 for "missing". */
function asBytes(codes: Codes): Uint8Array {
  return codes instanceof Uint8Array
    ? codes
    : Uint8Array.from(codes, (code) => (isCode(code, 255) ? code : 255));
}
