"use client";

import { Plus, Trash2 } from "lucide-react";
import { ExampleEditor } from "@/app/projects/[project]/drafts/judges/[judge]/edit/example-editor";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import type { JudgeExample, JudgeSpec } from "@/lib/drafting/schema/judges";

interface ExampleFieldsProps {
  spec: JudgeSpec;
  onChange: (part: Partial<JudgeSpec>) => void;
  /** Index of an example that was just added from a disagreement. */
  added: number | null;
}

const MOST = 30;

/** The worked examples that `{{examples}}` shows. */
export function ExampleFields({ spec, onChange, added }: ExampleFieldsProps) {
  const { examples, subject, scale } = spec;
  const blank: JudgeExample = {
    instruction: "",
    responses: subject === "pair" ? ["", ""] : [""],
    ...(subject === "item" && { question: "" }),
    value: subject === "pair" ? "A" : subject === "item" ? "yes" : (scale?.max ?? 5),
    explanation: "",
    source: null,
  };
  return (
    <Panel
      title="Examples"
      description="Right judgements that the model sees. Never of held-out tasks."
      actions={
        examples.length < MOST && (
          <Button size="sm" onClick={() => onChange({ examples: [...examples, blank] })}>
            <Plus aria-hidden="true" />
            Write one
          </Button>
        )
      }
    >
      {examples.length === 0 ? (
        <p className="text-sm text-muted">
          None yet. The page of the judge makes one of any disagreement with people.
        </p>
      ) : (
        <ol className="grid gap-4">
          {examples.map((example, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an example has no other name than its place
            <li key={at} className="grid gap-3 rounded-md border p-3">
              <div className="flex items-center justify-between gap-2">
                <h3 className="text-sm font-medium">
                  Example {at + 1}
                  {at === added && <span className="text-muted"> · from the disagreement</span>}
                </h3>
                <Button
                  size="sm"
                  aria-label={`Remove example ${at + 1}`}
                  onClick={() => onChange({ examples: examples.toSpliced(at, 1) })}
                >
                  <Trash2 aria-hidden="true" />
                  Remove
                </Button>
              </div>
              <ExampleEditor
                spec={spec}
                example={example}
                onChange={(part) => onChange({ examples: examples.with(at, { ...example, ...part }) })}
              />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
