import { PackedColumn } from "./bit-packed-column";

/** Where every so many-th run begins is kept; where the others do is counted from there. */
const STRIDE = 8;

/** Where the things of each row stand in a list that holds those of all rows, one row after the other. */
export class Runs {
  private readonly lengths = new PackedColumn();
  private readonly begins = new PackedColumn();
  /** How many things all rows have. */
  total = 0;

  get length(): number {
    return this.lengths.length;
  }

  /** The next row has so many things. */
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
