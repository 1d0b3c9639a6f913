/** Table 14 as printed, in percent, in the order approve, revise, delete, add; null where we have no printed value. */
export const PUBLISHED_LINE_ACTIONS: readonly {
  task: string;
  of: "All lines" | "Score lines" | "Evidence lines";
  percents: readonly (number | null)[];
}[] = [
  { task: "ELI5", of: "All lines", percents: [81.16, 14.61, 3.6, 0.63] },
  { task: "ELI5", of: "Score lines", percents: [70.66, 29.34, null, null] },
  { task: "ELI5", of: "Evidence lines", percents: [85.01, 7.17, 6.66, 1.16] },
  { task: "ROCStories", of: "All lines", percents: [94.65, 3.92, 1.09, 0.34] },
  { task: "Self-Instruct", of: "All lines", percents: [91.49, 4.99, 2.95, 0.57] },
];

/** The paper's numbers beside table 11. */
export const PUBLISHED_STANCES =
  "In the paper 55.32 % for ELI5 and 61.90 % for Self-Instruct. The definitions of the stances here are our own: look up what the two are shares of before you compare them with a row.";

/** Shares of the four levels of the overall score in Self-Instruct, in percent, by evaluator. */
export const PUBLISHED_LEVELS: Record<string, readonly number[]> = {
  "GPT-3.5": [3.17, 24.21, 17.86, 54.76],
  "GPT-4": [8.77, 19.3, 29.82, 42.11],
  Human: [2.77, 1.98, 40.08, 55.17],
};

/** Printed in section 5.3. */
export const PUBLISHED_GROUPS =
  "In the paper A3, A4 and A5 are a group, and A1 and A2 another, each above 0.8; α of all goes from 0.64 to 0.71.";
