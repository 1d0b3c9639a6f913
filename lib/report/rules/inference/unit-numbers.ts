import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { type MachineReadings, plainValue, unitKey } from "@/lib/report/rules/machine-readings";
import { asNumber } from "@/lib/report/rules/measurement-scale";
import type { Unit } from "@/lib/report/rules/unit";

/** A preference as the share of a win for the first response; other values as numbers. Null for n/a. */
export function numberFor(item: string, value: Value): number | null {
  const number = asNumber(plainValue(item, value));
  return number === null || item !== PREFERENCE ? number : (number + 1) / 2;
}

/** The mean of a machine's readable values of a unit, over samples and orders; null if none can be read. */
export function machineNumber({ byUnit }: MachineReadings, unit: Unit): number | null {
  const numbers = (byUnit.get(unitKey(unit)) ?? []).flatMap(({ value }) =>
    value === null ? [] : (numberFor(unit.item, value) ?? []),
  );
  return numbers.length === 0 ? null : arithmeticMean(numbers);
}

/** The mean of people's values of a unit in an exposure class; null if nobody gave any. */
export function peopleNumber({ item, humans }: Unit, exposure: ExposureClass): number | null {
  const numbers = humans[exposure].flatMap(({ value }) => numberFor(item, value) ?? []);
  return numbers.length === 0 ? null : arithmeticMean(numbers);
}
