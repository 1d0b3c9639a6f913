"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

type Filters = { q: string; tag: string; model: string };

interface TaskFiltersProps extends Filters {
  /** The dataset's page. */
  href: string;
  tags: string[];
  models: string[];
}

/** Narrows the tasks down; what is chosen is in the address, so that a view can be shared. */
export function TaskFilters({ href, q, tag, model, tags, models }: TaskFiltersProps) {
  const [words, setWords] = useState(q);
  const [busy, start] = useTransition();
  const router = useRouter();

  function show(next: Filters) {
    const query = new URLSearchParams(Object.entries(next).filter(([, value]) => value !== ""));
    start(() => router.replace(query.size > 0 ? `${href}?${query}` : href, { scroll: false }));
  }

  function search(event: FormEvent) {
    event.preventDefault();
    show({ q: words.trim(), tag, model });
  }

  return (
    <form onSubmit={search} className="flex flex-wrap items-center gap-2">
      <Field label="Search instructions" labelHidden>
        <Input
          type="search"
          placeholder="Search instructions"
          value={words}
          maxLength={200}
          onChange={(event) => setWords(event.target.value)}
          className="w-52"
        />
      </Field>
      {tags.length > 0 && (
        <Field label="Tag" labelHidden>
          <Select
            value={tag}
            onValueChange={(next) => show({ q: words.trim(), tag: next, model })}
            choices={[{ value: "", label: "All tags" }, ...tags.map((value) => ({ value, label: value }))]}
            className="max-w-44"
          />
        </Field>
      )}
      {models.length > 0 && (
        <Field label="Model" labelHidden>
          <Select
            value={model}
            onValueChange={(next) => show({ q: words.trim(), tag, model: next })}
            choices={[
              { value: "", label: "All models" },
              ...models.map((value) => ({ value, label: value })),
            ]}
            className="max-w-44"
          />
        </Field>
      )}
      <Button type="submit" busy={busy}>
        <Search aria-hidden="true" />
        Search
      </Button>
    </form>
  );
}
