import type { ReadableList } from "@/lib/report/schema/study";

/**
 * A list whose elements are created on access and not stored: a million of them take no memory. Its methods
 * return arrays.
 */
export class Listed<T> implements ReadableList<T> {
  constructor(
    readonly length: number,
    private readonly make: (place: number) => T,
  ) {}

  at(place: number): T | undefined {
    return place >= 0 && place < this.length ? this.make(place) : undefined;
  }

  [Symbol.iterator](): Iterator<T, undefined> {
    let place = 0;
    // One object for all steps: lists are gone through so often that one for each would be most of a report's garbage.
    const step: { done: boolean; value: T | undefined } = { done: false, value: undefined };
    return {
      next: () => {
        step.done = place >= this.length;
        step.value = step.done ? undefined : this.make(place++);
        return step as IteratorResult<T, undefined>;
      },
    };
  }

  some(holds: (thing: T) => boolean): boolean {
    for (let place = 0; place < this.length; place++) if (holds(this.make(place))) return true;
    return false;
  }

  map<U>(of: (thing: T) => U): U[] {
    return Array.from({ length: this.length }, (_, place) => of(this.make(place)));
  }

  filter(holds: (thing: T) => boolean): T[] {
    return this.flatMap((thing) => (holds(thing) ? [thing] : []));
  }

  flatMap<U>(of: (thing: T) => U | readonly U[]): U[] {
    const found: U[] = [];
    for (let place = 0; place < this.length; place++) {
      const made = of(this.make(place));
      if (Array.isArray(made)) for (const one of made as readonly U[]) found.push(one);
      else found.push(made as U);
    }
    return found;
  }
}
