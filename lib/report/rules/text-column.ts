import { Numbering } from "@/lib/agreement/numbering";
import { NONE } from "./none";

/** A column of texts that recur, each of which is kept, and read, once. */
export class TextColumn<T = string> {
  private readonly codes: Int32Array;
  private readonly numbers = new Numbering<string>();
  private readonly read: T[] = [];

  constructor(
    rows: number,
    private readonly toThing: (text: string) => T,
  ) {
    this.codes = new Int32Array(rows).fill(NONE);
  }

  set(row: number, text: string | null): void {
    if (text === null) return;
    const code = this.numbers.of(text);
    if (code === this.read.length) this.read.push(this.toThing(text));
    this.codes[row] = code;
  }

  /** The text of a row; undefined where it has none. */
  at(row: number): T | undefined {
    return this.read[this.codes[row] as number];
  }
}

/** A column of texts as they are. */
export const textColumn = (rows: number) => new TextColumn(rows, (text) => text);
