import { z } from "zod";
import { seedParam } from "@/lib/drafting/rules/method";
import { generationParams } from "@/lib/drafting/rules/methods/answer";

const MOST_QUESTIONS = 30;

/** The checklist and its answers, in methods that write responses and judge them by the same model. */
export const checklistParams = {
  mostQuestions: z.int().min(1).max(MOST_QUESTIONS).default(MOST_QUESTIONS).meta({
    title: "Max questions",
    description: "A longer checklist is cut. The upper bound of the cost follows from it.",
  }),
  examples: z
    .boolean()
    .default(true)
    .meta({ title: "Examples", description: "Show two house-written checklists before the task." }),
  checklistTokens: tokens(2048, "Max tokens, checklist"),
  judgeTokens: tokens(1024, "Max tokens, each judgement"),
};

/** The responses that the model writes. */
export const responseParams = {
  ...generationParams,
  maxOutputTokens: tokens(4096, "Max tokens, each response"),
  ...seedParam,
};

export function tokens(preset: number, title: string) {
  return z
    .int()
    .min(1)
    .max(200_000)
    .default(preset)
    .meta({ title, description: "An answer that is cut off counts as failed." });
}
