import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { majority } from "@/lib/judgement/rules/majority";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { plainValue, unitKey } from "./machine-readings";
import { NOT_APPLICABLE } from "./measurement-scale";
import type { Rated, Unit, Units } from "./unit";

/** A unit with an answer to compare verdicts with. */
export interface KnownUnit {
  item: string;
  task: string;
  /** Null for a pair. */
  response: string | null;
  /** As in `Unit`. */
  subject: string;
  /** Null if it depends on the rater who is compared with it. */
  answer: Value | null;
  people: readonly Rated[];
}

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
    const people = humans[exposure];
    return { answer: people.length === 0 ? null : valueTogether(people), people };
  });
  return { exposure, known };
}

function isGiven({ byItem }: Units, exposure: Exclude<ExposureClass, "any">): boolean {
  return [...byItem.values()].some((units) => units.some(({ humans }) => humans[exposure].length > 0));
}

/**
 * The value that several people have together: the rounded mean of points, or the word most of them gave.
 * Null if they are evenly divided.
 */
export function valueTogether(people: readonly Rated[]): Value | null {
  const values = people.map(({ value }) => value).filter((value) => value !== NOT_APPLICABLE);
  if (values.length > 0 && values.every((value) => typeof value === "number"))
    return Math.floor(arithmeticMean(values) + 0.5);
  return majority(values);
}

/** The units that have an answer, by task and item. */
function knownUnits(
  { byItem }: Units,
  of: (unit: Unit) => Pick<KnownUnit, "answer" | "people">,
): Map<string, KnownUnit> {
  const known = new Map<string, KnownUnit>();
  for (const units of byItem.values())
    for (const unit of units) {
      const { answer, people } = of(unit);
      if (answer === null) continue;
      const { item, task, response, subject } = unit;
      known.set(unitKey(unit), { item, task, response, subject, answer, people });
    }
  return known;
}
