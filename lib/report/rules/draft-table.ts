import { SIDE_ORDERS, type SideOrder } from "@/lib/dataset/schema";
import { RATER_KINDS, type Value } from "@/lib/judgement/schema";
import type { ReadableList, ReportDraft } from "@/lib/report/schema/study";
import { PackedColumn } from "./bit-packed-column";
import { Coded } from "./dictionary-column";
import { DictionaryColumn, FloatColumn, NONE } from "./growable-columns";
import { Listed } from "./lazy-list";
import { TableRowView } from "./row-view";
import type { Abouts } from "./subject-keys";
import { Texts } from "./text-column";
import { TextIndex } from "./text-index";

/** Drafts as columns of numbers, with objects created on access, like judgements. */
export class DraftTable {
  readonly id = new Texts();
  readonly about = new PackedColumn();
  private readonly words = new DictionaryColumn<string>();
  readonly rater = new Coded(this.words);
  readonly method = new Coded(this.words);
  readonly condition = new Coded(this.words);
  readonly order = new PackedColumn();
  readonly kind = new PackedColumn();
  readonly value = new Coded(new DictionaryColumn<Value>());
  readonly scoreLine = new PackedColumn();
  readonly length = new PackedColumn();
  /** NaN if none was stated. */
  readonly confidence = new FloatColumn();

  constructor(readonly abouts: Abouts) {}

  add(given: ReportDraft): void {
    this.id.push(given.id);
    this.about.push(this.abouts.of(given));
    this.rater.push(given.rater);
    this.method.push(given.method);
    this.condition.push(given.condition);
    this.order.push(given.order === null ? NONE : SIDE_ORDERS.indexOf(given.order));
    this.kind.push(RATER_KINDS.indexOf(given.raterKind));
    this.value.push(given.value);
    this.scoreLine.push(given.scoreLine ?? NONE);
    this.length.push(given.words);
    this.confidence.push(given.confidence ?? Number.NaN);
  }

  /** All drafts added so far. */
  all(): Listed<ReportDraft> {
    return new Listed(this.id.length, (row): ReportDraft => new DraftTableRow(this, row));
  }
}

/** One row. */
class DraftTableRow extends TableRowView<DraftTable> implements ReportDraft {
  get method(): string | null {
    return this.among.method.at(this.row);
  }
  get condition(): string | null {
    return this.among.condition.at(this.row);
  }
  get order(): SideOrder | null {
    return SIDE_ORDERS[this.among.order.at(this.row)] ?? null;
  }
  get value(): Value | null {
    return this.among.value.at(this.row);
  }
  get scoreLine(): number | null {
    const line = this.among.scoreLine.at(this.row);
    return line === NONE ? null : line;
  }
  get words(): number {
    return this.among.length.at(this.row);
  }
  get confidence(): number | undefined {
    const stated = this.among.confidence.at(this.row);
    return Number.isNaN(stated) ? undefined : stated;
  }
}

/** Drafts by id. */
export interface DraftsById {
  get(id: string): ReportDraft | undefined;
}

const known = new WeakMap<ReadableList<ReportDraft>, DraftsById>();

/** The drafts of a list by id. Positions are looked up once per list. */
export function draftsById(drafts: ReadableList<ReportDraft>): DraftsById {
  const before = known.get(drafts);
  if (before) return before;
  const places = new TextIndex((place) => drafts.at(place)?.id ?? "");
  for (const { id } of drafts) places.add(id);
  const found: DraftsById = {
    get: (id) => {
      const place = places.find(id);
      return place === NONE ? undefined : drafts.at(place);
    },
  };
  known.set(drafts, found);
  return found;
}
