import { expect, test } from "vitest";
import { ifevalOf } from "./ifeval";
import { HOSTILE_NAMES, hostileText } from "./testing/hostile";
import type { Check } from "./types";
import { parseItem } from "./verify";

function decided(item: string, response: string, instruction = "") {
  const { check } = parseItem(item, { instruction });
  if (!check) throw new Error(`not read: ${item}`);
  return ifevalOf(check, response, instruction);
}

/** The item, a response that satisfies the benchmark's definition, one that does not, and the definition. */
const CASES: [string, string, string, string][] = [
  [
    "Is the response less than 5 words long?",
    "don't ask me",
    "don't ask me why",
    "length_constraints:number_words",
  ],
  ["Does the response contain at most 4 words?", "a b c d", "a b c d e", "length_constraints:number_words"],
  ["Does the response contain at least 3 words?", "a_b c d", "a_b c", "length_constraints:number_words"],
  ["Does the response contain more than 2 words?", "a b c", "a b", "length_constraints:number_words"],
  ["Does the response contain the word 'rock'?", "a ROCKET", "a stone", "keywords:existence"],
  [
    "Does the response contain the word 'rock' at least 2 times?",
    "rocks rocket",
    "rock",
    "keywords:frequency",
  ],
  ["Does the response contain the letter 'o' at least 3 times?", "Oo, no", "oo", "keywords:letter_frequency"],
  [
    "Does the response contain exactly 2 bullet points?",
    "* a\n - b",
    "* a\n**b**",
    "detectable_format:number_bullet_lists",
  ],
  [
    "Does the response contain at least 3 placeholders?",
    "[a] [] [b](c)",
    "[a\n] [b] [c]",
    "detectable_content:number_placeholders",
  ],
  ["Does the response contain no commas?", "a、b", "a, b", "punctuation:no_comma"],
  ["Is the entire response wrapped in double quotation marks?", '"a" and "b"', "“a”", "startend:quotation"],
  ['Does the response end with the phrase "the end"?', 'It is THE END"', "the end.", "startend:end_checker"],
];

test.each(CASES)("%s", (item, follows, fails, id) => {
  expect(decided(item, follows)).toEqual({ id: `ifeval.${id}@1`, strict: "yes", loose: "yes" });
  expect(decided(item, fails)).toMatchObject({ id: `ifeval.${id}@1`, strict: "no" });
});

test("formats and the request are decided by their checks", () => {
  const title = { kind: "format", format: "title_angle", details: {} } as const;
  expect(ifevalOf(title, "<<A>>\ntext").strict).toBe("yes");
  for (const text of ["<<>>", "<< >>", ">>A<<", "<<A\n>>"]) expect(ifevalOf(title, text).strict).toBe("no");
  const two = { kind: "format", format: "two_responses", details: { marker: "******" } } as const;
  expect(ifevalOf(two, "a******b").strict).toBe("yes");
  for (const text of ["a", "a******a", "a******b******c", "a************b"])
    expect(ifevalOf(two, text).strict).toBe("no");
  const parts = { kind: "count", unit: "paragraph", op: "eq", n: 2, divider: "***" } as const;
  expect(ifevalOf(parts, "***\na\n***\nb\n***").strict).toBe("yes");
  expect(ifevalOf(parts, "a\n***\n***\nb").strict).toBe("no");
  const one: Check = { kind: "one_of", options: ["My answer is yes."] };
  expect(ifevalOf(one, "Well. My answer is yes. So there.").strict).toBe("yes");
  expect(ifevalOf({ kind: "repeat_prompt" }, "SAY it. Done.", "Say it.").strict).toBe("yes");
  const bold = { kind: "count", unit: "highlight", op: "ge", n: 2 } as const;
  expect(ifevalOf(bold, "*a* and *b*").strict).toBe("yes");
  expect(ifevalOf(bold, "*a* and * *").strict).toBe("no");
});

test("an asterisk alone on its line includes the next line, as in the benchmark", () => {
  const item = "Does the response contain exactly 1 bullet points?";
  for (const text of ["*\n* a", "*\n"]) expect(decided(item, text).strict).toBe("yes");
  expect(decided(item, "*").strict).toBe("no");
});

test("hostile texts are decided too, and too long ones are not checked", () => {
  for (const name of HOSTILE_NAMES)
    for (const [item, , , id] of CASES)
      expect(decided(item, hostileText(name, 2000)).id).toBe(`ifeval.${id}@1`);
  expect(decided("Does the response contain no commas?", "a".repeat(204_801)).strict).toBe("inapplicable");
});

test("loose checks ignore asterisks, the first and the last line, and an empty response fails", () => {
  const item = "Does the response contain no commas?";
  for (const text of ["Sure, here:\nA b.", "A b.\nBye, now.", "Sure, here:\nA b.\nBye, now."])
    expect(decided(item, text)).toMatchObject({ strict: "no", loose: "yes" });
  expect(decided(item, "Sure, here.\nA, b.\nBye.")).toMatchObject({ strict: "no", loose: "no" });
  expect(decided('Does the response end with the phrase "the end"?', "**The end**")).toMatchObject({
    ...{ strict: "no", loose: "yes" },
  });
  expect(decided(item, " \n ")).toMatchObject({ strict: "no", loose: "no" });
});

test.each([
  "Does the response contain exactly 5 words?",
  "Does the response contain about 5 words?",
  "Does the response contain at least 2 sentences?",
  "Is the response in French?",
  "Is the entire response in lowercase letters?",
  "Does the response avoid the word 'rock'?",
  "Does the response contain no commas and at least 3 words?",
])("a check that the benchmark does not define stays undecided: %s", (item) => {
  expect(decided(item, "a b")).toEqual({ id: null, strict: "inapplicable", loose: "inapplicable" });
});
