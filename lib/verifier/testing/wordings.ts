import { z } from "zod";
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
      /** Texts with whether each meets what is asked. */
      responses: z.array(z.tuple([z.string(), z.boolean()])),
    }),
  ),
  otherQuestions: z.array(z.string()),
  instructions: z.array(z.strictObject({ says: z.string(), requires: z.array(z.string()) })),
});

const parsed = Wordings.parse(wordings);

export const WORDINGS = parsed.wordings;

/** Questions that look like a check of a word or number but are about something else, or about more. */
export const OTHER_QUESTIONS = parsed.otherQuestions;

/** Instructions, and the requirements of the response that they state; statements about other things are none. */
export const INSTRUCTIONS = parsed.instructions;
