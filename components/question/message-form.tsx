"use client";

import { useState } from "react";
import { useErrorWords } from "@/components/i18n/errors";
import { useTranslations } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { type ApiError, callApi } from "@/lib/http/client";

interface WriteProps {
  label: string;
  /** The button's label. */
  verb: string;
  most: number;
  path: string;
  /** Called when the message has been saved. */
  onSent: () => void;
  hint?: string;
}

/** Form for one more message. The text stays until it has been saved. */
export function MessageForm({ label, verb, most, path, onSent, hint }: WriteProps) {
  const t = useTranslations();
  const errorWords = useErrorWords();
  const [text, setText] = useState("");
  const [empty, setEmpty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();

  async function submit() {
    if (busy) return;
    if (text.trim() === "") return setEmpty(true);
    setBusy(true);
    const answer = await callApi("POST", path, { text });
    setBusy(false);
    setError(answer.ok ? undefined : answer.error);
    if (!answer.ok) return;
    setText("");
    onSent();
  }

  function problem(): string | undefined {
    if (empty) return t("question.empty");
    if (error?.problems) return t("question.too-long");
    return error && errorWords(error);
  }

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label={label} hint={hint} error={problem()}>
        <Textarea
          value={text}
          maxLength={most}
          onChange={(event) => {
            setText(event.target.value);
            setEmpty(false);
          }}
        />
      </Field>
      <Button type="submit" size="sm" variant="primary" busy={busy} className="justify-self-end">
        {verb}
      </Button>
    </form>
  );
}
