import { Numbering } from "@/lib/agreement/numbering";
import { majority } from "@/lib/judgement/rules/majority";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { plainValue } from "./machine-readings";
import { NOT_APPLICABLE } from "./measurement-scale";
import { compare } from "./text-order";
import type { Rated, Rater, Unit, Units } from "./unit";

/** A unit with an answer to compare verdicts with. */
export interface KnownUnit {
  /** As in `Unit`. */
  key: string;
  item: string;
  task: string;
  /** Null for a pair. */
  response: string | null;
  /** As in `Unit`. */
  subject: string;
  /** Numbers of its task and its item. */
  numbers: { task: number; item: number };
  answer: Value;
  /** People's values. */
  people: readonly Rated[];
}

type Answered = Pick<KnownUnit, "people"> & { answer: Value | null };

/** Each unit with gold, and its answer: the majority's where several gold raters disagree. */
export const goldAnswers = onceForUnits((units) =>
  knownUnits(units, ({ item, others, humans }) => {
    const gold = others.filter(({ rater }) => rater.kind === "gold");
    const answer = majority(gold.map(({ value }) => plainValue(item, value)));
    return { answer, people: answer === null ? [] : humans.any };
  }),
);

/**
 * Each unit that people judged in the first exposure class with any values, and what they gave together. Null if no person
 * judged anything.
 */
export const majorityAnswers = onceForUnits((units): MajorityAnswers | null => {
  const exposure = (["independent", "exposed", "unknown"] as const).find((one) => isGiven(units, one));
  if (exposure === undefined) return null;
  const known = knownUnits(units, ({ humans }) => {
    const people = humans[exposure];
    return { answer: valueTogether(people), people };
  });
  return { exposure, known };
});

interface MajorityAnswers {
  exposure: Exclude<ExposureClass, "any">;
  known: ReadonlyMap<string, KnownUnit>;
}

/** Several tables of a report are about the same answers. */
function onceForUnits<T>(of: (units: Units) => T): (units: Units) => T {
  const known = new WeakMap<Units, { found: T }>();
  return (units) => {
    const { found } = known.get(units) ?? { found: of(units) };
    known.set(units, { found });
    return found;
  };
}

function isGiven({ byItem }: Units, exposure: Exclude<ExposureClass, "any">): boolean {
  return [...byItem.values()].some((units) => units.some(({ humans }) => humans[exposure].length > 0));
}

/**
 * The value that several people have together, without one of them: the rounded mean of points, or the word most of them
 * gave. Null if they are evenly divided.
 */
export function valueTogether(
  people: readonly Pick<Rated, "rater" | "value">[],
  without?: Rater,
): Value | null {
  let [sum, points, words] = [0, 0, 0];
  for (const { rater, value } of people) {
    if (rater === without || value === NOT_APPLICABLE) continue;
    if (typeof value === "number") {
      sum += value;
      points++;
    } else words++;
  }
  if (words === 0 && points > 0) return Math.floor(sum / points + 0.5);
  return majority(
    people.flatMap(({ rater, value }) => (rater === without || value === NOT_APPLICABLE ? [] : value)),
  );
}

/** The units that have an answer, by their keys and in the order of these. */
function knownUnits({ byItem }: Units, of: (unit: Unit) => Answered): ReadonlyMap<string, KnownUnit> {
  const found: KnownUnit[] = [];
  const [tasks, items] = [new Numbering<string>(), new Numbering<string>()];
  for (const units of byItem.values())
    for (const unit of units) {
      const { answer, people } = of(unit);
      if (answer === null) continue;
      const { key, item, task, response, subject } = unit;
      const numbers = { task: tasks.of(task), item: items.of(item) };
      found.push({ key, item, task, numbers, response, subject, answer, people });
    }
  found.sort((a, b) => compare(a.key, b.key));
  return new Map(found.map((unit) => [unit.key, unit]));
}
