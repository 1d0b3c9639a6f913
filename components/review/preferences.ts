import type { PreferForm } from "@/lib/batch/schema";

type Preference = { value: "A" | "B" | 1 | 2 | 3 | 4 | 5; key: string; label: string };

const FORMS: Record<PreferForm, readonly Preference[]> = {
  "five-point": [
    { value: 1, key: "1", label: "A much better" },
    { value: 2, key: "2", label: "A better" },
    { value: 3, key: "3", label: "Near-identical" },
    { value: 4, key: "4", label: "B better" },
    { value: 5, key: "5", label: "B much better" },
  ],
  "forced-choice": [
    { value: "A", key: "1", label: "A is better" },
    { value: "B", key: "2", label: "B is better" },
  ],
};

/** What can be said of two responses, A first, each with the digit that says it. */
export const preferencesOf = (form: PreferForm) => FORMS[form];

/** A drafted or given preference in words; a number of another scale as it is. */
export function preferenceInWords(value: string | number): string {
  if (value === "tie") return "Neither is better";
  const all = [...FORMS["five-point"], ...FORMS["forced-choice"]];
  return all.find((known) => known.value === value)?.label ?? String(value);
}
