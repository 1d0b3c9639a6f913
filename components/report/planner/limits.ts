/** Limits of what one plan compares: simulated in the reader's browser, it must be there within seconds. */
export const UNITS = { least: 5, most: 5_000, count: 5 };
export const RATERS = { least: 2, most: 20, count: 4 };
export const LABELS = { least: 5, most: 5_000, count: 4 };

/** Statistics that can be planned. */
export const STATISTICS = [
  { value: "alpha", label: "Krippendorff’s α" },
  { value: "kappa", label: "Fleiss’ κ" },
  { value: "mean", label: "A mean or pass rate" },
  { value: "difference", label: "A difference of two models" },
] as const;
export type StatisticChoice = (typeof STATISTICS)[number]["value"];
