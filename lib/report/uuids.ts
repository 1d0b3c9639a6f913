import type { Tuple } from "@/lib/database/copy-out";
import { NONE } from "@/lib/report/rules/growable-columns";
import { TupleIndex } from "@/lib/report/rules/tuple-index";

/** Maximum number of fields of a row. */
const FIELDS = 9;

/** Numbers for ids, which arrive as 16 bytes. */
export class Uuids {
  private readonly numbers = new TupleIndex(4);
  private readonly words = new Int32Array(4);
  /** For each field the id in the previous row, and its number. */
  private readonly before = new Int32Array(5 * FIELDS).fill(NONE);

  /** The number of the id in a field. That of the previous row is known without a search. */
  at({ view, start }: Tuple, field: number): number {
    const { words, before } = this;
    const from = start[field] as number;
    const last = 5 * field;
    words[0] = view.getInt32(from);
    words[1] = view.getInt32(from + 4);
    words[2] = view.getInt32(from + 8);
    words[3] = view.getInt32(from + 12);
    const isSame =
      words[3] === before[last + 3] &&
      words[2] === before[last + 2] &&
      words[1] === before[last + 1] &&
      words[0] === before[last];
    if (isSame && before[last + 4] !== NONE) return before[last + 4] as number;
    const number = this.numbers.of(words);
    before.set(words, last);
    before[last + 4] = number;
    return number;
  }

  ofUuid(id: string): number {
    const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
    for (let i = 0; i < 4; i++) this.words[i] = bytes.readInt32BE(4 * i);
    return this.numbers.of(this.words);
  }
}
