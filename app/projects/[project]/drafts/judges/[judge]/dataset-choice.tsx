"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";

interface DatasetChoiceProps {
  /** Address of the judge's page. */
  here: string;
  datasets: readonly { value: string; label: string }[];
  dataset: string;
  version: number;
}

/** The dataset that the judge is run on. */
export function DatasetChoice({ here, datasets, dataset, version }: DatasetChoiceProps) {
  const [changing, change] = useTransition();
  const router = useRouter();
  const [only, ...others] = datasets;
  if (!only) return null;
  if (others.length === 0)
    return (
      <p className="text-sm text-muted">
        Dataset: <bdi className="wrap-anywhere text-ink">{only.label}</bdi>
      </p>
    );
  return (
    <div aria-busy={changing} className="max-w-sm">
      <Field label="Dataset">
        <Select
          value={dataset}
          choices={datasets}
          onValueChange={(next) => change(() => router.replace(`${here}?version=${version}&dataset=${next}`))}
        />
      </Field>
    </div>
  );
}
