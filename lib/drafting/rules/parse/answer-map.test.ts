import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { hostileTexts } from "@/lib/drafting/testing/hostile";
import { found, modelAnswer } from "@/lib/drafting/testing/model-answers";
import { parseAnswerMap } from "./answer-map";

/** The answers of a text to so many questions, or why there are none. */
function answers(text: string, questions = 2, reason: "stop" | "length" = "stop") {
  const parsed = found(parseAnswerMap(questions)(modelAnswer(text, reason)));
  return typeof parsed === "string" ? parsed : parsed.map(({ answer }) => answer);
}

const BOTH = ["yes", "no"];

test.each<[text: string, read: string[] | string]>([
  ['{"1": "yes", "2": "no"}', BOTH],
  ['{"1": {"analysis": "so", "answer": "yes"}, "2": {"analysis": "not so", "answer": "no"}}', BOTH],
  ['{"1": {"analysis": "so", "answer": "YES."}, "2": "**No**"}', BOTH],
  ['{"2": "no", "1": "yes"}', BOTH],
  ['{"item_1": true, "question 2": false}', BOTH],
  ['{"1": "yes", "2": "no",}', BOTH],
  ['```json\n{"1": "yes", "2": "no"}\n```', BOTH],
  ['<think>{"1": "no", "2": "yes"}</think>{"1": "yes", "2": "no"}', BOTH],
  ['Here it is: {"1": "yes", "2": "no"} {"1": "no", "2": "yes"}', BOTH],
  ['{"1": {"answer": "yes"}, "2": {"answer": "no", "analysis": "a } b", "sure": 9}}', BOTH],
  // Two answers under one name, of which a parser would keep the last.
  ['{"1": "no", "1": "yes", "2": "no"}', "wrong_arity"],
  ['{"1": {"answer": "no"}, "1": {"answer": "yes"}, "2": "no",}', "wrong_arity"],
  ['{"1": {"answer": "no",}, "1": {"answer": "yes"}, "2": "no"}', "wrong_arity"],
  ['{"1": {"analysis": "so\n\nor not", "answer": "no"}, "1": "yes", "2": "no"}', "wrong_arity"],
  ['{"1": {"analysis": "\\u0000", "answer": "no"}, "1": "yes", "2": "no"}', "wrong_arity"],
  ['{"1": "no", "\\u0031": "yes", "2": "no"}', "wrong_arity"],
  ['{"1": {"answer": "no", "answer": "yes"}, "2": "no"}', "wrong_arity"],
  // The same words elsewhere than in a name, or of two objects, are no second answer.
  ['{"1": {"analysis": "\\"2\\": no, \\"2\\": yes", "answer": "yes"}, "2": {"answer": "no"}}', BOTH],
  ['{"1": "yes"}', "wrong_arity"],
  ['{"1": "yes", "2": "no", "3": "no"}', "wrong_arity"],
  ['{"1": "yes", "2": "no", "note": "Answer: YES"}', "wrong_arity"],
  ['{"answers": {"1": "yes", "2": "no"}}', "wrong_arity"],
  ["{}", "wrong_arity"],
  ['{"1": "yes", "3": "no"}', "bad_value"],
  ['{"0": "yes", "1": "no"}', "bad_value"],
  ['{"1": "yes", "item 1": "no"}', "bad_value"],
  ['{"1": "yes", "1.5": "no"}', "bad_value"],
  ['{"1": "yes", "two": "no"}', "bad_value"],
  ['{"1": "yes", "2": "n/a"}', "bad_value"],
  ['{"1": "yes", "2": null}', "bad_value"],
  ['{"1": "yes", "2": 0}', "bad_value"],
  ['{"1": "yes", "2": ["no"]}', "bad_value"],
  ['{"1": "yes", "2": ""}', "bad_value"],
  ['{"1": "yes", "2": "yes or no"}', "bad_value"],
  ['{"1": "yes", "2": "no, it does not"}', "bad_value"],
  ['{"1": "yes", "2": "perhaps"}', "bad_value"],
  ['{"1": "yes", "2": "ＮＯ"}', "bad_value"],
  ['{"1": "yes", "2": {"analysis": "Answer: no"}}', "bad_value"],
  ['{"1": "yes", "2": {"answer": {"answer": "no"}}}', "bad_value"],
  ['{"1": "yes", "2": {"analysis": 7, "answer": "no"}}', "bad_value"],
  ['["yes", "no"]', "invalid_json"],
  ['{"1": "yes", "2": "no"', "invalid_json"],
  ["1: yes\n2: no", "invalid_json"],
  ["Analysis: so.\nAnswer: YES", "invalid_json"],
  ["I will not answer.", "invalid_json"],
  ["", "empty"],
])("of %j is read %j", (text, read) => {
  expect(answers(text)).toEqual(read);
});

test("a map that was cut off is none; a whole one counts, whatever was cut off after it", () => {
  expect(answers('{"1": "yes", "2": "n', 2, "length")).toBe("truncated");
  expect(answers('{"1": "yes", "2": "no"}\nBecau', 2, "length")).toEqual(BOTH);
});

test("every answer has its own reasoning, and JSON that was repaired says so", () => {
  const text = '{"1": {"analysis": " so ", "answer": "yes"}, "2": "no",}';
  expect(parseAnswerMap(2)(modelAnswer(text))).toEqual({
    ok: true,
    value: [
      { answer: "yes", analysis: "so" },
      { answer: "no", analysis: "" },
    ],
    rationale: "",
    span: [0, text.length],
    flags: ["repaired"],
  });
});

test("a hostile text answers no question that it does not name", () => {
  for (const text of hostileTexts)
    for (const questions of [1, 2, 30]) expect(typeof answers(text, questions), text).toBe("string");
});

property.prop([
  fc.array(fc.boolean(), { minLength: 1, maxLength: 40, size: "max" }),
  fc.infiniteStream(fc.nat()),
])(
  "answers are read back in the order of the questions, in whatever order they were written",
  (yes, order) => {
    const written = yes.map((one, at) => [`${at + 1}`, { analysis: `${at}`, answer: one ? "yes" : "No" }]);
    const fields = written
      .map((field) => ({ field, by: order.next().value ?? 0 }))
      .sort((a, b) => a.by - b.by)
      .map(({ field: [key, value] }) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    const parsed = found(parseAnswerMap(yes.length)(modelAnswer(`{${fields.join(", ")}}`)));
    expect(parsed).toEqual(yes.map((one, at) => ({ analysis: `${at}`, answer: one ? "yes" : "no" })));
  },
);

/** Maps that may answer all of a few questions, and any other text. */
const texts = fc.oneof(
  fc
    .dictionary(
      fc.constantFrom("1", "2", "3", "item 2", "note"),
      fc.constantFrom("yes", "No", true, null, "perhaps", { analysis: "so", answer: "no" }),
    )
    .map((map) => JSON.stringify(map)),
  ...[fc.json(), fc.string(), fc.string({ unit: "binary" })],
);

property.prop([texts, fc.integer({ min: 1, max: 3 })])(
  "a text answers every question, or none with a reason",
  (text, questions) => {
    const parsed = found(parseAnswerMap(questions)(modelAnswer(text)));
    if (typeof parsed === "string") expect(parsed).toMatch(/^(wrong_arity|bad_value|invalid_json|empty)$/);
    else expect(parsed.map(({ answer }) => /^(yes|no)$/.test(answer))).toEqual(Array(questions).fill(true));
  },
);
