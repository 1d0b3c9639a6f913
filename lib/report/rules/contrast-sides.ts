import { type RatingValue as Rating, type Ratings, ratingsFromColumns } from "@/lib/agreement/ratings";
import { type DictionaryColumn, GrowableColumn, NarrowColumn } from "./growable-columns";

/** Ratings by code: shared by both sides of a contrast. */
export type RatingCodes = DictionaryColumn<Rating>;

/** The ratings of one side of a contrast, in columns. Raters do not matter here. */
export class SideRatings {
  private readonly unit = new GrowableColumn();
  private readonly slot = new NarrowColumn();
  private readonly value = new NarrowColumn();
  /** The most ratings of one unit. */
  private most = 0;

  constructor(private readonly codes: RatingCodes) {}

  get length(): number {
    return this.unit.length;
  }

  /** Units in ascending order. */
  add(unit: number, ratings: readonly Rating[]): void {
    for (const [slot, rating] of ratings.entries()) this.push(unit, slot, this.codes.of(rating));
  }

  /** Adds another side's ratings, with its units numbered from `first` on; calls `each` with every unit. */
  addAll(other: SideRatings, first: number, each: (unit: number) => void): void {
    let next = first - 1;
    for (let row = 0; row < other.length; row++) {
      const unit = other.unit.at(row);
      if (row === 0 || unit !== other.unit.at(row - 1)) {
        next++;
        each(unit);
      }
      this.push(next, other.slot.at(row), other.value.at(row));
    }
  }

  ratings(units: number): Ratings {
    const columns = {
      unit: this.unit.numbers(),
      rater: this.slot.numbers(),
      value: this.value.numbers(),
    };
    return ratingsFromColumns(columns, this.codes.list, { units, raters: this.most });
  }

  private push(unit: number, slot: number, code: number): void {
    this.unit.push(unit);
    this.slot.push(slot);
    this.value.push(code);
    this.most = Math.max(this.most, slot + 1);
  }
}
