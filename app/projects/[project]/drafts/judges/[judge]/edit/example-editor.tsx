import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { JudgeExample, JudgeSpec } from "@/lib/drafting/schema/judges";

interface ExampleEditorProps {
  spec: JudgeSpec;
  example: JudgeExample;
  onChange: (part: Partial<JudgeExample>) => void;
}

/** One example: texts from a task are shown as they are, written ones can be changed. */
export function ExampleEditor({ spec, example, onChange }: ExampleEditorProps) {
  const { instruction, responses, question, value, explanation, source } = example;
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
      {question !== undefined && text("Question", question, (next) => onChange({ question: next }))}
      <Field label="Right value">
        <Select
          value={String(value)}
          choices={valuesOf(spec, value).map((one) => ({ value: String(one), label: String(one) }))}
          onValueChange={(chosen) =>
            onChange({ value: typeof value === "number" ? Number(chosen) : (chosen as "yes") })
          }
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

/** The values a judge can give, and the one that the example has. */
function valuesOf(
  { subject, output, scale }: JudgeSpec,
  own: JudgeExample["value"],
): JudgeExample["value"][] {
  const known: JudgeExample["value"][] =
    subject === "item"
      ? ["yes", "no"]
      : subject === "pair"
        ? output === "verdict"
          ? ["A", "B"]
          : ["A", "tie", "B"]
        : Array.from(
            { length: Math.max(0, (scale?.max ?? 0) - (scale?.min ?? 0) + 1) },
            (_, n) => (scale?.min ?? 0) + n,
          );
  return known.includes(own) ? known : [...known, own];
}
