import { PackedColumn } from "./bit-packed-column";

/** The start of every nth run is stored; others are counted from there. */
const STRIDE = 8;

/** The start of each row's elements in a list that concatenates those of all rows. */
export class Runs {
  private readonly lengths = new PackedColumn();
  private readonly begins = new PackedColumn();
  /** Number of elements of all rows. */
  total = 0;

  get length(): number {
    return this.lengths.length;
  }

  /** Adds a row with this many elements. */
  push(things: number): void {
    if (this.lengths.length % STRIDE === 0) this.begins.push(this.total);
    this.lengths.push(things);
    this.total += things;
  }

  lengthOf(row: number): number {
    return this.lengths.at(row);
  }

  from(row: number): number {
    let from = this.begins.at(Math.floor(row / STRIDE));
    for (let before = row - (row % STRIDE); before < row; before++) from += this.lengths.at(before);
    return from;
  }
}
