import { CommentForm } from "@/app/projects/[project]/adjudication/[batch]/comment-form";
import { Time } from "@/components/ui/time";
import type { CaseComment } from "@/lib/adjudication/schema/case";

interface CommentsProps {
  comments: readonly CaseComment[];
  /** Path of the case. */
  path: string;
  /** What is commented on, for a screen reader. */
  about: string;
  /** The reader's own pseudonym. */
  own?: string;
}

/** What was said about a case, oldest first, and a field to say more. */
export function Comments({ comments, path, about, own }: CommentsProps) {
  return (
    <div className="grid gap-3">
      {comments.length > 0 && (
        <ol aria-label={`Comments on ${about}`} className="grid gap-2">
          {comments.map(({ id, by, text, at }) => (
            <li key={id} className="grid gap-1 rounded-md border p-3">
              <p className="flex flex-wrap justify-between gap-x-3 text-xs text-muted">
                <span className="font-medium">{by === own ? "You" : by}</span>
                <Time at={at.toISOString()} />
              </p>
              <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
                {text}
              </p>
            </li>
          ))}
        </ol>
      )}
      <CommentForm path={`${path}/comments`} about={about} />
    </div>
  );
}
