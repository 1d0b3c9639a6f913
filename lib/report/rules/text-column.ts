import { Numbering } from "@/lib/agreement/numbering";
import { NONE } from "./none";

/** A column of texts that recur: each distinct text is parsed and stored once. */
export class TextColumn<T = string> {
  private readonly codes: Int32Array;
  private readonly numbers = new Numbering<string>();
  private readonly parsed: T[] = [];

  constructor(
    rows: number,
    private readonly parse: (text: string) => T,
  ) {
    this.codes = new Int32Array(rows).fill(NONE);
  }

  set(row: number, text: string | null): void {
    if (text === null) return;
    const code = this.numbers.of(text);
    if (code === this.parsed.length) this.parsed.push(this.parse(text));
    this.codes[row] = code;
  }

  /** The parsed text of a row; undefined where the row has no text. */
  at(row: number): T | undefined {
    return this.parsed[this.codes[row] as number];
  }
}

/** A column of texts as they are. */
export const createTextColumn = (rows: number) => new TextColumn(rows, (text) => text);
