/** Limits of the numbers in one text field. */
export interface NumberLimits {
  least: number;
  most: number;
  /** The largest count of numbers in the field. */
  count: number;
  whole?: boolean;
  /** Equal numbers count as often as they are there; otherwise once. */
  repeats?: boolean;
}

/** The numbers in a text such as "50, 100, 200"; null if it is not such a list within the limits. */
export function numbersIn(
  text: string,
  { least, most, count, whole = true, repeats = false }: NumberLimits,
): number[] | null {
  const parts = text.trim() === "" ? [] : text.trim().split(/[\s,;]+/);
  const typed = parts.map(Number);
  const numbers = repeats ? typed : [...new Set(typed)];
  const fits = (one: number) => one >= least && one <= most && (!whole || Number.isInteger(one));
  return numbers.length > 0 && numbers.length <= count && numbers.every(fits) ? numbers : null;
}
