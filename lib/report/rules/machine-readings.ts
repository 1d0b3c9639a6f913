import type { SideOrder } from "@/lib/dataset/schema";
import { sideOf } from "@/lib/judgement/rules/sides";
import type { RaterKind, Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import type { HeldOutTasks, MachineValue } from "@/lib/report/schema/study";
import { heldOutTasks } from "./held-out-tasks";
import { byName } from "./scopes";
import { compare } from "./text-order";
import { type Rated, type Unit, type Units, unitKey } from "./unit";
import { orientedValue } from "./unit-values";

/** A model or the rules under one condition, or a person, whose values are compared with others. */
export interface Judge {
  rater: string;
  raterKind: RaterKind;
  method: string | null;
  condition: string | null;
}

/** One value that a machine gave, or failed to give. */
export interface Reading {
  /** Relative to the alphabetically first response of a pair, and of a preference only the side; null if not readable. */
  value: Value | null;
  /** The order in which a pair was shown, likewise; null if unknown, and without a pair. */
  order: SideOrder | null;
  /** From 0 to 1; null if none was stated. */
  confidence: number | null;
}

/** All values of one machine, by unit. */
export interface MachineReadings {
  judge: Judge;
  byUnit: Map<string, Reading[]>;
  /** Tasks on which its values are not compared with people or gold: they are held out for a final look. */
  heldOut: ReadonlySet<string>;
}

/** Reduces a degree of preference to the preferred side. */
export function plainValue(item: string, value: Value): Value {
  return item === PREFERENCE && typeof value === "number" ? sideOf(value) : value;
}

/** The order in which a pair was shown, relative to the alphabetically first response, as values are. */
export function facingOrder({ order, pair }: Pick<MachineValue, "order" | "pair">): SideOrder | null {
  if (order === null || pair === null || pair[0] < pair[1]) return order;
  return order === "AB" ? "BA" : "AB";
}

/**
 * The values that models and rules gave, one by one: from their drafts, and for raters without drafts from imported
 * judgements. A judgement replaces drafts of the same rater without method and condition. With `wanted` only values of those
 * units, by their keys.
 */
export function machineReadings(
  { drafts, heldOut }: { drafts: Iterable<MachineValue>; heldOut?: readonly HeldOutTasks[] },
  units: Pick<Units, "byItem">,
  wanted?: Pick<ReadonlyMap<string, unknown>, "has">,
): MachineReadings[] {
  const found: MachineReadings[] = [];
  const keys = new UnitKeys();
  const heldOutOf = heldOutTasks(heldOut);
  const of = (judge: Judge) => {
    const known = found.find((own) => isSame(own.judge, judge));
    if (known) return known.byUnit;
    const byUnit = new Map<string, Reading[]>();
    found.push({ judge, byUnit, heldOut: heldOutOf(judge) });
    return byUnit;
  };
  for (const draft of drafts) {
    const { rater, raterKind, method, condition, item } = draft;
    if ((raterKind !== "llm" && raterKind !== "rules") || draft.leftToRules) continue;
    const unit = keys.of(item, subjectOf(draft));
    if (wanted && !wanted.has(unit)) continue;
    const byUnit = of({ rater, raterKind, method, condition });
    const value = orientedValue(draft, draft.value);
    const reading = {
      value: value === null ? null : plainValue(item, value),
      order: facingOrder(draft),
      confidence: draft.confidence ?? null,
    };
    const own = byUnit.get(unit);
    if (own) own.push(reading);
    else byUnit.set(unit, [reading]);
  }
  for (const { unit, rated } of judgedByMachines(units)) {
    const { name: rater, kind: raterKind } = rated.rater;
    if (wanted && !wanted.has(unit.key)) continue;
    const byUnit = of({ rater, raterKind, method: null, condition: null });
    byUnit.set(unit.key, [{ value: plainValue(unit.item, rated.value), order: null, confidence: null }]);
  }
  for (const { byUnit } of found)
    for (const readings of byUnit.values()) if (readings.length > 1) readings.sort(byReading);
  return found.sort(({ judge: a }, { judge: b }) => byJudge(a, b));
}

function isSame(one: Judge, other: Judge): boolean {
  return (
    one.rater === other.rater &&
    one.raterKind === other.raterKind &&
    one.method === other.method &&
    one.condition === other.condition
  );
}

/** Keys of units, each made once for all drafts of the unit. */
class UnitKeys {
  private readonly ofItems = new Map<string, Map<string, string>>();

  of(item: string, subject: string): string {
    const ofItem = this.ofItems.get(item) ?? new Map<string, string>();
    const key = ofItem.get(subject) ?? unitKey(item, subject);
    this.ofItems.set(item, ofItem.set(subject, key));
    return key;
  }
}

/** Judges by kind, then by name, method and condition. */
export function byJudge(a: Judge, b: Judge): number {
  return (
    byName(a.raterKind, b.raterKind) ||
    byName(a.rater, b.rater) ||
    byName(a.method ?? "", b.method ?? "") ||
    byName(a.condition ?? "", b.condition ?? "")
  );
}

/** Samples in an order that does not depend on that of records. */
function byReading(a: Reading, b: Reading): number {
  return (
    compare(a.order ?? "", b.order ?? "") ||
    compare(String(a.value), String(b.value)) ||
    (a.confidence ?? -1) - (b.confidence ?? -1)
  );
}

function* judgedByMachines({ byItem }: Pick<Units, "byItem">): Generator<{ unit: Unit; rated: Rated }> {
  for (const units of byItem.values())
    for (const unit of units)
      for (const rated of unit.others)
        if (rated.judgement !== null && (rated.rater.kind === "llm" || rated.rater.kind === "rules"))
          yield { unit, rated };
}

/** The name of a response or pair as the subject of units. */
export function subjectOf({ pair, response }: Pick<MachineValue, "pair" | "response">): string {
  return pair ? JSON.stringify([...pair].sort()) : (response ?? "");
}
