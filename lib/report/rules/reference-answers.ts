import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { majority } from "@/lib/judgement/rules/majority";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { plainValue, unitKey } from "./machine-readings";
import { NOT_APPLICABLE } from "./measurement-scale";
import { compare } from "./text-order";
import type { Unit, Units } from "./unit";

/** A unit with an answer to compare verdicts with. */
export interface KnownUnit {
  item: string;
  task: string;
  /** Null for a pair. */
  response: string | null;
  /** As in `Unit`. */
  subject: string;
  /** Its place in the order of keys. */
  rank: number;
  answer: Value;
  people: readonly PersonAnswer[];
}

/** A person's value, by the person's name. */
interface PersonAnswer {
  rater: string;
  value: Value;
}

type Answered = Pick<KnownUnit, "people"> & { answer: Value | null };

/** Each unit with gold, and its answer: the majority's where several gold raters disagree. */
export function goldAnswers(units: Units): Map<string, KnownUnit> {
  return knownUnits(units, ({ item, others }) => {
    const gold = others.filter(({ rater }) => rater.kind === "gold");
    return { answer: majority(gold.map(({ value }) => plainValue(item, value))), people: [] };
  });
}

/**
 * Each unit that people judged in the first exposure class with any values, and what they gave together. Null if no person
 * judged anything.
 */
export function majorityAnswers(
  units: Units,
): { exposure: Exclude<ExposureClass, "any">; known: Map<string, KnownUnit> } | null {
  const exposure = (["independent", "exposed", "unknown"] as const).find((one) => isGiven(units, one));
  if (exposure === undefined) return null;
  const known = knownUnits(units, ({ humans }) => {
    const people = humans[exposure].map(({ rater, value }) => ({ rater: rater.name, value }));
    return { answer: valueTogether(people), people };
  });
  return { exposure, known };
}

function isGiven({ byItem }: Units, exposure: Exclude<ExposureClass, "any">): boolean {
  return [...byItem.values()].some((units) => units.some(({ humans }) => humans[exposure].length > 0));
}

/**
 * The value that several people have together, without one of them: the rounded mean of points, or the word most of them
 * gave. Null if they are evenly divided.
 */
export function valueTogether(people: readonly PersonAnswer[], without?: string): Value | null {
  const values: Value[] = [];
  for (const { rater, value } of people)
    if (rater !== without && value !== NOT_APPLICABLE) values.push(value);
  if (values.length > 0 && values.every((value) => typeof value === "number"))
    return Math.floor(arithmeticMean(values) + 0.5);
  return majority(values);
}

/** The units that have an answer, by their keys and in the order of these. */
function knownUnits({ byItem }: Units, of: (unit: Unit) => Answered): Map<string, KnownUnit> {
  const found: (Omit<KnownUnit, "rank"> & { key: string })[] = [];
  for (const units of byItem.values())
    for (const unit of units) {
      const { answer, people } = of(unit);
      if (answer === null) continue;
      const { item, task, response, subject } = unit;
      found.push({ key: unitKey(unit), item, task, response, subject, answer, people });
    }
  found.sort((a, b) => compare(a.key, b.key));
  return new Map(found.map(({ key, ...unit }, rank) => [key, { ...unit, rank }]));
}
