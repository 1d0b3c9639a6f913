"use client";

import { Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { changed, keyOf } from "@/app/projects/[project]/drafts/judges/[judge]/edit/entry-keys";
import { ExampleEditor } from "@/app/projects/[project]/drafts/judges/[judge]/edit/example-editor";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { USUAL_ENDS } from "@/lib/drafting/rules/judge/form";
import type { JudgeExample, JudgeSpec } from "@/lib/drafting/schema/judge-spec";

interface ExampleFieldsProps {
  spec: JudgeSpec;
  onChange: (part: Partial<JudgeSpec>) => void;
  /** Index of an example that was just added from a disagreement, or -1. */
  added: number;
}

const MOST = 30;

/** The value that an example begins with, where it is no number. */
const FIRST: Partial<Record<JudgeSpec["subject"], JudgeExample["value"]>> = { pair: "A", item: "yes" };

/** The worked examples that `{{examples}}` shows. */
export function ExampleFields({ spec, onChange, added }: ExampleFieldsProps) {
  const { examples, subject, scale, labels } = spec;
  const list = useRef<HTMLOListElement>(null);
  const writeButton = useRef<HTMLButtonElement>(null);
  const blank: JudgeExample = {
    instruction: "",
    responses: subject === "pair" ? ["", ""] : [""],
    ...((subject === "item" || subject === "criterion") && { question: "" }),
    ...(subject === "criterion" && { range: USUAL_ENDS }),
    value: labels?.options[0]?.name ?? FIRST[subject] ?? scale?.max ?? USUAL_ENDS.max,
    explanation: "",
    source: null,
  };

  function write() {
    flushSync(() => onChange({ examples: [...examples, blank] }));
    list.current?.lastElementChild?.querySelector("textarea")?.focus();
  }

  function remove(at: number) {
    flushSync(() => onChange({ examples: examples.toSpliced(at, 1) }));
    writeButton.current?.focus();
  }

  return (
    <Panel
      title="Examples"
      description="Right judgements that the model sees. Never of held-out tasks."
      actions={
        examples.length < MOST && (
          <Button ref={writeButton} size="sm" onClick={write}>
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
        <ol ref={list} className="grid gap-4">
          {examples.map((example, at) => (
            <ExampleItem
              key={keyOf(example)}
              example={example}
              at={at}
              added={added}
              remove={remove}
              spec={spec}
              onChange={onChange}
              examples={examples}
            />
          ))}
        </ol>
      )}
    </Panel>
  );
}

interface ExampleItemProps {
  example: JudgeExample;
  at: number;
  added: number;
  remove: (at: number) => void;
  spec: JudgeSpec;
  onChange: (part: Partial<JudgeSpec>) => void;
  examples: JudgeSpec["examples"];
}

function ExampleItem({ example, at, added, remove, spec, onChange, examples }: ExampleItemProps) {
  return (
    <li className="grid gap-3 rounded-md border p-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium">
          Example {at + 1}
          {at === added && <span className="text-muted"> · from the disagreement</span>}
        </h3>
        <Button size="sm" aria-label={`Remove example ${at + 1}`} onClick={() => remove(at)}>
          <Trash2 aria-hidden="true" />
          Remove
        </Button>
      </div>
      <ExampleEditor
        spec={spec}
        example={example}
        onChange={(part) => onChange({ examples: examples.with(at, changed(example, part)) })}
      />
    </li>
  );
}
