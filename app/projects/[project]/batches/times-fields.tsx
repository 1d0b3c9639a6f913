"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { isPast } from "@/lib/batch/rules/settings";

type Times = { dueAt: string | null; leaseMinutes: number };

interface TimesFieldsProps extends Times {
  leaseError: boolean;
  onChange: (part: Partial<Times>) => void;
}

/** Fields for the due date and the lease. */
export function TimesFields({ dueAt, leaseMinutes, leaseError, onChange }: TimesFieldsProps) {
  // The browser knows the admin's time zone; the server does not.
  const isHydrated = useIsHydrated();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Due"
        hint="Shown in the queue; nothing closes by itself."
        error={isHydrated && isPast(dueAt) && "This day is over already: the batch counts as overdue."}
      >
        <Input
          type="date"
          value={isHydrated && dueAt ? dayOf(dueAt) : ""}
          onChange={(event) => onChange({ dueAt: endOf(event.target.value) })}
        />
      </Field>
      <Field
        label="Reassign after (minutes)"
        hint="After this time without a save, an assignment is offered to another annotator. Saved work is kept."
        error={leaseError && "Choose between 1 and 1440."}
      >
        <Input
          type="number"
          min={1}
          max={1440}
          value={leaseMinutes || ""}
          onChange={(event) => onChange({ leaseMinutes: event.target.valueAsNumber || 0 })}
        />
      </Field>
    </div>
  );
}

function dayOf(moment: string): string {
  const date = new Date(moment);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The last second of a day in the admin's time zone. */
function endOf(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59`).toISOString();
}
