/** Table 1 as printed, in percent: LiveBench before, after unstructured self-refinement, and after STICK. */
export const PUBLISHED_REFINEMENT: readonly {
  model: string;
  tasks: string;
  base: number;
  selfRefine: number;
  stick: number;
}[] = [
  { model: "Command-R+", tasks: "Overall", base: 32.0, selfRefine: 23.7, stick: 35.8 },
  { model: "Command-R+", tasks: "Reasoning", base: 29.2, selfRefine: 30.0, stick: 37.0 },
  { model: "GPT-4o", tasks: "Overall", base: 55.4, selfRefine: 47.1, stick: 56.2 },
];

type Selected = readonly [score: number, precision: number | null];

/** Tables 5 and 8 as printed: score and precision on InFoBench (DRFR) and WildBench (WB-Score) by selector. */
export const PUBLISHED_SELECTION: Record<
  string,
  Record<string, { infobench: Selected; wildbench: Selected }>
> = {
  "Command-R+": {
    "Greedy decoding": { infobench: [0.843, null], wildbench: [64.9, null] },
    "Reward model (ArmoRM)": { infobench: [0.863, 0.306], wildbench: [67.5, 0.323] },
    "Direct self-score": { infobench: [0.848, 0.191], wildbench: [65.7, 0.258] },
    STICK: { infobench: [0.894, 0.611], wildbench: [71.2, 0.528] },
  },
  "Llama3.1-70B": {
    "Greedy decoding": { infobench: [0.778, null], wildbench: [65.0, null] },
    "Reward model (ArmoRM)": { infobench: [0.803, 0.343], wildbench: [66.7, 0.366] },
    "Direct self-score": { infobench: [0.78, 0.242], wildbench: [66.8, 0.319] },
    STICK: { infobench: [0.817, 0.676], wildbench: [69.4, 0.545] },
  },
};

/** The gain of the scores in Figure 3. */
export const PUBLISHED_COURSE =
  "In the paper STICK’s refinement adds 6.5 to the score on InFoBench, and 7.1 to that on WildBench.";
