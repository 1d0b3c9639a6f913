import type { NarrowIntArray } from "@/lib/agreement/narrow-int-array";
import { Numbering } from "@/lib/agreement/numbering";
import { compare } from "./text-order";

/** Ratings in long columns: a unit, a rater, and a code into `values`; n/a is one of the values. */
export interface CodedRatings {
  unit: Int32Array;
  rater: NarrowIntArray;
  value: NarrowIntArray;
  values: readonly (string | number)[];
  /** The cluster of each unit for resampling. */
  cluster: ArrayLike<string | number>;
  /** The item of each unit, by numbers in the order of their keys; absent where all units are of one. */
  item?: ArrayLike<number>;
}

/** Collects ratings into columns, unit by unit. */
export class RatingCollector {
  private readonly unit: number[] = [];
  private readonly rater: number[] = [];
  private readonly value: number[] = [];
  private readonly raters = new Numbering<unknown>();
  private readonly values = new Numbering<string | number>();
  private readonly clusters: (string | number)[] = [];
  private readonly items: string[] = [];

  /** Begins the next unit. */
  begin(cluster: string | number, item = ""): void {
    this.clusters.push(cluster);
    this.items.push(item);
  }

  /** Adds a rating of the last unit. */
  add(rater: unknown, value: string | number): void {
    this.unit.push(this.clusters.length - 1);
    this.rater.push(this.raters.of(rater));
    this.value.push(this.values.of(value));
  }

  columns(): CodedRatings {
    return {
      unit: Int32Array.from(this.unit),
      rater: Int32Array.from(this.rater),
      value: Int32Array.from(this.value),
      values: this.values.items,
      cluster: this.clusters,
      ...itemNumbers(this.items),
    };
  }
}

/** Items by numbers in the order of their keys; nothing where there is only one. */
export function itemNumbers(items: readonly string[]): Pick<CodedRatings, "item"> {
  const keys = [...new Set(items)].sort(compare);
  if (keys.length < 2) return {};
  const number = new Map(keys.map((key, at) => [key, at]));
  return { item: Int32Array.from(items, (key) => number.get(key) as number) };
}
