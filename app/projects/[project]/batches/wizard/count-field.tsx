import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface CountFieldProps {
  label: string;
  hint: string | undefined;
  least?: number;
  most: number;
  value: number;
  error: string | false;
  onChange: (value: number) => void;
}

/** A whole number field. Empty is invalid, unless none is allowed. */
export function CountField({ label, hint, least = 1, most, value, error, onChange }: CountFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className="max-w-56">
      <Input
        type="number"
        min={least}
        max={most}
        className="max-w-24"
        value={value >= least ? value : ""}
        onChange={(event) => onChange(Math.trunc(event.target.valueAsNumber) || 0)}
      />
    </Field>
  );
}
