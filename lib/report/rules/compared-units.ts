import { NO_VERDICT, UNREAD, type Verdict, type VerdictScale } from "@/lib/agreement/verdict-table";
import type { Value } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { StudyData } from "@/lib/report/schema/study";
import { DictionaryColumn, FloatColumn, GrowableColumn, NarrowColumn } from "./growable-columns";
import { type MeasurementScale, measurementScaleOf, readingOfTarget } from "./measurement-scale";
import type { RaterVerdicts } from "./rater-verdicts";
import { TupleIndex } from "./tuple-index";

/** With more distinct values than this, values are not treated as classes. */
const MOST_VALUES = 101;

/** Answers and verdicts as numbers of values. */
export interface CodedVerdicts {
  verdicts: Verdict[];
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
  private readonly tasks = new DictionaryColumn<string>();
  private readonly taskOf = new GrowableColumn();
  private readonly items = new DictionaryColumn<string>();
  private readonly itemOf = new GrowableColumn();
  private readonly forms: Form[] = [];
  /** The form of each unit: units with the same answer and verdicts share one. */
  private readonly formOf = new GrowableColumn();
  private readonly values = new DictionaryColumn<Value | null | undefined>();
  private readonly index = new TupleIndex(3);
  private readonly key = new Int32Array(3);
  private readonly exposed = new NarrowColumn();
  /** The spread of several samples; NaN for a single one. */
  private readonly spread = new FloatColumn();

  constructor(
    private readonly tagsOf: ReadonlyMap<string, readonly string[]>,
    private readonly scales: ItemScales,
  ) {}

  add({ unit, verdicts, exposed, spread }: RaterVerdicts, gold: Value): void {
    const { key, values } = this;
    this.taskOf.push(this.tasks.of(unit.task));
    this.itemOf.push(this.items.of(unit.item));
    this.exposed.push(Number(exposed));
    this.spread.push(spread ?? Number.NaN);
    key[0] = values.of(gold);
    key[1] = values.of(verdicts[0]);
    key[2] = values.of(verdicts[1]);
    const form = this.index.of(key);
    if (form === this.forms.length) this.forms.push({ gold, verdicts });
    this.formOf.push(form);
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
    const rows = this.items.list.map((): number[] => []);
    for (let row = 0; row < this.length; row++) rows[this.itemOf.at(row)]?.push(row);
    return new Map(this.items.list.map((item, at) => [item, rows[at] ?? []]));
  }

  /** The units of each tag. */
  byTag(): Map<string, ArrayLike<number>> {
    const rows = new Map<string, number[]>();
    for (let row = 0; row < this.length; row++)
      for (const tag of new Set(this.tags(row))) {
        const own = rows.get(tag) ?? [];
        own.push(row);
        rows.set(tag, own);
      }
    return rows;
  }

  /** The tags of a unit: the same list for all units of a task. */
  tags(row: number): readonly string[] {
    return this.tagsOf.get(this.tasks.list[this.taskOf.at(row)] as string) ?? NO_TAGS;
  }

  /** The task of each of these units, by number. */
  tasksOf(rows: ArrayLike<number>): Int32Array {
    return Int32Array.from(rows, (row) => this.taskOf.at(row));
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
      exposed += this.exposed.at(row);
      const spread = this.spread.at(row);
      if (!Number.isNaN(spread)) spreads.push(spread);
    }
    return { exposed, spreads };
  }

  /** The answers and verdicts of these units as numbers of the values among them. */
  coded(rows: ArrayLike<number>): CodedVerdicts {
    const isRead = new Uint8Array(this.items.list.length);
    const verdictOf: (Verdict | undefined)[] = [];
    const forms: Form[] = [];
    const given = new Set<Value>();
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      isRead[this.itemOf.at(row)] = 1;
      const form = this.formOf.at(row);
      if (verdictOf[form]) continue;
      const own = this.forms[form] as Form;
      verdictOf[form] = { gold: 0, verdicts: [NO_VERDICT, NO_VERDICT] };
      forms[form] = own;
      given.add(own.gold);
      for (const verdict of own.verdicts) if (verdict != null) given.add(verdict);
    }
    const read = [
      ...new Set(this.items.list.filter((_, item) => isRead[item] === 1).map((item) => this.scales.of(item))),
    ];
    const isPreference = isRead[this.items.list.indexOf(PREFERENCE)] === 1;
    const listed: readonly Value[] = read.length === 1 ? (read[0]?.categories ?? []) : [];
    const sides: readonly Value[] = isPreference ? ["tie"] : [];
    const values = [...new Set([...listed, ...sides, ...given])];
    const isNumeric = values.every((value) => typeof value === "number");
    if (isNumeric) values.sort((a, b) => a - b);
    const numberOf = new Map(values.map((value, at) => [value, at]));
    const code = (value: Value | null | undefined) =>
      value === undefined ? NO_VERDICT : value === null ? UNREAD : (numberOf.get(value) as number);
    forms.forEach(({ gold, verdicts: [first, second] }, form) => {
      verdictOf[form] = { gold: code(gold), verdicts: [code(first), code(second)] };
    });
    return {
      verdicts: Array.from(rows, (row) => verdictOf[this.formOf.at(row)] as Verdict),
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

const NO_TAGS: readonly string[] = [];

/** The measurement scale for the values of each item. */
interface ItemScales {
  of(item: string): MeasurementScale;
}

export function scalesOf({ items, overall }: StudyData): ItemScales {
  const byItem = new Map(items.map(({ key, scale }) => [key, measurementScaleOf(scale)]));
  const [ofOverall, ofPreference] = [readingOfTarget(OVERALL, 1, overall), readingOfTarget(PREFERENCE, "A")];
  return { of: (item) => byItem.get(item) ?? (item === PREFERENCE ? ofPreference : ofOverall) };
}
