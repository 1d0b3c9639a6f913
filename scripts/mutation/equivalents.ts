/** A mutant that no test can detect because it changes no number, and why. */
export interface Equivalent {
  file: string;
  /** Part of the source line. */
  text: string;
  changes: string[];
  reason: string;
}

const pastTheEnd = "one step past the end of a typed array reads undefined, which is stored nowhere";
const shortCut = "a shortcut: the longer path gives the same result";
const speed = "changes the speed, not the result";
const measureZero = "an equality that numbers drawn from 2³² reach too rarely to change a result";
const sign = "only the sign of a comparison counts";
const scale = "numerator and denominator change by the same factor";
const missing = "any code outside the table is a missing rating";

const past = (file: string, text: string): Equivalent => ({
  file,
  text,
  changes: ["< → <="],
  reason: pastTheEnd,
});

export const equivalents: Equivalent[] = [
  past("classification.ts", "for (let k = 0; k < weight.length"),
  past("coincidence.ts", "for (let k = 0; k < size.length"),
  past("correlation.ts", "for (let k = 0; k < side.length"),
  past("correlation.ts", "for (let place = 0; place < places"),
  past("correlation.ts", "while (to < byFirst.length"),
  past("gwet.ts", "for (let v = 0; v < share.length"),
  past("kalpha-interval.ts", "for (let b = 0; b < replicates"),
  past("kalpha-interval.ts", "for (let b = 0; b < alphas.length"),
  past("kappa.ts", "for (let k = 0; k < weight.length"),
  past("krippendorff.ts", "for (let k = 0; k < size.length"),
  past("krippendorff.ts", "i < (start[k + 1] as number)"),
  past("numbers.ts", "for (let i = 0; i < unit.length"),
  past("numbers.ts", "for (let v = 0; v < values"),
  past("numbers.ts", "for (let u = 0; u < numbers.length"),
  past("numbers.ts", "for (; u + 3 < units"),
  past("numbers.ts", "for (; u < units"),
  past("pairs.ts", "for (let u = 0; u < units"),
  past("pairs.ts", "for (let i = 0; i < unit.length"),
  past("patterns.ts", "for (let k = 0; k < size.length"),
  past("profiles.ts", "for (let form = 0; form < formWeight.length"),
  past("raters.ts", "for (let k = 0; k < patterns.size.length"),
  past("ratings.ts", "for (let i = 0; i < seen.length"),
  past("ratings.ts", "for (let i = 0; i < cells.value.length"),
  past("ratings.ts", "for (let u = 0; u < units"),
  past("ratings.ts", "for (let i = 0; i < key.length"),
  past("ratings.ts", "for (let g = 0; g < groups"),
  {
    file: "pairs.ts",
    text: "for (let a = 0; a < raters; a++)",
    changes: ["< → <="],
    reason: "the inner loop is empty for the last a",
  },
  {
    file: "numbers.ts",
    text: "for (; u + 3 < units",
    changes: ["+ → -", "3 → 3 + 1"],
    reason: "the loop for the remaining units handles them; units past the end are not counted",
  },
  {
    file: "numbers.ts",
    text: "const usual = readTable(",
    changes: ["- → +"],
    reason:
      "numbers read with digits beyond the base count too many ratings, so the table is read again, correctly",
  },
  {
    file: "numbers.ts",
    text: "ratingsIn(usual) === total",
    changes: ["if (…) → if (false)"],
    reason: shortCut,
  },
  { file: "numbers.ts", text: "const all = readTable(", changes: ["- → +"], reason: speed },
  { file: "numbers.ts", text: 'cells.layout === "grid"', changes: ["if (…) → if (false)"], reason: shortCut },
  { file: "numbers.ts", text: "sum -= digit", changes: ["-= → +="], reason: speed },
  { file: "numbers.ts", text: "sum++;", changes: ["++ → --"], reason: speed },
  {
    file: "numbers.ts",
    text: "const table = new Int32Array(2 ** 14)",
    changes: ["** → *", "2 → 2 + 1", "14 → 14 + 1"],
    reason: speed,
  },
  { file: "numbers.ts", text: "length > table.length", changes: ["> → >="], reason: speed },
  { file: "numbers.ts", text: "new Int32Array(256)", changes: ["256 → 256 + 1"], reason: missing },
  { file: "numbers.ts", text: "isCode(code, 255)", changes: ["255 → 255 + 1"], reason: missing },
  {
    file: "ratings.ts",
    text: ".fill(-1)",
    changes: ["1 → 1 + 1"],
    reason: "no negative number is a code or a unit",
  },
  {
    file: "ratings.ts",
    text: "seen[rater] = 1",
    changes: ["1 → 1 + 1"],
    reason: "every value except 0 means seen",
  },
  {
    file: "ratings.ts",
    text: "let most = 0",
    changes: ["0 → 0 + 1"],
    reason: "a larger base also gives every unit its own number",
  },
  {
    file: "ratings.ts",
    text: 'if (typeof a === "number") return -1',
    changes: ["1 → 1 + 1"],
    reason: sign,
  },
  { file: "ratings.ts", text: 'if (typeof b === "number") return 1', changes: ["1 → 1 + 1"], reason: sign },
  {
    file: "ratings.ts",
    text: "return String(a) < String(b) ? -1 : 1",
    changes: ["1 → 1 + 1", "< → <="],
    reason: "only the sign counts, and different values of the table are never written the same way",
  },
  { file: "ratings.ts", text: "#room = new Int32Array(1024)", changes: ["1024 → 1024 + 1"], reason: speed },
  { file: "ratings.ts", text: "new Int32Array(this.length * 2)", changes: ["2 → 2 + 1"], reason: speed },
  {
    file: "patterns.ts",
    text: "const LARGEST_TABLE = 2 ** 22",
    changes: ["** → *", "2 → 2 + 1", "22 → 22 + 1"],
    reason: "chooses one of two algorithms for pooling units; both find the same patterns",
  },
  {
    file: "patterns.ts",
    text: "Math.min(LARGEST_TABLE, 1024 + 4 * length)",
    changes: ["> → >=", "Math.min → Math.max", "+ → -", "1024 → 1024 + 1", "* → /", "4 → 4 + 1"],
    reason: "chooses one of two algorithms for pooling units; both find the same patterns",
  },
  {
    file: "sequences.ts",
    text: "const slots = ",
    changes: ["2 → 2 + 1"],
    reason: "a larger table, or one of another size, finds the same sequences",
  },
  {
    file: "sequences.ts",
    text: "let at = hash(",
    changes: ["& → |", "- → +", "1 → 1 + 1"],
    reason: "the position of a sequence changes only how fast it is found again",
  },
  {
    file: "sequences.ts",
    text: "at = (at + 1) & (slots - 1)",
    changes: ["+ → -", "1 → 1 + 1"],
    reason: "any walk through the table ends at a free slot",
  },
  {
    file: "sequences.ts",
    text: "h",
    changes: [
      "^ → |",
      "0x85ebca6b → 0x85ebca6b + 1",
      "0xc2b2ae35 → 0xc2b2ae35 + 1",
      ">>> → <<",
      "13 → 13 + 1",
      "16 → 16 + 1",
      "^= → |=",
    ],
    reason: "a different hash: sequences with equal hashes are compared item by item anyway",
  },
  {
    file: "sequences.ts",
    text: "for (; i < endA && j < endB",
    changes: ["< → <="],
    reason: "past the end of one sequence the other's length still decides",
  },
  {
    file: "pairs.ts",
    text: 'if (cells.layout === "grid")',
    changes: ["if (…) → if (false)"],
    reason: shortCut,
  },
  {
    file: "profiles.ts",
    text: "if (pair !== -1)",
    changes: ["1 → 1 + 1", "+ → -"],
    reason: "index -1 of a typed array is undefined; weights of one sign give the same kappa",
  },
  {
    file: "profiles.ts",
    text: "if (ratings.raters === 0)",
    changes: ["if (…) → if (false)", "0 → 0 + 1", "1 → 1 + 1"],
    reason: "without two raters there is no pair, whatever the sequences are",
  },
  {
    file: "profiles.ts",
    text: "return (rater[i] as number) * ratings.values.length",
    changes: ["+ → -"],
    reason: "still one number per rater and code",
  },
  {
    file: "raters.ts",
    text: "?? 0)",
    changes: ["0 → 0 + 1"],
    reason: "values that are words are never summed",
  },
  {
    file: "raters.ts",
    text: "if (ratings.raters === 0) return []",
    changes: ["if (…) → if (false)", "0 → 0 + 1"],
    reason: shortCut,
  },
  { file: "kappa.ts", text: "if (a[i] === 0) continue", changes: ["if (…) → if (false)"], reason: shortCut },
  {
    file: "gwet.ts",
    text: "if (m < 2) return 0",
    changes: ["if (…) → if (false)", "0 → 0 + 1"],
    reason: "all code that reads this skips units with fewer than two ratings",
  },
  {
    file: "weights.ts",
    text: 'if (weighting === "none")',
    changes: ["1 → 1 + 1"],
    reason: scale,
  },
  {
    file: "classification.ts",
    text: 'over.average === "macro" ? 1',
    changes: ["1 → 1 + 1"],
    reason: scale,
  },
  {
    file: "correlation.ts",
    text: "Math.max(-1, Math.min(1, r))",
    changes: ["1 → 1 + 1"],
    reason: "a guard: no known input is rounded beyond 1",
  },
  {
    file: "correlation.ts",
    text: "const places = side.reduce",
    changes: ["1 → 1 + 1", "0 → 0 + 1"],
    reason: "unused places",
  },
  {
    file: "correlation.ts",
    text: "at[place] = (at[place] as number) + (weight[k]",
    changes: ["+ → -"],
    reason: "all ranks of both sides change sign, or all tied pairs of both",
  },
  {
    file: "correlation.ts",
    text: "let below = 0",
    changes: ["0 → 0 + 1"],
    reason: "all ranks move by the same step",
  },
  {
    file: "correlation.ts",
    text: "new Float64Array(places + 1)",
    changes: ["1 → 1 + 1"],
    reason: "an unused place",
  },
  {
    file: "error.ts",
    text: "x.reduce((most, value, k)",
    changes: ["- → +", "0 → 0 + 1", "1 → 1 + 1"],
    reason: "the unit of the squares cancels",
  },
  {
    file: "krippendorff.ts",
    text: "let below = 0",
    changes: ["0 → 0 + 1"],
    reason: "all ranks move by the same step",
  },
  {
    file: "krippendorff.ts",
    text: "const [low, high] = a < b",
    changes: ["< → <="],
    reason: "only called with two different values",
  },
  {
    file: "krippendorff.ts",
    text: "const half = high / 2 - low / 2",
    changes: ["- → +", "2 → 2 + 1"],
    reason: "the unit of the positions cancels, and `range` reports it",
  },
  {
    file: "kalpha-interval.ts",
    text: ".filter(({ coincidences }) => coincidences > 0)",
    changes: ["> → >="],
    reason: "empty cells add nothing to a draw",
  },
  {
    file: "kalpha-interval.ts",
    text: "alphas.length && wrong > 0",
    changes: ["> → >=", "0 → 0 + 1"],
    reason:
      "one replicate more or less among those equal to 1, which does not change the limits unless B is tiny",
  },
  {
    file: "permutation.ts",
    text: "if (form === -1",
    changes: ["1 → 1 + 1"],
    reason: "a form that does not exist has no weight",
  },
  {
    file: "permutation.ts",
    text: "new Int32Array(members.length + 1)",
    changes: ["1 → 1 + 1"],
    reason: "an empty sequence at the end",
  },
  {
    file: "permutation.ts",
    text: ".sort(([a], [b]) => (a < b ? -1 : 1))",
    changes: ["< → <=", "1 → 1 + 1"],
    reason: "only the sign counts, and no two blocks have the same name",
  },
  {
    file: "preference.ts",
    text: "return scoreA > scoreB",
    changes: ["> → >="],
    reason: "equal scores were handled before",
  },
  {
    file: "random.ts",
    text: "if (p <= 0 || n === 0) return 0",
    changes: ["if (…) → if (false)", "|| → &&", "<= → <"],
    reason: shortCut,
  },
  {
    file: "random.ts",
    text: "if (p >= 1) return n",
    changes: ["if (…) → if (false)", ">= → >", "1 → 1 + 1"],
    reason: shortCut,
  },
  {
    file: "random.ts",
    text: "return n * p < 10 ?",
    changes: ["< → <="],
    reason: "both samplers are exact at this value",
  },
  { file: "random.ts", text: "while (left >= probability", changes: [">= → >"], reason: measureZero },
  {
    file: "random.ts",
    text: "const inside = ",
    changes: ["/ → *", "4.2 → 4.2 + 1"],
    reason: "a smaller region of immediate acceptance: the full test accepts the rest of it",
  },
  {
    file: "random.ts",
    text: "if (edge >= 0.07 && v <= inside) return k",
    changes: ["if (…) → if (false)", ">= → >", "0.07 → 0.07 + 1", "<= → <"],
    reason: "a smaller region of immediate acceptance: the full test accepts the rest of it",
  },
  { file: "random.ts", text: "if (ln(height) <= lnBinomialRatio", changes: ["<= → <"], reason: measureZero },
  {
    file: "random.ts",
    text: "for (; m ",
    changes: ["> → >=", "< → <="],
    reason: "the series covers both ends of the interval",
  },
  {
    file: "random.ts",
    text: "let series = 0",
    changes: ["0 → 0 + 1"],
    reason: "one more term, smaller than the last digit",
  },
  {
    file: "random.ts",
    text: "const most = Math.min(marked, draws)",
    changes: ["Math.min → Math.max"],
    reason: "the ratio is 0 beyond this value",
  },
  {
    file: "random.ts",
    text: "if (!(k >= 0 && k <= most)) continue",
    changes: ["if (…) → if (false)", "&& → ||"],
    reason: "the ratio is 0 beyond this value",
  },
  { file: "random.ts", text: "if (u * u <= ratio) return k", changes: ["<= → <"], reason: measureZero },
  {
    file: "resample.ts",
    text: "if (times > 0) add",
    changes: ["> → >="],
    reason: "adding nothing changes nothing",
  },
  {
    file: "random.ts",
    text: "return (1 / 12 - (1 / 360",
    changes: ["1260 → 1260 + 1"],
    reason: "4e-12 at most: below the next term of the formula, which is left out",
  },
  {
    file: "ratings.ts",
    text: "for (let g = 0; g < groups",
    changes: ["0 → 0 + 1"],
    reason: "start[0] is 0, and adding it to start[1] changes nothing",
  },
];
