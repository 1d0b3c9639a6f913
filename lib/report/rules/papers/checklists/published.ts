/** Printed in table 5 (pairs and ratings: 754 inputs): min, max, mean, SD and sum of items. */
export const PUBLISHED_LENGTHS: Record<string, readonly [number, number, number, number, number]> = {
  baseline: [1, 19, 4.63, 1.51, 3488],
  ticking: [2, 10, 4.92, 1.02, 3710],
  specify: [1, 16, 5.05, 1.54, 3807],
  "length_0.5": [1, 10, 2.27, 0.74, 1714],
  "length_1.5": [2, 28, 6.98, 2.38, 5266],
  self_refine: [1, 19, 4.62, 1.55, 3490],
};

/** Printed in table 6: sums of items in checklists of 50 tasks. (It says 250, but 245 items are 4.9 in each of 50.) */
export const PUBLISHED_SUMS: Record<string, number> = {
  ...{ baseline: 245, ticking: 265, specify: 266 },
  ...{ "length_0.5": 123, "length_1.5": 367, self_refine: 244 },
};

/** Printed in table 7, on the pairs: the share of items in checklists that were answered in full, in percent. */
export const PUBLISHED_RETAINED: Record<string, number> = {
  baseline: 25.2,
  ticking: 90.4,
  specify: 90.7,
  "length_0.5": 22.8,
  "length_1.5": 25.6,
  self_refine: 24.7,
};

export const PUBLISHED_SIGNIFICANT = {
  pairwise:
    "In the paper 20 of 48 comparisons are significant: of GPT-4o and Gemma-2-9B all 6 policies, of Qwen2.5-32B 3 (Baseline, Length × 0.5 and Self-refine), of Qwen2.5-7B 5 (all but Ticking), of the other models none.",
  direct: "In the paper none of 48 comparisons is significant.",
} as const;

export const PUBLISHED_RANGE =
  "Table 2 of the paper names Length × 1.5 as both the best and the worst policy of Gemma-2-27B: a misprint.";

export const PUBLISHED_ITEMS = {
  pairwise:
    "In the paper 1,079 of 2,018 items (53.5 %) of positive checklists are positive, and 3,847 of 9,157 (42.0 %) of negative ones negative; 33 (1.6 %) and 102 (2.6 %) are strong. Of Baseline’s items in positive checklists 100 of 160 are positive, of those by Length × 0.5 53 of 137.",
  direct:
    "In the paper 56 of 56 items of positive checklists are positive, and 599 of 1,472 (40.7 %) of negative ones negative; 102 (6.9 %) are strong.",
} as const;

/** Printed in table 3: open and closed tasks. */
export const PUBLISHED_OPEN = "In the paper 75 open and 10 closed tasks of LLMBar, 43 and 7 of InFoBench.";

/** Printed in tables 9 and 10: how many items have each label. */
export const PUBLISHED_LABELS: Record<string, readonly number[]> = {
  "positive-items": [51, 25, 3, 2, 7, 1],
  "negative-items": [177, 21, 3, 3],
};

/** Printed in table 4. */
export const PUBLISHED_OVERLAP =
  "In the paper, of people’s items 17 are in both and 3 in theirs alone where generated items are positive, 50 and 46 where they are negative; of generated items 29 and 27, and 75 and 27. Of its generated items that are not negative 77 % are in both.";
