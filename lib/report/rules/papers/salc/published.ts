/** Table 1 as printed: F1 and accuracy by evaluator and dataset, as shares. */
export const PUBLISHED_JUDGES: Record<string, Record<string, readonly [f1: number, accuracy: number]>> = {
  "GPT-4o, LLM as a judge": { hhh: [0.89, 0.885], alpaca: [0.557, 0.562], mtbench: [0.51, 0.632] },
  "Prometheus (GPT-4o)": { hhh: [0.912, 0.914], alpaca: [0.55, 0.552], mtbench: [0.534, 0.627] },
  "SALC (GPT-4o)": { hhh: [0.938, 0.933], alpaca: [0.584, 0.577], mtbench: [0.5643, 0.6463] },
};

/** Table 3 as printed: Pearson, Kendall and Spearman of the fine-tuned 13B judge, on the two datasets. */
export const PUBLISHED_CORRELATIONS = [
  { evaluator: "FT-Judge-13B", dataset: "first", pearson: 0.9237, kendall: 0.807, spearman: 0.871 },
  { evaluator: "FT-Judge-13B", dataset: "second", pearson: 0.9297, kendall: 0.826, spearman: 0.885 },
] as const;

/** Table 2 as printed: likeness of the criteria of the fine-tuned 13B model to the reference criteria. */
export const PUBLISHED_CRITERIA = {
  model: "FT-Criteria-13B",
  ...{ rouge1: 0.624, rouge2: 0.405, rougeL: 0.429, bleu4: 0.337, bertScore: 0.921 },
} as const;

/** Table 4 as printed: total accuracy on HHH, in percent. */
export const PUBLISHED_HHH = { "FT-Judge-13B": 83.75, "GPT-4": 89.03 } as const;

/** Printed in table 5 and appendix C.2. */
export const PUBLISHED_POLICIES = [
  "In the paper phi-3 comes to 17.64, 17.86, 17.08 and 18.47 on AlpacaEval 2 (length-controlled win rate, in the order of the rows of Table 5).",
  "With equally many pairs from each source (appendix C.2, about 6,000, 12,000 and 13,000 before) it is 86.89 against 86.5 and 69.95 against 69.5 on AlpacaEval 1 (WR, LC), and 13.26 against 12.71 and 18.36 against 17.86 on AlpacaEval 2.",
] as const;

/** Printed in appendix C.2. */
export const PUBLISHED_PAIRS =
  "In the paper the three sources have about 6,000, 12,000 and 13,000 pairs, and equally many in the comparison of equal size.";
