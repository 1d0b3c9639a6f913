import { Numbering } from "@/lib/agreement/numbering";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { asNumber } from "./measurement-scale";
import { NONE } from "./none";
import type { Scope } from "./scopes";
import { type TaskNumbers, taskNumbers } from "./task-numbers";
import type { Rated, Rater } from "./unit";

/** Values of raters in the order of units: those of unit u are `start[u] .. start[u + 1] - 1`. */
export interface GivenValues {
  readonly start: Int32Array;
  /** The number of each one's rater. */
  readonly rater: Int32Array;
  /** Its code. */
  readonly value: Int32Array;
  /** The index of its judgement in the study; NONE for a draft. */
  readonly place: Int32Array;
}

/** The values of a scope's units in columns, for tables that go through all of them. */
export class ScopeValues {
  readonly #raters = new Numbering<Rater>();
  readonly #values = new Numbering<Value>();
  readonly #people: Readonly<Record<ExposureClass, GivenValues>>;
  readonly tasks: TaskNumbers;
  /** By unit, the models that were asked but gave no usable value. */
  readonly undecided = new Map<number, readonly Rater[]>();
  /** Values of models, rules and gold. */
  readonly others: GivenValues;
  /** The values as numbers, by code; NaN for n/a. */
  readonly numbers: Float64Array;

  constructor({ units, sameClass }: Pick<Scope, "units" | "sameClass">) {
    const tasks: string[] = [];
    const others = new Collected();
    const classes = EXPOSURE_CLASSES.filter((own) => sameClass[own] === own);
    const people = new Map(classes.map((own) => [own, new Collected()]));
    for (const unit of units) {
      if (unit.undecided.length > 0) this.undecided.set(tasks.length, unit.undecided);
      tasks.push(unit.task);
      for (const [own, collected] of people) this.#add(collected, unit.humans[own]);
      this.#add(others, unit.others);
    }
    this.tasks = taskNumbers(tasks);
    this.others = others.columns();
    const columns = new Map([...people].map(([own, collected]) => [own, collected.columns()]));
    this.#people = Object.fromEntries(
      EXPOSURE_CLASSES.map((own) => [own, columns.get(sameClass[own])]),
    ) as Record<ExposureClass, GivenValues>;
    this.numbers = Float64Array.from(this.values, (value) => asNumber(value) ?? Number.NaN);
  }

  /** The raters by number, and the values by code. */
  get raters(): readonly Rater[] {
    return this.#raters.items;
  }
  get values(): readonly Value[] {
    return this.#values.items;
  }

  get units(): number {
    return this.tasks.number.length;
  }

  /** People's values in an exposure class. */
  people(exposure: ExposureClass): GivenValues {
    return this.#people[exposure];
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

  #add(to: Collected, given: readonly Rated[]): void {
    for (const { rater, value, place } of given) {
      to.rater.push(this.#raters.of(rater));
      to.value.push(this.#values.of(value));
      to.place.push(place ?? NONE);
    }
    to.start.push(to.rater.length);
  }
}

class Collected {
  readonly start = [0];
  readonly rater: number[] = [];
  readonly value: number[] = [];
  readonly place: number[] = [];

  columns(): GivenValues {
    const { start, rater, value, place } = this;
    return {
      start: new Int32Array(start),
      rater: new Int32Array(rater),
      value: new Int32Array(value),
      place: new Int32Array(place),
    };
  }
}

const known = new WeakMap<Scope["units"], ScopeValues>();

/** The values of a scope, put into columns once for all tables. */
export function scopeValues(scope: Pick<Scope, "units" | "sameClass">): ScopeValues {
  const found = known.get(scope.units) ?? new ScopeValues(scope);
  known.set(scope.units, found);
  return found;
}
