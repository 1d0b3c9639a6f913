"use client";

import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Textarea } from "@/components/ui/textarea";
import { hasSlot, SLOTS } from "@/lib/drafting/rules/judge/slots";
import type { JudgeSpec } from "@/lib/drafting/schema/judge-spec";

interface FieldsProps {
  spec: JudgeSpec;
  onChange: (part: Partial<JudgeSpec>) => void;
}

/** The prompt with its slots. A slot is inserted at the cursor. */
export function TemplateFields({ spec, onChange }: FieldsProps) {
  const user = useRef<HTMLDivElement>(null);

  function insert(name: string) {
    const area = user.current?.querySelector("textarea");
    if (!area) return;
    area.focus();
    area.setRangeText(`{{${name}}}`, area.selectionStart, area.selectionEnd, "end");
    onChange({ user: area.value });
  }

  return (
    <Panel title="Prompt" description="Texts in placeholders are put between marks that they cannot forge.">
      <div className="grid gap-4">
        <Field
          label="System message"
          hint="The role of the judge. Empty: none. Do not put texts to be judged here."
        >
          <Textarea
            value={spec.system}
            rows={4}
            maxLength={20_000}
            className="font-mono text-sm"
            onChange={(event) => onChange({ system: event.target.value })}
          />
        </Field>
        <div ref={user} className="grid gap-2">
          <Field label="Message" required>
            <Textarea
              value={spec.user}
              rows={14}
              maxLength={50_000}
              className="font-mono text-sm"
              onChange={(event) => onChange({ user: event.target.value })}
            />
          </Field>
          <PlaceholderButtons spec={spec} insert={insert} />
        </div>
      </div>
    </Panel>
  );
}

/** Placeholders, each inserted at the cursor. */
function PlaceholderButtons({ spec, insert }: { spec: JudgeSpec; insert: (name: string) => void }) {
  return (
    <ul aria-label="Placeholders to insert" className="flex flex-wrap gap-1.5">
      {SLOTS[spec.subject].map(({ name, hint, isNeeded }) => (
        <li key={name}>
          <Button
            size="sm"
            title={hint}
            aria-label={`Insert ${name}: ${hint}${isNeeded ? " (needed)" : ""}${hasSlot(spec, name) ? ", used" : ""}`}
            onClick={() => insert(name)}
          >
            <span className={hasSlot(spec, name) ? "font-mono text-xs text-muted" : "font-mono text-xs"}>
              {`{{${name}}}`}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
