import { GrowableColumn } from "./growable-columns";

/** Rows are stored in blocks of this many. */
const BLOCK_BITS = 8;
const BLOCK = 1 << BLOCK_BITS;
const IN_BLOCK = BLOCK - 1;

/** Memory is allocated in pieces of this many words, 16 kB: none is ever copied into a larger one. */
const PIECE_BITS = 12;
const PIECE = 1 << PIECE_BITS;
const IN_PIECE = PIECE - 1;

/**
 * An append-only column of 32-bit integers. A block of rows uses as many bits per row as the range of its
 * numbers needs: ascending numbers, or a few distinct ones, take a byte or less, and equal ones none. Rows
 * out of range must not be read.
 */
export class PackedColumn {
  length = 0;
  /** The rows of the last block, until it is full. */
  private readonly open = new Int32Array(BLOCK);
  /** For each full block: its least number, the bits per row, and the word at which it begins. */
  private readonly least = new GrowableColumn();
  private readonly bits = new GrowableColumn();
  private readonly from = new GrowableColumn();
  private readonly room: Int32Array[] = [];
  /** The first free word. */
  private free = 0;

  push(number: number): void {
    const place = this.length++ & IN_BLOCK;
    this.open[place] = number;
    if (place === IN_BLOCK) this.pack();
  }

  at(row: number): number {
    const block = row >> BLOCK_BITS;
    const place = row & IN_BLOCK;
    if (block === this.least.length) return this.open[place] as number;
    const bits = this.bits.at(block);
    const least = this.least.at(block);
    if (bits === 0) return least;
    const from = this.from.at(block);
    const piece = this.room[from >> PIECE_BITS] as Int32Array;
    const word = (from & IN_PIECE) + ((place * bits) >> 5);
    const shift = (place * bits) & 31;
    let above = (piece[word] as number) >>> shift;
    if (shift + bits > 32) above |= (piece[word + 1] as number) << (32 - shift);
    return (least + (above & (-1 >>> (32 - bits)))) | 0;
  }

  /** Packs the full open block. */
  private pack(): void {
    const { open } = this;
    let [least, most] = [open[0] as number, open[0] as number];
    for (let place = 1; place < BLOCK; place++) {
      const number = open[place] as number;
      if (number < least) least = number;
      if (number > most) most = number;
    }
    const bits = 32 - Math.clz32(most - least);
    const words = (BLOCK * bits) >> 5;
    if ((this.free & IN_PIECE) + words > PIECE) this.free = (this.free + IN_PIECE) & ~IN_PIECE;
    this.least.push(least);
    this.bits.push(bits);
    this.from.push(this.free);
    if (bits === 0) return;
    if (this.free >> PIECE_BITS === this.room.length) this.room.push(new Int32Array(PIECE));
    const piece = this.room[this.free >> PIECE_BITS] as Int32Array;
    const from = this.free & IN_PIECE;
    for (let place = 0; place < BLOCK; place++) {
      const above = (open[place] as number) - least;
      const word = from + ((place * bits) >> 5);
      const shift = (place * bits) & 31;
      piece[word] = (piece[word] as number) | (above << shift);
      if (shift + bits > 32) piece[word + 1] = above >>> (32 - shift);
    }
    this.free += words;
  }
}

/** A compact copy of a finished column. */
export function packed(numbers: ArrayLike<number>): PackedColumn {
  const column = new PackedColumn();
  for (let row = 0; row < numbers.length; row++) column.push(numbers[row] as number);
  return column;
}
