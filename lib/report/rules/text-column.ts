import { PackedColumn } from "./bit-packed-column";
import { Bytes } from "./bytes";
import { Runs } from "./offsets";

/** A lower-case UUID takes 16 bytes. */
const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A word and an integer, as most ids are: the integer is stored as a number. */
const numbered = /^(\D*)(0|[1-9]\d{0,8})$/;
/** With more distinct words, the prefix is not stored separately from the number. */
const MOST_WORDS = 100;

/** Encodings of a text's bytes; from 2 on, a number that follows one of the common words. */
const [PLAIN, UUID, FIRST_WORD] = [0, 1, 2] as const;

const NOTHING = Buffer.alloc(0);

/** A column of distinct texts, as bytes. */
export class Texts {
  private readonly bytes = new Bytes();
  private readonly runs = new Runs();
  private readonly form = new PackedColumn();
  /** The number after the word; 0 for none. */
  private readonly number = new PackedColumn();
  private readonly words: string[] = [];

  get length(): number {
    return this.runs.length;
  }

  /** Returns the row. */
  push(text: string): number {
    const [, word, number] = numbered.exec(text) ?? [];
    const place = word === undefined ? -1 : this.placeOf(word);
    if (place !== -1) this.add(FIRST_WORD + place, NOTHING, Number(number));
    else if (isUuid.test(text)) this.add(UUID, Buffer.from(text.replaceAll("-", ""), "hex"));
    else this.add(PLAIN, Buffer.from(text));
    return this.runs.length - 1;
  }

  at(row: number): string {
    const form = this.form.at(row);
    if (form >= FIRST_WORD) return `${this.words[form - FIRST_WORD]}${this.number.at(row)}`;
    const from = this.runs.from(row);
    const bytes = this.bytes.between(from, from + this.runs.lengthOf(row));
    if (form === PLAIN) return bytes.toString();
    const hex = bytes.toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  /** The index of a word among those with numbers; -1 when it is none. */
  private placeOf(word: string): number {
    const known = this.words.indexOf(word);
    return known === -1 && this.words.length < MOST_WORDS ? this.words.push(word) - 1 : known;
  }

  /** Adds a text in this form. */
  private add(form: number, bytes: Buffer, number = 0): void {
    this.form.push(form);
    this.number.push(number);
    this.runs.push(bytes.length);
    this.bytes.push(bytes);
  }
}
