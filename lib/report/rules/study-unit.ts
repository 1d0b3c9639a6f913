import type { MeasurementScale } from "./measurement-scale";
import { type PlacedValues, ValuesByExposure } from "./person-values";
import { inForm } from "./preference-forms";
import { type Rated, type Rater, type Subject, type Unit, unitKey } from "./unit";

/** The values that units are created from. */
interface UnitValues extends PlacedValues {
  readonly undecided: ReadonlyMap<number, readonly Rater[]>;
  readonly leftToRules: ReadonlyMap<number, readonly Rater[]>;
  readonly adjudicated: ReadonlySet<number>;
  othersOf(unit: number): Rated[];
}

/** A unit, whose values are created when they are first read. */
export class StudyUnit implements Unit {
  readonly humans: ValuesByExposure;
  private knownKey: string | undefined;
  private knownOthers: readonly Rated[] | undefined;

  constructor(
    private readonly among: UnitValues,
    private readonly number: number,
    private readonly about: Subject,
    /** The form of others' preferences; null as they were given. */
    private readonly form: MeasurementScale | null,
  ) {
    this.humans = new ValuesByExposure(among, number);
  }

  get key(): string {
    this.knownKey ??= unitKey(this.item, this.subject);
    return this.knownKey;
  }
  get item(): string {
    return this.about.item;
  }
  get subject(): string {
    return this.about.subject;
  }
  get task(): string {
    return this.about.task;
  }
  get response(): string | null {
    return this.about.response;
  }
  get adjudicated(): boolean {
    return this.among.adjudicated.has(this.number);
  }
  get undecided(): readonly Rater[] {
    return this.among.undecided.get(this.number) ?? NOBODY;
  }
  get leftToRules(): readonly Rater[] {
    return this.among.leftToRules.get(this.number) ?? NOBODY;
  }
  get others(): readonly Rated[] {
    if (this.knownOthers) return this.knownOthers;
    const given = this.among.othersOf(this.number);
    const others = this.form ? inForm(given, this.form) : given;
    if (this.among.isStored) this.knownOthers = others;
    return others;
  }
}

const NOBODY: readonly Rater[] = [];
