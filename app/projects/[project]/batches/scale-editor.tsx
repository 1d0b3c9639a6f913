"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { pointsOf } from "@/lib/batch/rules/design";
import type { Points } from "@/lib/protocol/schema";

interface ScaleEditorProps {
  question: string;
  scale: Points;
  questionProblem: string | undefined;
  scaleProblem: string | undefined;
  onChange: (part: { question: string } | { scale: Points }) => void;
}

/** Fields for the overall score: its question and scale points. */
export function ScaleEditor({ question, scale, questionProblem, scaleProblem, onChange }: ScaleEditorProps) {
  const points = pointsOf(scale);
  const change = (part: Partial<Points>) => {
    const next = { ...scale, ...part };
    const remaining = new Set(pointsOf(next).map(String));
    const labels = Object.entries(next.labels ?? {}).filter(
      ([point, label]) => remaining.has(point) && label !== "",
    );
    onChange({ scale: { ...next, labels: labels.length ? Object.fromEntries(labels) : undefined } });
  };
  return (
    <fieldset className="grid gap-4 rounded-md border p-4">
      <legend className="px-1 text-sm font-medium">Question and scale</legend>
      <Field label="Question" error={questionProblem}>
        <Input
          value={question}
          maxLength={500}
          onChange={(event) => onChange({ question: event.target.value })}
        />
      </Field>
      <div className="grid max-w-xs grid-cols-2 gap-4">
        <Field label="Lowest point">
          <Input
            type="number"
            value={scale.min}
            onChange={(event) => change({ min: bounded(event.target.valueAsNumber) })}
          />
        </Field>
        <Field label="Highest point">
          <Input
            type="number"
            value={scale.max}
            onChange={(event) => change({ max: bounded(event.target.valueAsNumber) })}
          />
        </Field>
      </div>
      {scaleProblem && (
        <p role="alert" className="text-xs text-danger">
          {scaleProblem}
        </p>
      )}
      {points.length > 0 && <PointLabels points={points} scale={scale} change={change} />}
    </fieldset>
  );
}

/** Fields for the meaning of each point of the scale. */
function PointLabels({
  points,
  scale,
  change,
}: {
  points: number[];
  scale: Points;
  change: (part: Partial<Points>) => void;
}) {
  return (
    <fieldset className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
      <legend className="mb-1.5 text-sm font-medium">
        Labels <span className="font-normal text-muted">what each point means</span>
      </legend>
      {points.map((point) => (
        <Field key={point} label={`Label of ${point}`} labelHidden>
          <span className="flex items-center gap-2">
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-md border bg-sunken text-sm tabular-nums"
            >
              {point}
            </span>
            <Input
              aria-label={`Label of ${point}`}
              className="flex-1"
              maxLength={80}
              value={scale.labels?.[point] ?? ""}
              onChange={(event) => change({ labels: { ...scale.labels, [point]: event.target.value } })}
            />
          </span>
        </Field>
      ))}
    </fieldset>
  );
}

function bounded(value: number): number {
  return Math.max(-100, Math.min(100, Math.trunc(value) || 0));
}
