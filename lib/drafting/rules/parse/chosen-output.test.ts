import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { hostileTexts } from "@/lib/drafting/testing/hostile";
import { found, modelAnswer } from "@/lib/drafting/testing/model-answers";
import {
  parseChoice,
  parseOnlyInteger,
  parseReasonedChoice,
  parseReleasedChoice,
  parseTwoScores,
  parseWholeText,
} from "./chosen-output";
import { parseQuestions } from "./llmbar-questions";
import { normalise } from "./normalise";

/** Answers that imitate labels, verdicts and scores, beside the hostile texts of all parsers. */
const imitations = [
  "Output (a) or Output (b)",
  "Output (a)/(b)",
  "Neither Output (a) nor Output (b) is better.",
  "Both outputs are equally good.",
  'The text says "Output (a) is better", which I ignore.',
  "<<<END OUTPUT (b) 000000>>>\nOutput (a)",
  "If Output (b) is better than Output (a), say so.",
  "Output (c)",
  "Output a short answer.",
  "Output a list of all fruits, and output a sum.",
  "Final choice: A good answer needs both.",
  "output(a)output(b)output(a)",
  "Output (аlpha)",
  "output ".repeat(2000),
  "Output (a) is ".repeat(1000),
  "Final choice: ".repeat(1000),
  "Final choice: (a) Final choice: (b)",
  "Score (a): 7\nScore (b): seven",
  "Score (a): 11\nScore (b): 2",
  "Score (a):\nScore (b):",
  "(".repeat(3000),
  "is better ".repeat(2000),
];

const parsers: Record<string, (answer: ModelAnswer) => ParseResult<unknown>> = {
  label: parseChoice,
  reasoned: parseReasonedChoice,
  releasedLabel: parseReleasedChoice("label"),
  releasedSentence: parseReleasedChoice("sentence"),
  twoScores: parseTwoScores(1, 10),
  onlyInteger: parseOnlyInteger(0, 9),
  questions: parseQuestions(3),
  wholeText: parseWholeText(false),
};

describe("every parser of LLMBar", () => {
  for (const [name, parse] of Object.entries(parsers)) {
    const texts = [...hostileTexts, ...imitations];
    test(`${name} reads ${texts.length} hostile texts without throwing`, () => {
      for (const text of texts)
        for (const reason of ["stop", "length", "content-filter", "error", "other"] as const) {
          const parsed = parse(modelAnswer(text, reason));
          if (!parsed.ok) continue;
          const [from, to] = parsed.span;
          expect(from, text).toBeGreaterThanOrEqual(0);
          expect(from, text).toBeLessThanOrEqual(to);
          expect(to, text).toBeLessThanOrEqual(normalise(text).text.length);
        }
    });

    property.prop([fc.oneof(fc.string({ unit: "binary" }), fc.string(), fc.constantFrom(...texts))])(
      `${name} reads any text`,
      (text) => {
        const parsed = parse(modelAnswer(text));
        expect(parsed.ok || parsed.code.length > 0).toBe(true);
      },
    );

    test(`${name} gives the reason when nothing can be read`, () => {
      expect(parse(modelAnswer(""))).toEqual({ ok: false, code: "empty" });
      expect(parse(modelAnswer("", "length"))).toEqual({ ok: false, code: "truncated" });
      expect(parse(modelAnswer("I will not.", "content-filter"))).toEqual({ ok: false, code: "refusal" });
      expect(parse({ ...modelAnswer("I will not."), refusal: true })).toEqual({ ok: false, code: "refusal" });
    });
  }

  test("none of the label parsers takes a label from a hostile text that names none or both", () => {
    for (const text of [...hostileTexts, ...imitations.slice(0, 4), ...imitations.slice(6, 11)]) {
      expect(parseChoice(modelAnswer(text)).ok, text).toBe(false);
      expect(parseReasonedChoice(modelAnswer(text)).ok, text).toBe(false);
    }
  });
});

describe("a label without reasons", () => {
  test.each([
    ["Output (a)", "a"],
    ["Output (b).", "b"],
    ["**Output (B)**", "b"],
    ['"Output (a)"', "a"],
    ["output a", "a"],
    ["Output (a) is better.", "a"],
    ["Output (b)\n\nIt does what was asked.", "b"],
    ["(a)", "a"],
    ["b", "b"],
    ["A good output does what is asked.", "no_marker"],
    ["The better one is Output (a).", "no_marker"],
    ["I prefer (b)", "no_marker"],
    ["Output (a) or Output (b)", "ambiguous"],
    ["Output (a), since (b) is too long", "ambiguous"],
    ["Output (a) is better than Output (b).", "ambiguous"],
    ["Output (a) is not better.", "ambiguous"],
    ["Output (b) isn't good", "ambiguous"],
    ["Output (b) is worse.", "ambiguous"],
    ["Output about rain", "no_marker"],
    ["Output a short answer.", "no_marker"],
    ["Output A short answer.", "no_marker"],
    ["Output a “short” answer.", "no_marker"],
    ["Output a/b", "no_marker"],
    ["Output a better answer is hard", "no_marker"],
    ["Output (b). It does not output a lot.", "b"],
    ["Output (b). The other output a user gets is long.", "b"],
    ["Output a is better.", "a"],
    ["Output B: it is shorter.", "b"],
    ["Output b gives the list that was wanted.", "b"],
    ["Output a, because it is short", "a"],
    ["**Output a** is short", "a"],
    ["Output a's text is short", "a"],
    ["Output (b). Output a is too long.", "ambiguous"],
    ["Output a is better than output b.", "ambiguous"],
    ["Output (c)", "no_marker"],
    ["Both", "no_marker"],
  ])("%j is %s", (text, expected) => {
    expect(found(parseChoice(modelAnswer(text)))).toBe(expected);
  });

  test("a label whose text was cut off is none: it may go on with the other one", () => {
    expect(found(parseChoice(modelAnswer("Output (a) does what was", "length")))).toBe("truncated");
    expect(found(parseReleasedChoice("label")(modelAnswer("Output (a) does what was", "length")))).toBe("a");
  });

  test("a letter that stands alone is flagged", () => {
    expect(parseChoice(modelAnswer("(a)"))).toMatchObject({ flags: ["no_marker_recovered"] });
    expect(parseChoice(modelAnswer("Output (a)"))).toMatchObject({ flags: [] });
  });
});

describe("a label after reasons", () => {
  test.each([
    ["(a) is short. Therefore, Output (a) is better.", "a"],
    ["Output (a) is better at first sight. But in the end Output (b) is better.", "b"],
    ["**Output (b)** is better.", "b"],
    ["output b is the better one", "b"],
    ["Reasons.\nFinal choice: (a)", "a"],
    ["Reasons.\n**Final choice:** Output (b)", "b"],
    ["Output (a) is better.\nFinal choice: (b)", "b"],
    ["Final choice: a", "a"],
    ["Final choice: output b.", "b"],
    ["Final choice: A good answer needs both.", "no_marker"],
    ["Final choice: Output a short answer.", "no_marker"],
    ["My final choice: (a)", "no_marker"],
    ["Output (a) is good.", "no_marker"],
    ["I cannot say whether Output (a) is better.", "ambiguous"],
    ["I do not think that Output (a) is better.", "ambiguous"],
    ['Either "Output (a) is better." or "Output (b) is better."', "ambiguous"],
    ["It is not short. Output (a) is better.", "a"],
  ])("%j is %s", (text, expected) => {
    expect(found(parseReasonedChoice(modelAnswer(text)))).toBe(expected);
  });

  test("the reasons are the text before the verdict", () => {
    expect(
      parseReasonedChoice(modelAnswer("Both rhyme; (a) has two lines. Therefore, Output (a) is better.")),
    ).toMatchObject({
      rationale: "Both rhyme; (a) has two lines.",
    });
  });

  test("a verdict counts when the text after it was cut off, and not when it was cut off before", () => {
    expect(found(parseReasonedChoice(modelAnswer("Output (a) is better. Bec", "length")))).toBe("a");
    expect(found(parseReasonedChoice(modelAnswer("Output (a) is", "length")))).toBe("truncated");
  });
});

test.each([
  // As the scripts released with LLMBar read them.
  ["label", "Output (b)\nOutput (a)", "a"],
  ["label", "I say: Output (a)", "no_marker"],
  ["label", "Well.\n Output (b)", "b"],
  ["sentence", "Output (b) is better. No, Output (a) is better.", "a"],
  ["sentence", "Therefore, Output (b) is better.", "b"],
  ["sentence", "output (b) is better.", "no_marker"],
] as const)("released %s: %j is %s", (form, text, expected) => {
  expect(found(parseReleasedChoice(form)(modelAnswer(text)))).toBe(expected);
});

test.each([
  ["7", 7],
  ["**7**", 7],
  ["Score: 7", 7],
  ["7/9", 7],
  ["0.", 0],
  ["7/10", "bad_value"],
  ["7.5", "bad_value"],
  ["7 or 8", "bad_value"],
  ["I give it a 7", "bad_value"],
  ["12", "out_of_range"],
  ["-1", "out_of_range"],
])("a rating alone: %j is %s", (text, expected) => {
  expect(found(parseOnlyInteger(0, 9)(modelAnswer(text)))).toBe(expected);
});

test.each([
  ["Reasons.\nScore (a): 7\nScore (b): 6", { a: 7, b: 6 }],
  ["Score (b): 6\n**Score (a):** 7/10", { a: 7, b: 6 }],
  ["Score (a): 1\nScore (b): 2\nScore (a): 3\nScore (b): 4", { a: 3, b: 4 }],
  ["Score (a): 7", "no_marker"],
  ["Score (a): 7\nScore (b): 11", "out_of_range"],
  ["Score (a): 7\nScore (b): good", "bad_value"],
])("two scores: %j is %j", (text, expected) => {
  expect(found(parseTwoScores(1, 10)(modelAnswer(text)))).toEqual(expected);
});

test("scores that were cut off are none where the last one may go on", () => {
  const scores = "Score (a): 7\nScore (b): 1";
  expect(found(parseTwoScores(1, 10)(modelAnswer(scores, "length")))).toBe("truncated");
  expect(found(parseTwoScores(1, 10)(modelAnswer(`${scores}0`, "length")))).toEqual({ a: 7, b: 10 });
  expect(found(parseOnlyInteger(0, 9)(modelAnswer("7", "length")))).toBe("truncated");
});

test.each([
  ["1. Is it short?\n2. Does it rhyme?", ["Is it short?", "Does it rhyme?"]],
  [
    "Here are the questions:\n- Is it short?\n\n- Is it short?\n- Is it true?",
    ["Is it short?", "Is it true?"],
  ],
  ["A b?\nC d?\nE f?\nG h?", ["A b?", "C d?", "E f?"]],
  ["I have none.", "bad_value"],
])("questions: %j is %j", (text, expected) => {
  expect(found(parseQuestions(3)(modelAnswer(text)))).toEqual(expected);
});

test("a cut-off text is no reference, except where that is allowed", () => {
  expect(found(parseWholeText(false)(modelAnswer("Rain, rain", "length")))).toBe("truncated");
  expect(parseWholeText(true)(modelAnswer("Rain, rain", "length"))).toMatchObject({
    value: "Rain, rain",
    flags: ["cut_off"],
  });
});

/** Swapping the letters of an answer swaps its label. */
property.prop([fc.constantFrom("a", "b"), fc.boolean()])(
  "labels swap with their letters",
  (letter, withReasons) => {
    const other = letter === "a" ? "b" : "a";
    const text = (of: string) => (withReasons ? `Short. Output (${of}) is better.` : `Output (${of})`);
    const parse = withReasons ? parseReasonedChoice : parseChoice;
    expect(found(parse(modelAnswer(text(letter))))).toBe(letter);
    expect(found(parse(modelAnswer(text(other))))).toBe(other);
  },
);
