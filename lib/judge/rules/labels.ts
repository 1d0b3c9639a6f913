import type { JudgeSubject } from "@/lib/drafting/schema/judges";
import { majority } from "@/lib/judgement/rules/majority";
import { sideOf } from "@/lib/judgement/rules/sides";
import type { Value } from "@/lib/judgement/schema";

/** One person's independent value for a unit. */
export interface HumanValue {
  rater: string;
  value: Value;
  /** Their own words; empty if they gave none. */
  explanation: string;
}

/**
 * The label of a unit from independent human values: of scores their median, rounded half up; of answers and preferences
 * the majority. Null where people are split, or gave nothing that a judge could give.
 */
export function labelOf(subject: JudgeSubject, values: readonly Value[]): Value | null {
  const usable = usableValues(subject, values);
  if (subject !== "response") return majority(usable);
  const numbers = usable.map(Number).sort((a, b) => a - b);
  const middle = (numbers.length - 1) / 2;
  const [low, high] = [numbers[Math.floor(middle)], numbers[Math.ceil(middle)]];
  return low === undefined || high === undefined ? null : Math.floor((low + high) / 2 + 0.5);
}

/** The mean of human values as numbers, for the judge's bias; null without any. */
export function meanOf(subject: JudgeSubject, values: readonly Value[]): number | null {
  const numbers = usableValues(subject, values).map(numberOf);
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}

/** The values that a judge of this subject can give; of preferences the side. */
function usableValues(subject: JudgeSubject, values: readonly Value[]): Value[] {
  if (subject === "pair")
    return values.filter((value) => value !== "yes" && value !== "no" && value !== "na").map(sideOf);
  if (subject === "item") return values.filter((value) => value === "yes" || value === "no");
  return values.filter((value) => typeof value === "number");
}

/** A value as a number: yes and A are 1, no and B are 0, a tie is one half. */
export function numberOf(value: Value): number {
  if (typeof value === "number") return value;
  if (value === "tie") return 0.5;
  return value === "yes" || value === "A" ? 1 : 0;
}
