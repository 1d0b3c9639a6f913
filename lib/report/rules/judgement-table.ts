import { canonicalTime } from "@/lib/dataset/schema";
import {
  ACTIONS,
  type Action,
  EXPOSURES,
  type Exposure,
  RATER_KINDS,
  type Value,
} from "@/lib/judgement/schema";
import type { ReportJudgement } from "@/lib/report/schema/study";
import { PackedColumn } from "./bit-packed-column";
import { Coded } from "./dictionary-column";
import { DictionaryColumn, NONE } from "./growable-columns";
import { Ids } from "./id-column";
import { Listed } from "./lazy-list";
import { Runs } from "./offsets";
import { TableRowView } from "./row-view";
import { Abouts } from "./subject-keys";
import { Texts } from "./text-column";
import { Milliseconds } from "./timestamp-column";

/** Without an own value before the draft; only for `initial`, where NONE is null. */
const NEVER = -2;

/**
 * Judgements as columns of numbers, with objects created on access: a million take some eleven megabytes in
 * addition to their subjects, and fifteen more if their ids are UUIDs.
 */
export class JudgementTable {
  readonly id = new Texts();
  readonly about = new PackedColumn();
  private readonly words = new DictionaryColumn<string>();
  readonly rater = new Coded(this.words);
  readonly arm = new Coded(this.words);
  readonly draft = new Ids();
  readonly reason = new Coded(this.words);
  readonly left = new Coded(this.words);
  readonly kind = new PackedColumn();
  readonly exposure = new PackedColumn();
  private readonly values = new DictionaryColumn<Value>();
  readonly initial = new Coded(this.values);
  readonly value = new Coded(this.values);
  readonly activeMs = new PackedColumn();
  readonly startedAt = new Moments();
  readonly submittedAt = new Moments(this.startedAt);
  readonly lines = new Lines(this.words);
  /** Rows whose value was accepted in bulk: rare. */
  readonly bulk = new Set<number>();

  constructor(readonly abouts = new Abouts()) {}

  add(given: ReportJudgement): void {
    if (given.bulk) this.bulk.add(this.id.length);
    this.id.push(given.id);
    this.about.push(this.abouts.of(given));
    this.rater.push(given.rater);
    this.arm.push(given.arm);
    this.draft.push(given.draft);
    this.reason.push(given.reason ?? null);
    this.left.push(given.left ?? null);
    this.kind.push(RATER_KINDS.indexOf(given.raterKind));
    this.exposure.push(given.exposure === null ? NONE : EXPOSURES.indexOf(given.exposure));
    this.initial.push(given.initial ?? null, given.initial === undefined ? NEVER : NONE);
    this.value.push(given.value);
    this.activeMs.push(given.activeMs ?? NONE);
    this.startedAt.push(given.startedAt);
    this.submittedAt.push(given.submittedAt);
    this.lines.push(given.lines);
  }

  /** Drops what is needed only for adding rows. */
  close(): void {
    this.draft.close();
    this.words.close();
    this.values.close();
  }

  /** All judgements added so far. */
  all(): Listed<ReportJudgement> {
    return new Listed(this.id.length, (row): ReportJudgement => new JudgementTableRow(this, row));
  }
}

/** Optional fields of a record. */
type Optional = "reason" | "initial" | "bulk" | "left";

/** One row. */
export class JudgementTableRow
  extends TableRowView<JudgementTable>
  implements Record<keyof ReportJudgement, unknown>, ReportJudgement
{
  get arm(): string | null {
    return this.among.arm.at(this.row);
  }
  get exposure(): Exposure | null {
    return EXPOSURES[this.among.exposure.at(this.row)] ?? null;
  }
  get draft(): string | null {
    return this.among.draft.at(this.row);
  }
  get initial(): Value | null | undefined {
    return this.among.initial.code(this.row) === NEVER ? undefined : this.among.initial.at(this.row);
  }
  get value(): Value | null {
    return this.among.value.at(this.row);
  }
  get lines(): ReportJudgement["lines"] {
    return this.among.lines.at(this.row);
  }
  get bulk(): true | undefined {
    return this.among.bulk.has(this.row) || undefined;
  }
  get left(): string | undefined {
    return this.among.left.at(this.row) ?? undefined;
  }
  get reason(): string | undefined {
    return this.among.reason.at(this.row) ?? undefined;
  }
  get activeMs(): number | null {
    const ms = this.among.activeMs.at(this.row);
    return ms === NONE ? null : ms;
  }
  get startedAt(): string | null {
    return this.among.startedAt.at(this.row);
  }
  get submittedAt(): string | null {
    return this.among.submittedAt.at(this.row);
  }

  /** A timestamp in milliseconds without creating text; null without one, NaN when it is invalid. */
  milliseconds(which: "startedAt" | "submittedAt"): number | null {
    return this.among[which].milliseconds(this.row);
  }

  /** A complete record; every field has to be listed. */
  toJSON(): Required<Omit<ReportJudgement, Optional>> & Pick<ReportJudgement, Optional> {
    const { id, task, item, response, pair, rater, raterKind, arm, exposure } = this;
    const { draft, initial, value, left, lines, bulk, reason, activeMs, startedAt, submittedAt } = this;
    const about = { id, task, item, response, pair, rater, raterKind, arm, exposure };
    return { ...about, draft, initial, value, left, lines, bulk, reason, activeMs, startedAt, submittedAt };
  }
}

/** Decisions on lines, by judgement. */
class Lines {
  private readonly runs = new Runs();
  private readonly draft = new PackedColumn();
  private readonly action = new PackedColumn();
  private readonly reason: Coded<string>;
  /** People's texts, by line. */
  private readonly text = new Map<number, string>();
  /** Lines accepted together with the rest of their draft. */
  private readonly bulk = new Set<number>();
  /** Lines written before the draft was shown. */
  private readonly initial = new Set<number>();

  constructor(words: DictionaryColumn<string>) {
    this.reason = new Coded(words);
  }

  push(lines: ReportJudgement["lines"]): void {
    for (const [at, { draft, action, reason, text, bulk, initial }] of lines.entries()) {
      this.draft.push(draft ?? NONE);
      this.action.push(ACTIONS.indexOf(action));
      this.reason.push(reason);
      if (text !== null) this.text.set(this.runs.total + at, text);
      if (bulk) this.bulk.add(this.runs.total + at);
      if (initial) this.initial.add(this.runs.total + at);
    }
    this.runs.push(lines.length);
  }

  at(row: number): ReportJudgement["lines"] {
    const length = this.runs.lengthOf(row);
    const from = length === 0 ? 0 : this.runs.from(row);
    return Array.from({ length }, (_, place) => {
      const line = from + place;
      const draft = this.draft.at(line);
      return {
        draft: draft === NONE ? null : draft,
        action: ACTIONS[this.action.at(line)] as Action,
        reason: this.reason.at(line),
        text: this.text.get(line) ?? null,
        ...(this.bulk.has(line) && { bulk: true }),
        ...(this.initial.has(line) && { initial: true }),
      };
    });
  }
}

/** A column of timestamps as text, stored as differences from another column. */
class Moments {
  private readonly times = new Milliseconds();
  /** Those in another format, or too far apart to be stored exactly. */
  private readonly odd = new Map<number, string>();

  constructor(private readonly since: Moments | null = null) {}

  push(moment: string | null): void {
    const row = this.times.length;
    const at = moment === null ? Number.NaN : Date.parse(moment);
    const after = at - this.begin(row);
    const isOdd = moment !== null && (written(at) !== moment || !Number.isSafeInteger(after));
    if (isOdd) this.odd.set(row, moment);
    this.times.push(isOdd ? Number.NaN : after);
  }

  at(row: number): string | null {
    return this.odd.get(row) ?? written(this.times.at(row) + this.begin(row));
  }

  milliseconds(row: number): number | null {
    const at = this.times.at(row) + this.begin(row);
    if (!Number.isNaN(at)) return at;
    const odd = this.odd.get(row);
    return odd === undefined ? null : Date.parse(odd);
  }

  /** The time that a row is relative to. */
  private begin(row: number): number {
    return this.since?.milliseconds(row) || 0;
  }
}

function written(at: number): string | null {
  return Number.isNaN(at) ? null : canonicalTime(new Date(at));
}
