import type { RaterKind, Value } from "@/lib/judgement/schema";
import { NONE } from "./none";
import { TextColumn } from "./text-column";

/** Takes the cells of a column that is read from the engine, row by row. */
type TakeCell = (cell: never, row: number) => void;

/** Puts the cells of a column into a list. */
const into =
  <T>(list: { [row: number]: T }) =>
  (cell: T, row: number) => {
    list[row] = cell;
  };

/** Takes the cells of these columns. */
export const filling = (...columns: (TextColumn<unknown> | Parameters<typeof into>[0])[]): TakeCell[] =>
  columns.map((column) =>
    column instanceof TextColumn ? (cell: string | null, row: number) => column.set(row, cell) : into(column),
  );

/** The lists whose places are in the columns of a table. */
export interface SubjectLists {
  tasks: readonly string[];
  responses: readonly string[];
  /** Items, and what is about none, by their number. */
  items: ReadonlyMap<number, string>;
  raters: readonly { kind: RaterKind; code: string }[];
}

/** The common columns of judgements and drafts: what they are about, by whom, and what they say. */
export class RowColumns {
  readonly id: string[] = [];
  readonly task: Int32Array;
  readonly item: Int32Array;
  /** The response; of a pair the first, and the second, in the order of their keys. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** 1 if the second of a pair comes first. */
  readonly isSwapped: Int8Array;
  readonly rater: Int32Array;
  readonly value: TextColumn<Value | null>;

  constructor(
    readonly lists: SubjectLists,
    rows: number,
  ) {
    this.task = new Int32Array(rows);
    this.item = new Int32Array(rows);
    this.first = new Int32Array(rows);
    this.second = new Int32Array(rows);
    this.isSwapped = new Int8Array(rows);
    this.rater = new Int32Array(rows);
    this.value = valueColumn(rows);
  }

  /** The columns in the order in which they are read. */
  get common() {
    const { id, task, item, first, second, isSwapped, rater, value } = this;
    return filling(id, task, item, first, second, isSwapped, rater, value);
  }
}

/** A column of values as JSON. */
export const valueColumn = (rows: number) => new TextColumn(rows, (text) => JSON.parse(text) as Value | null);

/** A row of such columns as an object, whose fields are looked up when they are read. */
export abstract class TableRowView<Among extends RowColumns> {
  constructor(
    protected readonly among: Among,
    protected readonly row: number,
  ) {}

  get id(): string {
    return this.among.id[this.row] as string;
  }
  get task(): string {
    return this.among.lists.tasks[this.among.task[this.row] as number] as string;
  }
  get item(): string {
    return this.among.lists.items.get(this.among.item[this.row] as number) as string;
  }
  get response(): string | null {
    return this.among.second[this.row] === NONE ? this.responseAt(this.among.first) : null;
  }
  get pair(): readonly [string, string] | null {
    const { first, second, isSwapped } = this.among;
    if (second[this.row] === NONE) return null;
    const pair = [this.responseAt(first), this.responseAt(second)] as const;
    return isSwapped[this.row] === 1 ? [pair[1], pair[0]] : pair;
  }
  get rater(): string {
    return this.by.code;
  }
  get raterKind(): RaterKind {
    return this.by.kind;
  }
  get value(): Value | null {
    return this.among.value.at(this.row) ?? null;
  }

  private get by() {
    return this.among.lists.raters[this.among.rater[this.row] as number] as SubjectLists["raters"][number];
  }
  private responseAt(column: Int32Array): string {
    return this.among.lists.responses[column[this.row] as number] as string;
  }
}
