import { z } from "zod";
import { AS_JSON, type Forms, forms, IN_TWO_PARTS, notEmpty } from "./output-formats";
import { parseBrackets, parseRefinedBrackets } from "./parse/brackets";
import { distinctLines, parseLines } from "./parse/checklist-lines";

const text = z.string();

/** The questions of a list that are any: without blank ones and repetitions. */
const questionsIn = (listed: readonly string[]) =>
  distinctLines(listed.map((question) => question.trim()).filter((question) => /\p{L}/u.test(question)));

const questions = z.strictObject({ analysis: text, questions: z.array(text) });
const asQuestions = {
  name: "checklist",
  demand: `${AS_JSON} "analysis" (your reasoning) and "questions" (a list of texts, one for each question).`,
  zod: questions,
  value: (output: z.infer<typeof questions>) => questionsIn(output.questions),
  rationale: (output: z.infer<typeof questions>) => output.analysis,
};

export const questionLines: Forms<string[]> = notEmpty(
  forms(
    {
      demand: `${IN_TWO_PARTS("")}\n<one question>\n<the next question, each on a line of its own>`,
      read: parseLines,
    },
    asQuestions,
  ),
);

export const bracketedQuestions: Forms<string[]> = notEmpty(
  forms(
    {
      demand: `Write your answer in exactly two parts:
Analysis: <your reasoning>
Checklist:
- [[<one question>]]
- [[<the next question>]]`,
      read: parseBrackets,
    },
    asQuestions,
  ),
);

/** The feedback on each old item is stored too: it is the rationale. */
export const refinedQuestions: Forms<string[]> = notEmpty(
  forms(
    {
      demand: `Write your answer in exactly two parts:
Feedback:
- <the old question> - [<1 to 5>]: <what is good or bad about it>
Refined Checklist:
- [[<one question>]]
- [[<the next question>]]`,
      read: parseRefinedBrackets,
    },
    {
      name: "refined_checklist",
      demand: `${AS_JSON} "feedback" (a list with one object for each old question: "question", "rating" from 1 to 5, "feedback") and "questions" (a list of texts, the refined checklist).`,
      zod: z.strictObject({
        feedback: z.array(z.strictObject({ question: text, rating: z.number(), feedback: text })),
        questions: z.array(text),
      }),
      answerSchema: z.strictObject({
        feedback: z.array(z.strictObject({ question: text, rating: z.int().min(1).max(5), feedback: text })),
        questions: z.array(text),
      }),
      value: (output) => questionsIn(output.questions),
      rationale: ({ feedback }) =>
        feedback.map((one) => `${one.question} - [${one.rating}]: ${one.feedback}`).join("\n"),
    },
  ),
);
