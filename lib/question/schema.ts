import { z } from "zod";
import { MAX_ANSWER, MAX_QUESTION } from "@/lib/question/schema/limits";

/** So many messages make one conversation. */
export const MAX_MESSAGES = 100;

const text = (most: number, empty: string) => z.string().trim().min(1, empty).max(most);

export const QuestionParams = z.strictObject({ question: z.uuid() });
export const AskBody = z.strictObject({ text: text(MAX_QUESTION, "Write the question first.") });
export const AnswerBody = z.strictObject({ text: text(MAX_ANSWER, "Write the answer first.") });
/** In words that fit everybody: what stood in the conversation may name somebody or give away a judgement. */
export const PublishAnswerBody = z.strictObject({
  question: text(MAX_QUESTION, "Write the question first."),
  answer: text(MAX_ANSWER, "Write the answer first."),
});
export type PublishAnswerBody = z.infer<typeof PublishAnswerBody>;

/** `waiting`: the annotator spoke last. `published`: all annotators of the batch can read the answer. */
export const QuestionFilter = z.enum(["all", "waiting", "answered", "published"]);
export type QuestionFilter = z.infer<typeof QuestionFilter>;

export const QuestionMessage = z.object({
  fromAnnotator: z.boolean(),
  text: z.string(),
  at: z.date(),
});
export type QuestionMessage = z.infer<typeof QuestionMessage>;

/** A question as the annotator who asked it sees it. */
export const OwnQuestion = z.object({
  id: z.string(),
  assignment: z.string(),
  /** Position of the assignment it is about among those of its annotator, from 1. */
  position: z.number(),
  /** The first words of the instruction. */
  title: z.string(),
  waiting: z.boolean(),
  /** There is an answer they have not opened. */
  unread: z.boolean(),
  messages: z.array(QuestionMessage),
});
export type OwnQuestion = z.infer<typeof OwnQuestion>;

export const Published = z.object({
  id: z.string(),
  question: z.string(),
  answer: z.string(),
  publishedAt: z.date(),
});
export type Published = z.infer<typeof Published>;

/** What an annotator can read of a batch beside its guidelines: their own questions, and what was published. */
export const AnnotatorQuestions = z.object({
  questions: z.array(OwnQuestion),
  published: z.array(Published),
});
export type AnnotatorQuestions = z.infer<typeof AnnotatorQuestions>;

/** One line in the list of a batch's questions. */
export type QuestionRow = {
  id: string;
  /** The pseudonym; the name is for admins. */
  rater: string;
  name: string | null;
  waiting: boolean;
  published: boolean;
  changedAt: Date;
  /** How the last message begins. */
  last: string;
  /** Of the task in the study file, and the response's. */
  task: string;
  response: string | null;
};
