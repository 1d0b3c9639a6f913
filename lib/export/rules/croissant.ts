import type { Column, ColumnType } from "@/lib/duckdb/schema";

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

/** What is said about a dataset as a whole. */
export interface DatasetFacts {
  name: string;
  /** The name of the project that made it. */
  creator: string;
  /** The address of the installation that it was taken from. */
  url: string;
  at: Date;
  licence: string | undefined;
}

const PARQUET = "application/x-parquet";

const TYPES: Record<ColumnType, string> = {
  text: "sc:Text",
  texts: "sc:Text",
  number: "sc:Float",
  count: "sc:Integer",
  integer: "sc:Integer",
  boolean: "sc:Boolean",
  time: "sc:DateTime",
};

/** The terms of the format, as its specification 1.0 lists them. */
const CONTEXT = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  citeAs: "cr:citeAs",
  column: "cr:column",
  conformsTo: "dct:conformsTo",
  cr: "http://mlcommons.org/croissant/",
  rai: "http://mlcommons.org/croissant/RAI/",
  data: { "@id": "cr:data", "@type": "@json" },
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  dct: "http://purl.org/dc/terms/",
  examples: { "@id": "cr:examples", "@type": "@json" },
  extract: "cr:extract",
  field: "cr:field",
  fileProperty: "cr:fileProperty",
  fileObject: "cr:fileObject",
  fileSet: "cr:fileSet",
  format: "cr:format",
  includes: "cr:includes",
  isLiveDataset: "cr:isLiveDataset",
  jsonPath: "cr:jsonPath",
  key: "cr:key",
  md5: "cr:md5",
  parentField: "cr:parentField",
  path: "cr:path",
  recordSet: "cr:recordSet",
  references: "cr:references",
  regex: "cr:regex",
  repeated: "cr:repeated",
  replace: "cr:replace",
  sc: "https://schema.org/",
  separator: "cr:separator",
  source: "cr:source",
  subField: "cr:subField",
  transform: "cr:transform",
};

/**
 * Croissant metadata (specification 1.0) of a dataset: its files with checksums, and the columns of each with
 * their types. Without a licence the field is missing, which the format requires: nobody but its owner can state it.
 */
export function croissant(facts: DatasetFacts, files: readonly DatasetFile[]) {
  return {
    "@context": CONTEXT,
    "@type": "sc:Dataset",
    conformsTo: "http://mlcommons.org/croissant/1.0",
    name: facts.name,
    description: DESCRIPTION,
    ...(facts.licence === undefined ? {} : { license: facts.licence }),
    url: facts.url,
    creator: { "@type": "sc:Organization", name: facts.creator },
    datePublished: facts.at.toISOString(),
    version: "1.0.0",
    distribution: files.map(({ file, what, bytes, sha256 }) => ({
      "@type": "cr:FileObject",
      "@id": file,
      name: file,
      description: what,
      contentUrl: file,
      contentSize: `${bytes} B`,
      encodingFormat: PARQUET,
      sha256,
    })),
    recordSet: files.map(({ name, file, what, columns }) => ({
      "@type": "cr:RecordSet",
      "@id": name,
      name,
      description: what,
      field: columns.map((column) => ({
        "@type": "cr:Field",
        "@id": `${name}/${column.name}`,
        name: column.name,
        dataType: TYPES[column.type],
        ...(column.type === "texts" && { repeated: true }),
        source: { fileObject: { "@id": file }, extract: { column: column.name } },
      })),
    })),
  };
}

const DESCRIPTION =
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

${DESCRIPTION} Taken along by Countersign as of ${facts.at.toISOString()}. Raters have pseudonyms of their project.
${facts.licence === undefined ? "\n**No licence was stated.** State one here and in `croissant.json` before this is published.\n" : ""}
    from datasets import load_dataset
    data = load_dataset("path/to/this/folder", ${quoted(files[0]?.name ?? "")})

| configuration | what it is |
|---|---|
${files.map(({ name, what }) => `| \`${name}\` | ${what} |`).join("\n")}

Values of \`ratings\` are text, because they are words on one scale and numbers on another; \`items\` has the scales. \`metadata\`
columns are JSON. \`exposure\` says what a rater had seen of a model's draft; agreement of raters who saw it is no agreement of
independent ones. \`inclusion_probability\` is the chance with which a sampled response came into the study.
`;
}
