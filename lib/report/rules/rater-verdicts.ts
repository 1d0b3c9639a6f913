import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { SIDE_ORDERS, type SideOrder } from "@/lib/dataset/schema";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import type { StudyData } from "@/lib/report/schema/study";
import { type Judge, machineReadings, plainValue, type Reading, unitKey } from "./machine-readings";
import type { KnownUnit } from "./reference-answers";
import { standardDeviation } from "./standard-deviation";
import type { Rater, Units } from "./unit";
import { ofSamples } from "./unit-values";

/**
 * A rater's verdicts on one unit, by the order in which the pair was shown. A verdict is undefined if it was
 * not requested in that order, and null if it could not be read.
 */
export interface RaterVerdicts {
  unit: KnownUnit;
  /** Verdicts without a known order are in the first place, and the second is undefined. */
  verdicts: readonly [first: Value | null | undefined, second: Value | null | undefined];
  exposed: boolean;
  /** The spread of several samples; undefined for a single one. */
  spread: number | undefined;
}

/** A judge's values for units, in any order. */
export interface VerdictsOfJudge {
  judge: Judge;
  answers: RaterVerdicts[];
}

/**
 * The values that models and rules gave for these units: from their drafts, and for raters without drafts
 * from imported judgements.
 */
export function machineAnswers(
  study: StudyData,
  units: Units,
  known: ReadonlyMap<string, KnownUnit>,
): VerdictsOfJudge[] {
  return machineReadings(study, units, known).map(({ judge, byUnit }) => ({
    judge,
    answers: [...byUnit].map(([unit, readings]) => answerOf(known.get(unit) as KnownUnit, readings)),
  }));
}

/** The one answer of several samples and orders of a unit. */
function answerOf(unit: KnownUnit, readings: readonly Reading[]): RaterVerdicts {
  const byOrder = new Map<SideOrder | null, (Value | null)[]>();
  for (const { order, value } of readings) byOrder.set(order, [...(byOrder.get(order) ?? []), value]);
  const of = (order: SideOrder | null) => {
    const values = byOrder.get(order);
    return values && sampled(unit.item, values);
  };
  // Drafts without an order count only if there is none with an order.
  const orders = SIDE_ORDERS.filter((order) => byOrder.has(order));
  const [first, second] = (orders.length > 0 ? orders : [null]).map(of);
  const all = [...byOrder.values()].filter((values) => values.length > 1);
  return {
    unit,
    verdicts: [first, second],
    exposed: false,
    spread: all.length === 0 ? undefined : arithmeticMean(all.map(spreadOf)),
  };
}

/** People's answers for these units in this exposure class. */
export function peoplesAnswers(
  { byItem }: Units,
  known: ReadonlyMap<string, KnownUnit>,
  exposure: ExposureClass,
): VerdictsOfJudge[] {
  const found = new Map<Rater, VerdictsOfJudge>();
  for (const units of byItem.values())
    for (const unit of units) {
      const about = known.get(unitKey(unit));
      if (!about) continue;
      for (const { rater, value, exposure: own } of unit.humans[exposure]) {
        let person = found.get(rater);
        if (!person) {
          const judge = { rater: rater.name, raterKind: rater.kind, method: null, condition: null };
          person = { judge, answers: [] };
          found.set(rater, person);
        }
        person.answers.push({
          unit: about,
          verdicts: [plainValue(unit.item, value), undefined],
          exposed: own === "exposed",
          spread: undefined,
        });
      }
    }
  return [...found.values()];
}

/** The value that several samples have together. A preference on which they are divided is a tie. */
export function sampled(item: string, values: readonly (Value | null)[]): Value | null {
  const read = values.filter((value) => value !== null);
  return ofSamples(read) ?? (item === PREFERENCE && read.length > 1 ? "tie" : null);
}

/** The spread of samples: the SD of numbers; for words the share that differs from the most frequent one. */
function spreadOf(values: readonly (Value | null)[]): number {
  const read = values.filter((value) => value !== null);
  const numbers = read.filter((value) => typeof value === "number");
  if (read.length === 0) return 0;
  if (numbers.length === read.length) return standardDeviation(numbers.map((number) => [number, 1])) ?? 0;
  const counts = new Map<Value, number>();
  for (const value of read) counts.set(value, (counts.get(value) ?? 0) + 1);
  return 1 - Math.max(...counts.values()) / read.length;
}
