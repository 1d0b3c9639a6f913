import type { PublishAnswerBody, QuestionMessage } from "@/lib/question/schema";

/**
 * What a publication starts from: what was asked last before the newest answer, and that answer. The admin edits
 * both before anybody sees them.
 */
export function proposal(messages: readonly QuestionMessage[]): PublishAnswerBody {
  const answered = messages.findLastIndex(({ fromAnnotator }) => !fromAnnotator);
  const before = messages.slice(0, answered === -1 ? undefined : answered);
  return {
    question: before.findLast(({ fromAnnotator }) => fromAnnotator)?.text ?? "",
    answer: messages[answered]?.text ?? "",
  };
}

/** How many conversations have an answer that was not opened. */
export function unreadIn(questions: readonly { unread: boolean }[]): number {
  return questions.filter(({ unread }) => unread).length;
}
