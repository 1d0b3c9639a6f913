import type { ExposureClass, Value } from "@/lib/judgement/schema";
import type { ReportJudgement } from "@/lib/report/schema/study";
import type { ByExposure, Rated, Rater } from "./unit";

/** The values of a study's judgements, by the index of the judgement. */
export interface PlacedValues {
  raterAt(place: number): Rater;
  judgementAt(place: number): ReportJudgement;
  /** The class of the final value. */
  finalAt(place: number): Exclude<ExposureClass, "any">;
  draftAt(place: number): Value | null;
  initialAt(place: number): Value | null;
  /** The value with a code. */
  valueOf(code: number): Value;
}

/** People's values of a unit, by exposure class. */
export class ValuesByExposure implements ByExposure {
  constructor(private readonly of: (exposure: ExposureClass) => readonly Rated[]) {}

  get independent(): readonly Rated[] {
    return this.of("independent");
  }
  get exposed(): readonly Rated[] {
    return this.of("exposed");
  }
  get unknown(): readonly Rated[] {
    return this.of("unknown");
  }
  get any(): readonly Rated[] {
    return this.of("any");
  }
}

/** One person's value. Every table reads by whom it is and what it is; the rest is looked up when needed. */
export class PersonValue implements Rated {
  readonly rater: Rater;
  readonly value: Value;

  constructor(
    private readonly among: PlacedValues,
    readonly place: number,
    code: number,
    private readonly of: ExposureClass,
  ) {
    this.rater = among.raterAt(place);
    this.value = among.valueOf(code);
  }

  get exposure(): Exclude<ExposureClass, "any"> {
    return this.of === "any" ? this.among.finalAt(this.place) : this.of;
  }
  get arm(): string | null {
    return this.judgement.arm;
  }
  get draft(): Value | null {
    return this.among.draftAt(this.place);
  }
  get initial(): Value | null {
    return this.among.initialAt(this.place);
  }
  get judgement(): ReportJudgement {
    return this.among.judgementAt(this.place);
  }
}
