import clsx from "clsx";
import { Time } from "@/components/ui/time";
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
        <li
          key={new Date(at).toISOString() + text}
          className={clsx("grid gap-1 rounded-md border p-3", fromAnnotator ? "bg-surface" : "bg-sunken")}
        >
          <p className="flex flex-wrap justify-between gap-x-3 text-xs text-muted">
            <span className="font-medium">{fromAnnotator ? annotator : admin}</span>
            <Time at={new Date(at).toISOString()} />
          </p>
          <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
            {text}
          </p>
        </li>
      ))}
    </ol>
  );
}
