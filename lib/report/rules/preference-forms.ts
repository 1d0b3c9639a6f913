import { sideOf } from "@/lib/judgement/rules/sides";
import type { Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { type MeasurementScale, readingOfTarget } from "./measurement-scale";
import type { Rated } from "./unit";

/** The form in which people gave these preferences; null if they used several forms, or gave none. */
export function formOf(preferences: Iterable<Value>): MeasurementScale | null {
  const forms = new Map([...preferences].map((value) => [readingOfTarget(PREFERENCE, value).name, value]));
  const [value, ...more] = forms.values();
  return value !== undefined && more.length === 0 ? readingOfTarget(PREFERENCE, value) : null;
}

/**
 * A preference in the form that people used. A graded preference also tells the preferred side; a side does not tell
 * a degree, so there is none where people gave degrees.
 */
export function preferenceIn(form: MeasurementScale, value: Value): Value | null {
  if (readingOfTarget(PREFERENCE, value).name === form.name) return value;
  return typeof value === "number" ? sideOf(value) : null;
}

/** Preferences in the form that people used, without those that have none. */
export function inForm(others: readonly Rated[], form: MeasurementScale): Rated[] {
  return others.flatMap((rated) => {
    const value = preferenceIn(form, rated.value);
    if (value === rated.value) return [rated];
    return value === null ? [] : [{ ...rated, value }];
  });
}
