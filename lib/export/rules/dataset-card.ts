import type { Column } from "@/lib/duckdb/schema";

/** A Parquet file of a dataset, with its size and checksum. */
export interface DatasetFile {
  /** Its configuration: also the name of its record set. */
  name: string;
  /** Its path in the archive. */
  file: string;
  what: string;
  columns: readonly Column[];
  bytes: number;
  sha256: string;
}

/** Facts about a dataset as a whole. */
export interface DatasetFacts {
  name: string;
  /** The name of the project that made it. */
  creator: string;
  /** The address of the installation that it was taken from. */
  url: string;
  at: Date;
  licence: string | undefined;
}

export const DATASET_DESCRIPTION =
  "Responses of language models and what raters judged of them: tasks, responses, items and one row per judgement.";

const quoted = (text: string) => JSON.stringify(text);

/** The dataset card: its configurations in YAML, as the `datasets` library reads them from a folder, and what they are. */
export function datasetCard(
  facts: DatasetFacts,
  files: readonly Pick<DatasetFile, "name" | "file" | "what">[],
) {
  const licence =
    facts.licence === undefined ? "" : `license: other\nlicense_name: ${quoted(facts.licence)}\n`;
  const configs = files
    .map(
      ({ name, file }, n) =>
        `- config_name: ${name}\n  data_files:\n  - split: train\n    path: ${quoted(file)}\n${n === 0 ? "  default: true\n" : ""}`,
    )
    .join("");
  return `---
pretty_name: ${quoted(facts.name)}
${licence}tags:
- countersign
- human-evaluation
configs:
${configs}---

# ${facts.name.replace(/\s+/g, " ")}

${DATASET_DESCRIPTION} Exported from Countersign on ${facts.at.toISOString()}. Raters have pseudonyms of their project.
${facts.licence === undefined ? "\n**No licence was stated.** State one here and in `croissant.json` before this is published.\n" : ""}
    from datasets import load_dataset
    data = load_dataset("path/to/this/folder", ${quoted(files[0]?.name ?? "")})

| configuration | what it is |
|---|---|
${files.map(({ name, what }) => `| \`${name}\` | ${what} |`).join("\n")}

Values of \`ratings\` are text, because they are words on one scale and numbers on another; \`items\` has the scales. \`metadata\`
columns are JSON. \`exposure\` says what a rater had seen of a model's draft; agreement of raters who saw it is no agreement of
independent ones. \`inclusion_probability\` is the chance with which a sampled task, response or pair came into the study.
`;
}
