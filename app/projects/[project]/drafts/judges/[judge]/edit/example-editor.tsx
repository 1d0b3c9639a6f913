import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { Ends } from "@/lib/drafting/rules/judge/form";
import type { JudgeExample, JudgeSpec } from "@/lib/drafting/schema/judge-spec";

interface ExampleEditorProps {
  spec: JudgeSpec;
  example: JudgeExample;
  onChange: (part: Partial<JudgeExample>) => void;
}

/** One example: texts from a task are shown as they are, written ones can be changed. */
export function ExampleEditor({ spec, example, onChange }: ExampleEditorProps) {
  const { instruction, responses, question, range, value, explanation, source } = example;
  const text = (label: string, content: string, change: (next: string) => void) => (
    <Field key={label} label={label}>
      <Textarea
        rows={2}
        value={content}
        maxLength={50_000}
        readOnly={source !== null}
        className={source ? "bg-sunken text-sm" : "text-sm"}
        onChange={(event) => change(event.target.value)}
      />
    </Field>
  );
  return (
    <div className="grid gap-3">
      {text("Instruction", instruction, (next) => onChange({ instruction: next }))}
      {responses.map((response, n) =>
        text(responses.length > 1 ? `Response ${"AB"[n]}` : "Response", response, (next) =>
          onChange({ responses: responses.with(n, next) }),
        ),
      )}
      {question !== undefined &&
        text(range ? "Criterion" : "Question", question, (next) => onChange({ question: next }))}
      {range && !source && <RangeFields range={range} onChange={(next) => onChange({ range: next })} />}
      <Field label="Right value">
        <Select
          value={String(value)}
          choices={valuesOf(spec, example).map((one) => ({ value: String(one), label: String(one) }))}
          onValueChange={(chosen) => onChange({ value: typeof value === "number" ? Number(chosen) : chosen })}
        />
      </Field>
      <Field label="Explanation" hint="As the judge should give it before its answer.">
        <Textarea
          rows={2}
          value={explanation}
          maxLength={20_000}
          onChange={(event) => onChange({ explanation: event.target.value })}
        />
      </Field>
    </div>
  );
}

/** The ends of the scale of a criterion that was written by hand. */
function RangeFields({ range, onChange }: { range: Ends; onChange: (range: Ends) => void }) {
  const end = (name: keyof Ends, label: string) => (
    <Field
      label={label}
      error={range.min >= range.max && name === "max" ? "must be above the lowest" : undefined}
    >
      <Input
        type="number"
        value={range[name]}
        min={-1000}
        max={1000}
        onChange={(event) => onChange({ ...range, [name]: Math.trunc(Number(event.target.value)) })}
      />
    </Field>
  );
  return (
    <div className="grid grid-cols-2 gap-3">
      {end("min", "Lowest score")}
      {end("max", "Highest score")}
    </div>
  );
}

/** Points are listed one by one up to this length. */
const MOST_POINTS = 100;

const pointsOf = ({ min, max }: Ends) =>
  Array.from({ length: Math.max(0, Math.min(MOST_POINTS, max - min + 1)) }, (_, n) => min + n);

/** The values that a judge can give in the place of an example, and the one that it has. */
function valuesOf(
  { subject, output, scale, labels }: JudgeSpec,
  { value: own, range }: JudgeExample,
): JudgeExample["value"][] {
  const ends = range ?? scale;
  const pair = output === "verdict" ? ["A", "B"] : ["A", "tie", "B"];
  const words = subject === "item" ? ["yes", "no"] : subject === "pair" ? pair : [];
  const known: JudgeExample["value"][] =
    labels?.options.map(({ name }) => name) ?? (ends ? pointsOf(ends) : words);
  return known.includes(own) ? known : [...known, own];
}
