import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { AGGREGATION_LABELS } from "@/lib/drafting/rules/judge/wording";
import { Aggregation, isScored, type JudgeSpec } from "@/lib/drafting/schema/judge-spec";

interface FieldsProps {
  spec: JudgeSpec;
  onChange: (part: Partial<JudgeSpec>) => void;
}

/** An optional number as it is typed. */
const numberOf = (typed: string) => (typed === "" ? null : Number(typed));

/** Fields for the number of the model's answers, and for the way they become one value. */
export function SamplingFields({ spec, onChange }: FieldsProps) {
  const { subject, samples, aggregation, swap } = spec;
  return (
    <Panel title="Sampling">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Samples" hint="Calls for each value.">
          <Input
            type="number"
            min={1}
            max={25}
            required
            value={samples}
            onChange={(event) => onChange({ samples: Math.max(1, Math.trunc(Number(event.target.value))) })}
          />
        </Field>
        <Field label="Value from samples">
          <Select
            value={aggregation}
            choices={Aggregation.options.map((value) => ({
              value,
              label: AGGREGATION_LABELS[value],
              disabled: !isScored(subject) && value !== "majority",
            }))}
            onValueChange={(value) => onChange({ aggregation: value })}
          />
        </Field>
        <GenerationFields onChange={onChange} spec={spec} />
        {subject === "pair" && (
          <Checkbox
            className="sm:col-span-2"
            label="Both orders"
            hint="Two calls with the sides exchanged; when they disagree, the value is a tie and says so."
            checked={swap}
            onCheckedChange={(checked) => onChange({ swap: checked })}
          />
        )}
      </div>
    </Panel>
  );
}

/** Fields for the parameters sent beside the prompt: temperature, length and seed. */
function GenerationFields({
  onChange,
  spec,
}: {
  onChange: (part: Partial<JudgeSpec>) => void;
  spec: JudgeSpec;
}) {
  const { temperature, maxOutputTokens, seed } = spec;
  return (
    <>
      <Field label="Temperature" hint="Empty: 0 for one sample, 0.7 for several.">
        <Input
          type="number"
          min={0}
          max={2}
          step={0.1}
          value={temperature ?? ""}
          onChange={(event) => onChange({ temperature: numberOf(event.target.value) })}
        />
      </Field>
      <Field label="Max tokens" hint="An answer that is cut off counts as failed.">
        <Input
          type="number"
          min={1}
          max={200_000}
          required
          value={maxOutputTokens}
          onChange={(event) =>
            onChange({ maxOutputTokens: Math.max(1, Math.trunc(Number(event.target.value))) })
          }
        />
      </Field>
      <Field label="Seed" hint="Sent where the model knows seeds. Empty: none.">
        <Input
          type="number"
          step={1}
          value={seed ?? ""}
          onChange={(event) => onChange({ seed: numberOf(event.target.value) })}
        />
      </Field>
    </>
  );
}
