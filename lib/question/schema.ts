import { z } from "zod";
import { MAX_ANSWER, MAX_QUESTION } from "@/lib/question/schema/limits";

/** Maximum number of messages in a conversation. */
export const MAX_MESSAGES = 100;

const text = (most: number, empty: string) => z.string().trim().min(1, empty).max(most);

export const QuestionParams = z.strictObject({ question: z.uuid() });
export const AskBody = z.strictObject({ text: text(MAX_QUESTION, "Write the question first.") });
export const AnswerBody = z.strictObject({ text: text(MAX_ANSWER, "Write the answer first.") });
/** Worded for everyone: the conversation may name people or reveal a judgement. */
export const PublishAnswerBody = z.strictObject({
  question: text(MAX_QUESTION, "Write the question first."),
  answer: text(MAX_ANSWER, "Write the answer first."),
});
export type PublishAnswerBody = z.infer<typeof PublishAnswerBody>;

/** `waiting`: the annotator wrote last. `published`: all annotators of the batch can read the answer. */
export const QuestionFilter = z.enum(["all", "waiting", "answered", "published"]);
export type QuestionFilter = z.infer<typeof QuestionFilter>;

export const QuestionMessage = z.object({
  fromAnnotator: z.boolean(),
  text: z.string(),
  at: z.date(),
});
export type QuestionMessage = z.infer<typeof QuestionMessage>;

/** A question as its annotator sees it. */
export const OwnQuestion = z.object({
  id: z.string(),
  assignment: z.string(),
  /** Position of its assignment among those of the annotator, from 1. */
  position: z.number(),
  /** The first words of the instruction. */
  title: z.string(),
  waiting: z.boolean(),
  /** There is an unread answer. */
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

/** An annotator's own questions in a batch, and its published answers. */
export const AnnotatorQuestions = z.object({
  questions: z.array(OwnQuestion),
  published: z.array(Published),
});
export type AnnotatorQuestions = z.infer<typeof AnnotatorQuestions>;

/** One entry in the list of a batch's questions. */
export type QuestionRow = {
  id: string;
  /** The pseudonym, or for admins the name. */
  rater: string;
  name: string | null;
  waiting: boolean;
  published: boolean;
  changedAt: Date;
  /** The beginning of the last message. */
  last: string;
  /** The task's id in the study file, and the response's. */
  task: string;
  response: string | null;
};
