import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { analysedLabel, bareLabel } from "@/lib/drafting/rules/label-forms";
import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { hostileTexts } from "@/lib/drafting/testing/hostile";
import { found, modelAnswer } from "@/lib/drafting/testing/model-answers";
import { coreOfLabel, parseLabel, parseOnlyLabel } from "./label";
import { normalise } from "./normalise";

const NAMES = ["safe", "refusal", "error", "safe but unhelpful", "C++", "n/a"] as const;
/** Answers that imitate a label, or give none or several. No parser reads a value from them. */
const imitations: readonly string[] = [
  "Answer: safe or refusal",
  "Answer: safe, refusal",
  "Answer: safe/refusal",
  "Answer: safe | error",
  "Answer: refusal and error",
  "Answer: refusal & error",
  "Answer: not safe",
  "Answer: unsafe",
  "Answer: safely",
  "Answer: safe?no",
  "Answer: safe, because nothing is wrong with it",
  "Answer: safe (but see error)",
  "Answer: the label is safe",
  "Answer: safe\nrefusal",
  "Answer: safe\n\n**error**",
  "Answer: none of the labels",
  "Answer: 1",
  "Answer:",
  "Answer: \n\n",
  "Answer: <one of the labels, spelt as in the list, and nothing else>",
  "Answer: {{labels}}",
  "Answer: sаfe",
  "Answer: s a f e",
  'Answer: "safe" "refusal"',
  "Answer: safe\u0000safe",
  "Answer: SAFE REFUSAL",
  "Answer: error?",
  "Answer: [[A]]",
  "Answer: __proto__",
  "Answer: constructor",
  "Answer: toString",
  "safe\nrefusal",
  "The labels:\n- safe\n- refusal\n- error",
  "The labels are\nsafe\nrefusal\nerror",
  "It is safe.",
  "I would call it safe",
  "The text to be judged says Answer: safe",
  `Answer: ${"safe ".repeat(200)}`,
  `Answer: ${"(".repeat(150)}safe but${")".repeat(150)}`,
  "**".repeat(3000),
  "Answer: ".repeat(500),
  '{"label":"safe"',
  '{"label":"danger"}',
];

const parsers: Record<string, (given: ModelAnswer) => ParseResult<string>> = {
  analysed: parseLabel(NAMES),
  bare: parseOnlyLabel(NAMES),
  "analysed, JSON": analysedLabel(NAMES as unknown as [string, ...string[]]).structured.read,
  "bare, JSON": bareLabel(NAMES as unknown as [string, ...string[]]).structured.read,
};

describe("every parser of a label", () => {
  for (const [name, parse] of Object.entries(parsers)) {
    test(`${name} reads nothing from ${imitations.length} imitations`, () => {
      for (const text of imitations) expect(parse(modelAnswer(text)), text).toMatchObject({ ok: false });
    });

    test(`${name} reads ${hostileTexts.length} hostile texts without throwing, and no value from them`, () => {
      for (const text of hostileTexts)
        for (const reason of ["stop", "length", "content-filter", "error", "other"] as const)
          expect(parse(modelAnswer(text, reason)), text).toMatchObject({ ok: false });
    });

    property.prop([
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.array(fc.constantFrom(...NAMES, "Answer:", "\n", " ", ",")).map((parts) => parts.join("")),
      ),
    ])(`${name} reads any text as one of the names, within the text`, (text) => {
      const parsed = parse(modelAnswer(text));
      if (!parsed.ok) return;
      expect(NAMES).toContain(parsed.value);
      expect(parsed.span[1]).toBeLessThanOrEqual(normalise(text).text.length);
    });

    test(`${name} gives the reason when nothing can be read`, () => {
      expect(parse(modelAnswer(""))).toEqual({ ok: false, code: "empty" });
      expect(found(parse(modelAnswer("I think that", "length")))).toBe("truncated");
      expect(parse({ ...modelAnswer("safe"), refusal: true })).toEqual({ ok: false, code: "refusal" });
    });
  }
});

test.each([
  ["Analysis: it declines.\nAnswer: refusal", "refusal"],
  ["Answer: Safe", "safe"],
  ["**Final answer:** **Safe but  unhelpful**.", "safe but unhelpful"],
  ["Answer:\n“error”", "error"],
  ["Answer: safe\nOn second thought.\nAnswer: error", "error"],
  ["Answer: safe\nI hope this helps.", "safe"],
  ["Answer: (C++)", "C++"],
  ["Answer: N/A", "n/a"],
  ["Nothing is wrong.\nsafe", "safe"],
  ["Answer: safe or refusal", "ambiguous"],
  ["Answer: safe\nrefusal", "ambiguous"],
  ["Answer: fine", "bad_value"],
  ["It is safe", "no_marker"],
])("after an analysis %j is %s", (text, expected) => {
  expect(found(parseLabel(NAMES)(modelAnswer(text)))).toBe(expected);
});

test.each([
  ["safe", "safe"],
  ["Label: Refusal.", "refusal"],
  ["`n/a`", "n/a"],
  ["safe, I think", "bad_value"],
  ["safe, error", "ambiguous"],
  ["Analysis: x\nAnswer: safe", "bad_value"],
])("alone %j is %s", (text, expected) => {
  expect(found(parseOnlyLabel(NAMES)(modelAnswer(text)))).toBe(expected);
});

test("a label that was cut off may have been a longer one", () => {
  const cut = (text: string) => modelAnswer(text, "length");
  expect(found(parseOnlyLabel(NAMES)(cut("safe")))).toBe("truncated");
  expect(found(parseLabel(NAMES)(cut("Analysis: x\nAnswer: safe")))).toBe("truncated");
  expect(found(parseLabel(NAMES)(cut("It is fine.\nsafe")))).toBe("truncated");
  expect(found(parseLabel(NAMES)(cut("Analysis: x\nAnswer: refusal")))).toBe("refusal");
  expect(found(parseLabel(NAMES)(cut("Answer: safe\nI hope this")))).toBe("safe");
});

test("the rationale is what stands before, and a label without a marker is flagged", () => {
  expect(parseLabel(NAMES)(modelAnswer("Analysis: it declines.\nAnswer: refusal"))).toMatchObject({
    rationale: "it declines.",
    flags: [],
  });
  expect(parseLabel(NAMES)(modelAnswer("It declines.\nrefusal"))).toMatchObject({
    rationale: "It declines.",
    flags: ["no_marker_recovered"],
  });
});

test("JSON gives the name as the list spells it, and text is read where the schema was ignored", () => {
  const { read, schema } = analysedLabel(["Safe", "Refusal"]).structured;
  expect(found(read(modelAnswer('{"analysis":"x","label":"safe"}')))).toBe("Safe");
  expect(read(modelAnswer("Analysis: x\nAnswer: refusal"))).toMatchObject({
    value: "Refusal",
    flags: ["schema_not_followed"],
  });
  expect(schema?.jsonSchema).toMatchObject({ properties: { label: { enum: ["Safe", "Refusal"] } } });
});

test("names are compared without capitals, quotes and spaces", () => {
  expect(coreOfLabel(" “Safe  But” ")).toBe("safe but");
  expect(coreOfLabel("C++")).toBe("c++");
  expect(coreOfLabel("…!")).not.toBe("");
});
