import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Intake } from "@/lib/batch/schema/intake";
import { KIND_NAMES, type SubjectKind } from "@/lib/protocol/rules/subject-kind";

interface IntakeFieldsProps {
  kind: SubjectKind;
  /** A number is NaN while its field is empty or invalid. */
  intake: Intake;
  onChange: (intake: Intake) => void;
}

/** Fields of a batch's automatic intake: its limits and its sampling rate. */
export function IntakeFields({ kind, intake, onChange }: IntakeFieldsProps) {
  const { limit, rate, perDay } = intake;
  return (
    <>
      <Field
        label={`At most this many ${kind}s in the batch`}
        hint="Those already in the batch count. When the limit is reached, no more are taken."
        className="max-w-sm"
      >
        <Input
          type="number"
          min={1}
          max={1_000_000}
          value={shown(limit)}
          onChange={({ target }) => onChange({ ...intake, limit: target.valueAsNumber })}
        />
      </Field>
      <Field
        label="Sampling rate in percent"
        hint={`The probability with which each new ${kind} is taken. It is drawn with the batch's seed and stored with the ${kind}.`}
        className="max-w-sm"
      >
        <Input
          type="number"
          min={0.01}
          max={100}
          step="any"
          value={shown(percentOf(rate))}
          onChange={({ target }) => onChange({ ...intake, rate: target.valueAsNumber / 100 })}
        />
      </Field>
      <Field
        label="At most this many per day"
        hint={`Days are those of UTC. ${KIND_NAMES[kind]} beyond the limit wait in the order in which they arrived, and are taken on the following days. Empty: any number.`}
        className="max-w-sm"
      >
        <Input
          type="number"
          min={1}
          max={1_000_000}
          value={shown(perDay)}
          onChange={({ target }) =>
            onChange({ ...intake, perDay: target.value === "" ? null : target.valueAsNumber })
          }
        />
      </Field>
    </>
  );
}

const shown = (value: number | null) => (value === null || Number.isNaN(value) ? "" : value);
/** A rate in percent, without what binary fractions add to it. */
const percentOf = (rate: number) => Math.round(rate * 1e8) / 1e6;
