/** The files of a bundle with descriptions, in order. */
export const BUNDLE_FILES: readonly [file: string, what: string][] = [
  ["README.md", "this text"],
  ["methods.md", "a paragraph for a methods section, with the numbers of this study"],
  ["agreement.json", "every number of the agreement page, unrounded, with intervals and what it rests on"],
  ["tables/", "the same numbers table by table, as CSV, JSON, LaTeX and Markdown"],
  [
    "runs.json",
    "the runs behind the drafts: method, parameters, models, hashes of prompts, samplings, failures, price and date",
  ],
  [
    "protocol.json",
    "design of the batch: arms, steps, exposure, orders, seed, and how far it had come if it was open; null for an imported study",
  ],
  ["guidelines/", "each version of what the annotators were told"],
  ["ratings.csv", "one row per judgement and per decision on an item, safe to open in a spreadsheet"],
  ["ratings.jsonl", "the same rows, lossless"],
  ["ratings.parquet", "the same rows for data frames: compressed, with times and truth values as such"],
  ["units.csv", "one row per unit and exposure class, one column per rater: what agreement is computed from"],
  ["units.jsonl", "the same rows, lossless"],
  ["units.parquet", "the same rows for data frames"],
  ["raters.csv", "the columns of units.csv: who each rater is"],
  ["items.csv", "the items, their scales and categories"],
  ["decisions.csv", "what became of each drafted value, explanation line and rubric item"],
  ["decisions.jsonl", "the same rows, lossless"],
  ["drafts.jsonl", "everything that was drafted, with how it was made under `metadata`"],
  ["study.jsonl", "the whole study, as a file that can be imported again"],
  ["scripts/recompute.py", "recomputes the numbers from these tables with Python's standard library"],
  ["scripts/recompute.R", "the same for agreement, with base R"],
  ["scripts/with_krippendorff.py", "the alphas by the Python package krippendorff"],
  ["scripts/with_irr.R", "the alphas by the R package irr, with a way around its error"],
  ["manifest.json", "size and SHA-256 of every file, the moment of the snapshot, versions"],
];

const RECOMPUTING = `## Recomputing

    python3 scripts/recompute.py
    Rscript scripts/recompute.R

The first recomputes agreement, people against models, verdicts against gold, shares of decisions and pass rates, and holds every one against
\`agreement.json\`; it ends with the number of values and the largest difference.`;

const notComputed = (failure: string) => `## What is not here

The numbers of this study could not be computed: ${failure} Therefore there are no \`methods.md\`, \`agreement.json\` and
\`tables/\`, and no scripts that check themselves against them. \`reliability.json\`, if it is there, is agreement by item,
which was computed before. The data are whole.`;

const OF_REPORT = [
  "methods.md",
  "agreement.json",
  "tables/",
  "scripts/recompute.py",
  "scripts/with_krippendorff.py",
];

/**
 * True if a file of a bundle is made from the report, or checks against it: without a report it is missing.
 */
export function isOfReport(file: string): boolean {
  return OF_REPORT.includes(file);
}

const PAPER_TABLES = [
  "papers/",
  "the tables of a paper whose methods this study uses, computed from it; a CSV file holds the table alone, and the runs behind it are in `runs.json`",
] as const;

/** `failure`: why there is no report, if there is none. `hasPapers`: tables of a paper are in the bundle. */
export function readmeText(
  study: string,
  kind: "batch" | "dataset",
  failure: string | null,
  hasPapers: boolean,
): string {
  const files = (
    failure === null ? BUNDLE_FILES : BUNDLE_FILES.filter(([file]) => !isOfReport(file))
  ).flatMap((entry) => (entry[0] === "tables/" && hasPapers ? [entry, PAPER_TABLES] : [entry]));
  return `# ${study.replace(/\s+/g, " ")}

An export of ${kind === "batch" ? "a batch" : "an imported study"} from Countersign. Everything was read at one moment; the moment, sizes and checksums are
in \`manifest.json\`. Raters appear under their pseudonyms. Free text may still identify somebody: read it before
you publish it.

| file | what it is |
|---|---|
${files.map(([file, what]) => `| \`${file}\` | ${what} |`).join("\n")}

## Exposure classes

\`independent\`: given without having seen the draft. \`exposed\`: given with the draft in view. \`unknown\`: nobody
recorded it. \`any\`: every judgement once, by its final value. Empty in \`units.csv\`: only models or rules rated it.

${failure === null ? RECOMPUTING : notComputed(failure)}

In the CSV files, an apostrophe stands before any text that a spreadsheet could take for a formula; the scripts remove
it. The JSONL files have the texts as they are.
`;
}
