"use client";

import { Prose } from "@/components/prose/prose";
import { Field } from "@/components/ui/field";
import { Tabs } from "@/components/ui/tabs";
import { Textarea } from "@/components/ui/textarea";

interface GuidelinesEditorProps {
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** Markdown editor with a preview for annotators. */
export function GuidelinesEditor({ text, error, onChange }: GuidelinesEditorProps) {
  return (
    <Tabs
      label="Guidelines"
      tabs={[
        {
          value: "write",
          label: "Write",
          content: (
            <Field label="Guidelines" labelHidden error={error}>
              <Textarea
                rows={8}
                value={text}
                placeholder="What to judge, what not to, and what to do in doubt."
                onChange={(event) => onChange(event.target.value)}
              />
            </Field>
          ),
        },
        {
          value: "preview",
          label: "Preview",
          content: text.trim() ? (
            <Prose label="Guidelines" text={text} toolbar={false} />
          ) : (
            <p className="text-sm text-muted">Nothing written yet.</p>
          ),
        },
      ]}
    />
  );
}
