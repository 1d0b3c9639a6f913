"use client";

import { Dices } from "lucide-react";
import { TimesFields } from "@/app/projects/[project]/batches/times-fields";
import type { Draft } from "@/app/projects/[project]/batches/wizard/use-draft";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { RadioGroup } from "@/components/ui/radio-group";
import { Switch } from "@/components/ui/switch";
import { KIND_NAMES, type SubjectKind } from "@/lib/protocol/rules/subject-kind";

interface OrderStepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  kind: SubjectKind;
  invalid: ReadonlyMap<string, string>;
}

/** Step for the order of assignments and times. */
export function OrderStep({ draft, change, kind, invalid }: OrderStepProps) {
  return (
    <>
      <Panel title="Order">
        <div className="grid gap-6">
          <RadioGroup
            label={KIND_NAMES[kind]}
            value={draft.subjectOrder}
            onValueChange={(subjectOrder) => change({ subjectOrder })}
            options={[
              {
                value: "random",
                label: "A random order for each annotator",
                hint: "Which assignments come early (fresh) or late (tired) differs between annotators.",
              },
              {
                value: "fixed",
                label: "The dataset's order",
                hint: "All annotators go from first to last; assignments freed in the meantime come at the end.",
              },
            ]}
          />
          <RadioGroup
            label="Items"
            value={draft.itemOrder}
            onValueChange={(itemOrder) => change({ itemOrder })}
            options={[
              { value: "fixed", label: "The rubric's order" },
              {
                value: "random",
                label: "A random order for each assignment",
                hint: "Questions and criteria of a step are shuffled; the position each was shown in is kept with its judgement.",
              },
            ]}
          />
          <SeedField invalid={invalid} draft={draft} change={change} />
        </div>
      </Panel>
      <Panel title="Time">
        <div className="grid gap-5">
          <TimesFields
            dueAt={draft.dueAt}
            leaseMinutes={draft.leaseMinutes}
            leaseError={invalid.has("leaseMinutes")}
            onChange={change}
          />
          <Switch
            label="Submissions can be opened again"
            hint="Annotators can change their own submissions until the batch is closed. A submission counts until it is submitted again, and each time is recorded. Without this, a submission is final after ten seconds."
            checked={draft.quality.reopening}
            onCheckedChange={(reopening) => change({ quality: { ...draft.quality, reopening } })}
          />
        </div>
      </Panel>
    </>
  );
}

/** The seed, with a button for another one. */
function SeedField({
  invalid,
  draft,
  change,
}: {
  invalid: ReadonlyMap<string, string>;
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}) {
  return (
    <div className="flex items-end gap-2">
      <Field
        label="Seed"
        hint="It determines the sample and every random order."
        error={invalid.has("seed") && "Choose a whole number from 0 to 2147483647."}
        className="max-w-64"
      >
        <Input
          type="number"
          min={0}
          max={2 ** 31 - 1}
          value={draft.seed}
          onChange={(event) => change({ seed: Math.trunc(event.target.valueAsNumber) || 0 })}
        />
      </Field>
      <Button
        className="mb-5.5"
        onClick={() =>
          change({ seed: crypto.getRandomValues(new Uint32Array(1)).map((n) => n >>> 1)[0] ?? 0 })
        }
      >
        <Dices aria-hidden="true" />
        Another
      </Button>
    </div>
  );
}
