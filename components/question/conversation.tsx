import { Message } from "@/components/ui/message";
import type { QuestionMessage } from "@/lib/question/schema";

interface ConversationProps {
  messages: readonly QuestionMessage[];
  /** Display name of the annotator: "You", or a pseudonym. */
  annotator: string;
  /** Display name of the admin. */
  admin: string;
}

/** Messages of a conversation, oldest first, as plain text. */
export function Conversation({ messages, annotator, admin }: ConversationProps) {
  return (
    <ol className="grid gap-2">
      {messages.map(({ fromAnnotator, text, at }) => (
        <Message
          key={new Date(at).toISOString() + text}
          by={fromAnnotator ? annotator : admin}
          at={new Date(at)}
          text={text}
          className={fromAnnotator ? "bg-surface" : "bg-sunken"}
        />
      ))}
    </ol>
  );
}
