"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { endsOf } from "@/lib/export/schema/training";
import { marginOfScale } from "@/lib/judgement/rules/farthest-scores";

/** The options as they are typed. */
export interface TrainingForm {
  scale: "1-5" | "1-10" | "0-9" | "1-4";
  margin: string;
  ties: "skip" | "first-by-hash";
  verified: "only" | "all";
  equal: boolean;
  /** In percent. */
  test: string;
  /** Tags, separated by commas. */
  holdOut: string;
  seed: string;
  form: "conversational" | "standard";
  licence: string;
  /** Sources of preferences that are left out. */
  without: readonly string[];
}

/** No source has this name: names end with "scores" or "preferences". */
const NO_SOURCE = "none";

/** The options as the parameters of a URL. Sources are named only when some are left out. */
export function trainingQuery(form: TrainingForm, sources: readonly string[]): string {
  const { scale, margin, ties, verified, equal, test, holdOut, seed, licence, without } = form;
  const query = new URLSearchParams({ scale, ties, verified, equal: `${equal}`, form: form.form });
  if (margin.trim() !== "") query.set("margin", margin.trim());
  if (seed.trim() !== "") query.set("seed", seed.trim());
  if (licence.trim() !== "") query.set("licence", licence.trim());
  query.set("test", `${Number(test) / 100}`);
  for (const tag of holdOut.split(",")) if (tag.trim() !== "") query.append("holdOut", tag.trim());
  if (without.length > 0) {
    const left = sources.filter((source) => !without.includes(source));
    for (const source of left.length > 0 ? left : [NO_SOURCE]) query.append("source", source);
  }
  return query.toString();
}

type NumberField = "margin" | "test" | "seed";

/** The faults of the typed numbers; null if there are none. */
export function trainingFaults({
  scale,
  margin,
  test,
  seed,
}: TrainingForm): Partial<Record<NumberField, string>> | null {
  const { min, max } = endsOf(scale);
  const isIn = (typed: string, low: number, high: number) =>
    typed.trim() !== "" && Number(typed) >= low && Number(typed) <= high;
  const faults = {
    ...(margin.trim() !== "" &&
      !(isIn(margin, 0, max - min) && Number(margin) > 0) && {
        margin: `must be above 0 and at most ${max - min}, or empty`,
      }),
    ...(!isIn(test, 0, 50) && { test: "must be from 0 to 50" }),
    ...(!(isIn(seed, 0, 2_147_483_647) && Number.isInteger(Number(seed))) && {
      seed: "must be a whole number from 0",
    }),
  };
  return Object.keys(faults).length > 0 ? faults : null;
}

const SCALES = [
  { value: "1-5", label: "1 to 5" },
  { value: "1-10", label: "1 to 10" },
  { value: "0-9", label: "0 to 9" },
  { value: "1-4", label: "1 to 4" },
] as const;

interface TrainingFieldsProps {
  form: TrainingForm;
  faults: ReturnType<typeof trainingFaults>;
  onChange: (change: Partial<TrainingForm>) => void;
}

export function TrainingFields({ form, faults, onChange }: TrainingFieldsProps) {
  const number = (key: NumberField) => ({
    type: "number",
    value: form[key],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [key]: target.value }),
  });
  const text = (key: "holdOut" | "licence") => ({
    value: form[key],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [key]: target.value }),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Scale of the scores" hint="Scores off this scale are left out.">
        <Select choices={SCALES} value={form.scale} onValueChange={(scale) => onChange({ scale })} />
      </Field>
      <Field
        label="Smallest difference"
        hint="Between the best and the worst score of a task; empty: half the scale."
        error={faults?.margin}
      >
        <Input
          {...number("margin")}
          min={0}
          step="any"
          placeholder={`${marginOfScale(endsOf(form.scale))}`}
        />
      </Field>
      <Field label="Several best or worst responses">
        <Select
          choices={[
            { value: "skip", label: "Leave the task out" },
            { value: "first-by-hash", label: "Draw one by the seed" },
          ]}
          value={form.ties}
          onValueChange={(ties) => onChange({ ties })}
        />
      </Field>
      <Field label="Form of the texts">
        <Select
          choices={[
            { value: "conversational", label: "Messages (conversational)" },
            { value: "standard", label: "Plain texts (standard)" },
          ]}
          value={form.form}
          onValueChange={(chosen) => onChange({ form: chosen })}
        />
      </Field>
      <Field label="Test split, in percent of prompts" error={faults?.test}>
        <Input {...number("test")} min={0} max={50} step="any" />
      </Field>
      <Field label="Seed" hint="Of the splits and of drawing." error={faults?.seed}>
        <Input {...number("seed")} min={0} step={1} />
      </Field>
      <Field label="Tags held out" hint="Separated by commas; their tasks become the split out_of_domain.">
        <Input {...text("holdOut")} />
      </Field>
      <Field label="Licence" hint="Written into every row and into the dataset card.">
        <Input {...text("licence")} maxLength={200} />
      </Field>
      <PairFilters form={form} onChange={onChange} />
    </div>
  );
}

/** Filters of the exported pairs. */
function PairFilters({
  form,
  onChange,
}: {
  form: TrainingForm;
  onChange: (change: Partial<TrainingForm>) => void;
}) {
  return (
    <>
      <Checkbox
        checked={form.verified === "only"}
        onCheckedChange={(only) => onChange({ verified: only ? "only" : "all" })}
        label="Only what people decided or confirmed"
        hint="A model’s pair stays if people preferred the same response, or scored it higher."
      />
      <Checkbox
        checked={form.equal}
        onCheckedChange={(equal) => onChange({ equal })}
        label="The same number of pairs from each source"
        hint="Drawn by the seed, so that sources differ only in their choice."
      />
    </>
  );
}
