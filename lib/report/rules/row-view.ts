import { RATER_KINDS, type RaterKind } from "@/lib/judgement/schema";
import type { PackedColumn } from "./bit-packed-column";
import type { Coded } from "./dictionary-column";
import type { Abouts } from "./subject-keys";
import type { Texts } from "./text-column";

/** The common columns of judgements and drafts: their subjects and raters. */
interface StoredColumns {
  readonly id: Texts;
  readonly abouts: Abouts;
  readonly about: PackedColumn;
  readonly rater: Coded<string>;
  readonly kind: PackedColumn;
}

/** A row of such columns as an object, whose fields are looked up on access. */
export abstract class TableRowView<Among extends StoredColumns> {
  constructor(
    protected readonly among: Among,
    protected readonly row: number,
  ) {}

  get id(): string {
    return this.among.id.at(this.row);
  }
  get task(): string {
    return this.among.abouts.task(this.about);
  }
  get item(): string {
    return this.among.abouts.item(this.about);
  }
  get response(): string | null {
    return this.among.abouts.response(this.about);
  }
  get pair(): readonly [string, string] | null {
    return this.among.abouts.pair(this.about);
  }
  private get about(): number {
    return this.among.about.at(this.row);
  }
  get rater(): string {
    return this.among.rater.at(this.row) as string;
  }
  get raterKind(): RaterKind {
    return RATER_KINDS[this.among.kind.at(this.row)] as RaterKind;
  }
}
