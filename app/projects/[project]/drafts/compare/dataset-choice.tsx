"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";

interface DatasetChoiceProps {
  chosen: string;
  datasets: readonly { id: string; name: string; sample: boolean }[];
  /** Path of the page, which takes the dataset as `?dataset=`. */
  href: string;
}

/** Select of the dataset for a page. */
export function DatasetChoice({ chosen, datasets, href }: DatasetChoiceProps) {
  const router = useRouter();
  const [busy, start] = useTransition();
  if (datasets.length < 2) return null;
  return (
    <Field label="Dataset" className="max-w-sm">
      <Select
        value={chosen}
        aria-busy={busy}
        choices={datasets.map(({ id: value, name, sample }) => ({
          value,
          label: sample ? `${name} (sample data)` : name,
        }))}
        onValueChange={(dataset) => start(() => router.replace(`${href}?dataset=${dataset}`))}
      />
    </Field>
  );
}
