import type { ExposureClass, RaterKind, Value } from "@/lib/judgement/schema";
import type { ReportJudgement } from "@/lib/report/schema/study";
import type { SameClass } from "./exposure-values";
import type { Listed } from "./lazy-list";

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
  /**
   * True if an adjudicator ruled on it. Rulings are compared with nothing, because adjudicators saw the
   * votes.
   */
  adjudicated: boolean;
}

/** The key of a unit: its item, and its response or pair. */
export const unitKey = (item: string, subject: string) => JSON.stringify([item, subject]);

/** All values of a study by unit, independent of the order of records. */
export interface Units {
  byItem: Map<string, Listed<Unit>>;
  repeated: number;
  sameClass: SameClass;
}
