import { z } from "zod";
import { type Forms, forms, notEmpty, pointOf } from "@/lib/drafting/rules/output-formats";
import {
  type Choice,
  parseChoice,
  parseOnlyInteger,
  parseReasonedChoice,
  parseReleasedChoice,
  parseTwoScores,
  parseWholeText,
} from "@/lib/drafting/rules/parse/chosen-output";
import { parseQuestions } from "@/lib/drafting/rules/parse/llmbar-questions";
import type { LabelReader } from "./paper";

const letter = z.enum(["a", "b"]);

/** Only the label of the better output. */
export function onlyLabel(reader: LabelReader): Forms<Choice> {
  return forms(
    {
      demand: `Write only the label of the better output, Output (a) or Output (b). Write nothing else: no reasons, and no tie.`,
      read: reader === "released" ? parseReleasedChoice("label") : parseChoice,
    },
    {
      name: "choice",
      demand: 'Write a JSON object with one field: "choice" ("a" or "b"; there is no tie).',
      zod: z.strictObject({ choice: letter }),
      value: ({ choice }) => choice,
    },
  );
}

/** Reasons, and then the label of the better output. */
export function reasonsAndLabel(reader: LabelReader): Forms<Choice> {
  return forms(
    {
      demand: `Explain briefly before you decide: do not begin with your verdict. Call the outputs Output (a) and Output (b)
throughout. Your last sentence is the verdict and nothing more: "Output (a) is better." or "Output (b) is better." There
is no tie.`,
      read: reader === "released" ? parseReleasedChoice("sentence") : parseReasonedChoice,
    },
    {
      name: "choice",
      demand:
        'Write your answer as one JSON object with the fields, in this order: "reasoning" (brief; call the outputs Output (a) and Output (b)) and "choice" ("a" or "b"; there is no tie).',
      zod: z.strictObject({ reasoning: z.string(), choice: letter }),
      value: ({ choice }) => choice,
      rationale: ({ reasoning }) => reasoning,
    },
  );
}

/** The most questions that are asked for, and used. */
export const MOST_QUESTIONS = 3;

export const questions: Forms<string[]> = notEmpty(
  forms(
    { demand: "Write the questions alone, one on each line.", read: parseQuestions(MOST_QUESTIONS) },
    {
      name: "questions",
      demand:
        'Write a JSON object with one field: "questions" (a list of texts, the most important one first).',
      zod: z.strictObject({ questions: z.array(z.string()) }),
      value: (output) =>
        output.questions
          .map((question) => question.trim())
          .filter((question) => /\p{L}/u.test(question))
          .slice(0, MOST_QUESTIONS),
    },
  ),
);

/** A text as the model wrote it, such as its own answer to the instruction. */
export function wholeText(acceptCut: boolean): Forms<string> {
  return forms(
    { demand: "", read: parseWholeText(acceptCut) },
    {
      name: "response",
      demand: 'Write a JSON object with one field: "response" (the text).',
      zod: z.strictObject({ response: z.string().trim().min(1) }),
      value: ({ response }) => response,
    },
  );
}

/** A whole number and nothing else. */
export function onlyScore(lo: number, hi: number): Forms<number> {
  return forms(
    {
      demand: `Write one whole number from ${lo} to ${hi}, and nothing else.`,
      read: parseOnlyInteger(lo, hi),
    },
    {
      name: "score",
      demand: `Write a JSON object with one field: "score" (a whole number from ${lo} to ${hi}).`,
      zod: z.object({ score: pointOf(lo, hi) }),
      value: ({ score }) => score,
    },
  );
}

/** Reasons, and then a score for each output. */
export function reasonsAndScores(lo: number, hi: number): Forms<{ a: number; b: number }> {
  const score = pointOf(lo, hi);
  return forms(
    {
      demand: `Explain your judgement. Then end with a whole number from ${lo} to ${hi} for each output, on two lines:
Score (a): <number>
Score (b): <number>`,
      read: parseTwoScores(lo, hi),
    },
    {
      name: "scores",
      demand: `Write your answer as one JSON object with the fields, in this order: "reasoning" (your explanation), "a" and "b" (a whole number from ${lo} to ${hi} for Output (a) and for Output (b)).`,
      zod: z.object({ reasoning: z.string(), a: score, b: score }),
      value: ({ a, b }) => ({ a, b }),
      rationale: ({ reasoning }) => reasoning,
    },
  );
}
