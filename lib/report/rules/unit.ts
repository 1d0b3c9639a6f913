import type { ExposureClass, RaterKind, Value } from "@/lib/judgement/schema";
import type { ReportJudgement } from "@/lib/report/schema/study";
import type { SameClass } from "./exposure-classes";
import { Listed } from "./lazy-list";

/** A rater: a person, gold, the rule engine, or one model with one method under one condition. */
export interface Rater {
  key: string;
  name: string;
  kind: RaterKind;
  method: string | null;
  /** Distinguishes it from the same model and method; null when it is the only one. */
  condition: string | null;
}

export interface Rated {
  rater: Rater;
  value: Value;
  /** The class of this value; null for raters other than people. */
  exposure: Exclude<ExposureClass, "any"> | null;
  /** The arm it was given in; null without arms, and for raters other than people. */
  arm: string | null;
  /** The value of the draft named by the judgement; null without one. */
  draft: Value | null;
  /** The rater's own value before the draft was revealed; null when there was none. */
  initial: Value | null;
  /** The judgement of the value; null for drafts. */
  judgement: ReportJudgement | null;
  /** The index of that judgement in the study, if a person gave it. */
  place: number | null;
}

/** People's values in each exposure class. */
export type ByExposure = Readonly<Record<ExposureClass, readonly Rated[]>>;

/** The unit of comparison: one item (or overall, or preference) of one response or pair. */
export interface Unit {
  /** By `unitKey`. */
  readonly key: string;
  item: string;
  /** The response, or the pair regardless of which side is A. */
  subject: string;
  task: string;
  /** Null for a pair. */
  response: string | null;
  /** People's values by exposure class, one per person, including n/a. */
  humans: ByExposure;
  /** Values of other raters: drafts and judgements. */
  others: readonly Rated[];
  /** Models that were asked but gave no usable value. */
  undecided: readonly Rater[];
  /** Models that were not asked, because rules prove the answer. */
  leftToRules: readonly Rater[];
  /**
   * True if an adjudicator ruled on it. Rulings are compared with nothing, because adjudicators saw the
   * votes.
   */
  adjudicated: boolean;
}

/** The key of a unit: its item, and its response or pair. */
export const unitKey = (item: string, subject: string) => JSON.stringify([item, subject]);

/** The subject of a unit. */
export type Subject = Pick<Unit, "item" | "task" | "response" | "subject">;

/** Values of raters in the order of units: those of unit u are `start[u] .. start[u + 1] - 1`. */
export interface GivenValues {
  readonly start: Int32Array;
  /** The number of the rater of each value. */
  readonly rater: Int32Array;
  /** The code of each value. */
  readonly value: Int32Array;
  /** The index of the judgement of each value in the study; NONE for a draft. */
  readonly place: Int32Array;
}

const NO_VALUES: GivenValues = {
  start: new Int32Array(1),
  rater: new Int32Array(0),
  value: new Int32Array(0),
  place: new Int32Array(0),
};

/** All units of a study, by number, with their values in columns. */
export interface UnitSource {
  /** The raters by number, and the values by code. */
  readonly allRaters: readonly Rater[];
  readonly allValues: readonly Value[];
  /** By unit, the models that were asked but gave no usable value. */
  readonly undecided: ReadonlyMap<number, readonly Rater[]>;
  /** The units that an adjudicator ruled on. */
  readonly adjudicated: ReadonlySet<number>;
  /** True if any judgement names a draft with a value. */
  readonly hasDrafts: boolean;
  /** With `isConverted` preferences of others are in the form that people used, if they used one. */
  unitAt(unit: number, isConverted: boolean): Unit;
  /** The subject of a unit, without its values. */
  subjectOf(unit: number): Subject;
  /** Values of these units. */
  givenByPeople(units: Int32Array, exposure: ExposureClass): GivenValues;
  givenByOthers(units: Int32Array, isConverted: boolean): GivenValues;
}

/** Some units of a study. They are created on access. */
export class UnitList extends Listed<Unit> {
  constructor(
    readonly source: UnitSource,
    /** Their numbers in the study. */
    readonly numbers: Int32Array,
    readonly isConverted = false,
  ) {
    super(numbers.length, (place) => source.unitAt(numbers[place] as number, isConverted));
  }

  /** The same units, with preferences in the form that people used. */
  converted(): UnitList {
    return new UnitList(this.source, this.numbers, true);
  }

  /** The units at these places. */
  only(places: readonly number[]): UnitList {
    const numbers = Int32Array.from(places, (place) => this.numbers[place] as number);
    return new UnitList(this.source, numbers, this.isConverted);
  }
}

function noUnit(): never {
  throw new Error("a unit that is not there was asked for");
}

/** No unit of any study. */
export const NO_UNITS = new UnitList(
  {
    allRaters: [],
    allValues: [],
    undecided: new Map(),
    adjudicated: new Set(),
    hasDrafts: false,
    unitAt: noUnit,
    subjectOf: noUnit,
    givenByPeople: () => NO_VALUES,
    givenByOthers: () => NO_VALUES,
  },
  new Int32Array(0),
);

/** All values of a study by unit, independent of the order of records. */
export interface Units {
  byItem: Map<string, UnitList>;
  /** Models and rules with a value, or with drafts that came to none. */
  machines: readonly Rater[];
  repeated: number;
  /** The number of units that an adjudicator ruled on. */
  adjudicated: number;
  sameClass: SameClass;
}
