import { expect, test } from "vitest";
import { croissant } from "@/lib/export/rules/croissant";
import { croissantProblems } from "@/lib/export/testing/croissant-problems";

const facts = {
  ...{
    name: "Answers",
    creator: "A lab",
    url: "https://lab.example.org",
    at: new Date(0),
    licence: "CC-BY-4.0",
  },
};
const file = {
  ...{ name: "ratings", file: "data/ratings.parquet", what: "Rows", bytes: 3, sha256: "ab".repeat(32) },
  columns: [
    { name: "rater", type: "text", what: "who" },
    { name: "labels", type: "texts", what: "several" },
  ] as const,
};
type Document = ReturnType<typeof croissant>;
const document = () => structuredClone(croissant(facts, [file])) as Document & Record<string, unknown>;

test("what is written is Croissant", () => {
  expect(croissantProblems(document())).toEqual([]);
});

test.each<[string, (document: Document & Record<string, unknown>) => void, RegExp]>([
  [
    "a field without a type",
    ({ recordSet: [set] }) => Object.assign(set?.field[0] ?? {}, { dataType: undefined }),
    /dataType: is no text/,
  ],
  [
    "a type that there is none of",
    ({ recordSet: [set] }) => Object.assign(set?.field[0] ?? {}, { dataType: "sc:String" }),
    /sc:String is no type/,
  ],
  [
    "a term without a meaning",
    (one) => Object.assign(one["@context"], { column: "cr:spalte" }),
    /column is no property/,
  ],
  [
    "a source that is not there",
    ({ distribution: [one] }) => Object.assign(one ?? {}, { "@id": "other" }),
    /nothing has the id data\/ratings\.parquet/,
  ],
  [
    "an id twice",
    ({ recordSet: [set] }) => Object.assign(set?.field[1] ?? {}, { "@id": "ratings/rater" }),
    /ratings\/rater is used 2 times/,
  ],
  [
    "a file without a checksum",
    ({ distribution: [one] }) => delete (one as { sha256?: string }).sha256,
    /sha256 is missing/,
  ],
  ["no address", (one) => Object.assign(one, { url: "lab" }), /url: is no address/],
  [
    "another version",
    (one) => Object.assign(one, { conformsTo: "http://mlcommons.org/croissant/0.8" }),
    /another version/,
  ],
])("%s is noticed", (_, break_, problem) => {
  const broken = document();
  break_(broken);
  expect(croissantProblems(broken).join("\n")).toMatch(problem);
});
