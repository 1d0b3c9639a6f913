"use client";

import { Field } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import type { AwaitableRun } from "@/lib/batch/schema/views";
import { runStateWords } from "@/lib/drafting/rules/wording";

interface ChooseRunProps {
  runs: readonly AwaitableRun[];
  value: string;
  onChange: (run: string) => void;
}

/** Select of unfinished runs. */
export function ChooseRun({ runs, value, onChange }: ChooseRunProps) {
  return (
    <Field
      label="Run"
      hint="The batch opens once it has drafted everything. If some of it fails, or it is cancelled, you decide."
    >
      <Select
        value={value}
        choices={runs.map(({ id, name, state }) => ({
          value: id,
          label: `${name} (${runStateWords(state).toLowerCase()})`,
        }))}
        onValueChange={onChange}
      />
    </Field>
  );
}

interface WhenToOpenProps {
  runs: readonly AwaitableRun[];
  /** Id of the run; null if an admin opens the batch. */
  after: string | null;
  onChange: (after: string | null) => void;
}

/** Choice whether a batch opens at once or after a run. */
export function WhenToOpen({ runs, after, onChange }: WhenToOpenProps) {
  const [first] = runs;
  return (
    <div className="grid gap-4">
      <RadioGroup
        label="When it opens"
        labelHidden
        value={after === null ? "at-once" : "after"}
        onValueChange={(when) => onChange(when === "after" ? (first?.id ?? null) : null)}
        options={[
          { value: "at-once", label: "At once" },
          {
            value: "after",
            label: "By itself, after a run",
            disabled: !first,
            hint: first
              ? "What the run drafts goes into the batch. Until then the batch stays a draft, and can be taken back."
              : "No run over this dataset is under way.",
          },
        ]}
      />
      {after !== null && (
        <div className="max-w-md">
          <ChooseRun runs={runs} value={after} onChange={onChange} />
        </div>
      )}
    </div>
  );
}
