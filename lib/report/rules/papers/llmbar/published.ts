/** Average accuracy and agreement as the paper prints them, in percent: by table, base model and evaluator. */
export const PUBLISHED_COMPARISONS: Record<
  string,
  { model: string; rows: Record<string, [acc: number, agr: number]> }
> = {
  T2: {
    model: "GPT-4",
    rows: {
      Vanilla: [77.2, 90.6],
      "Vanilla*": [83.7, 91.8],
      "CoT*": [80.2, 88.3],
      "Swap*": [83.0, 96.2],
      "Swap+CoT*": [83.0, 97.5],
      "ChatEval*": [81.5, 85.4],
      "Metrics*": [84.2, 89.5],
      "Reference*": [85.2, 89.8],
      "Metrics+Reference*": [85.4, 89.8],
    },
  },
  T5: {
    model: "ChatGPT (0613)",
    rows: {
      Vanilla: [41.4, 56.7],
      "Vanilla*": [40.8, 63.3],
      "CoT*": [41.3, 55.2],
      "Swap*": [42.1, 81.8],
      "Swap+CoT*": [41.6, 70.9],
      "ChatEval*": [42.6, 66.9],
      "Metrics*": [46.1, 61.9],
      "Reference*": [41.6, 59.9],
      "Metrics+Reference*": [47.6, 54.3],
    },
  },
  T6: {
    model: "ChatGPT (0301)",
    rows: {
      Vanilla: [47.7, 53.2],
      "Vanilla*": [49.2, 56.1],
      "CoT*": [45.5, 51.7],
      "Swap*": [48.8, 72.3],
      "Swap+CoT*": [47.8, 78.8],
      "ChatEval*": [47.6, 64.2],
      "Metrics*": [50.2, 49.4],
      "Reference*": [51.0, 45.1],
      "Metrics+Reference*": [51.3, 42.4],
    },
  },
  T7: {
    model: "LLaMA2",
    rows: {
      Vanilla: [41.5, 75.0],
      "Vanilla*": [45.8, 73.4],
      "CoT*": [46.3, 53.8],
      "Swap*": [44.4, 59.7],
      "Swap+CoT*": [43.0, 71.7],
      "Metrics*": [46.6, 72.2],
      "Reference*": [48.5, 62.3],
      "Metrics+Reference*": [49.9, 64.6],
    },
  },
  T8: {
    model: "PaLM2",
    rows: {
      Vanilla: [64.9, 77.2],
      "Vanilla*": [68.8, 73.7],
      "CoT*": [58.7, 44.4],
      "Swap*": [67.4, 86.8],
      "Swap+CoT*": [64.3, 83.0],
      "Metrics*": [69.1, 71.8],
      "Reference*": [70.1, 72.7],
      "Metrics+Reference*": [72.9, 76.4],
    },
  },
  T9: {
    model: "Falcon",
    rows: {
      Vanilla: [53.3, 43.8],
      "Vanilla*": [55.9, 41.0],
      "CoT*": [51.7, 12.0],
      "Swap*": [51.3, 35.5],
      "Swap+CoT*": [50.9, 32.3],
      "Metrics*": [53.7, 33.8],
      "Reference*": [54.4, 29.2],
      "Metrics+Reference*": [53.6, 24.3],
    },
  },
};

/** Table 3 in the order of its rows, which have no name here: two models of scores, and one of preferences. */
export const PUBLISHED_REWARD_MODELS: [name: string, acc: number, agr: number | null][] = [
  ["Reward model, first row", 38.4, null],
  ["Reward model, second row", 44.4, null],
  ["Preference model", 37.6, 89.7],
];

/** Hedging rates of ChatGPT's ratings: NATURAL, NEIGHBOR, GPTINST, GPTOUT, MANUAL. */
export const PUBLISHED_HEDGING: Record<string, number[]> = {
  Vanilla: [42.0, 53.7, 45.7, 44.7, 41.3],
  "Vanilla*": [47.0, 46.3, 54.4, 61.7, 54.4],
};

/** Average accuracy and share of different ratings of GPT-4. */
export const PUBLISHED_RATINGS: Record<string, [acc: number, dif: number]> = {
  Vanilla: [77.2, 79.1],
  "Vanilla*": [83.0, 83.3],
  "Metrics*": [83.7, 88.1],
  "Reference*": [84.0, 85.4],
  "Metrics+Reference*": [84.7, 88.6],
};

export const PUBLISHED_PROMETHEUS: Record<string, [acc: number, dif: number]> = {
  Prometheus: [51.7, 54.4],
  "Prometheus, with reference": [62.5, 60.6],
};

/** Average accuracy and agreement of GPT-4's Vanilla* after 0, 1 and 2 examples. */
export const PUBLISHED_SHOTS: [acc: number, agr: number][] = [
  [83.7, 91.8],
  [82.5, 90.9],
  [82.2, 92.3],
];

/** Accuracy of GPT-4 on CONSTRAINT. */
export const PUBLISHED_CONSTRAINT: Record<string, number> = {
  "Vanilla*": 46.6,
  "CoT*": 40.4,
  "Swap*": 47.8,
  "Swap+CoT*": 44.9,
  "Metrics+Reference*": 55.6,
};

/** Printed of BASE-9. */
export const PUBLISHED_BASE =
  "In the paper the accuracy of GPT-4 on BASE-9 goes from 21.3 % up to 93.5 %, which is that of Metrics+Reference*.";

/** Agreement of two people with each other: NATURAL, ADVERSARIAL, all. */
export const PUBLISHED_PEOPLE = { natural: [18, 20], adversarial: [57, 60], all: [75, 80] } as const;
