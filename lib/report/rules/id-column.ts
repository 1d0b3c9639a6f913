import { PackedColumn } from "./bit-packed-column";
import { NONE } from "./growable-columns";
import { Texts } from "./text-column";
import { TextIndex } from "./text-index";

/** A column of ids, many of which recur; each is stored once, as bytes. */
export class Ids {
  private readonly texts = new Texts();
  private places: TextIndex | null = new TextIndex((number) => this.texts.at(number));
  private readonly numbers = new PackedColumn();
  /** The previous one: adjacent rows often have the same id. */
  private last = { number: NONE, id: "" };

  push(id: string | null): void {
    this.numbers.push(id === null ? NONE : this.numberOf(id));
  }

  at(row: number): string | null {
    const number = this.numbers.at(row);
    if (number === NONE) return null;
    if (number !== this.last.number) this.last = { number, id: this.texts.at(number) };
    return this.last.id;
  }

  /** Drops the index for look-ups: no more rows are added. */
  close(): void {
    this.places = null;
  }

  private numberOf(id: string): number {
    const { places } = this;
    if (places === null) throw new Error("an id was added after the last one");
    if (this.last.number === NONE || this.last.id !== id) {
      const known = places.find(id);
      this.last = { number: known === NONE ? this.texts.push(id) : known, id };
      if (known === NONE) places.add(id);
    }
    return this.last.number;
  }
}
