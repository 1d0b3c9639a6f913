import type { RaterKind, Value } from "@/lib/judgement/schema";
import { NarrowColumn, NONE } from "./growable-columns";
import { TextColumn } from "./text-column";

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
  readonly task: NarrowColumn;
  readonly item: NarrowColumn;
  /** The response; of a pair the first, and the second, in the order of their keys. */
  readonly first: NarrowColumn;
  readonly second: NarrowColumn;
  /** 1 if the second of a pair comes first. */
  readonly isSwapped: NarrowColumn;
  readonly rater: NarrowColumn;
  readonly value: TextColumn<Value | null>;

  constructor(
    readonly lists: SubjectLists,
    rows: number,
  ) {
    this.task = new NarrowColumn(rows);
    this.item = new NarrowColumn(rows);
    this.first = new NarrowColumn(rows);
    this.second = new NarrowColumn(rows);
    this.isSwapped = new NarrowColumn(rows);
    this.rater = new NarrowColumn(rows);
    this.value = valueColumn(rows);
  }

  /** The columns in the order in which they are read. */
  get common() {
    const { id, task, item, first, second, isSwapped, rater, value } = this;
    return [id, task, item, first, second, isSwapped, rater, value];
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
    return this.among.lists.tasks[this.among.task.at(this.row)] as string;
  }
  get item(): string {
    return this.among.lists.items.get(this.among.item.at(this.row)) as string;
  }
  get response(): string | null {
    return this.among.second.at(this.row) === NONE ? this.responseAt(this.among.first) : null;
  }
  get pair(): readonly [string, string] | null {
    const { first, second, isSwapped } = this.among;
    if (second.at(this.row) === NONE) return null;
    const pair = [this.responseAt(first), this.responseAt(second)] as const;
    return isSwapped.at(this.row) === 1 ? [pair[1], pair[0]] : pair;
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
    return this.among.lists.raters[this.among.rater.at(this.row)] as SubjectLists["raters"][number];
  }
  private responseAt(column: NarrowColumn): string {
    return this.among.lists.responses[column.at(this.row)] as string;
  }
}
