"use client";

import { createContext, type ReactNode, useContext } from "react";
import { Field } from "@/components/ui/field";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Select } from "@/components/ui/select";
import {
  draftedIn,
  namesIn,
  rubricOf,
  sourceInWords,
  sourceOfDrafts,
  sourceOfRubric,
} from "@/lib/batch/rules/sources";
import {
  type DraftOption,
  type DraftSource,
  keyOfSource,
  type RubricOption,
  type RubricSource,
  type Sources,
} from "@/lib/dataset/schema/sources";
import type { Step } from "@/lib/protocol/schema";

const NEWEST = "newest";

/** What the dataset has to choose from, and what steps that leave it open would show; null while it is looked up. */
const Known = createContext<{ sources: Sources; resolve: (step: Step) => Step } | null>(null);

export function SourcesProvider(props: {
  known: { sources: Sources; resolve: (step: Step) => Step } | null;
  children: ReactNode;
}) {
  return <Known value={props.known}>{props.children}</Known>;
}

/** Where the rubric of a step, and its drafts, come from. */
export function SourceSettings({ step, onChange }: { step: Step; onChange: (step: Step) => void }) {
  const known = useContext(Known);
  const kind = rubricOf(step);
  const of = draftedIn(step);
  if (!known || (kind === null && of === null)) return null;
  const { sources, resolve } = known;
  const resolved = resolve(step);
  const set = (field: "rubric" | "against" | "drafts", source: RubricSource | DraftSource | undefined) => {
    const next: Record<string, unknown> = { ...step };
    if (source) next[field] = source;
    else delete next[field];
    onChange(next as Step);
  };
  const several = sources.several.find((one) => one.of === kind);
  const isMatching = step.type === "label" && step.about === "matches";
  return (
    <>
      {kind && (
        <SourceField
          label={RUBRICS[kind]}
          options={sources.rubrics.filter((option) => option.of === kind)}
          own={step.type === "rubric" ? [{ from: "people" }] : []}
          source={sourceOfRubric(step)}
          newest={isMatching ? null : sourceOfRubric(resolved)}
          sources={sources}
          hint={
            several &&
            `${formatQuantity(several.tasks, "task")} ${several.tasks === 1 ? "has" : "have"} several, up to ${formatCount(several.most)}: only those of one source are shown.`
          }
          onChange={(source) => set("rubric", source)}
        />
      )}
      {kind && isMatching && (
        <SourceField
          label="Matched with"
          options={sources.rubrics.filter((option) => option.of === kind)}
          own={[]}
          source={step.against}
          newest={null}
          sources={sources}
          onChange={(source) => set("against", source)}
        />
      )}
      {of && (
        <SourceField
          label="Drafted by"
          options={sources.drafts.filter((option) => option.of === of)}
          own={[]}
          source={sourceOfDrafts(step)}
          newest={sourceOfDrafts(resolved)}
          sources={sources}
          onChange={(source) => set("drafts", source)}
        />
      )}
    </>
  );
}

const RUBRICS = { checklist: "Checklist", criteria: "Criteria" } as const;

interface SourceFieldProps<S extends RubricSource | DraftSource> {
  label: string;
  options: readonly (RubricOption | DraftOption)[];
  /** What can be chosen though the dataset has nothing of it. */
  own: readonly S[];
  source: S | undefined;
  /** What would be chosen if nothing is; null where nothing is chosen then, and all that is found is shown in order. */
  newest: S | undefined | null;
  sources: Sources;
  hint?: string | undefined;
  onChange: (source: S | undefined) => void;
}

function SourceField<S extends RubricSource | DraftSource>(props: SourceFieldProps<S>) {
  const { label, options, own, source, newest, sources, hint, onChange } = props;
  const names = namesIn(sources);
  const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
  const words = (one: RubricSource | DraftSource) => capital(sourceInWords(one, names));
  const first =
    newest === null
      ? "As they stand in the dataset"
      : newest
        ? `The newest: ${sourceInWords(newest, names)}`
        : "The newest: there is none yet";
  const listed = new Map<string, string>();
  for (const option of options)
    listed.set(keyOfSource(option.source), `${words(option.source)} · ${sizeOf(option)}`);
  for (const one of own) listed.set(keyOfSource(one), words(one));
  const known = new Map(
    [...options.map((option) => option.source), ...own].map((one) => [keyOfSource(one), one]),
  );
  if (source && !listed.has(keyOfSource(source))) {
    listed.set(keyOfSource(source), `${words(source)} · nothing in this dataset`);
    known.set(keyOfSource(source), source);
  }
  return (
    <Field label={label} hint={hint} className="max-w-xl">
      <Select
        value={source ? keyOfSource(source) : NEWEST}
        choices={[
          { value: NEWEST, label: first },
          ...[...listed].map(([value, name]) => ({ value, label: name })),
        ]}
        onValueChange={(key) => onChange(key === NEWEST ? undefined : (known.get(key) as S | undefined))}
      />
    </Field>
  );
}

function sizeOf(option: RubricOption | DraftOption): string {
  if ("tasks" in option) return formatQuantity(option.tasks, "task");
  const thing = option.of === "labels" ? "task" : option.of === "preference" ? "comparison" : "response";
  return formatQuantity(option.subjects, thing);
}
