"use client";

import { useState } from "react";
import { GoldMark } from "@/app/projects/[project]/data/[dataset]/tasks/[task]/gold-mark";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { swapSides } from "@/lib/judgement/rules/sides";
import type { GoldPreference } from "@/lib/quality/schema";

interface GoldPreferencesProps {
  dataset: string;
  responses: readonly { id: string; key: string }[];
  gold: readonly GoldPreference[];
}

/** Form for gold preferences between two responses, which comparisons are checked against. */
export function GoldPreferences({ dataset, responses, gold }: GoldPreferencesProps) {
  const pairs = responses.flatMap((a, at) => responses.slice(at + 1).map((b) => [a, b] as const));
  const [chosen, setChosen] = useState(0);
  const pair = pairs[chosen];
  if (!pair) return null;
  const [a, b] = pair;
  const found = gold.find((one) => one.pair.includes(a.id) && one.pair.includes(b.id));
  const known = found && { ...found, value: found.pair[0] === a.id ? found.value : swapSides(found.value) };
  const marked = (one: (typeof pairs)[number]) =>
    gold.some(({ pair }) => pair.includes(one[0].id) && pair.includes(one[1].id));
  return (
    <div className="grid gap-4">
      {pairs.length > 1 && (
        <Field label="Pair of responses" className="max-w-96">
          <Select
            value={String(chosen)}
            choices={pairs.map((one, at) => ({
              value: String(at),
              label: `${one[0].key} and ${one[1].key}${marked(one) ? ", marked" : ""}`,
            }))}
            onValueChange={(at) => setChosen(Number(at))}
          />
        </Field>
      )}
      <Preference key={`${a.id} ${b.id}`} dataset={dataset} a={a} b={b} known={known ?? null} />
    </div>
  );
}

interface PreferenceProps {
  dataset: string;
  a: { id: string; key: string };
  b: { id: string; key: string };
  known: Pick<GoldPreference, "value" | "explanation"> | null;
}

function Preference({ dataset, a, b, known }: PreferenceProps) {
  const before = known ? String(known.value) : "";
  const [value, setValue] = useState(before);
  const preference = VALUES.find((one) => String(one) === value) ?? null;
  const choices = [
    { value: "", label: "None" },
    { value: "A", label: `${a.key} is better` },
    { value: "B", label: `${b.key} is better` },
    { value: "tie", label: "Neither is better" },
  ];
  const graded = { 1: `${a.key} is much better`, 2: `${a.key} is better`, 3: "Near-identical" };
  const more = { ...graded, 4: `${b.key} is better`, 5: `${b.key} is much better` };
  // Imported gold may include degrees.
  const offered = Object.hasOwn(more, before)
    ? [
        ...choices,
        ...Object.entries(more).map(([point, label]) => ({ value: point, label: `${point}: ${label}` })),
      ]
    : choices;
  return (
    <GoldMark
      dataset={dataset}
      about={`${a.key} and ${b.key}`}
      body={{ pair: [a.id, b.id], value: preference }}
      isNone={preference === null}
      isChanged={value !== before}
      reason={known?.explanation ?? ""}
    >
      <Field label="Gold preference" className="w-56">
        <Select value={value} choices={offered} onValueChange={setValue} />
      </Field>
    </GoldMark>
  );
}

const VALUES = ["A", "B", "tie", 1, 2, 3, 4, 5] as const;
