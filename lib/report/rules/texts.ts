import { Column, NarrowColumn } from "./column";

/** Where every so many-th text begins is kept; where the others do is counted from there. */
const STRIDE = 16;

/** A lower-case UUID takes its 16 bytes, and this in the column of lengths. */
const UUID = -1;
const UUID_BYTES = 16;
const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A column of texts that are all different, as their bytes. */
export class Texts {
  private bytes = Buffer.allocUnsafeSlow(1024);
  private used = 0;
  private readonly lengths = new NarrowColumn();
  private readonly begins = new Column();

  get length(): number {
    return this.lengths.length;
  }

  /** The row it stands in. */
  push(text: string): number {
    const row = this.lengths.length;
    if (row % STRIDE === 0) this.begins.push(this.used);
    const asUuid = isUuid.test(text);
    const length = asUuid ? UUID_BYTES : Buffer.byteLength(text);
    this.makeRoom(length);
    if (asUuid) this.bytes.write(text.replaceAll("-", ""), this.used, "hex");
    else this.bytes.write(text, this.used);
    this.used += length;
    this.lengths.push(asUuid ? UUID : length);
    return row;
  }

  at(row: number): string {
    let from = this.begins.at(Math.floor(row / STRIDE));
    for (let before = row - (row % STRIDE); before < row; before++) from += this.bytesOf(before);
    const end = from + this.bytesOf(row);
    if (this.lengths.at(row) !== UUID) return this.bytes.toString("utf8", from, end);
    const hex = this.bytes.toString("hex", from, end);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  private bytesOf(row: number): number {
    const length = this.lengths.at(row);
    return length === UUID ? UUID_BYTES : length;
  }

  private makeRoom(bytes: number): void {
    const needed = this.used + bytes;
    if (needed <= this.bytes.length) return;
    const more = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length + (this.bytes.length >> 1)));
    more.set(this.bytes);
    this.bytes = more;
  }
}
