import { PackedColumn } from "./bit-packed-column";
import { type DictionaryColumn, NONE } from "./growable-columns";

/** A column of recurring values, stored as codes; several columns may share a dictionary. */
export class Coded<T> {
  private readonly codes = new PackedColumn();

  constructor(private readonly words: DictionaryColumn<T>) {}

  push(thing: T | null, none: number = NONE): void {
    this.codes.push(thing === null ? none : this.words.of(thing));
  }

  code(row: number): number {
    return this.codes.at(row);
  }

  at(row: number): T | null {
    return this.words.list[this.codes.at(row)] ?? null;
  }
}
