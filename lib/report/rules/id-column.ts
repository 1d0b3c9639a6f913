import { PackedColumn } from "./bit-packed-column";
import { NONE } from "./growable-columns";
import { Texts } from "./text-column";
import { TextIndex } from "./text-index";

/** A column of ids, of which many rows may have the same; each is kept once, as its bytes. */
export class Ids {
  private readonly texts = new Texts();
  private places: TextIndex | null = new TextIndex((number) => this.texts.at(number));
  private readonly numbers = new PackedColumn();
  /** The one that was met last: rows beside each other often have the same. */
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

  /** Forgets how to find an id: no row is added any more. */
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
