/** Table 2 as printed: likeness to the reference checklists, and the mean difference of their lengths. */
export const PUBLISHED_LIKENESS: Record<
  string,
  readonly [bleu: number, r1: number, r2: number, rl: number, count: number]
> = {
  "GPT-4o": [0.759, 0.621, 0.417, 0.593, 1.41],
  "Command-R+": [0.709, 0.57, 0.357, 0.534, 1.416],
  "Llama3.1-70B": [0.759, 0.623, 0.418, 0.593, 1.459],
  "Other people’s": [0.733, 0.611, 0.399, 0.583, 2.158],
};

/** Mean distances from people's preferences as Table 4 prints them. */
export const PUBLISHED_DISTANCES: Record<string, number> = {
  Preference: 0.917,
  Direct: 0.584,
  "Check-then-score": 0.554,
  TICK: 0.513,
};

/** Table 6 as printed: α and mean score by protocol. */
export const PUBLISHED_PROTOCOLS: Record<string, readonly [alpha: number, mean: number]> = {
  "Direct scoring": [0.194, 3.347],
  "Check-then-score": [0.256, 3.351],
};

/** Table 7 as printed, in the order of its rows: precision, recall and F1 of the categories of questions. */
export const PUBLISHED_CATEGORIES = [
  { name: "first row", precision: 0.687, recall: 0.708, f1: 0.68 },
  { name: "second row", precision: 0.824, recall: 0.819, f1: 0.793 },
] as const;

/** Table 3a as printed, in the order of its rows: correlation of pass rates on the two data sets. */
export const PUBLISHED_AUTHORS = [
  { name: "first row", first: 0.772, second: 0.853 },
  { name: "second row", first: 0.713, second: 0.776 },
] as const;

/** Printed in table 3b. */
export const PUBLISHED_ANSWERS =
  "In the paper the three evaluators of Table 3b are right on .826, .781 and .778 of the questions.";

/** Printed in appendix B.2. */
export const PUBLISHED_LENGTH_AND_SCORE =
  "In the paper length and score do not correlate: −0.001 and 0.028 (appendix B.2).";

/** Annotators' answers about check-then-score, in percent, by the value of the answer. */
export const PUBLISHED_EASE: Record<string, number> = { easier: 78.5, harder: 6.4, "no-effect": 15 };
