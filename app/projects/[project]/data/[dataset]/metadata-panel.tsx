"use client";

import { useRouter } from "next/navigation";
import { MetadataRow } from "@/app/projects/[project]/data/[dataset]/metadata-row";
import { formatQuantity } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import { useToast } from "@/components/ui/toast";
import type { MetadataField } from "@/lib/dataset/schema/views";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface MetadataPanelProps {
  dataset: string;
  /** Path of the dataset's page, where tasks can be filtered by value. */
  href: string;
  fields: MetadataField[];
  /** False for users who may not change the dataset. */
  mayGroup: boolean;
}

/** Unmapped columns of the file: their values, and which of them group the tasks. */
export function MetadataPanel({ dataset, href, fields, mayGroup }: MetadataPanelProps) {
  const { busy, send } = useRequest();
  const router = useRouter();
  const toast = useToast();

  async function group({ of, field }: MetadataField, on: boolean) {
    const path = `/api/v1/datasets/${dataset}/metadata`;
    const change = () => callApi<{ changed: number }>("PATCH", path, { of, field, on });
    let why = "";
    const done = await send(async () => {
      const outcome = await change();
      if (!outcome.ok) why = outcome.error.message;
      return outcome;
    });
    if (!done) {
      if (why) toast.show({ tone: "danger", title: "Not changed", description: why });
      return;
    }
    const noun = of === "tasks" ? "Tasks" : "Responses";
    toast.show({
      tone: "positive",
      title: on ? `${noun} are grouped by ${field}` : `${noun} are no longer grouped by ${field}`,
    });
    router.refresh();
  }

  const kinds = (["tasks", "responses"] as const).filter((kind) => fields.some(({ of }) => of === kind));
  const counted = Math.max(...fields.map(({ isPartial, count }) => (isPartial ? count : 0)));
  return (
    <Panel
      flush
      title="Metadata"
      description="Unmapped columns. If you group by one, reports are divided by its values. Values of tasks become tags, which also filter tasks and spread samples."
    >
      {kinds.map((kind) => (
        <MetadataSection
          key={kind}
          kind={kind}
          mayGroup={mayGroup}
          fields={fields}
          href={href}
          busy={busy}
          group={group}
        />
      ))}
      <PartialCount counted={counted} />
    </Panel>
  );
}

/** Says that numbers are of a part of the rows, where they are. */
function PartialCount({ counted }: { counted: number }) {
  return (
    counted > 0 && (
      <p className="border-t px-4 py-2 text-xs text-muted">
        There are too many values to count them all. The numbers are for about the first{" "}
        {formatQuantity(counted, "row")}.
      </p>
    )
  );
}

interface MetadataSectionProps {
  kind: "responses" | "tasks";
  mayGroup: boolean;
  fields: MetadataField[];
  href: string;
  busy: boolean;
  group: ({ of, field }: MetadataField, on: boolean) => Promise<void>;
}

/** The fields of tasks, or those of responses. */
function MetadataSection({ kind, mayGroup, fields, href, busy, group }: MetadataSectionProps) {
  return (
    <section aria-labelledby={`metadata-${kind}`} className="not-first:border-t">
      <h3 id={`metadata-${kind}`} className="px-4 pt-3 pb-1 text-sm font-medium">
        {kind === "tasks" ? "Of tasks" : "Of responses"}
      </h3>
      <ListTable
        label={kind === "tasks" ? "Metadata of tasks" : "Metadata of responses"}
        className="max-h-96"
        columns={[
          { header: "Field" },
          { header: "Most frequent values" },
          { header: kind === "tasks" ? "Tasks" : "Responses", atEnd: true },
          { header: "Different", atEnd: true },
          ...(mayGroup ? [{ header: "Group", unseen: true }] : []),
        ]}
      >
        {fields
          .filter(({ of }) => of === kind)
          .map((field) => (
            <MetadataRow
              key={field.field}
              field={field}
              href={href}
              busy={busy}
              onGroup={mayGroup ? (on) => void group(field, on) : undefined}
            />
          ))}
      </ListTable>
    </section>
  );
}
