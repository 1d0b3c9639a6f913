"use client";

import { useRouter } from "next/navigation";
import { useId, useOptimistic, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { actionWords } from "@/lib/audit/rules";
import type { AuditPerson, AuditQuery } from "@/lib/audit/schema";

interface AuditFiltersProps {
  /** Path of the page. */
  href: string;
  query: AuditQuery;
  actions: string[];
  people: AuditPerson[];
}

/** Filters of the audit log, kept in the address so that a view can be shared. */
export function AuditFilters({ href, query, actions, people }: AuditFiltersProps) {
  const [busy, start] = useTransition();
  const fromId = useId();
  const toId = useId();
  const router = useRouter();
  const { action = "", person = "", from = "", to = "" } = query;
  const [chosen, choose] = useOptimistic({ action, person, from, to });
  const narrowed = Object.values(chosen).some((value) => value !== "");

  function show(change: Partial<typeof chosen>) {
    const wanted = { ...chosen, ...change };
    const search = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ""));
    start(() => {
      choose(wanted);
      router.replace(search.size > 0 ? `${href}?${search}` : href, { scroll: false });
    });
  }

  return (
    <div className="flex flex-wrap items-center gap-2" aria-busy={busy}>
      <Field label="Action" labelHidden>
        <Select
          value={chosen.action}
          onValueChange={(next) => show({ action: next })}
          choices={[
            { value: "", label: "All actions" },
            ...actions.map((value) => ({ value, label: actionWords(value) })),
          ]}
          className="max-w-52"
        />
      </Field>
      <Field label="Person" labelHidden>
        <Select
          value={chosen.person}
          onValueChange={(next) => show({ person: next })}
          choices={[
            { value: "", label: "Everybody" },
            ...people.map(({ id, name }) => ({ value: id ?? "system", label: name })),
          ]}
          className="max-w-44"
        />
      </Field>
      <DateRange fromId={fromId} from={chosen.from} to={chosen.to} show={show} toId={toId} />
      {narrowed && (
        <Button variant="quiet" onClick={() => show({ action: "", person: "", from: "", to: "" })}>
          Clear
        </Button>
      )}
    </div>
  );
}

interface DateRangeProps {
  fromId: string;
  from: AuditQuery["from"];
  to: AuditQuery["to"];
  show: (change: Pick<AuditQuery, "from" | "to">) => void;
  toId: string;
}

/** First and last day of the entries. */
function DateRange({ fromId, from, to, show, toId }: DateRangeProps) {
  return (
    <>
      <span className="flex items-center gap-2">
        <FieldLabel htmlFor={fromId}>From</FieldLabel>
        <Input
          id={fromId}
          type="date"
          value={from}
          max={to}
          onChange={(event) => show({ from: event.target.value })}
        />
      </span>
      <span className="flex items-center gap-2">
        <FieldLabel htmlFor={toId}>to</FieldLabel>
        <Input
          id={toId}
          type="date"
          value={to}
          min={from}
          onChange={(event) => show({ to: event.target.value })}
        />
      </span>
    </>
  );
}
