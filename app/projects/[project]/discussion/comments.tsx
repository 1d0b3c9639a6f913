import { CommentForm } from "@/app/projects/[project]/discussion/comment-form";
import { Message } from "@/components/ui/message";
import type { DiscussionComment } from "@/lib/adjudication/schema/case";

interface CommentsProps {
  comments: readonly DiscussionComment[];
  /** Path of what is commented on, a case or a list. */
  path: string;
  /** The name of what is commented on, for a screen reader. */
  about: string;
  /** The reader's own pseudonym. */
  own?: string;
  /** False for site admins from outside: comments need a pseudonym in the project. */
  mayComment?: boolean;
}

/** Comments, oldest first, and a field for a new one. */
export function Comments({ comments, path, about, own, mayComment = true }: CommentsProps) {
  return (
    <div className="grid gap-3">
      {comments.length > 0 && (
        <ol aria-label={`Comments on ${about}`} className="grid gap-2">
          {comments.map(({ id, by, text, at }) => (
            <Message key={id} by={by === own ? "You" : by} at={at} text={text} />
          ))}
        </ol>
      )}
      {mayComment && <CommentForm path={`${path}/comments`} about={about} />}
    </div>
  );
}
