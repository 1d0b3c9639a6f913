import { NONE } from "./none";

/**
 * Entries by unit, and by rater within it: those of unit u are `entry[start[u]] .. entry[start[u + 1] - 1]`.
 */
export interface Grouped {
  start: Int32Array;
  entry: Int32Array;
}

/** Up to this many entries, insertion sort is faster. */
const FEW = 32;

/** The entries 0, 1, 2 … of each unit, ordered by rank; entries without a unit are left out. */
export function grouped(
  units: number,
  entries: number,
  of: (entry: number) => number,
  rank: (entry: number) => number,
): Grouped {
  const start = new Int32Array(units + 1);
  for (let at = 0; at < entries; at++) {
    const unit = of(at);
    if (unit !== NONE) start[unit] = (start[unit] as number) + 1;
  }
  for (let unit = 1; unit <= units; unit++)
    start[unit] = (start[unit] as number) + (start[unit - 1] as number);
  const entry = new Int32Array(start[units] as number);
  // From the last one, so that each unit's end moves to its beginning.
  for (let at = entries - 1; at >= 0; at--) {
    const unit = of(at);
    if (unit === NONE) continue;
    const place = (start[unit] as number) - 1;
    entry[place] = at;
    start[unit] = place;
  }
  for (let unit = 0; unit < units; unit++) {
    const [from, to] = [start[unit] as number, start[unit + 1] as number];
    if (to - from > FEW) entry.subarray(from, to).sort((a, b) => rank(a) - rank(b) || a - b);
    else sortFew(entry, from, to, rank);
  }
  return { start, entry };
}

/** Stable. */
function sortFew(entry: Int32Array, from: number, to: number, rank: (entry: number) => number): void {
  for (let at = from + 1; at < to; at++) {
    const own = entry[at] as number;
    let place = at;
    while (place > from && rank(entry[place - 1] as number) > rank(own)) {
      entry[place] = entry[place - 1] as number;
      place--;
    }
    entry[place] = own;
  }
}
