import "server-only";
import type { NarrowIntArray } from "@/lib/agreement/narrow-int-array";
import type { ExposureClass } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { type ContributedValue, EXPOSURE_CASES } from "@/lib/report/rules/exposure-values";
import { NarrowColumn, NONE } from "@/lib/report/rules/growable-columns";

/** People's values before and after the draft, and which of the two counts in which class. */
export class HumanValues {
  private readonly value = new NarrowColumn();
  private readonly initial = new NarrowColumn();
  /** Index into `EXPOSURE_CASES`. */
  private readonly exposureCase = new NarrowColumn();

  push(value: number, initial: number, exposureCase: number): void {
    this.value.push(value);
    this.initial.push(initial);
    this.exposureCase.push(exposureCase);
  }

  /** The values of the judgements by class; classes with equal values share a column. */
  byClass(): Record<ExposureClass, NarrowIntArray> {
    const met = new Set(this.exposureCase.numbers());
    const known = new Map<string, NarrowIntArray>();
    const columns = EXPOSURE_CLASSES.map((own): [ExposureClass, NarrowIntArray] => {
      const take = EXPOSURE_CASES.map(({ takes }, exposureCase) =>
        met.has(exposureCase) ? takes[own] : null,
      );
      const key = JSON.stringify(take);
      const isValue = take.every((what, exposureCase) => what === "value" || !met.has(exposureCase));
      const column = known.get(key) ?? (isValue ? this.value.numbers() : this.taken(take));
      known.set(key, column);
      return [own, column];
    });
    return Object.fromEntries(columns) as Record<ExposureClass, NarrowIntArray>;
  }

  private taken(take: readonly ContributedValue[]): NarrowIntArray {
    const { value, initial, exposureCase } = this;
    const column = new NarrowColumn(exposureCase.length);
    for (let row = 0; row < exposureCase.length; row++) {
      const what = take[exposureCase.at(row)];
      column.push(what === "value" ? value.at(row) : what === "initial" ? initial.at(row) : NONE);
    }
    return column.numbers();
  }
}
