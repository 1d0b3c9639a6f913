"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Points, Settings } from "@/lib/batch/schema";

interface ScaleEditorProps {
  question: string;
  scale: Points;
  problem: string | undefined;
  onChange: (part: Partial<Pick<Settings, "question" | "scale">>) => void;
}

/** The question of the overall score, and the points to answer it with. */
export function ScaleEditor({ question, scale, problem, onChange }: ScaleEditorProps) {
  const points = pointsOf(scale);
  const change = (part: Partial<Points>) => {
    const next = { ...scale, ...part };
    const kept = new Set(pointsOf(next).map(String));
    const labels = Object.entries(next.labels ?? {}).filter(
      ([point, label]) => kept.has(point) && label !== "",
    );
    onChange({ scale: { ...next, labels: labels.length ? Object.fromEntries(labels) : undefined } });
  };
  return (
    <fieldset className="grid gap-4 rounded-md border p-4">
      <legend className="px-1 text-sm font-medium">Question and scale</legend>
      <Field label="Question" error={problem}>
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
            onChange={(event) => change({ min: Math.trunc(event.target.valueAsNumber) || 0 })}
          />
        </Field>
        <Field label="Highest point">
          <Input
            type="number"
            value={scale.max}
            onChange={(event) => change({ max: Math.trunc(event.target.valueAsNumber) || 0 })}
          />
        </Field>
      </div>
      {points.length > 0 && (
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
      )}
    </fieldset>
  );
}

/** The points of a scale that has 2 to 10 of them; none otherwise. */
function pointsOf({ min, max }: Points): number[] {
  const count = max - min + 1;
  return count >= 2 && count <= 10 ? Array.from({ length: count }, (_, n) => min + n) : [];
}
