"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useId, useState } from "react";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import type { GoldBody } from "@/lib/quality/schema";

interface GoldMarkProps {
  dataset: string;
  /** Description of what is marked. */
  about: string;
  /** Heading, if different from the button's text. */
  heading?: string;
  /** The current mark, without its reason. */
  body: GoldBody extends infer Body ? (Body extends unknown ? Omit<Body, "explanation"> : never) : never;
  /** The change removes the mark. */
  isNone: boolean;
  isChanged: boolean;
  /** The saved reason. */
  reason: string;
  /** Its field. */
  children: ReactNode;
}

/** One gold value with its reason and save button. */
export function GoldMark({
  dataset,
  about,
  heading = about,
  body,
  isNone,
  isChanged,
  reason,
  children,
}: GoldMarkProps) {
  const router = useRouter();
  const toast = useToast();
  const id = useId();
  const [explanation, setExplanation] = useState(reason);
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    const marked: z.input<typeof GoldBody> = { ...body, explanation };
    const answer = await callApi("POST", `/api/v1/datasets/${dataset}/gold`, marked);
    setBusy(false);
    if (!answer.ok) {
      toast.show({
        tone: "danger",
        title: "The gold value was not saved",
        description: answer.error.message,
      });
      return;
    }
    toast.show({ title: isNone ? "Gold value removed" : "Gold value saved" });
    router.refresh();
  }

  return (
    <section aria-labelledby={id} className="grid gap-2 border-t pt-3 text-sm">
      <h3 id={id} dir="auto" className="font-medium wrap-anywhere">
        {heading}
      </h3>
      <div className="flex flex-wrap items-end gap-2">
        {children}
        <Field label="Why" className="min-w-40 flex-1">
          <Input
            value={explanation}
            maxLength={2000}
            onChange={(event) => setExplanation(event.target.value)}
          />
        </Field>
        <Button
          busy={busy}
          disabled={!isChanged && explanation === reason}
          aria-label={`Save the gold value of ${about}`}
          onClick={() => void save()}
        >
          Save
        </Button>
      </div>
    </section>
  );
}
