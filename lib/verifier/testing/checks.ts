import { COUNTED } from "../countable-units";
import type { Bound, Check, Format, FormatDetails } from "../types";

const some: Bound = { op: "ge", n: 3 };

/** Each format with all its details. */
const FORMATS: Record<Format, FormatDetails[]> = {
  json: [{}, { names: ["name", "b"], only: true }, { shape: "array", count: some }],
  csv: [{}, { names: ["a", "b"], only: true, count: some }],
  tsv: [{}, { names: ["a", "b"] }],
  xml: [{}],
  yaml: [{}],
  markdown_table: [{}, { names: ["a", "b"], count: some }],
  bullets: [{}, { whole: true }, { count: some }],
  numbered: [{}, { whole: true }],
  list: [{}],
  headings: [{}],
  code_block: [{}, { language: "js" }],
  code_only: [{}, { language: "js" }],
  bold: [{}],
  final_bold: [{}, { options: ["a", "b"] }],
  boxed: [{}],
  quoted_whole: [{}],
  title_angle: [{}],
  placeholders: [{}, { count: some }],
  highlight: [{}, { count: some }],
  sections: [{ marker: "SECTION", count: some }],
  postscript: [{ marker: "P.S." }, { marker: "P.P.S." }],
  two_responses: [{ marker: "******" }, { marker: "a" }],
  word_list: [{ options: ["a", "b"], count: some }],
};

const values = ["a", "rock", "any other questions", "中", "e\u0301", "so it is so it is so it is"];

/** At least one check of every kind, with a name. */
export const CHECKS: readonly { name: string; check: Check }[] = [
  ...COUNTED.map((unit) => ({ name: `count ${unit}`, check: { kind: "count", unit, ...some } as Check })),
  {
    name: "count paragraph by divider",
    check: { kind: "count", unit: "paragraph", divider: "***", op: "eq", n: 3 },
  },
  ...(["contains", "not_contains"] as const).flatMap((kind) =>
    (["word", "phrase", "char", "sentence"] as const).map((what) => ({
      name: `${kind} ${what}`,
      check: { kind, what, values, mode: "all" } as Check,
    })),
  ),
  {
    name: "contains word, times",
    check: { kind: "contains", what: "word", values: ["a", "rock"], mode: "all", times: some },
  },
  ...(["starts_with", "ends_with"] as const).flatMap((kind) =>
    (["word", "phrase", "char"] as const).map((what) => ({
      name: `${kind} ${what}`,
      check: { kind, what, value: what === "char" ? "a" : "any other" } as Check,
    })),
  ),
  { name: "nth_words", check: { kind: "nth_words", pos: [1, 50_000, -1], values: ["a", "b", "c"] } },
  ...(["lower", "upper", "title", "sentence"] as const).map((mode) => ({
    name: `case ${mode}`,
    check: { kind: "case", mode } as Check,
  })),
  ...Object.entries(FORMATS).flatMap(([format, all]) =>
    all.map((details) => ({
      name: `format ${[format, ...Object.keys(details)].join(" ")}`,
      check: { kind: "format", format: format as Format, details } as Check,
    })),
  ),
  ...(["alphabetical", "numeric", "date"] as const).flatMap((by) =>
    [undefined, "name"].map((key) => ({
      name: `order ${by}${key ? " by key" : ""}`,
      check: { kind: "order", by, dir: "asc", ...(key ? { key } : {}) } as Check,
    })),
  ),
  ...["en", "ja", "zh", "ru", "kn"].map((code) => ({
    name: `language ${code}`,
    check: { kind: "language", code } as Check,
  })),
  ...(["ascii", "no_digits", "no_punctuation", "no_comma", "latin"] as const).map((set) => ({
    name: `charset ${set}`,
    check: { kind: "charset", set } as Check,
  })),
  { name: "repeat_prompt", check: { kind: "repeat_prompt" } },
  { name: "rephrase", check: { kind: "rephrase" } },
  { name: "one_of", check: { kind: "one_of", options: ["a", "rock", "so it is"] } },
  ...(["items", "lines", "words"] as const).map((target) => ({
    name: `distinct ${target}`,
    check: { kind: "distinct", target } as Check,
  })),
  ...(["paragraph", "sentence", "line", "item"] as const).flatMap(
    (part): { name: string; check: Check }[] => [
      {
        name: `part ${part}`,
        check: { kind: "part", part, n: -1, of: { kind: "count", unit: "word", ...some } },
      },
      {
        name: `each ${part}, words`,
        check: { kind: "each", part, of: { kind: "count", unit: "word", op: "ge", n: 1 } },
      },
      {
        name: `each ${part}, sentences`,
        check: { kind: "each", part, of: { kind: "count", unit: "sentence", op: "ge", n: 0 } },
      },
      {
        name: `each ${part}, contains`,
        check: {
          kind: "each",
          part,
          of: { kind: "not_contains", what: "word", values: ["zebra"], mode: "any" },
        },
      },
      {
        name: `each ${part}, starts with`,
        check: {
          kind: "each",
          part,
          of: { kind: "not", of: { kind: "starts_with", what: "word", value: "zebra" } },
        },
      },
    ],
  ),
  {
    name: "and",
    check: {
      kind: "and",
      of: [
        { kind: "case", mode: "lower" },
        { kind: "language", code: "en" },
        { kind: "count", unit: "word", ...some },
      ],
    },
  },
  {
    name: "or",
    check: {
      kind: "or",
      of: [
        { kind: "contains", what: "char", values: ["q"], mode: "all" },
        { kind: "not_contains", what: "char", values: ["e"], mode: "any" },
      ],
    },
  },
];
