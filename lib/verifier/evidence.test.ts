import { expect, test } from "vitest";
import { runCheck } from "./run-check";
import type { Check, Format, FormatDetails } from "./types";

const summaryOf = (check: Check, text: string) => runCheck(check, text).evidence.summary;
const format = (name: Format, details: FormatDetails = {}): Check => ({
  kind: "format",
  format: name,
  details,
});

test.each([
  ["csv", "a,b\n1,2\n3,4,5\n"],
  ["tsv", "a\tb\n1\t2\n3\t4\t5\n"],
  ["markdown_table", "| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 | 5 |"],
] as const)("the third row of a %s table is row 3: its header is row 1", (name, text) => {
  expect(summaryOf(format(name), text)).toMatch(/^row 3\b/);
});

test.each<[Check, string, string]>([
  [{ kind: "case", mode: "title" }, "all Words Here", "1 word without a capital"],
  [{ kind: "case", mode: "title" }, "Cats of old Rome", "1 word without a capital, and 1 small word"],
  [
    { kind: "case", mode: "sentence" },
    "cats eat. They see Rome.",
    "1 sentence opens with a small letter, 1 capital elsewhere",
  ],
  [{ kind: "case", mode: "lower" }, "cats eat in Rome", "1 capital letter"],
  [{ kind: "charset", set: "no_comma" }, "a, b", "1 comma"],
  [{ kind: "charset", set: "no_comma" }, "a, b, c，d", "2 commas, and 1 comma of another script"],
  [{ kind: "charset", set: "latin" }, "abcя", "1 letter of another script"],
  [format("csv"), "a,b\n1,2\n", "1 row of 2 columns below the header"],
  [format("csv"), "a,b\n1\n", "row 2 has 1 cell, the first 2"],
  [format("headings"), "# Title\n\nText.", "1 heading"],
  [format("title_angle"), "<<Title>>", "1 title in double angular brackets"],
  [format("code_block", { language: "python" }), "```python\nx\n```", "1 python code block"],
  [format("sections"), "Section 1\ntext", "1 section marked Section"],
  [format("two_responses"), "only one", "1 piece parted by ******"],
  [format("yaml"), "a: 1", "1 of 1 line looks like YAML"],
  [format("bullets"), "- one\n- two", "2 bullet points"],
])("of one thing evidence speaks in the singular: %j on %j", (check, text, summary) => {
  expect(summaryOf(check, text)).toBe(summary);
});
