import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import type { ReportJudgement } from "@/lib/report/schema/study";
import type { SameClass } from "./exposure-classes";
import type { ByExposure, Rated, Rater } from "./unit";

/** The values of a study, by unit and by the index of the judgement. */
export interface PlacedValues {
  /** True if there is room to keep what was created for a unit. */
  readonly isStored: boolean;
  readonly sameClass: SameClass;
  valuesOfPeople(unit: number, exposure: ExposureClass): readonly Rated[];
  raterAt(place: number): Rater;
  judgementAt(place: number): ReportJudgement;
  /** The class of the final value. */
  finalAt(place: number): Exclude<ExposureClass, "any">;
  draftAt(place: number): Value | null;
  initialAt(place: number): Value | null;
  /** The value with a code. */
  valueOf(code: number): Value;
}

/** People's values of a unit, by exposure class. They are created when they are first read, and kept if there is room. */
export class ValuesByExposure implements ByExposure {
  /** By the number of the class. */
  private readonly known: (readonly Rated[] | undefined)[] = [undefined, undefined, undefined, undefined];

  constructor(
    private readonly among: PlacedValues,
    private readonly unit: number,
  ) {}

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

  private of(exposure: ExposureClass): readonly Rated[] {
    const { sameClass, isStored } = this.among;
    const first = sameClass[exposure];
    const number = EXPOSURE_CLASSES.indexOf(first);
    const found = this.known[number] ?? this.among.valuesOfPeople(this.unit, first);
    if (isStored) this.known[number] = found;
    return found;
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
