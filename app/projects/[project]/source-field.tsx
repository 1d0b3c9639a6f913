"use client";

import { Field } from "@/components/ui/field";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Select } from "@/components/ui/select";
import { namesIn, sourceInWords } from "@/lib/dataset/rules/source-names";
import {
  type DraftOption,
  type DraftSource,
  keyOfSource,
  type RubricOption,
  type RubricSource,
  type Sources,
} from "@/lib/dataset/schema/sources";

const NEWEST = "newest";

export const RUBRIC_LABELS = { checklist: "Checklist", criteria: "Criteria" } as const;

interface SourceFieldProps<S extends RubricSource | DraftSource> {
  label: string;
  options: readonly (RubricOption | DraftOption)[];
  /** Sources that can be chosen although the dataset has none of them. */
  own: readonly S[];
  source: S | undefined;
  /** The default when nothing is chosen; null if there is none and all sources are shown in order. */
  newest: S | undefined | null;
  /** All sources in the dataset, with the names of runs and batches. */
  among: Pick<Sources, "rubrics" | "drafts">;
  hint?: string | undefined;
  onChange: (source: S | undefined) => void;
}

/** Select of a source in the dataset; the default names the newest. */
export function SourceField<S extends RubricSource | DraftSource>(props: SourceFieldProps<S>) {
  const { label, options, own, source, newest, among, hint, onChange } = props;
  const names = namesIn(among);
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
  const noun = option.of === "labels" ? "task" : option.of === "preference" ? "comparison" : "response";
  return formatQuantity(option.subjects, noun);
}

/** Says that tasks have rubrics of several sources, and the maximum. */
export function severalWords({ tasks, most }: Sources["several"][number]): string {
  return `${formatQuantity(tasks, "task")} ${tasks === 1 ? "has" : "have"} several, up to ${formatCount(most)}`;
}
