import "server-only";
import type { Tuple } from "@/lib/database/copy-out";
import { COLUMN_GROUPS, type ColumnGroup } from "@/lib/export/data/judgements/column-groups";
import { type ExportedJudgement, FIELDS, FORMS } from "@/lib/export/data/judgements/fields";
import { CSV_LINE_END, csvCells } from "@/lib/formats/csv";

const PIECE = 64 * 1024;

/** A buffer of CSV lines. */
export class Lines {
  rows = 0;
  private bytes = Buffer.allocUnsafe(2 * PIECE);
  private length = 0;
  private readonly made = COLUMN_GROUPS.map((group, at) => {
    const first = COLUMN_GROUPS.slice(0, at).reduce((sum, { fields }) => sum + fields.length, 0);
    return { group, first, last: first + group.fields.length - 1, known: new Cells() };
  });

  get isFull(): boolean {
    return this.length >= PIECE;
  }

  get isEmpty(): boolean {
    return this.length === 0;
  }

  /** Returns the lines so far and empties the buffer. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.length);
    this.bytes = Buffer.allocUnsafe(2 * PIECE);
    this.length = 0;
    return taken;
  }

  add(row: Tuple): void {
    this.rows++;
    for (let at = 0; at < this.made.length; at++) {
      const { group, first, last, known } = this.made[at] as (typeof this.made)[number];
      const isLast = at === this.made.length - 1;
      if (!group.repeats) {
        this.write(cellsOf(group, first, row, isLast));
        continue;
      }
      // The bytes of the group, with the lengths of its fields, are its cache key.
      const from = (row.start[first] as number) - 4;
      const to = (row.start[last] as number) + Math.max(0, row.length[last] as number);
      this.append(
        known.find(row.bytes, from, to) ??
          known.keep(row.bytes, from, to, Buffer.from(cellsOf(group, first, row, isLast))),
      );
    }
  }

  private append(cells: Buffer): void {
    this.makeRoom(cells.length);
    this.bytes.set(cells, this.length);
    this.length += cells.length;
  }

  private write(cells: string): void {
    this.makeRoom(3 * cells.length);
    this.length += this.bytes.write(cells, this.length);
  }

  private makeRoom(bytes: number): void {
    if (this.length + bytes <= this.bytes.length) return;
    const more = Buffer.allocUnsafe(2 * (this.length + bytes));
    more.set(this.bytes.subarray(0, this.length));
    this.bytes = more;
  }
}

/** The cells of a group, with the separator that follows. */
function cellsOf({ fields, columns, make }: ColumnGroup, first: number, row: Tuple, isLast: boolean): string {
  const found: Record<string, unknown> = {};
  for (const [at, field] of fields.entries()) {
    const from = row.start[first + at] as number;
    const length = row.length[first + at] as number;
    found[field] = length === -1 ? null : FORMS[FIELDS[field][1]](row.bytes, from, from + length);
  }
  const rating = make(found as unknown as ExportedJudgement);
  return `${csvCells(columns.map((column) => rating[column]))}${isLast ? CSV_LINE_END : ","}`;
}

/** Longer texts are not cached, because they rarely repeat. */
const LONGEST_KEY = 1024;
const MOST_KEYS = 1024;

/** A cache of cells by the bytes they were made from. */
class Cells {
  private last: Buffer = Buffer.alloc(0);
  private lastMade: Buffer = Buffer.alloc(0);
  private readonly made = new Map<string, { key: Buffer; cells: Buffer }>();

  find(bytes: Buffer, from: number, to: number): Buffer | undefined {
    if (isSame(this.last, bytes, from, to)) return this.lastMade;
    if (to - from > LONGEST_KEY) return undefined;
    const found = this.made.get(bytes.toString("latin1", from, to));
    if (!found) return undefined;
    this.last = found.key;
    this.lastMade = found.cells;
    return found.cells;
  }

  keep(bytes: Buffer, from: number, to: number, cells: Buffer): Buffer {
    if (to - from > LONGEST_KEY) return cells;
    const key = Buffer.from(bytes.subarray(from, to));
    if (this.made.size >= MOST_KEYS) this.made.clear();
    this.made.set(bytes.toString("latin1", from, to), { key, cells });
    this.last = key;
    this.lastMade = cells;
    return cells;
  }
}

function isSame(key: Buffer, bytes: Buffer, from: number, to: number): boolean {
  if (key.length !== to - from || to === from) return false;
  for (let at = 0; at < key.length; at++) if (key[at] !== bytes[from + at]) return false;
  return true;
}
