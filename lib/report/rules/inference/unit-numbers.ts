import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { type MachineReadings, plainValue } from "@/lib/report/rules/machine-readings";
import { asNumber } from "@/lib/report/rules/measurement-scale";
import type { Scope } from "@/lib/report/rules/scopes";
import type { Unit } from "@/lib/report/rules/unit";

/** A preference as the share of a win for the first response; other values as numbers. Null for n/a. */
export function numberFor(item: string, value: Value): number | null {
  const number = asNumber(plainValue(item, value));
  return number === null || item !== PREFERENCE ? number : (number + 1) / 2;
}

/** True if the mean of a scope's numbers is a share, of answers that pass or pairs that are won; false for points. */
export function isShare({ units, readings }: Pick<Scope, "units" | "readings">): boolean {
  return units.at(0)?.item === PREFERENCE || readings[0]?.summary === "majority";
}

/** The mean of a machine's readable values of a unit, over samples and orders; null if none can be read. */
export function machineNumber(
  { byUnit }: Pick<MachineReadings, "byUnit">,
  { key, item }: Pick<Unit, "key" | "item">,
): number | null {
  return meanOf(item, byUnit.get(key) ?? []);
}

/** The mean of people's values of a unit in an exposure class; null if nobody gave any. */
export function peopleNumber({ item, humans }: Unit, exposure: ExposureClass): number | null {
  return meanOf(item, humans[exposure]);
}

/** The mean of the values that are numbers; null without any. */
function meanOf(item: string, given: readonly { value: Value | null }[]): number | null {
  let [sum, count] = [0, 0];
  for (const { value } of given) {
    const number = value === null ? null : numberFor(item, value);
    if (number === null) continue;
    sum += number;
    count++;
  }
  return count === 0 ? null : sum / count;
}
