import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { OUTPUT_LABELS } from "@/lib/drafting/rules/judge/wording";
import { type JudgeScale, type JudgeSpec, OUTPUTS } from "@/lib/drafting/schema/judge-spec";

interface FieldsProps {
  spec: JudgeSpec;
  onChange: (part: Partial<JudgeSpec>) => void;
}

/** The scale, the form of the answer, and its parser. */
export function AnswerFields({ spec, onChange }: FieldsProps) {
  const { subject, output, profile, scale } = spec;
  return (
    <Panel
      title="Answer"
      description="The form of answer that {{form}} asks for; it decides how the answer is read."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Form">
          <Select
            value={output}
            choices={OUTPUTS[subject].map((value) => ({ value, label: OUTPUT_LABELS[value] }))}
            onValueChange={(value) => onChange({ output: value })}
          />
        </Field>
        <Field label="Format" hint="JSON follows a schema where the model supports one.">
          <Select
            value={profile}
            choices={[
              { value: "faithful", label: "Text" },
              { value: "structured", label: "JSON" },
            ]}
            onValueChange={(value) => onChange({ profile: value })}
          />
        </Field>
        {scale && <ScaleFields scale={scale} onChange={(next) => onChange({ scale: next })} />}
      </div>
    </Panel>
  );
}

function ScaleFields({ scale, onChange }: { scale: JudgeScale; onChange: (scale: JudgeScale) => void }) {
  const points = Array.from(
    { length: Math.max(0, Math.min(20, scale.max - scale.min + 1)) },
    (_, n) => scale.min + n,
  );
  const end = (name: "min" | "max", label: string) => (
    <Field
      label={label}
      error={scale.min >= scale.max && name === "max" ? "must be above the lowest" : undefined}
    >
      <Input
        type="number"
        value={scale[name]}
        min={-1000}
        max={1000}
        onChange={(event) => onChange({ ...scale, [name]: Math.trunc(Number(event.target.value)) })}
      />
    </Field>
  );
  return (
    <>
      {end("min", "Lowest score")}
      {end("max", "Highest score")}
      <fieldset className="grid gap-2 sm:col-span-2">
        <legend className="mb-1.5 text-sm font-medium">Meaning of the points, for {"{{scale}}"}</legend>
        {points.map((point) => (
          <div key={point} className="flex items-start gap-2">
            <span aria-hidden="true" className="w-8 shrink-0 pt-1.5 text-right text-sm tabular-nums">
              {point}
            </span>
            <Textarea
              aria-label={`Meaning of ${point}`}
              rows={1}
              maxLength={2000}
              value={scale.labels[String(point)] ?? ""}
              className="min-h-9 flex-1"
              onChange={(event) =>
                onChange({ ...scale, labels: withLabel(scale.labels, point, event.target.value) })
              }
            />
          </div>
        ))}
      </fieldset>
    </>
  );
}

function withLabel(labels: Record<string, string>, point: number, label: string): Record<string, string> {
  const { [String(point)]: _, ...others } = labels;
  return label === "" ? others : { ...others, [String(point)]: label };
}
