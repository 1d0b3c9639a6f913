"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { Select } from "@/components/ui/select";

interface DisagreementFilterProps {
  /** Address of the judge's page. */
  here: string;
  fixed: { dataset: string; version: number };
  search: { part: "development" | "examples"; label?: string | undefined; tag?: string | undefined };
  labels: readonly string[];
  tags: readonly string[];
}

/** Filter of the listed disagreements: the part, people's label, and a tag of the task. */
export function DisagreementFilter({ here, fixed, search: given, labels, tags }: DisagreementFilterProps) {
  const router = useRouter();
  const [, start] = useTransition();
  const [search, show] = useOptimistic(given);

  function choose(part: Partial<DisagreementFilterProps["search"]>) {
    const wanted = { ...search, ...part };
    const { label, tag, ...rest } = wanted;
    const query = new URLSearchParams({
      ...{ dataset: fixed.dataset, version: String(fixed.version), part: rest.part },
      ...(label && { label }),
      ...(tag && { tag }),
    });
    start(() => {
      show(wanted);
      router.replace(`${here}?${query}#disagreements`, { scroll: false });
    });
  }

  const all = (name: string, values: readonly string[]) => [
    { value: "", label: name },
    ...values.map((value) => ({ value, label: value })),
  ];
  return (
    <>
      <Select
        aria-label="Part of the labels"
        size="sm"
        value={search.part}
        choices={[
          { value: "development", label: "Development" },
          { value: "examples", label: "Examples" },
        ]}
        onValueChange={(part) => choose({ part, label: undefined, tag: undefined })}
      />
      <Select
        aria-label="People’s label"
        size="sm"
        value={search.label ?? ""}
        choices={all("Any label", labels)}
        onValueChange={(label) => choose({ label })}
      />
      {tags.length > 0 && (
        <Select
          aria-label="Tag"
          size="sm"
          value={search.tag ?? ""}
          choices={all("Any tag", tags)}
          onValueChange={(tag) => choose({ tag })}
        />
      )}
    </>
  );
}
