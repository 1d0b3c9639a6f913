import { Numbering } from "@/lib/agreement/numbering";
import { NO_VERDICT, UNREAD, type Verdict, type VerdictScale } from "@/lib/agreement/verdict-table";
import type { PooledVerdicts } from "@/lib/agreement/verdicts";
import type { Value } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { StudyData } from "@/lib/report/schema/study";
import { type MeasurementScale, measurementScaleOf, readingOfTarget } from "./measurement-scale";
import { NONE } from "./none";
import type { RaterVerdicts } from "./rater-verdicts";
import type { KnownUnit } from "./reference-answers";

/** With more distinct values than this, values are not treated as classes. */
const MOST_VALUES = 101;

/** Answers and verdicts as numbers of values. */
export interface CodedVerdicts {
  verdicts: PooledVerdicts;
  values: readonly Value[];
  scale: VerdictScale;
  /** On several scales, or of too many values. */
  isMixed: boolean;
}

/** An answer and a judge's verdicts, once for all units that have the same. */
interface Form extends Pick<RaterVerdicts, "verdicts"> {
  /** The value that the verdicts are compared with. */
  gold: Value;
}

/** A judge's verdicts on some units, in columns that all subsets of the units share. */
export class ComparedUnits {
  /** The tags of each task, by number. */
  private readonly tagsOfTask: (readonly string[])[] = [];
  private readonly taskOf: number[] = [];
  /** Items by number, without those that were not compared. */
  private readonly items: string[] = [];
  private readonly itemOf: number[] = [];
  private readonly forms: Form[] = [];
  /** The form of each unit: units with the same answer and verdicts share one. */
  private readonly formOf: number[] = [];
  private readonly values = new Numbering<Value | null | undefined>();
  /** The number of a form, by its answer, first and second verdict as numbers of `values`. */
  private readonly numberOf: number[][][] = [];
  private readonly exposed: number[] = [];
  /** The spread of several samples; NaN for a single one. */
  private readonly spread: number[] = [];

  constructor(
    private readonly tagsOf: ReadonlyMap<string, readonly string[]>,
    private readonly scales: ItemScales,
  ) {}

  add(unit: KnownUnit, gold: Value, { verdicts, exposed, spread }: RaterVerdicts): void {
    const { values } = this;
    const { task, item } = unit.numbers;
    this.tagsOfTask[task] ??= [...new Set(this.tagsOf.get(unit.task))];
    this.items[item] = unit.item;
    this.taskOf.push(task);
    this.itemOf.push(item);
    this.exposed.push(Number(exposed));
    this.spread.push(spread ?? Number.NaN);
    const [answer, first, second] = [values.of(gold), values.of(verdicts[0]), values.of(verdicts[1])];
    this.numberOf[answer] ??= [];
    const ofAnswer = this.numberOf[answer] as number[][];
    ofAnswer[first] ??= [];
    const known = ofAnswer[first] as number[];
    known[second] ??= this.forms.push({ gold, verdicts }) - 1;
    this.formOf.push(known[second] as number);
  }

  get length(): number {
    return this.formOf.length;
  }

  /** Every unit. */
  all(): Int32Array {
    return Int32Array.from({ length: this.length }, (_, row) => row);
  }

  /** The units of each item. */
  byItem(): Map<string, ArrayLike<number>> {
    const rows = this.items.map((): number[] => []);
    for (let row = 0; row < this.length; row++) rows[this.itemOf[row] as number]?.push(row);
    return new Map(this.items.flatMap((item, at) => [[item, rows[at] as number[]] as const]));
  }

  /** The units of each tag. */
  byTag(): Map<string, ArrayLike<number>> {
    const rows = new Map<string, number[]>();
    for (let row = 0; row < this.length; row++)
      for (const tag of this.tags(row)) {
        const own = rows.get(tag) ?? [];
        own.push(row);
        rows.set(tag, own);
      }
    return rows;
  }

  /** The tags of a unit: the same list for all units of a task. */
  tags(row: number): readonly string[] {
    return this.tagsOfTask[this.taskOf[row] as number] as readonly string[];
  }

  /** The task of each of these units, by number. */
  tasksOf(rows: ArrayLike<number>): Int32Array {
    const tasks = new Int32Array(rows.length);
    for (let at = 0; at < rows.length; at++) tasks[at] = this.taskOf[rows[at] as number] as number;
    return tasks;
  }

  /**
   * The number of these units that were judged with a draft in view, and the spread of the samples of each that has
   * several.
   */
  circumstances(rows: ArrayLike<number>): { exposed: number; spreads: number[] } {
    let exposed = 0;
    const spreads: number[] = [];
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      exposed += this.exposed[row] as number;
      const spread = this.spread[row] as number;
      if (!Number.isNaN(spread)) spreads.push(spread);
    }
    return { exposed, spreads };
  }

  /** The answers and verdicts of these units as numbers of the values among them. */
  coded(rows: ArrayLike<number>): CodedVerdicts {
    const isRead = new Uint8Array(this.items.length);
    /** The forms of these units, and the number of each among them. */
    const forms: Form[] = [];
    const numberOfForm = new Int32Array(this.forms.length).fill(NONE);
    const formOf = new Int32Array(rows.length);
    const given = new Set<Value>();
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      isRead[this.itemOf[row] as number] = 1;
      const form = this.formOf[row] as number;
      if (numberOfForm[form] === NONE) numberOfForm[form] = forms.push(this.forms[form] as Form) - 1;
      formOf[at] = numberOfForm[form] as number;
    }
    for (const own of forms) {
      given.add(own.gold);
      for (const verdict of own.verdicts) if (verdict != null) given.add(verdict);
    }
    const read = [
      ...new Set(this.items.filter((_, item) => isRead[item] === 1).map((item) => this.scales.of(item))),
    ];
    const isPreference = isRead[this.items.indexOf(PREFERENCE)] === 1;
    const listed: readonly Value[] = read.length === 1 ? (read[0]?.categories ?? []) : [];
    const sides: readonly Value[] = isPreference ? ["tie"] : [];
    const values = [...new Set([...listed, ...sides, ...given])];
    const isNumeric = values.every((value) => typeof value === "number");
    if (isNumeric) values.sort((a, b) => a - b);
    const numberOf = new Map(values.map((value, at) => [value, at]));
    const code = (value: Value | null | undefined) =>
      value === undefined ? NO_VERDICT : value === null ? UNREAD : (numberOf.get(value) as number);
    const verdicts = forms.map(
      ({ gold, verdicts: [first, second] }): Verdict => ({
        gold: code(gold),
        verdicts: [code(first), code(second)],
      }),
    );
    return {
      verdicts: { forms: verdicts, formOf },
      values,
      scale: {
        size: values.length,
        numbers: isNumeric ? values : null,
        tie: isPreference ? (numberOf.get("tie") ?? null) : null,
        level: isNumeric ? "ordinal" : "nominal",
      },
      isMixed: new Set(read.map(({ name }) => name)).size > 1 || values.length > MOST_VALUES,
    };
  }
}

/** The measurement scale for the values of each item. */
interface ItemScales {
  of(item: string): MeasurementScale;
}

export function scalesOf({ items, overall }: StudyData): ItemScales {
  const byItem = new Map(items.map(({ key, scale }) => [key, measurementScaleOf(scale)]));
  const [ofOverall, ofPreference] = [readingOfTarget(OVERALL, 1, overall), readingOfTarget(PREFERENCE, "A")];
  return { of: (item) => byItem.get(item) ?? (item === PREFERENCE ? ofPreference : ofOverall) };
}
