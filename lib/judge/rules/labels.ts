import { type GivenValue, isScored, type JudgeSubject } from "@/lib/drafting/schema/judge-spec";
import { majority } from "@/lib/judgement/rules/majority";
import { sideOf } from "@/lib/judgement/rules/sides";
import { Value } from "@/lib/judgement/schema";

/** One person's independent value for a unit. */
export interface HumanValue {
  rater: string;
  /** Null where they were asked for a label and chose none, or several. */
  value: GivenValue | null;
  /** Their own words; empty if they gave none. */
  explanation: string;
}

/**
 * The label of a unit from independent human values: of scores their median, rounded half up; of answers, labels and
 * preferences the majority. Null where people are split, or gave nothing that a judge could give: most chose no label, say.
 */
export function labelOf(subject: JudgeSubject, values: readonly (GivenValue | null)[]): GivenValue | null {
  // Having chosen no label or several is a vote as well: otherwise a minority would make the label.
  if (subject === "label") return majority(values);
  const usable = usableValues(subject, values);
  if (!isScored(subject)) return majority(usable);
  const numbers = usable.map(Number).sort((a, b) => a - b);
  const middle = (numbers.length - 1) / 2;
  const [low, high] = [numbers[Math.floor(middle)], numbers[Math.ceil(middle)]];
  return low === undefined || high === undefined ? null : Math.floor((low + high) / 2 + 0.5);
}

/** The mean of human values as numbers, for the judge's bias; null without any. Of labels, which have none, it is 0. */
export function meanOf(subject: JudgeSubject, values: readonly (GivenValue | null)[]): number | null {
  const numbers = usableValues(subject, values).map((value) => numberOf(subject, value));
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}

/** The values that a judge of this subject can give; of preferences the side. */
function usableValues(subject: JudgeSubject, given: readonly (GivenValue | null)[]): GivenValue[] {
  const values = given.filter((value) => value !== null);
  if (subject === "label") return values;
  if (subject === "pair")
    return values
      .map((value) => Value.parse(value))
      .filter((value) => value !== "yes" && value !== "no" && value !== "na")
      .map(sideOf);
  if (subject === "item") return values.filter((value) => value === "yes" || value === "no");
  return values.filter((value) => typeof value === "number");
}

/** A value as a number: yes and A are 1, no and B are 0, a tie is one half. A label has no number, and counts as 0. */
export function numberOf(subject: JudgeSubject, value: GivenValue): number {
  if (subject === "label") return 0;
  if (typeof value === "number") return value;
  if (value === "tie") return 0.5;
  return value === "yes" || value === "A" ? 1 : 0;
}

/** The distance of a judge's value from people's: from their mean, and for a label the share of people with another one. */
export function distanceFrom(
  subject: JudgeSubject,
  { people, mean }: { people: readonly HumanValue[]; mean: number },
  value: GivenValue,
): number {
  if (subject !== "label") return Math.abs(numberOf(subject, value) - mean);
  return people.filter((one) => one.value !== value).length / Math.max(1, people.length);
}
