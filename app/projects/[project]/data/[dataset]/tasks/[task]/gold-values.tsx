"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Field } from "@/components/ui/field";
import { formatQuantity } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import type { RubricView } from "@/lib/dataset/schema/views";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { Scale } from "@/lib/judgement/schema";
import type { GoldValues as Gold } from "@/lib/quality/schema";

interface GoldValuesProps {
  dataset: string;
  response: string;
  rubrics: RubricView[];
  gold: Gold;
}

interface Answer {
  value: string;
  explanation: string;
}

/** Form for the gold values of a response, which annotators are checked against. */
export function GoldValuesForm({ dataset, response, rubrics, gold }: GoldValuesProps) {
  const questions = questionsOf(rubrics);
  const before = (key: string): Answer => ({
    value: gold[key] ? String(gold[key].value) : "",
    explanation: gold[key]?.explanation ?? "",
  });
  const [answers, setAnswers] = useState<Record<string, Answer>>({});
  const { busy, error, send } = useRequest();
  const router = useRouter();
  const toast = useToast();
  const count = Object.keys(gold).length;
  const changed = questions.filter(({ key }) => {
    const [now, then] = [answers[key], before(key)];
    return now && (now.value !== then.value || (now.value !== "" && now.explanation !== then.explanation));
  });

  async function save(event: FormEvent) {
    event.preventDefault();
    const rows = changed.map(({ key, item, scale }) => {
      const { value, explanation } = answers[key] ?? before(key);
      return { response, item, value: goldOf(value, scale), explanation };
    });
    const path = `/api/v1/datasets/${dataset}/gold/many`;
    if (!(await send(() => callApi("POST", path, { rows })))) return;
    toast.show({ tone: "positive", title: `${formatQuantity(rows.length, "gold value")} saved` });
    setAnswers({});
    router.refresh();
  }

  return (
    <Disclosure summary={count === 0 ? "Gold values" : `Gold values (${count})`}>
      <form onSubmit={save} className="grid gap-4">
        <p className="text-xs text-muted">
          The right values. Annotators never see them before they have answered, and only where a batch gives
          feedback.
        </p>
        {questions.map(({ key, about, scale }) => {
          const now = answers[key] ?? before(key);
          const change = (part: Partial<Answer>) => setAnswers({ ...answers, [key]: { ...now, ...part } });
          return <GoldField key={key} about={about} scale={scale} now={now} change={change} />;
        })}
        {error && (
          <p role="alert" className="text-sm text-danger">
            {error.message}
          </p>
        )}
        <div>
          <Button type="submit" variant="primary" busy={busy} disabled={changed.length === 0}>
            {changed.length === 0 ? "Save gold" : `Save ${formatQuantity(changed.length, "gold value")}`}
          </Button>
        </div>
      </form>
    </Disclosure>
  );
}

interface GoldFieldProps {
  about: string;
  scale: Scale | null;
  now: Answer;
  change: (part: Partial<Answer>) => void;
}

/** The gold value of one item, and why. */
function GoldField({ about, scale, now, change }: GoldFieldProps) {
  return (
    <fieldset className="grid grid-cols-[7rem_1fr] items-end gap-3">
      <legend className="mb-1 text-sm font-medium wrap-anywhere">{about}</legend>
      <Field label="Gold value">
        {scale ? (
          <Select value={now.value} choices={choicesOf(scale)} onValueChange={(value) => change({ value })} />
        ) : (
          <Input
            type="number"
            step="any"
            value={now.value}
            onChange={(event) => change({ value: event.target.value })}
          />
        )}
      </Field>
      <Field label="Why">
        <Input
          value={now.explanation}
          maxLength={2000}
          disabled={now.value === ""}
          onChange={(event) => change({ explanation: event.target.value })}
        />
      </Field>
    </fieldset>
  );
}

interface Question {
  key: string;
  item: string | null;
  about: string;
  /** Null allows any number: the overall score's scale is set per batch. */
  scale: Scale | null;
}

function questionsOf(rubrics: RubricView[]): Question[] {
  const items = rubrics.flatMap((rubric) => rubric.items);
  return [
    ...items.map(({ id, name, text, scale }) => ({ key: id, item: id, about: name ?? text, scale })),
    { key: "overall", item: null, about: "Overall score", scale: null },
  ];
}

function goldOf(value: string, scale: Scale | null): "yes" | "no" | "na" | number | null {
  if (value === "") return null;
  if (!scale || scale.type === "points") return Number(value);
  return (["yes", "no", "na"] as const).find((answer) => answer === value) ?? null;
}

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
