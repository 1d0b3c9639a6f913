import type { PreferForm } from "@/lib/protocol/schema";

export type Preference = { value: "A" | "B" | 1 | 2 | 3 | 4 | 5; key: string };

const FORMS: Record<PreferForm, readonly Preference[]> = {
  "five-point": [
    { value: 1, key: "1" },
    { value: 2, key: "2" },
    { value: 3, key: "3" },
    { value: 4, key: "4" },
    { value: 5, key: "5" },
  ],
  "forced-choice": [
    { value: "A", key: "1" },
    { value: "B", key: "2" },
  ],
};

/** The answers of a preference, A first, each with its digit. */
export const preferenceOptions = (form: PreferForm) => FORMS[form];
