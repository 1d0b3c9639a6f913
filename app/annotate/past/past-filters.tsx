"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

interface PastFiltersProps {
  q: string;
  batch: string;
  batches: { id: string; name: string; submitted: number }[];
}

/** Narrows one's submissions down; what is chosen is in the address. */
export function PastFilters({ q, batch, batches }: PastFiltersProps) {
  const [words, setWords] = useState(q);
  const [busy, start] = useTransition();
  const router = useRouter();

  function show(chosen: { q: string; batch: string }) {
    const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ""));
    start(() => router.replace(query.size > 0 ? `/annotate/past?${query}` : "/annotate/past"));
  }

  function search(event: FormEvent) {
    event.preventDefault();
    show({ q: words.trim(), batch });
  }

  return (
    <form onSubmit={search} className="flex flex-wrap items-center gap-2">
      <Field label="Search your submissions" labelHidden>
        <Input
          type="search"
          placeholder="Words of the task or response"
          value={words}
          maxLength={200}
          onChange={(event) => setWords(event.target.value)}
          className="w-60"
        />
      </Field>
      <Field label="Batch" labelHidden>
        <Select
          value={batch}
          onValueChange={(next) => show({ q: words.trim(), batch: next })}
          choices={[
            { value: "", label: "All batches" },
            ...batches.map(({ id, name, submitted }) => ({ value: id, label: `${name} (${submitted})` })),
          ]}
          className="max-w-64"
        />
      </Field>
      <Button type="submit" busy={busy}>
        <Search aria-hidden="true" />
        Search
      </Button>
    </form>
  );
}
