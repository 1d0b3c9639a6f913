import { isRight, totalsOf } from "@/lib/quality/rules/gold";
import type { ReportGold } from "@/lib/quality/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type { AnnotatorRow } from "@/lib/report/schema/annotators";
import { intervalOfPoints } from "./interval-of-points";
import { taskNumbers } from "./task-numbers";

/** An annotator's answer to a unit with gold. */
export type UnitGold = Omit<ReportGold, "arm">;

/** The numbers from answers to units with gold. */
export type GoldNumbers = Pick<
  AnnotatorRow,
  "golds" | "goldShare" | "goldCi" | "goldReason" | "goldDistance" | "goldShared"
>;

/** The share of a person's answers that equal gold, with an interval over tasks. */
export function goldNumbers(answers: readonly UnitGold[], options: ReportOptions): GoldNumbers {
  const { n, agreed, distance, shared } = totalsOf(answers);
  const tasks: string[] = [];
  const right: number[] = [];
  for (const { about, given, gold, task, times } of answers) {
    const met = isRight(about, given, gold);
    for (let time = 0; met !== null && time < times; time++) {
      tasks.push(task);
      right.push(Number(met));
    }
  }
  const x = Float64Array.from(right);
  const points = { unit: Int32Array.from(right, (_, at) => at), x, y: x };
  return {
    golds: n,
    goldShare: n === 0 ? null : agreed / n,
    goldCi: n === 0 ? null : intervalOfPoints("mean", [() => points], taskNumbers(tasks), options),
    goldReason: n === 0 ? "none-qualify" : null,
    goldDistance: distance,
    goldShared: shared,
  };
}
