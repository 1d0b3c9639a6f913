import { groupBy } from "@/lib/agreement/group-by";
import { canonicalTime } from "@/lib/dataset/schema";
import { type Action, EXPOSURES, type Exposure, type Value } from "@/lib/judgement/schema";
import type { ReportJudgement } from "@/lib/report/schema/study";
import { Listed } from "./lazy-list";
import { NONE } from "./none";
import { filling, RowColumns, type SubjectLists, TableRowView, valueColumn } from "./row-view";
import { reasonCode } from "./study-data";
import { createTextColumn, TextColumn } from "./text-column";

/** Judgements as columns that are read from the engine, with objects made on access. */
export class JudgementTable extends RowColumns {
  /** No text: without an own value before the draft. */
  readonly initial: TextColumn<Value | null>;
  /** As numbered by `EXPOSURE_NUMBER`. */
  readonly exposure: Int8Array;
  readonly arm: TextColumn;
  readonly draft: TextColumn;
  /** The code of a reason, of which the text is the JSON. */
  readonly reason: TextColumn<string | null>;
  /** The response that was shown on the left. */
  readonly left: Int32Array;
  readonly isBulk: Int8Array;
  readonly activeMs: Int32Array;
  /** In milliseconds; NaN without one. */
  readonly startedAt: Float64Array;
  readonly submittedAt: Float64Array;
  lines = new Lines(0);

  constructor(lists: SubjectLists, rows: number) {
    super(lists, rows);
    this.initial = valueColumn(rows);
    this.exposure = new Int8Array(rows);
    this.arm = createTextColumn(rows);
    this.draft = createTextColumn(rows);
    this.reason = new TextColumn(rows, (reason) => reasonCode(JSON.parse(reason)));
    this.left = new Int32Array(rows);
    this.isBulk = new Int8Array(rows);
    this.activeMs = new Int32Array(rows);
    this.startedAt = new Float64Array(rows);
    this.submittedAt = new Float64Array(rows);
  }

  /** The columns in the order in which they are read. */
  get columns() {
    const { common, initial, exposure, arm, draft, reason, left } = this;
    const { isBulk, activeMs, startedAt, submittedAt } = this;
    return [
      ...common,
      ...filling(initial, exposure, arm, draft, reason, left, isBulk, activeMs, startedAt, submittedAt),
    ];
  }

  all(): Listed<ReportJudgement> {
    return new Listed(this.id.length, (row): ReportJudgement => new JudgementTableRow(this, row));
  }
}

/** One row. */
export class JudgementTableRow
  extends TableRowView<JudgementTable>
  implements Record<keyof ReportJudgement, unknown>, ReportJudgement
{
  get arm(): string | null {
    return this.among.arm.at(this.row) ?? null;
  }
  get exposure(): Exposure | null {
    const number = this.among.exposure[this.row] as number;
    return number === 0 ? null : (EXPOSURES[number - 1] as Exposure);
  }
  get draft(): string | null {
    return this.among.draft.at(this.row) ?? null;
  }
  get initial(): Value | null | undefined {
    return this.among.initial.at(this.row);
  }
  get lines(): ReportJudgement["lines"] {
    return this.among.lines.of(this.row);
  }
  get bulk(): true | undefined {
    return this.among.isBulk[this.row] === 1 || undefined;
  }
  get left(): string | undefined {
    const response = this.among.left[this.row] as number;
    return response === NONE ? undefined : this.among.lists.responses[response];
  }
  get reason(): string | undefined {
    return this.among.reason.at(this.row) ?? undefined;
  }
  get activeMs(): number | null {
    const ms = this.among.activeMs[this.row] as number;
    return ms === NONE ? null : ms;
  }
  get startedAt(): string | null {
    return written(this.milliseconds("startedAt"));
  }
  get submittedAt(): string | null {
    return written(this.milliseconds("submittedAt"));
  }

  /** A timestamp in milliseconds without creating text; null without one. */
  milliseconds(which: "startedAt" | "submittedAt"): number | null {
    const at = this.among[which][this.row] as number;
    return Number.isNaN(at) ? null : at;
  }
}

function written(at: number | null): string | null {
  return at === null ? null : canonicalTime(new Date(at));
}

const NO_LINES: ReportJudgement["lines"] = [];

/** Decisions on lines, in the order of their judgements. */
export class Lines {
  /** The place of the judgement of each line. */
  private readonly place: Int32Array;
  private readonly draft: Int32Array;
  private readonly action: TextColumn<Action>;
  private readonly reason: TextColumn;
  /** A person's text. */
  private readonly text: TextColumn;
  private readonly isBulk: Int8Array;
  /** 1 if written before the draft was shown. */
  private readonly isInitial: Int8Array;
  /** The beginning of each judgement's lines; empty without any. */
  private from: Int32Array = new Int32Array(0);

  constructor(lines: number) {
    this.place = new Int32Array(lines);
    this.draft = new Int32Array(lines);
    this.action = new TextColumn(lines, (action) => action as Action);
    this.reason = createTextColumn(lines);
    this.text = createTextColumn(lines);
    this.isBulk = new Int8Array(lines);
    this.isInitial = new Int8Array(lines);
  }

  /** The columns in the order in which they are read. */
  get columns() {
    const { place, draft, action, reason, text, isBulk, isInitial } = this;
    return filling(place, draft, action, reason, text, isBulk, isInitial);
  }

  /**
   * To be called after the last line was read. There is room for lines of judgements that do not count, but these lines are
   * not read.
   */
  close(judgements: number, lines: number): void {
    this.from = groupBy(this.place.subarray(0, lines), judgements).start;
  }

  of(place: number): ReportJudgement["lines"] {
    const from = this.from[place] ?? 0;
    const length = (this.from[place + 1] ?? 0) - from;
    return length === 0 ? NO_LINES : Array.from({ length }, (_, at) => this.line(from + at));
  }

  private line(line: number): ReportJudgement["lines"][number] {
    const draft = this.draft[line] as number;
    return {
      draft: draft === NONE ? null : draft,
      action: this.action.at(line) as Action,
      reason: this.reason.at(line) ?? null,
      text: this.text.at(line) ?? null,
      ...(this.isBulk[line] === 1 && { bulk: true }),
      ...(this.isInitial[line] === 1 && { initial: true }),
    };
  }
}
