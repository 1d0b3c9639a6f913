import { canonicalTime } from "@/lib/dataset/schema";
import { type Action, EXPOSURES, type Exposure, type Value } from "@/lib/judgement/schema";
import type { ReportJudgement } from "@/lib/report/schema/study";
import { FloatColumn, NarrowColumn, NONE } from "./growable-columns";
import { Listed } from "./lazy-list";
import { RowColumns, type SubjectLists, TableRowView, valueColumn } from "./row-view";
import { reasonCode } from "./study-data";
import { TextColumn, textColumn } from "./text-column";

/** Judgements as columns that are read from the engine, with objects made on access. */
export class JudgementTable extends RowColumns {
  /** No text: without an own value before the draft. */
  readonly initial: TextColumn<Value | null>;
  /** As numbered by `EXPOSURE_NUMBER`. */
  readonly exposure: NarrowColumn;
  readonly arm: TextColumn;
  readonly draft: TextColumn;
  /** The code of a reason, of which the text is the JSON. */
  readonly reason: TextColumn<string | null>;
  /** The response that was shown on the left. */
  readonly left: NarrowColumn;
  readonly isBulk: NarrowColumn;
  readonly activeMs: NarrowColumn;
  /** In milliseconds; NaN without one. */
  readonly startedAt: FloatColumn;
  readonly submittedAt: FloatColumn;
  readonly lines = new Lines();

  constructor(lists: SubjectLists, rows: number) {
    super(lists, rows);
    this.initial = valueColumn(rows);
    this.exposure = new NarrowColumn(rows);
    this.arm = textColumn(rows);
    this.draft = textColumn(rows);
    this.reason = new TextColumn(rows, (reason) => reasonCode(JSON.parse(reason)));
    this.left = new NarrowColumn(rows);
    this.isBulk = new NarrowColumn(rows);
    this.activeMs = new NarrowColumn(rows);
    this.startedAt = new FloatColumn(rows);
    this.submittedAt = new FloatColumn(rows);
  }

  /** The columns in the order in which they are read. */
  get columns() {
    const { common, initial, exposure, arm, draft, reason, left } = this;
    const { isBulk, activeMs, startedAt, submittedAt } = this;
    return [
      ...common,
      ...[initial, exposure, arm, draft, reason, left],
      ...[isBulk, activeMs, startedAt, submittedAt],
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
    const number = this.among.exposure.at(this.row);
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
    return this.among.isBulk.at(this.row) === 1 || undefined;
  }
  get left(): string | undefined {
    const response = this.among.left.at(this.row);
    return response === NONE ? undefined : this.among.lists.responses[response];
  }
  get reason(): string | undefined {
    return this.among.reason.at(this.row) ?? undefined;
  }
  get activeMs(): number | null {
    const ms = this.among.activeMs.at(this.row);
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
    const at = this.among[which].at(this.row);
    return Number.isNaN(at) ? null : at;
  }
}

function written(at: number | null): string | null {
  return at === null ? null : canonicalTime(new Date(at));
}

const NO_LINES: ReportJudgement["lines"] = [];

/** Decisions on lines, in the order of their judgements. */
class Lines {
  /** The place of the judgement of each line. */
  readonly place = new NarrowColumn();
  readonly draft = new NarrowColumn();
  readonly action = new TextColumn(0, (action) => action as Action);
  readonly reason = textColumn(0);
  /** A person's text. */
  readonly text = textColumn(0);
  readonly isBulk = new NarrowColumn();
  /** 1 if written before the draft was shown. */
  readonly isInitial = new NarrowColumn();
  /** The beginning of each judgement's lines; empty without any. */
  private from = new Int32Array(0);

  /** The columns in the order in which they are read. */
  get columns() {
    const { place, draft, action, reason, text, isBulk, isInitial } = this;
    return [place, draft, action, reason, text, isBulk, isInitial];
  }

  /** After the last line. */
  close(judgements: number): void {
    this.from = new Int32Array(judgements + 1);
    for (let line = 0; line < this.place.length; line++) {
      const after = this.place.at(line) + 1;
      this.from[after] = (this.from[after] as number) + 1;
    }
    for (let at = 1; at <= judgements; at++)
      this.from[at] = (this.from[at] as number) + (this.from[at - 1] as number);
  }

  of(place: number): ReportJudgement["lines"] {
    const from = this.from[place] ?? 0;
    const length = (this.from[place + 1] ?? 0) - from;
    return length === 0 ? NO_LINES : Array.from({ length }, (_, at) => this.line(from + at));
  }

  private line(line: number): ReportJudgement["lines"][number] {
    const draft = this.draft.at(line);
    return {
      draft: draft === NONE ? null : draft,
      action: this.action.at(line) as Action,
      reason: this.reason.at(line) ?? null,
      text: this.text.at(line) ?? null,
      ...(this.isBulk.at(line) === 1 && { bulk: true }),
      ...(this.isInitial.at(line) === 1 && { initial: true }),
    };
  }
}
