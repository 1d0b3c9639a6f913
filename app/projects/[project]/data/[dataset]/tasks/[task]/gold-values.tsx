"use client";

import { useState } from "react";
import { GoldMark } from "@/app/projects/[project]/data/[dataset]/tasks/[task]/gold-mark";
import { Disclosure } from "@/components/ui/disclosure";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { Scale } from "@/lib/dataset/schema";
import type { RubricView } from "@/lib/dataset/views";
import type { GoldValues as Gold } from "@/lib/quality/schema";

interface GoldValuesProps {
  dataset: string;
  response: string;
  rubrics: RubricView[];
  gold: Gold;
}

/** What the values of a response should be: an admin marks them, and batches can check annotators against them. */
export function GoldValues({ dataset, response, rubrics, gold }: GoldValuesProps) {
  const items = rubrics.flatMap((rubric) => rubric.items);
  const count = Object.keys(gold).length;
  return (
    <Disclosure summary={count === 0 ? "Gold values" : `Gold values (${count})`}>
      <div className="grid gap-4">
        <p className="text-xs text-muted">
          What each value should be. Annotators never see it before they have answered, and only where a batch
          gives feedback.
        </p>
        {items.map((item) => (
          <GoldValue
            key={item.id}
            dataset={dataset}
            response={response}
            item={item.id}
            about={item.name ?? item.text}
            scale={item.scale}
            known={gold[item.id] ?? null}
          />
        ))}
        <GoldValue
          dataset={dataset}
          response={response}
          item={null}
          about="Overall score"
          scale={null}
          known={gold.overall ?? null}
        />
      </div>
    </Disclosure>
  );
}

interface GoldValueProps {
  dataset: string;
  response: string;
  item: string | null;
  about: string;
  /** Null: any number, because the overall score's scale is a batch's. */
  scale: Scale | null;
  known: Gold[string] | null;
}

function GoldValue({ dataset, response, item, about, scale, known }: GoldValueProps) {
  const before = known ? String(known.value) : "";
  const [value, setValue] = useState(before);
  const said = scale && scale.type !== "points" ? answerOf(value) : Number(value);
  return (
    <GoldMark
      dataset={dataset}
      about={about}
      body={{ response, item, value: value === "" ? null : said }}
      isNone={value === ""}
      isChanged={value !== before}
      reason={known?.explanation ?? ""}
    >
      <Field label="Gold value" className="w-28">
        {scale ? (
          <Select value={value} choices={choicesOf(scale)} onValueChange={setValue} />
        ) : (
          <Input type="number" step="any" value={value} onChange={(event) => setValue(event.target.value)} />
        )}
      </Field>
    </GoldMark>
  );
}

const answerOf = (value: string) => (["yes", "no", "na"] as const).find((answer) => answer === value) ?? null;

function choicesOf(scale: Scale) {
  const none = { value: "", label: "None" };
  const words = { yes: "Yes", no: "No", na: "n/a" };
  if (scale.type === "points") {
    const points = Array.from({ length: scale.max - scale.min + 1 }, (_, n) => String(scale.min + n));
    return [none, ...points.map((point) => ({ value: point, label: point }))];
  }
  const values = scale.type === "yesno" ? (["yes", "no"] as const) : (["yes", "no", "na"] as const);
  return [none, ...values.map((value) => ({ value, label: words[value] }))];
}
