"use client";

import { useRouter } from "next/navigation";
import { type ComponentProps, useOptimistic, useTransition } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { NoticeKind } from "@/lib/notice/schema";

interface InboxFiltersProps {
  /** The filters in the address; empty for all. */
  chosen: { unread: string; kind: string; project: string };
  kinds: readonly NoticeKind[];
  projects: readonly { id: string; name: string }[];
}

/** Filters for the inbox; the choice is in the address. */
export function InboxFilters({ chosen: given, kinds, projects }: InboxFiltersProps) {
  const t = useTranslations();
  const router = useRouter();
  const [, start] = useTransition();
  const [chosen, choose] = useOptimistic(given);

  function show(change: Partial<typeof given>) {
    const wanted = { ...chosen, ...change };
    const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ""));
    start(() => {
      choose(wanted);
      router.replace(query.size > 0 ? `/inbox?${query}` : "/inbox");
    });
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Filter
        label={t("inbox.state")}
        value={chosen.unread}
        onValueChange={(unread) => show({ unread })}
        choices={[
          { value: "", label: t("inbox.state.all") },
          { value: "true", label: t("inbox.state.unread") },
        ]}
      />
      <Filter
        label={t("inbox.kind")}
        value={chosen.kind}
        onValueChange={(kind) => show({ kind })}
        choices={[
          { value: "", label: t("inbox.kind.all") },
          ...kinds.map((kind) => ({ value: kind, label: t(`notice.kind.${kind}`) })),
        ]}
      />
      {projects.length > 1 && (
        <Filter
          label={t("inbox.project")}
          value={chosen.project}
          onValueChange={(project) => show({ project })}
          choices={[
            { value: "", label: t("inbox.project.all") },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </div>
  );
}

function Filter({ label, ...select }: { label: string } & ComponentProps<typeof Select<string>>) {
  return (
    <Field label={label} labelHidden>
      <Select {...select} className="max-w-64" />
    </Field>
  );
}
