import {
  canonicalTime,
  EXPOSURES,
  type Exposure,
  RATER_KINDS,
  type RaterKind,
  type Value,
} from "@/lib/dataset/schema";
import type { ReportJudgement } from "@/lib/report/schema/study";
import { Column, NONE } from "./column";

/** There was no own value before the draft: of `initial` alone, where NONE is null. */
const NEVER = -2;

const NO_LINES: ReportJudgement["lines"] = [];

/**
 * Judgements as columns of numbers, and what reads them as if each were an object: a million take a tenth of the room.
 * Whatever is asked of one is put together when it is asked.
 */
export class KeptJudgements {
  readonly all: ReportJudgement[] = [];

  readonly id: string[] = [];
  readonly task = new Coded<string>();
  readonly item = new Coded<string>(this.task);
  readonly response = new Coded<string>(this.task);
  readonly pairA = new Coded<string>(this.task);
  readonly pairB = new Coded<string>(this.task);
  readonly rater = new Coded<string>(this.task);
  readonly arm = new Coded<string>(this.task);
  readonly draft = new Coded<string>(this.task);
  readonly reason = new Coded<string>(this.task);
  readonly kind = new Column();
  readonly exposure = new Column();
  readonly initial = new Coded<Value>();
  readonly value = new Coded<Value>(this.initial);
  readonly activeMs = new Column();
  readonly startedAt = new Moments();
  readonly submittedAt = new Moments();
  /** Of those that have any. */
  readonly lines = new Map<number, ReportJudgement["lines"]>();

  add(given: ReportJudgement): void {
    const row = this.id.push(given.id) - 1;
    this.task.push(given.task);
    this.item.push(given.item);
    this.response.push(given.response);
    this.pairA.push(given.pair?.[0] ?? null);
    this.pairB.push(given.pair?.[1] ?? null);
    this.rater.push(given.rater);
    this.arm.push(given.arm);
    this.draft.push(given.draft);
    this.reason.push(given.reason ?? null);
    this.kind.push(RATER_KINDS.indexOf(given.raterKind));
    this.exposure.push(given.exposure === null ? NONE : EXPOSURES.indexOf(given.exposure));
    this.initial.push(given.initial ?? null, given.initial === undefined ? NEVER : NONE);
    this.value.push(given.value);
    this.activeMs.push(given.activeMs ?? NONE);
    this.startedAt.push(given.startedAt);
    this.submittedAt.push(given.submittedAt);
    if (given.lines.length > 0) this.lines.set(row, given.lines);
    this.all.push(new Kept(this, row));
  }
}

/** What a record may lack. */
type Optional = "reason" | "initial";

/** One of them. */
class Kept implements Record<keyof ReportJudgement, unknown>, ReportJudgement {
  constructor(
    private readonly among: KeptJudgements,
    private readonly row: number,
  ) {}

  get id(): string {
    return this.among.id[this.row] as string;
  }
  get task(): string {
    return this.among.task.at(this.row) as string;
  }
  get item(): string {
    return this.among.item.at(this.row) as string;
  }
  set item(key: string) {
    this.among.item.set(this.row, key);
  }
  get response(): string | null {
    return this.among.response.at(this.row);
  }
  get pair(): readonly [string, string] | null {
    const first = this.among.pairA.at(this.row);
    return first === null ? null : [first, this.among.pairB.at(this.row) as string];
  }
  get rater(): string {
    return this.among.rater.at(this.row) as string;
  }
  get raterKind(): RaterKind {
    return RATER_KINDS[this.among.kind.at(this.row)] as RaterKind;
  }
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
    return this.among.lines.get(this.row) ?? NO_LINES;
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

  /** As a record of its own; every field has to be here. */
  toJSON(): Required<Omit<ReportJudgement, Optional>> & Pick<ReportJudgement, Optional> {
    const { id, task, item, response, pair, rater, raterKind, arm, exposure } = this;
    const { draft, initial, value, lines, reason, activeMs, startedAt, submittedAt } = this;
    const about = { id, task, item, response, pair, rater, raterKind, arm, exposure };
    return { ...about, draft, initial, value, lines, reason, activeMs, startedAt, submittedAt };
  }
}

/** A column of what few are different of, by the number each has in a list; several columns may share one. */
class Coded<T> {
  private readonly codes = new Column();
  private readonly known: Map<T, number>;
  private readonly list: T[];

  constructor(list?: Coded<T>) {
    this.known = list?.known ?? new Map();
    this.list = list?.list ?? [];
  }

  push(thing: T | null, none: number = NONE): void {
    this.codes.push(thing === null ? none : this.numberOf(thing));
  }

  set(row: number, thing: T): void {
    this.codes.set(row, this.numberOf(thing));
  }

  code(row: number): number {
    return this.codes.at(row);
  }

  at(row: number): T | null {
    return this.list[this.codes.at(row)] ?? null;
  }

  private numberOf(thing: T): number {
    const known = this.known.get(thing);
    if (known !== undefined) return known;
    const number = this.list.push(thing) - 1;
    this.known.set(thing, number);
    return number;
  }
}

/** A column of moments, in milliseconds. */
class Moments {
  private room = new Float64Array(1024);
  private length = 0;
  /** Those that are written in a way of their own. */
  private readonly odd = new Map<number, string>();

  push(moment: string | null): void {
    const row = this.length++;
    if (row === this.room.length) {
      const more = new Float64Array(2 * row);
      more.set(this.room);
      this.room = more;
    }
    const at = moment === null ? Number.NaN : Date.parse(moment);
    this.room[row] = at;
    if (moment !== null && written(at) !== moment) this.odd.set(row, moment);
  }

  at(row: number): string | null {
    return this.odd.get(row) ?? written(this.room[row] as number);
  }
}

function written(at: number): string | null {
  return Number.isNaN(at) ? null : canonicalTime(new Date(at));
}
