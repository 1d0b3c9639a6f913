import type { NarrowIntArray } from "@/lib/agreement/narrow-int-array";
import { DictionaryColumn, NarrowColumn } from "./growable-columns";
import { compare } from "./text-order";
import type { Rated, Unit } from "./unit";

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

/** Collects ratings into columns. */
export class RatingCollector {
  /** Number of ratings per unit. */
  private readonly ratings = new NarrowColumn();
  private readonly rater = new NarrowColumn();
  private readonly value = new NarrowColumn();
  private readonly raters = new DictionaryColumn<string>();
  private readonly values = new DictionaryColumn<string | number>();
  private readonly clusters: string[] = [];
  private readonly items: string[] = [];

  /** Adds a unit with its ratings. */
  unit({ task, item }: Pick<Unit, "task" | "item">, given: readonly Rated[]): void {
    this.items.push(item);
    this.add(
      task,
      given,
      ({ rater }) => rater.key,
      ({ value }) => value,
    );
  }

  add<T>(
    cluster: string,
    ratings: readonly T[],
    raterOf: (rating: T) => string,
    toValue: (rating: T) => string | number,
  ): void {
    this.clusters.push(cluster);
    this.ratings.push(ratings.length);
    for (const rating of ratings) {
      this.rater.push(this.raters.of(raterOf(rating)));
      this.value.push(this.values.of(toValue(rating)));
    }
  }

  columns(): RatedColumns {
    const unit = new Int32Array(this.rater.length);
    let row = 0;
    for (let at = 0; at < this.clusters.length; at++) {
      const end = row + this.ratings.at(at);
      unit.fill(at, row, end);
      row = end;
    }
    return {
      unit,
      rater: this.rater.numbers(),
      value: this.value.numbers(),
      raters: this.raters.list,
      values: this.values.list,
      cluster: this.clusters,
      ...itemNumbers(this.items),
    };
  }
}

/** Items by numbers in the order of their keys; nothing where there is only one. */
function itemNumbers(items: readonly string[]): Pick<CodedRatings, "item"> {
  const keys = [...new Set(items)].sort(compare);
  if (keys.length < 2) return {};
  const number = new Map(keys.map((key, at) => [key, at]));
  return { item: Int32Array.from(items, (key) => number.get(key) as number) };
}

/** Rating columns with the rater of each code. */
interface RatedColumns extends CodedRatings {
  raters: readonly string[];
  cluster: readonly string[];
}
