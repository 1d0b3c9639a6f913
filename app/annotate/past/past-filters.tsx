"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { useSay } from "@/components/language/speech";
import { Field } from "@/components/ui/field";
import { SearchForm } from "@/components/ui/search-form";
import { Select } from "@/components/ui/select";

interface PastFiltersProps {
  q: string;
  batch: string;
  batches: { id: string; name: string; submitted: number }[];
}

/** Narrows one's submissions down; what is chosen is in the address. */
export function PastFilters({ q, batch, batches }: PastFiltersProps) {
  const say = useSay();
  const [words, setWords] = useState(q);
  const [busy, start] = useTransition();
  const router = useRouter();

  function show(chosen: { q: string; batch: string }) {
    const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ""));
    start(() => router.replace(query.size > 0 ? `/annotate/past?${query}` : "/annotate/past"));
  }

  return (
    <SearchForm
      label={say("past.search")}
      placeholder={say("past.search.hint")}
      value={words}
      onValueChange={setWords}
      onSearch={() => show({ q: words.trim(), batch })}
      busy={busy}
    >
      <Field label={say("past.batch")} labelHidden>
        <Select
          value={batch}
          onValueChange={(next) => show({ q: words.trim(), batch: next })}
          choices={[
            { value: "", label: say("past.batch.all") },
            ...batches.map(({ id, name, submitted }) => ({ value: id, label: `${name} (${submitted})` })),
          ]}
          className="max-w-64"
        />
      </Field>
    </SearchForm>
  );
}
