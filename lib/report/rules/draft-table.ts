import type { SideOrder } from "@/lib/dataset/schema";
import type { ReadableList, ReportDraft } from "@/lib/report/schema/study";
import { Listed } from "./lazy-list";
import { NONE } from "./none";
import { filling, RowColumns, type SubjectLists, TableRowView } from "./row-view";
import { createTextColumn, TextColumn } from "./text-column";

/** Drafts as columns that are read from the engine, with objects made on access. */
export class DraftTable extends RowColumns {
  readonly method: TextColumn;
  readonly condition: TextColumn;
  readonly order: TextColumn<SideOrder>;
  readonly scoreLine: Int32Array;
  readonly words: Int32Array;
  /** NaN if none was stated. */
  readonly confidence: Float64Array;
  /** 1 if the run left the question to the rules. */
  readonly leftToRules: Int8Array;

  constructor(lists: SubjectLists, rows: number) {
    super(lists, rows);
    this.method = createTextColumn(rows);
    this.condition = createTextColumn(rows);
    this.order = new TextColumn(rows, (order) => order as SideOrder);
    this.scoreLine = new Int32Array(rows);
    this.words = new Int32Array(rows);
    this.confidence = new Float64Array(rows);
    this.leftToRules = new Int8Array(rows);
  }

  /** The columns in the order in which they are read. */
  get columns() {
    const { common, method, condition, order, scoreLine, words, confidence, leftToRules } = this;
    return [...common, ...filling(method, condition, order, scoreLine, words, confidence, leftToRules)];
  }

  all(): Listed<ReportDraft> {
    return new Listed(this.id.length, (row): ReportDraft => new DraftTableRow(this, row));
  }
}

/** One row. */
class DraftTableRow extends TableRowView<DraftTable> implements ReportDraft {
  get method(): string | null {
    return this.among.method.at(this.row) ?? null;
  }
  get condition(): string | null {
    return this.among.condition.at(this.row) ?? null;
  }
  get order(): SideOrder | null {
    return this.among.order.at(this.row) ?? null;
  }
  get scoreLine(): number | null {
    const line = this.among.scoreLine[this.row] as number;
    return line === NONE ? null : line;
  }
  get words(): number {
    return this.among.words[this.row] as number;
  }
  get confidence(): number | undefined {
    const stated = this.among.confidence[this.row] as number;
    return Number.isNaN(stated) ? undefined : stated;
  }
  get leftToRules(): true | undefined {
    return this.among.leftToRules[this.row] === 1 ? true : undefined;
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
  const places = new Map<string, number>();
  for (const { id } of drafts) places.set(id, places.size);
  const found: DraftsById = {
    get: (id) => {
      const place = places.get(id);
      return place === undefined ? undefined : drafts.at(place);
    },
  };
  known.set(drafts, found);
  return found;
}
