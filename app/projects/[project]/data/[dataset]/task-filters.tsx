"use client";

import { ListFilter, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useOptimistic, useState, useTransition } from "react";
import { taskListHref } from "@/app/projects/[project]/data/[dataset]/task-address";
import { ScoreRange } from "@/app/projects/[project]/data/score-range";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Popover } from "@/components/ui/popover";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { SearchForm } from "@/components/ui/search-form";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { TASK_CONTENTS, type TaskFilter } from "@/lib/dataset/schema";
import { conditionInWords } from "@/lib/dataset/schema/metadata-condition";

interface TaskFiltersProps {
  /** Path of the dataset's page. */
  href: string;
  filter: TaskFilter;
  /** Values to choose from in the dataset. */
  tags: string[];
  models: string[];
}

const CONTENTS = { checklist: "a checklist", criteria: "criteria", drafts: "drafts" };

const STATUSES = [
  { value: "", label: "Any status" },
  { value: "untouched", label: "Untouched" },
  { value: "batch", label: "In a batch" },
  { value: "judged", label: "Judged" },
] as const;

/** Filters for tasks, kept in the address so that a view can be shared. */
export function TaskFilters({ href, filter: given, tags, models }: TaskFiltersProps) {
  // Optimistic: a second choice may come before the page for the first.
  const [filter, choose] = useOptimistic(given);
  const [words, setWords] = useState(given.q ?? "");
  const [busy, start] = useTransition();
  const router = useRouter();
  const { tag = [], meta = [], responseMeta = [], model = [], has = [], least, most, status } = filter;

  function show(next: TaskFilter) {
    const whole = { ...filter, q: words.trim() || undefined, ...next };
    start(() => {
      choose(whole);
      router.replace(taskListHref(href, whole), { scroll: false });
    });
  }

  const chips: { label: string; without: TaskFilter }[] = [
    ...tag.map((one) => ({ label: `Tag: ${one}`, without: { tag: tag.filter((other) => other !== one) } })),
    ...meta.map((one) => ({
      label: conditionInWords(one),
      without: { meta: meta.filter((other) => other !== one) },
    })),
    ...responseMeta.map((one) => ({
      label: `Response: ${conditionInWords(one)}`,
      without: { responseMeta: responseMeta.filter((other) => other !== one) },
    })),
    ...model.map((one) => ({
      label: `Model: ${one}`,
      without: { model: model.filter((other) => other !== one) },
    })),
    ...has.map((one) => ({
      label: `Has ${CONTENTS[one]}`,
      without: { has: has.filter((other) => other !== one) },
    })),
    ...(least === undefined
      ? []
      : [{ label: `At least ${formatCount(least)} characters`, without: { least: undefined } }]),
    ...(most === undefined
      ? []
      : [{ label: `At most ${formatCount(most)} characters`, without: { most: undefined } }]),
  ];

  return (
    <div className="grid justify-items-end gap-2">
      <SearchForm
        label="Search instructions"
        placeholder="Search instructions"
        value={words}
        onValueChange={setWords}
        onSearch={() => show({})}
        busy={busy}
      >
        <Field label="Status" labelHidden>
          <Select
            value={status ?? ""}
            onValueChange={(next) => show({ status: next === "" ? undefined : next })}
            choices={STATUSES}
          />
        </Field>
        <MoreFilters
          tags={tags}
          tag={tag}
          show={show}
          filter={filter}
          models={models}
          model={model}
          has={has}
          least={least}
          most={most}
        />
      </SearchForm>
      {chips.length > 0 && <FilterChips chips={chips} show={show} />}
    </div>
  );
}

interface MoreFiltersProps {
  tags: string[];
  tag: string[];
  show: (next: TaskFilter) => void;
  filter: TaskFilter;
  models: string[];
  model: string[];
  has: ("checklist" | "criteria" | "drafts")[];
  least: number | undefined;
  most: number | undefined;
}

/** Filters by tags, models, contents and length. */
function MoreFilters({ tags, tag, show, filter, models, model, has, least, most }: MoreFiltersProps) {
  return (
    <Popover
      label="Filters"
      align="end"
      trigger={
        <Button>
          <ListFilter aria-hidden="true" />
          Filters
        </Button>
      }
    >
      <div className="grid gap-4">
        <Choices
          label="Tags"
          all={tags}
          chosen={tag}
          onChange={(next) => show({ tag: next })}
          action={
            <SegmentedControl
              label="Which of the tags"
              size="sm"
              value={filter.tags ?? "any"}
              onValueChange={(next) => show({ tags: next === "all" ? "all" : undefined })}
              segments={[
                { value: "any", label: "Any" },
                { value: "all", label: "All" },
              ]}
            />
          }
        />
        <Choices label="Models" all={models} chosen={model} onChange={(next) => show({ model: next })} />
        <fieldset className="grid gap-1.5">
          <legend className="pb-1 text-xs font-medium text-muted">Has</legend>
          {TASK_CONTENTS.map((content) => (
            <Checkbox
              key={content}
              label={CONTENTS[content]}
              checked={has.includes(content)}
              onCheckedChange={(on) =>
                show({ has: on ? [...has, content] : has.filter((other) => other !== content) })
              }
            />
          ))}
        </fieldset>
        <ScoreRange
          onAdd={(range) => show({ responseMeta: [...new Set([...(filter.responseMeta ?? []), range])] })}
        />
        <Lengths key={`${least}-${most}`} least={least} most={most} onChange={(next) => show(next)} />
      </div>
    </Popover>
  );
}

/** Filters in use, each with a button that removes it. */
function FilterChips({
  chips,
  show,
}: {
  chips: { label: string; without: TaskFilter }[];
  show: (next: TaskFilter) => void;
}) {
  return (
    <ul aria-label="Filters in use" className="flex flex-wrap justify-end gap-1.5">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <Button size="sm" aria-label={`Remove filter ${label}`} onClick={() => show(without)}>
            <span className="max-w-48 truncate">{label}</span>
            <X aria-hidden="true" />
          </Button>
        </li>
      ))}
      <li>
        <Button
          size="sm"
          variant="quiet"
          onClick={() =>
            show({
              tag: [],
              tags: undefined,
              meta: [],
              responseMeta: [],
              model: [],
              has: [],
              least: undefined,
              most: undefined,
            })
          }
        >
          Clear filters
        </Button>
      </li>
    </ul>
  );
}

interface ChoicesProps {
  label: string;
  all: string[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
  action?: ReactNode;
}

function Choices({ label, all, chosen, onChange, action }: ChoicesProps) {
  if (all.length === 0) return null;
  return (
    <fieldset className="grid gap-1.5">
      <legend className="pb-1 text-xs font-medium text-muted">{label}</legend>
      {action}
      <ScrollRegion label={label} className="max-h-40">
        <div className="grid gap-1.5">
          {all.map((one) => (
            <Checkbox
              key={one}
              label={<span className="wrap-anywhere">{one}</span>}
              checked={chosen.includes(one)}
              onCheckedChange={(on) =>
                onChange(on ? [...chosen, one] : chosen.filter((other) => other !== one))
              }
            />
          ))}
        </div>
      </ScrollRegion>
    </fieldset>
  );
}

interface LengthsProps {
  least: number | undefined;
  most: number | undefined;
  onChange: (lengths: { least: number | undefined; most: number | undefined }) => void;
}

function Lengths({ least, most, onChange }: LengthsProps) {
  const [from, setFrom] = useState(least?.toString() ?? "");
  const [to, setTo] = useState(most?.toString() ?? "");

  function apply(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    onChange({ least: numberIn(from), most: numberIn(to) });
  }

  return (
    <form onSubmit={apply} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
      <Field label="Response from">
        <Input
          inputMode="numeric"
          pattern="[0-9]{0,9}"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
      </Field>
      <Field label="to characters">
        <Input
          inputMode="numeric"
          pattern="[0-9]{0,9}"
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </Field>
      <Button type="submit">Apply</Button>
    </form>
  );
}

function numberIn(text: string): number | undefined {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
}
