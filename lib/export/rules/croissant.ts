import type { ColumnType } from "@/lib/duckdb/schema";
import { DATASET_DESCRIPTION, type DatasetFacts, type DatasetFile } from "@/lib/export/rules/dataset-card";

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
    description: DATASET_DESCRIPTION,
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
