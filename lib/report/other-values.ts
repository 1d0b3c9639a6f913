import "server-only";
import type { Value } from "@/lib/judgement/schema";
import type { StudyColumns } from "@/lib/report/rules/columns";
import { GrowableColumn, NarrowColumn, NONE } from "@/lib/report/rules/growable-columns";
import { TupleIndex } from "@/lib/report/rules/tuple-index";
import { ofSamples } from "@/lib/report/rules/unit-values";

/**
 * Judgements by models, gold and rules. Holds each rater's samples for a unit, and the value of the rater's
 * judgement.
 */
export class OtherValues {
  /** True if one of these raters judged a unit twice. */
  repeated = false;
  /** By unit and rater. */
  private readonly numbers = new TupleIndex(2);
  private readonly key = new Int32Array(2);
  /** The only sample; NONE without a value. */
  private readonly sample = new NarrowColumn();
  private readonly samples = new Map<number, number[]>();
  /** The code of the judged value; NONE without a value. */
  private readonly word = new NarrowColumn();
  private readonly judged = new NarrowColumn();

  addSample(unit: number, rater: number, value: number): void {
    const number = this.of(unit, rater);
    if (value === NONE) return;
    const first = this.sample.at(number);
    const more = this.samples.get(number);
    if (more) more.push(value);
    else if (first !== NONE) this.samples.set(number, [first, value]);
    this.sample.set(number, value);
  }

  addJudgement(unit: number, rater: number, value: number): void {
    const number = this.of(unit, rater);
    this.repeated ||= this.judged.at(number) === 1;
    this.judged.set(number, 1);
    if (value !== NONE) this.word.set(number, value);
  }

  finish(values: readonly Value[], codeOf: (value: Value) => number): StudyColumns["others"] {
    const [unit, rater, value] = [new GrowableColumn(), new GrowableColumn(), new GrowableColumn()];
    for (let number = 0; number < this.numbers.size; number++) {
      const word = this.word.at(number);
      const code = word === NONE ? this.together(number, values, codeOf) : word;
      if (code === NONE) continue;
      unit.push(this.numbers.part(number, 0));
      rater.push(this.numbers.part(number, 1));
      value.push(code);
    }
    return { unit: unit.numbers(), rater: rater.numbers(), value: value.numbers() };
  }

  /** Combines the values of several samples into one. */
  private together(number: number, values: readonly Value[], codeOf: (value: Value) => number): number {
    const samples = this.samples.get(number);
    if (!samples) return this.sample.at(number);
    const value = ofSamples(samples.map((code) => values[code] as Value));
    return value === null ? NONE : codeOf(value);
  }

  private of(unit: number, rater: number): number {
    this.key[0] = unit;
    this.key[1] = rater;
    const number = this.numbers.of(this.key);
    if (number === this.sample.length) {
      this.sample.push(NONE);
      this.word.push(NONE);
      this.judged.push(0);
    }
    return number;
  }
}
