import { NarrowColumn } from "./column";
import { Runs } from "./runs";

/** A lower-case UUID takes its 16 bytes. */
const UUID_BYTES = 16;
const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A column of texts that are all different, as their bytes. */
export class Texts {
  private bytes = Buffer.allocUnsafeSlow(1024);
  private readonly runs = new Runs();
  private readonly packed = new NarrowColumn();

  get length(): number {
    return this.runs.length;
  }

  /** The row it stands in. */
  push(text: string): number {
    const from = this.runs.total;
    const asUuid = isUuid.test(text);
    this.packed.push(Number(asUuid));
    this.runs.push(asUuid ? UUID_BYTES : Buffer.byteLength(text));
    this.makeRoom(this.runs.total);
    if (asUuid) this.bytes.write(text.replaceAll("-", ""), from, "hex");
    else this.bytes.write(text, from);
    return this.runs.length - 1;
  }

  at(row: number): string {
    const from = this.runs.from(row);
    const end = from + this.runs.lengthOf(row);
    if (this.packed.at(row) === 0) return this.bytes.toString("utf8", from, end);
    const hex = this.bytes.toString("hex", from, end);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  private makeRoom(needed: number): void {
    if (needed <= this.bytes.length) return;
    const more = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length + (this.bytes.length >> 1)));
    more.set(this.bytes);
    this.bytes = more;
  }
}
