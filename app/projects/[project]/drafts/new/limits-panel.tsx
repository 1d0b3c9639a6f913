import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { CACHE_POLICIES } from "@/lib/drafting/rules/wording";
import { CachePolicy } from "@/lib/drafting/schema/runs";
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
  cachePolicy: CachePolicy;
  onCachePolicy: (policy: CachePolicy) => void;
  onChange: (part: Partial<NameAndLimits>) => void;
}

export function LimitsPanel({
  values,
  currency,
  error,
  cachePolicy,
  onCachePolicy,
  onChange,
}: LimitsPanelProps) {
  const { name, maxCalls, maxCost } = values;
  return (
    <Panel title="Name and limits">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Name" required error={problemWith(error, "name")}>
          <Input value={name} maxLength={120} onChange={(event) => onChange({ name: event.target.value })} />
        </Field>
        <LimitFields
          error={error}
          maxCalls={maxCalls}
          onChange={onChange}
          currency={currency}
          maxCost={maxCost}
        />
        <Field
          label="Answers of earlier runs"
          className="sm:col-span-3"
          hint={CACHE_POLICIES[cachePolicy].hint}
        >
          <Select
            value={cachePolicy}
            choices={CachePolicy.options.map((value) => ({ value, label: CACHE_POLICIES[value].label }))}
            onValueChange={(chosen) => onCachePolicy(CachePolicy.parse(chosen))}
          />
        </Field>
      </div>
    </Panel>
  );
}

interface LimitFieldsProps {
  error: ApiError | undefined;
  maxCalls: NameAndLimits["maxCalls"];
  onChange: (part: Partial<NameAndLimits>) => void;
  currency: string;
  maxCost: NameAndLimits["maxCost"];
}

/** The most requests and the most money that the run may use. */
function LimitFields({ error, maxCalls, onChange, currency, maxCost }: LimitFieldsProps) {
  return (
    <>
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
    </>
  );
}
