import type { NarrowIntArray } from "@/lib/agreement/narrow-int-array";

/** No value, in a column of codes. */
export const NONE = -1;

/** A column that grows as numbers are added. */
export class GrowableColumn {
  private room: Int32Array;
  length = 0;

  constructor(expected = 16) {
    this.room = new Int32Array(Math.max(16, expected));
  }

  push(number: number): void {
    if (this.length === this.room.length) {
      const more = new Int32Array(2 * this.length);
      more.set(this.room);
      this.room = more;
    }
    this.room[this.length++] = number;
  }

  at(row: number): number {
    return this.room[row] as number;
  }

  numbers(): Int32Array {
    return this.room.subarray(0, this.length);
  }
}

/**
 * A growable column that uses as little memory as its numbers need: small numbers take a byte each, and equal
 * ones none.
 */
export class NarrowColumn {
  /** Null while all rows equal `same`. */
  private room: NarrowIntArray | null = null;
  private same = 0;
  length = 0;

  /** With the expected number of rows, if known. */
  constructor(private readonly expected = 16) {}

  push(number: number): void {
    if (this.length === 0) this.same = number;
    const row = this.length++;
    if (this.room === null && number === this.same) return;
    if (this.room !== null && row === this.room.length) {
      const more = roomLike(this.room, row + (row >> 1));
      more.set(this.room);
      this.room = more;
    }
    this.set(row, number);
  }

  at(row: number): number {
    return this.room === null ? this.same : (this.room[row] as number);
  }

  set(row: number, number: number): void {
    if (this.room === null) {
      if (number === this.same) return;
      this.room = wide(Math.max(this.expected, this.length), this.same).fill(this.same, 0, this.length);
    }
    this.room[row] = number;
    if (this.room[row] === number) return;
    const wider = wide(this.room.length, number);
    wider.set(this.room);
    this.room = wider;
    this.room[row] = number;
  }

  numbers(): NarrowIntArray {
    if (this.room === null) return wide(this.length, this.same).fill(this.same);
    return this.room.subarray(0, this.length);
  }
}

/** An array for numbers as large as this one. */
export function wide(length: number, number: number): NarrowIntArray {
  const sign = number >> 31;
  if (number >> 7 === sign) return new Int8Array(length);
  return number >> 15 === sign ? new Int16Array(length) : new Int32Array(length);
}

function roomLike(room: NarrowIntArray, length: number): NarrowIntArray {
  if (room instanceof Int8Array) return new Int8Array(length);
  return room instanceof Int16Array ? new Int16Array(length) : new Int32Array(length);
}

/** A growing column of floating point numbers. */
export class FloatColumn {
  private room: Float64Array;
  length = 0;

  constructor(expected = 16) {
    this.room = new Float64Array(Math.max(16, expected));
  }

  push(number: number): void {
    if (this.length === this.room.length) {
      const more = new Float64Array(2 * this.length);
      more.set(this.room);
      this.room = more;
    }
    this.room[this.length++] = number;
  }

  at(row: number): number {
    return this.room[row] as number;
  }

  set(row: number, number: number): void {
    this.room[row] = number;
  }

  numbers(): Float64Array {
    return this.room.subarray(0, this.length);
  }
}

/** Distinct values, each with its number in a list. */
export class DictionaryColumn<T> {
  readonly list: T[] = [];
  private known = new Map<T, number>();
  private closed = false;

  of(thing: T): number {
    const known = this.known.get(thing);
    if (known !== undefined) return known;
    if (this.closed) throw new Error("a code was asked for after the last one");
    const number = this.list.push(thing) - 1;
    this.known.set(thing, number);
    return number;
  }

  /** Drops the index for look-ups, when no more are needed; the list stays. */
  close(): void {
    this.known = new Map();
    this.closed = true;
  }
}
