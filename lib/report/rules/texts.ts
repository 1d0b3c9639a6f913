import { NarrowColumn } from "./column";
import { Runs } from "./runs";

/** A lower-case UUID takes its 16 bytes. */
const UUID_BYTES = 16;
const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A word and a whole number, as most ids are: the number takes four bytes. */
const NUMBER_BYTES = 4;
const numbered = /^(\D*)(0|[1-9]\d{0,8})$/;
/** With more words than these it is no word that they share. */
const MOST_WORDS = 100;

/** How the bytes of a text are to be read; from 2 on, as the number that follows one of the words. */
const [PLAIN, UUID, FIRST_WORD] = [0, 1, 2] as const;

/** A column of texts that are all different, as their bytes. */
export class Texts {
  private bytes = Buffer.allocUnsafeSlow(1024);
  private readonly runs = new Runs();
  private readonly form = new NarrowColumn();
  private readonly words: string[] = [];

  get length(): number {
    return this.runs.length;
  }

  /** The row it stands in. */
  push(text: string): number {
    const from = this.runs.total;
    const [, word, number] = numbered.exec(text) ?? [];
    const place = word === undefined ? -1 : this.placeOf(word);
    if (place !== -1) {
      this.begin(FIRST_WORD + place, NUMBER_BYTES);
      this.bytes.writeInt32LE(Number(number), from);
    } else if (isUuid.test(text)) {
      this.begin(UUID, UUID_BYTES);
      this.bytes.write(text.replaceAll("-", ""), from, "hex");
    } else {
      this.begin(PLAIN, Buffer.byteLength(text));
      this.bytes.write(text, from);
    }
    return this.runs.length - 1;
  }

  at(row: number): string {
    const from = this.runs.from(row);
    const form = this.form.at(row);
    if (form >= FIRST_WORD) return `${this.words[form - FIRST_WORD]}${this.bytes.readInt32LE(from)}`;
    const end = from + this.runs.lengthOf(row);
    if (form === PLAIN) return this.bytes.toString("utf8", from, end);
    const hex = this.bytes.toString("hex", from, end);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  /** Where a word stands among those that numbers follow; -1 where it is none of them. */
  private placeOf(word: string): number {
    const known = this.words.indexOf(word);
    return known === -1 && this.words.length < MOST_WORDS ? this.words.push(word) - 1 : known;
  }

  /** A text of so many bytes, to be read in this form. */
  private begin(form: number, length: number): void {
    this.form.push(form);
    this.runs.push(length);
    this.makeRoom(this.runs.total);
  }

  private makeRoom(needed: number): void {
    if (needed <= this.bytes.length) return;
    const more = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length + (this.bytes.length >> 1)));
    more.set(this.bytes);
    this.bytes = more;
  }
}
