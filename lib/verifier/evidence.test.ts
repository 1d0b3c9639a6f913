import { expect, test } from "vitest";
import { run } from "./run";
import type { Check, Format, FormatDetails } from "./types";

const summaryOf = (check: Check, text: string) => run(check, text).evidence.summary;
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
