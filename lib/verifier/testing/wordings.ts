import { z } from "zod";
import instructions from "./instructions.json" with { type: "json" };
import wordings from "./wordings.json" with { type: "json" };

/*
 * Different wordings by people and models of the same requirement, with responses for which the answer is
 * clear. Some must be left to people: none may ever be answered wrongly.
 */

const Wordings = z.strictObject({
  wordings: z.array(
    z.strictObject({
      asks: z.string(),
      items: z.array(z.string()),
      /** The request that the responses answer, where the requirement is about it. */
      instruction: z.string().optional(),
      /** Texts with whether each meets what is asked. */
      responses: z.array(z.tuple([z.string(), z.boolean()])),
    }),
  ),
  otherQuestions: z.array(z.string()),
});

const parsed = Wordings.parse(wordings);

export const WORDINGS = parsed.wordings;

/** Questions that look like a check of a word or number but are about something else, or about more. */
export const OTHER_QUESTIONS = parsed.otherQuestions;

/**
 * Instructions, and the requirements of the response that they surely state. Choices, conditions and statements about
 * other things are none, and nor is what is left to people because a program would have to guess.
 */
export const INSTRUCTIONS = Object.entries(z.record(z.string(), z.array(z.string())).parse(instructions));
