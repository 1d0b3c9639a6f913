import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { hostileTexts } from "@/lib/drafting/testing/hostile";
import { found, modelAnswer } from "@/lib/drafting/testing/model-answers";
import { parseAnswerMap } from "./answer-map";
import { parseBrackets, parseRefinedBrackets } from "./brackets";
import { parseCategories } from "./categories";
import { parseLines } from "./checklist-lines";
import { parseBareScore, parseScoredLines } from "./coeval-score";
import { parseCriteria } from "./criteria";
import { parseFactors } from "./factors";
import { parseInteger } from "./integer";
import { itemAnswers } from "./item-answers";
import { parseJsonAnswer } from "./json";
import { normalise } from "./normalise";
import { parseResult } from "./result";
import { parseVerdict } from "./verdict";
import { parseOnlyYesNo, parseYesNo } from "./yes-no";

const scored = z.strictObject({ analysis: z.string(), score: z.int().min(1).max(5) });

const parsers: Record<string, (answer: ModelAnswer) => ParseResult<unknown>> = {
  yesno: parseYesNo,
  onlyYesno: parseOnlyYesNo,
  lines: parseLines,
  brackets: parseBrackets,
  refined: parseRefinedBrackets,
  int: parseInteger(1, 5),
  result: parseResult(1, 5),
  verdict: parseVerdict,
  scoredLines: parseScoredLines(1, 5),
  factors: parseFactors,
  criteria: parseCriteria,
  categories: parseCategories(["Tone", "Exclusion: Keyword"]),
  json: parseJsonAnswer(scored),
  answerMap: parseAnswerMap(2),
  jsonArray: parseJsonAnswer(z.array(scored), { open: "[" }),
};

test.each([
  [parseInteger(1, 10), "Answer: 1", "truncated"],
  [parseInteger(1, 10), "Answer: 10", 10],
  [parseInteger(1, 10), "Answer: 1\nBecause", 1],
  [parseInteger(1, 5), "Answer: 1", 1],
  [parseResult(1, 10), "Feedback: good [RESULT] 1", "truncated"],
  [parseResult(1, 10), "Feedback: good [RESULT] 7", 7],
  [parseResult(1, 5), "Feedback: good [RESULT] 1", 1],
  [parseBareScore(1, 10), "Score: 1", "truncated"],
])(
  "a score that was cut off counts only if further digits could make no other: %#, %j is %s",
  (parse, text, expected) => {
    expect(found(parse(modelAnswer(text, "length")))).toBe(expected);
  },
);

test("lines whose last one is a score that may go on were cut off", () => {
  const lines = "1. It is clear.\n2. Score: 1";
  expect(found(parseScoredLines(1, 10)(modelAnswer(lines, "length")))).toBe("truncated");
  const whole = parseScoredLines(1, 10)(modelAnswer(`${lines}\n3. “Ra`, "length"));
  expect(whole).toMatchObject({ value: { score: 1 } });
});

describe("every parser", () => {
  for (const [name, parse] of Object.entries(parsers)) {
    test(`${name} reads ${hostileTexts.length} hostile texts without throwing`, () => {
      for (const text of hostileTexts) {
        for (const reason of ["stop", "length", "content-filter", "error", "other"] as const) {
          const parsed = parse(modelAnswer(text, reason));
          if (!parsed.ok) continue;
          const { span } = parsed;
          expect(span[0], text).toBeGreaterThanOrEqual(0);
          expect(span[1], text).toBeLessThanOrEqual(normalise(text).text.length);
          expect(span[0], text).toBeLessThanOrEqual(span[1]);
        }
      }
    });

    property.prop([fc.oneof(fc.string({ unit: "binary" }), fc.string(), fc.constantFrom(...hostileTexts))])(
      `${name} reads any text`,
      (text) => {
        const parsed = parse(modelAnswer(text));
        expect(parsed.ok || parsed.code.length > 0).toBe(true);
      },
    );

    test(`${name} gives the reason when nothing can be read`, () => {
      expect(parse(modelAnswer(""))).toEqual({ ok: false, code: "empty" });
      expect(parse(modelAnswer("  \n\u200B\uFEFF"))).toEqual({ ok: false, code: "empty" });
      expect(parse(modelAnswer("", "length"))).toEqual({ ok: false, code: "truncated" });
      expect(parse(modelAnswer("I will not.", "content-filter"))).toEqual({ ok: false, code: "refusal" });
      expect(parse({ ...modelAnswer("I will not."), refusal: true })).toEqual({ ok: false, code: "refusal" });
      expect(parse({ ...modelAnswer("Answer: YES"), promptCut: true })).toEqual({
        ok: false,
        code: "prompt_cut",
      });
      expect(parse(modelAnswer("<think>for ever", "length"))).toEqual({ ok: false, code: "truncated" });
    });
  }
});

describe("parts removed before reading", () => {
  test.each([
    ["a\r\nb\rc", "a\nb\nc"],
    ["\uFEFFa\u200Bb", "ab"],
    ["e\u0301", "é"],
    ["```\nx\n```", "x"],
    ["```json\nx\n```", "x"],
    ["```\nx\n```\nand ```y```", "```\nx\n```\nand ```y```"],
    ["see ```x```", "see ```x```"],
  ])("%j becomes %j", (raw, text) => {
    expect(normalise(raw).text).toBe(text);
  });

  test.each([
    ["<think>no</think>yes", "yes", "no"],
    ["a<think>b</think>c<THINK>d</THINK>e", "ace", "b\nd"],
    ["<think>never ends", "", "never ends"],
    ["the tag <think> stays", "the tag <think> stays", ""],
    ["thought\n</think>\nsaid", "said", "thought"],
  ])("thinking in %j", (raw, text, reasoning) => {
    expect(normalise(raw)).toEqual({ text, reasoning });
  });
});

describe("yes or no", () => {
  test.each([
    ["Analysis: fine.\nAnswer: YES", "yes"],
    ["Answer: no", "no"],
    ["**Answer:** No.", "no"],
    ["## Final Answer: **YES**", "yes"],
    ["> answer： yes", "yes"],
    ["Answer:\nNO", "no"],
    ["Answer: YES\nOn second thought.\nAnswer: NO", "no"],
    ["Answer: 'YES' because it holds", "yes"],
    ["The answer: YES is not what I say", "no_marker"],
    ["Answer: YES / NO", "ambiguous"],
    ["Answer: yes or no", "ambiguous"],
    ["Answer: YES/NO", "ambiguous"],
    ["Answer: perhaps", "bad_value"],
    ["Answer: yesterday", "bad_value"],
    ["Answer:", "bad_value"],
    ["It does.\nYES", "yes"],
    ["It does. Yes", "no_marker"],
    ["yes and more", "no_marker"],
  ])("%j is %s", (text, expected) => {
    expect(found(parseYesNo(modelAnswer(text)))).toBe(expected);
  });

  test("a verdict without a marker is flagged", () => {
    expect(parseYesNo(modelAnswer("It does.\nYES"))).toMatchObject({ flags: ["no_marker_recovered"] });
    expect(parseYesNo(modelAnswer("Answer: YES"))).toMatchObject({ flags: [] });
  });

  test("a verdict counts even when the text after it was cut off; a text cut off before it does not", () => {
    expect(found(parseYesNo(modelAnswer("Answer: YES\nBecause", "length")))).toBe("yes");
    expect(found(parseYesNo(modelAnswer("Analysis: because", "length")))).toBe("truncated");
    // One word that was cut off may be the beginning of another.
    expect(found(parseOnlyYesNo(modelAnswer("No", "length")))).toBe("truncated");
  });

  test("the rationale is the text before the verdict", () => {
    expect(parseYesNo(modelAnswer("Analysis: all lines rhyme.\n\nAnswer: YES"))).toEqual({
      ok: true,
      value: "yes",
      rationale: "all lines rhyme.",
      span: [36, 39],
      flags: [],
    });
  });

  test.each([
    ["YES", "yes"],
    ["**no**.", "no"],
    ["Yes, it does", "bad_value"],
    ["yes / no", "ambiguous"],
    ["Answer: yes", "bad_value"],
  ])("one word only: %j is %s", (text, expected) => {
    expect(found(parseOnlyYesNo(modelAnswer(text)))).toBe(expected);
  });
});

describe("scores", () => {
  test.each([
    ["Analysis: good.\nAnswer: 4", 4],
    ["Answer: **4**", 4],
    ["Answer: 4/5", 4],
    ["Answer: 4 out of 5", 4],
    ["Answer: 2\nAnswer: 3", 3],
    ["Answer: 4.0", 4],
    ["Answer: 4.5", "bad_value"],
    ["Answer: 4,5", "bad_value"],
    ["Answer: 8/10", "bad_value"],
    ["Answer: 3-4", "ambiguous"],
    ["Answer: 3 or 4", "ambiguous"],
    ["Answer: 6", "out_of_range"],
    ["Answer: -3", "out_of_range"],
    ["Answer: good", "bad_value"],
    ["4", "no_marker"],
  ])("%j is %s", (text, expected) => {
    expect(found(parseInteger(1, 5)(modelAnswer(text)))).toBe(expected);
  });

  test.each([
    ["Feedback: fine work [RESULT] 4", 4],
    ["Feedback: [RESULT] 2 was my first thought. [RESULT] 3", 3],
    ["[result] **5**", 5],
    ["[RESULT]: 1", 1],
    ["[RESULT] (2)", 2],
    ["[RESULT] the score is 4", "bad_value"],
    ["[RESULT] 4.5", "bad_value"],
    ["[RESULT] 0", "out_of_range"],
    ["Feedback: 4", "no_marker"],
  ])("%j is %s", (text, expected) => {
    expect(found(parseResult(1, 5)(modelAnswer(text)))).toBe(expected);
  });

  test("the feedback is the text between its heading and the last marker", () => {
    expect(parseResult(1, 5)(modelAnswer("Feedback: fine work [RESULT] 4"))).toMatchObject({
      rationale: "fine work",
    });
  });

  test.each([
    ["Good. [[A]]", "A"],
    ["[[b]]", "B"],
    ["[[A]] because [[A]]", "A"],
    ["[[A]] or [[B]]", "ambiguous"],
    ["[[C]]", "bad_value"],
    ["A is better", "no_marker"],
  ])("%j is %s", (text, expected) => {
    expect(found(parseVerdict(modelAnswer(text)))).toBe(expected);
  });

  test("an evaluation form keeps its lines, with the index of the one that states the score", () => {
    const text = 'Evaluation Form:\n1. It is fluent.\n2. Score: 4\n3. "The sun\nrose."';
    expect(found(parseScoredLines(1, 5)(modelAnswer(text)))).toEqual({
      lines: ["It is fluent.", "Score: 4", '"The sun\nrose."'],
      score: 4,
      scoreLine: 1,
    });
  });

  test("a score off the scale is not clamped; the lines stay", () => {
    expect(found(parseScoredLines(1, 3)(modelAnswer("1. Good.\n2. Score: 5")))).toEqual({
      lines: ["Good.", "Score: 5"],
      score: null,
      scoreLine: 1,
      why: "out_of_range",
    });
  });
});

describe("JSON", () => {
  const parse = parseJsonAnswer(scored, { rationale: ({ analysis }) => analysis });

  test("the first balanced object is read, whatever the text around it", () => {
    const text = 'Sure: {"analysis": "a } b", "score": 4} and {"score": 5}';
    expect(parse(modelAnswer(text))).toEqual({
      ok: true,
      value: { analysis: "a } b", score: 4 },
      rationale: "a } b",
      span: [6, 39],
      flags: [],
    });
  });

  test("an extra comma is repaired and flagged", () => {
    expect(parse(modelAnswer('{"analysis": "a", "score": 4,}'))).toMatchObject({
      ok: true,
      flags: ["repaired"],
    });
  });

  test.each([
    ['{"analysis": "a", "score": 6}', "schema"],
    ['{"analysis": "a"}', "schema"],
    ["no object", "invalid_json"],
    ['{"analysis": "a", "score": 4', "invalid_json"],
  ])("%j is %s", (text, code) => {
    expect(found(parse(modelAnswer(text)))).toBe(code);
  });

  test("a cut-off object has that reason", () => {
    expect(found(parse(modelAnswer('{"analysis": "a', "length")))).toBe("truncated");
  });

  test.each([
    [{ "1": "Yes", "2": "N/A" }, 2, ["yes", "na"]],
    [{ item_2: "no", item_1: "not applicable" }, 2, ["na", "no"]],
    [{ "1": true, "2": false }, 2, ["yes", "no"]],
    [{ "1": "yes" }, 2, null],
    [{ "1": "yes", "3": "no" }, 2, null],
    [{ "1": "yes", item_1: "no" }, 2, null],
    [{ "1": "maybe" }, 1, null],
    [{}, 0, []],
  ])("item answers %j of %i items are %j", (answers, items, expected) => {
    expect(itemAnswers(answers, items)).toEqual(expected);
  });
});
