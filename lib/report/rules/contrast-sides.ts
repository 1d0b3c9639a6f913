import type { Numbering } from "@/lib/agreement/numbering";
import { type RatingValue as Rating, type Ratings, ratingsFromColumns } from "@/lib/agreement/ratings";

/** Ratings by code: shared by both sides of a contrast. */
export type RatingCodes = Numbering<Rating>;

/** The ratings of one side of a contrast, in columns. Raters do not matter here. */
export class SideRatings {
  private readonly unit: number[] = [];
  private readonly slot: number[] = [];
  private readonly value: number[] = [];
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
      const unit = other.unit[row] as number;
      if (row === 0 || unit !== other.unit[row - 1]) {
        next++;
        each(unit);
      }
      this.push(next, other.slot[row] as number, other.value[row] as number);
    }
  }

  ratings(units: number): Ratings {
    const columns = {
      unit: Int32Array.from(this.unit),
      rater: Int32Array.from(this.slot),
      value: Int32Array.from(this.value),
    };
    return ratingsFromColumns(columns, this.codes.items, { units, raters: this.most });
  }

  private push(unit: number, slot: number, code: number): void {
    this.unit.push(unit);
    this.slot.push(slot);
    this.value.push(code);
    this.most = Math.max(this.most, slot + 1);
  }
}
