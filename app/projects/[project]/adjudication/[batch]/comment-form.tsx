"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** A new comment on a case. */
export function CommentForm({ path, about }: { path: string; about: string }) {
  const router = useRouter();
  const [text, setText] = useState("");
  const { busy, error, send } = useRequest();

  async function comment() {
    if (!(await send(() => callApi("POST", path, { text })))) return;
    setText("");
    router.refresh();
  }

  return (
    <div className="grid justify-items-start gap-2">
      <Field label={`Comment on ${about}`} error={error?.message} className="w-full">
        <Textarea value={text} rows={2} maxLength={5000} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button size="sm" busy={busy} disabled={text.trim() === ""} onClick={comment}>
        Comment
      </Button>
    </div>
  );
}
