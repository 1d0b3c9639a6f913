import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { asNumber } from "./measurement-scale";
import { NONE } from "./none";
import type { Scope } from "./scopes";
import { type TaskNumbers, taskNumbers } from "./task-numbers";
import type { GivenValues, Rater, UnitList } from "./unit";

/** The values of a scope's units in columns, for tables that go through all of them. */
export class ScopeValues {
  readonly #list: UnitList;
  readonly #sameClass: Scope["sameClass"];
  readonly #people = new Map<ExposureClass, GivenValues>();
  /** Values of models, rules and gold. */
  readonly others: GivenValues;
  readonly tasks: TaskNumbers;
  /** By unit, the models that were asked but gave no usable value. */
  readonly undecided = new Map<number, readonly Rater[]>();
  /** The raters of the study by number, and its values by code. */
  readonly raters: readonly Rater[];
  readonly values: readonly Value[];
  /** The values as numbers; NaN for n/a. */
  readonly numbers: Float64Array;

  constructor({ units, sameClass }: Pick<Scope, "units" | "sameClass">) {
    this.#list = units;
    this.#sameClass = sameClass;
    this.others = units.source.givenByOthers(units.numbers, units.isConverted);
    this.tasks = taskNumbers(Array.from(units.numbers, (unit) => units.source.subjectOf(unit).task));
    if (units.source.undecided.size > 0)
      for (const [place, unit] of units.numbers.entries()) {
        const raters = units.source.undecided.get(unit);
        if (raters) this.undecided.set(place, raters);
      }
    this.raters = units.source.allRaters;
    this.values = units.source.allValues;
    this.numbers = Float64Array.from(this.values, (value) => asNumber(value) ?? Number.NaN);
  }

  get units(): number {
    return this.#list.length;
  }

  /** People's values in an exposure class. */
  people(exposure: ExposureClass): GivenValues {
    const first = this.#sameClass[exposure];
    const found = this.#people.get(first) ?? this.#list.source.givenByPeople(this.#list.numbers, first);
    this.#people.set(first, found);
    return found;
  }

  /** The code of another rater's value of each unit; NONE without one. */
  valuesOf(rater: Rater): Int32Array {
    const { start, rater: by, value } = this.others;
    const number = this.raters.indexOf(rater);
    const codes = new Int32Array(this.units).fill(NONE);
    for (let unit = 0; unit < codes.length; unit++)
      for (let at = start[unit] as number; at < (start[unit + 1] as number); at++)
        if (by[at] === number) codes[unit] = value[at] as number;
    return codes;
  }
}

const known = new WeakMap<UnitList, ScopeValues>();

/** The values of a scope, put into columns once for all tables. */
export function scopeValues(scope: Pick<Scope, "units" | "sameClass">): ScopeValues {
  const found = known.get(scope.units) ?? new ScopeValues(scope);
  known.set(scope.units, found);
  return found;
}
