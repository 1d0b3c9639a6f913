import { PackedColumn } from "./bit-packed-column";

const SECOND = 1000;

/** Marks a missing time, or one that does not fit. */
const NOTHING = -1;
const APART = -2;

/**
 * A column of timestamps or durations in milliseconds; NaN is none. Stored as seconds since the first one,
 * and milliseconds.
 */
export class Milliseconds {
  private first: number | null = null;
  private readonly seconds = new PackedColumn();
  private readonly beside = new PackedColumn();
  /** Times more than a lifetime from the first one, and fractions of a millisecond. */
  private readonly apart = new Map<number, number>();

  get length(): number {
    return this.seconds.length;
  }

  push(ms: number): void {
    const second = Math.floor(ms / SECOND);
    if (!Number.isNaN(ms)) this.first ??= second;
    const since = second - (this.first ?? 0);
    const beside = ms - second * SECOND;
    const fits = (since | 0) === since && Number.isSafeInteger(ms);
    if (!fits && !Number.isNaN(ms)) this.apart.set(this.length, ms);
    this.beside.push(fits ? beside : Number.isNaN(ms) ? NOTHING : APART);
    this.seconds.push(fits ? since : 0);
  }

  at(row: number): number {
    const beside = this.beside.at(row);
    if (beside === NOTHING) return Number.NaN;
    if (beside === APART) return this.apart.get(row) as number;
    return ((this.first ?? 0) + this.seconds.at(row)) * SECOND + beside;
  }
}
