import { expect, test } from "vitest";
import { questions } from "@/lib/drafting/rules/methods/llmbar/formats";
import { found, modelAnswer } from "@/lib/drafting/testing/model-answers";
import { bareScore, evaluationForm, integer, result, verdict } from "./output-formats";
import { bracketedQuestions, refinedQuestions } from "./question-forms";

const stopped = (given: unknown) => modelAnswer(typeof given === "string" ? given : JSON.stringify(given));

const CONCLUSION = "It names 2 facts.";

test.each<[answer: unknown, score: number | string]>([
  [{ conclusion: CONCLUSION, evidence: [], score: 4 }, 4],
  [{ conclusion: CONCLUSION, evidence: [], score: "4" }, 4],
  [{ conclusion: CONCLUSION, evidence: [], score: 4, note: "3" }, 4],
  [{ conclusion: CONCLUSION, evidence: [], score: 4.5 }, "schema"],
  [{ conclusion: CONCLUSION, evidence: [], score: "four" }, "schema"],
  [{ conclusion: CONCLUSION, score: 4 }, "schema"],
  [`{"conclusion": "${CONCLUSION}", "score":`, "invalid_json"],
  [`1. ${CONCLUSION}\n2. Score: 4`, 4],
])("of the evaluation form %j as JSON the score is %s", (answer, score) => {
  const parsed = evaluationForm(1, 5, true).structured.read(stopped(answer));
  expect(parsed.ok ? parsed.value.score : parsed.code).toBe(score);
});

test("a form without evidence may leave its list out", () => {
  const { structured } = evaluationForm(1, 5, false);
  expect(found(structured.read(stopped({ conclusion: CONCLUSION, score: 4 })))).toMatchObject({ score: 4 });
});

test.each<[answer: unknown, score: number | string]>([
  [{ score: 4 }, 4],
  [{ scale: 5, score: 4 }, 4],
  [{ score: " 4 " }, 4],
  [{ score: "4/5" }, "schema"],
  [{ score: 9 }, "schema"],
  [{ points: 4 }, "schema"],
  ["Score: 4", 4],
])("of the bare score %j as JSON is read %s", (answer, score) => {
  expect(found(bareScore(1, 5).structured.read(stopped(answer)))).toBe(score);
});

test("a whole number in quotation marks is one in every form with a score", () => {
  expect(found(integer(1, 5).structured.read(stopped({ analysis: "so", score: "3" })))).toBe(3);
  expect(found(result(1, 5).structured.read(stopped({ feedback: "so", score: "3" })))).toBe(3);
});

test("JSON off the schema is asked for again: nothing is looked for in its texts", () => {
  expect(found(result(1, 5).structured.read(stopped({ feedback: "[RESULT] 5", score: 4.5 })))).toBe("schema");
  expect(found(verdict.structured.read(stopped({ feedback: "Not [[A]].", verdict: "tie" })))).toBe("schema");
  expect(found(bracketedQuestions.structured.read(stopped({ questions: ["[[Is it?]]"] })))).toBe("schema");
  expect(found(questions.structured.read(stopped({ asked: ["Is it short?"] })))).toBe("schema");
});

test("a refined checklist as JSON has no blank questions and no repetitions", () => {
  const questions = ["Is it a?", "", " is it A ", "?"];
  expect(found(refinedQuestions.structured.read(stopped({ feedback: [], questions })))).toEqual(["Is it a?"]);
  expect(found(refinedQuestions.structured.read(stopped({ feedback: [], questions: [""] })))).toBe(
    "bad_value",
  );
});
