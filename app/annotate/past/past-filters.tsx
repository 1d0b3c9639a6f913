"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useState, useTransition } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Field } from "@/components/ui/field";
import { SearchForm } from "@/components/ui/search-form";
import { Select } from "@/components/ui/select";

interface PastFiltersProps {
  q: string;
  batch: string;
  batches: { id: string; name: string; submitted: number }[];
}

/** Filters for the list; the choice is in the address. */
export function PastFilters({ q, batch, batches }: PastFiltersProps) {
  const t = useTranslations();
  const [words, setWords] = useState(q);
  // Optimistic: a search before the page has loaded uses the new choice.
  const [chosen, choose] = useOptimistic(batch);
  const [busy, start] = useTransition();
  const router = useRouter();

  function show(batch: string) {
    const wanted = { q: words.trim(), batch };
    const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ""));
    start(() => {
      choose(batch);
      router.replace(query.size > 0 ? `/annotate/past?${query}` : "/annotate/past");
    });
  }

  return (
    <SearchForm
      label={t("past.search")}
      placeholder={t("past.search.hint")}
      value={words}
      onValueChange={setWords}
      onSearch={() => show(chosen)}
      busy={busy}
    >
      <Field label={t("past.batch")} labelHidden>
        <Select
          value={chosen}
          onValueChange={show}
          choices={[
            { value: "", label: t("past.batch.all") },
            ...batches.map(({ id, name, submitted }) => ({ value: id, label: `${name} (${submitted})` })),
          ]}
          className="max-w-64"
        />
      </Field>
    </SearchForm>
  );
}
