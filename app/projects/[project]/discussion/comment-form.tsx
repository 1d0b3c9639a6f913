"use client";

import { useRouter } from "next/navigation";
import { MessageForm } from "@/components/question/message-form";
import { LONGEST_COMMENT } from "@/lib/adjudication/schema";

/** A new comment on a case. */
export function CommentForm({ path, about }: { path: string; about: string }) {
  const router = useRouter();
  return (
    <MessageForm
      label={`Comment on ${about}`}
      verb="Comment"
      most={LONGEST_COMMENT}
      path={path}
      onSent={() => router.refresh()}
    />
  );
}
