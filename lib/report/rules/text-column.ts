import { NarrowColumn, NONE } from "./growable-columns";

/** A column of texts that recur, each of which is kept, and read, once. */
export class TextColumn<T = string> {
  private readonly codes: NarrowColumn;
  private readonly numbers = new Map<string, number>();
  private readonly read: T[] = [];

  constructor(
    rows: number,
    private readonly toThing: (text: string) => T,
  ) {
    this.codes = new NarrowColumn(rows);
  }

  push(text: string | null): void {
    this.codes.push(text === null ? NONE : (this.numbers.get(text) ?? this.add(text)));
  }

  /** The text of a row; undefined where it has none. */
  at(row: number): T | undefined {
    const code = this.codes.at(row);
    return code === NONE ? undefined : this.read[code];
  }

  private add(text: string): number {
    const number = this.read.push(this.toThing(text)) - 1;
    this.numbers.set(text, number);
    return number;
  }
}

/** A column of texts as they are. */
export const textColumn = (rows: number) => new TextColumn(rows, (text) => text);
