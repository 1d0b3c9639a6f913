"use client";

import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useId, useMemo, useOptimistic, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { Select } from "@/components/ui/select";
import { COST } from "@/lib/report/rules/defaults";
import { confidenceText } from "@/lib/report/rules/render/format-cell";
import { Labels } from "@/lib/report/rules/scope-labels";
import type { ItemName, SelectionChoices } from "@/lib/report/schema";
import {
  CONFIDENCES,
  EPSILONS,
  fieldInAddress,
  REPLICATES,
  type StudySelection,
} from "@/lib/report/schema/judgements";

const FIELDS = [
  { field: "item", label: "Item" },
  { field: "arm", label: "Arm" },
  { field: "model", label: "Response model" },
  { field: "family", label: "Task family" },
  { field: "group", label: "Response group" },
  { field: "rater", label: "Person" },
] as const;

/** Settings of the intervals. The first choice is the usual one, which the address leaves out. */
const SETTINGS = [
  {
    field: "replicates",
    label: "Replicates",
    usual: "1,000",
    others: REPLICATES.map((value) => ({ value, label: formatCount(Number(value)) })),
  },
  {
    field: "confidence",
    label: "Confidence",
    usual: confidenceText(),
    others: CONFIDENCES.map((value) => ({ value, label: confidenceText(Number(value)) })),
  },
  {
    field: "epsilon",
    label: "ε of the alternative test",
    usual: String(COST),
    others: EPSILONS.map((value) => ({ value, label: value })),
  },
] as const;

/** A longer list is no longer offered as a select. */
const MOST = 500;
const ALL = "";

interface SelectionBarProps {
  choices: SelectionChoices | null;
  /** Display names of items. */
  items: readonly ItemName[];
  part: StudySelection;
  /** The report has an alternative annotator test, whose ε can be chosen. */
  hasAlternative: boolean;
}

/**
 * Filters for the part of the study shown, kept in the address so that a view can be shared. Collapsed on
 * phones; in print only the summary is left.
 */
export function SelectionBar({ choices, items, part, hasAlternative }: SelectionBarProps) {
  const labels = useMemo(() => new Labels(items), [items]);
  const nameOf = (field: keyof StudySelection, value: string) =>
    field === "item" ? labels.of(value) : value;
  const router = useRouter();
  const pathname = usePathname();
  const params = useSearchParams();
  const id = useId();
  const [busy, start] = useTransition();
  const [open, setOpen] = useState(false);
  // What was chosen stays chosen until its numbers are there, and a second choice adds to it.
  const [chosen, showChosen] = useOptimistic(part);
  const fields = FIELDS.filter(
    ({ field }) =>
      part[field] !== undefined || ((choices?.[field].length ?? 0) > 1 && field in (choices ?? {})),
  );
  const settings = SETTINGS.filter(({ field }) => field !== "epsilon" || hasAlternative);

  function choose(next: StudySelection) {
    const query = new URLSearchParams(params);
    for (const { field } of [...FIELDS, ...SETTINGS]) {
      const value = next[field];
      if (value === undefined || value === ALL) query.delete(fieldInAddress(field));
      else query.set(fieldInAddress(field), value);
    }
    start(() => {
      showChosen(next);
      router.push(query.size === 0 ? pathname : `${pathname}?${query}`);
    });
  }

  const parts = fields.flatMap(({ field, label }) => {
    const value = part[field];
    return value === undefined ? [] : `${label}: ${nameOf(field, value)}`;
  });
  const summary = parts.length === 0 ? "All data" : parts.join(", ");

  return (
    <div className="min-w-0">
      {parts.length > 0 && <p className="hidden text-sm print:block">Part of the data: {summary}</p>}
      <Button
        size="sm"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="max-w-full sm:hidden print:hidden"
      >
        <span className="sr-only">Part of the data: </span>
        <span className="truncate">{summary}</span>
        <ChevronDown aria-hidden="true" className={clsx("transition-transform", open && "rotate-180")} />
      </Button>
      <fieldset
        id={id}
        className={clsx("flex flex-wrap items-end gap-3 max-sm:mt-3 print:hidden", !open && "max-sm:hidden")}
        aria-busy={busy}
      >
        <legend className="sr-only">Part of the data</legend>
        {fields.map(({ field, label }) => {
          const value = chosen[field];
          const known = (choices?.[field] ?? []).slice(0, MOST);
          const names = value === undefined || known.includes(value) ? known : [value, ...known];
          return (
            <SmallSelect
              key={field}
              label={label}
              choices={[
                { value: ALL, label: "All" },
                ...names.map((value) => ({ value, label: nameOf(field, value) })),
              ]}
              value={value ?? ALL}
              onChange={(value) => choose({ ...chosen, [field]: value })}
            />
          );
        })}
        {settings.map(({ field, label, usual, others }) => (
          <SmallSelect
            key={field}
            label={label}
            choices={[{ value: ALL, label: usual }, ...others]}
            value={chosen[field] ?? ALL}
            onChange={(value) => choose({ ...chosen, [field]: value })}
          />
        ))}
        {Object.keys(chosen).length > 0 && (
          <Button variant="quiet" size="sm" onClick={() => choose({})}>
            All data
          </Button>
        )}
      </fieldset>
    </div>
  );
}

interface SmallSelectProps {
  label: string;
  choices: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

function SmallSelect({ label, choices, value, onChange }: SmallSelectProps) {
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-xs text-muted">
        {label}
      </label>
      <Select
        id={id}
        size="sm"
        className="max-w-56"
        choices={choices}
        value={value}
        onValueChange={onChange}
      />
    </div>
  );
}
