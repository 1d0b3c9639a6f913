import type { PublishAnswerBody, QuestionMessage } from "@/lib/question/schema";

/**
 * The initial text of a publication: the last question before the newest answer, and that answer. The admin
 * edits both first.
 */
export function proposal(messages: readonly QuestionMessage[]): PublishAnswerBody {
  const answered = messages.findLastIndex(({ fromAnnotator }) => !fromAnnotator);
  const before = messages.slice(0, answered === -1 ? undefined : answered);
  return {
    question: before.findLast(({ fromAnnotator }) => fromAnnotator)?.text ?? "",
    answer: messages[answered]?.text ?? "",
  };
}

/** Number of conversations with an unread answer. */
export function unreadIn(questions: readonly { unread: boolean }[]): number {
  return questions.filter(({ unread }) => unread).length;
}
