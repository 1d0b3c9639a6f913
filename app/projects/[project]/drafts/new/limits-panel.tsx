import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { type ApiError, problemWith } from "@/lib/http/client";

/** The name of a run and its limits, as they are typed. */
export interface NameAndLimits {
  name: string;
  maxCalls: string;
  maxCost: string;
}

interface LimitsPanelProps {
  values: NameAndLimits;
  currency: string;
  error: ApiError | undefined;
  onChange: (part: Partial<NameAndLimits>) => void;
}

export function LimitsPanel({ values, currency, error, onChange }: LimitsPanelProps) {
  const { name, maxCalls, maxCost } = values;
  return (
    <Panel title="Name and limits">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Name" required error={problemWith(error, "name")}>
          <Input value={name} maxLength={120} onChange={(event) => onChange({ name: event.target.value })} />
        </Field>
        <Field
          label="Max requests"
          error={problemWith(error, "maxCalls")}
          hint="Repeated ones included. Empty: no limit."
        >
          <Input
            type="number"
            min={1}
            max={2_000_000_000}
            value={maxCalls}
            onChange={(event) => onChange({ maxCalls: event.target.value })}
          />
        </Field>
        <Field
          label={`Budget (${currency})`}
          error={error?.code === "price-unknown" ? error.message : problemWith(error, "maxCostMicros")}
          hint="The run pauses before it would spend more. Empty: no limit."
        >
          <Input
            type="number"
            inputMode="decimal"
            min={0}
            max={1e9}
            step="any"
            value={maxCost}
            onChange={(event) => onChange({ maxCost: event.target.value })}
          />
        </Field>
      </div>
    </Panel>
  );
}
