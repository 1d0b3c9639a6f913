"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { addressOf } from "@/app/projects/[project]/data/[dataset]/task-address";
import { Button } from "@/components/ui/button";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/api/client";
import { useRequest } from "@/lib/api/use-request";
import type { MetadataField } from "@/lib/dataset/views";

interface MetadataPanelProps {
  dataset: string;
  /** The dataset's page, where tasks are narrowed down to a value. */
  href: string;
  fields: MetadataField[];
  /** Whoever may not change the dataset sees what is there. */
  mayGroup: boolean;
}

/** As many values as a group may have. */
const MOST = 50;

/** The columns of the file that were given no meaning: their values, and by which of them to group. */
export function MetadataPanel({ dataset, href, fields, mayGroup }: MetadataPanelProps) {
  const { busy, send } = useRequest();
  const router = useRouter();
  const toast = useToast();

  async function group(field: string, on: boolean) {
    const path = `/api/v1/datasets/${dataset}/metadata`;
    const done = await send(() => callApi<{ tasks: number }>("PATCH", path, { field, on }));
    if (!done) {
      toast.show({ tone: "danger", title: "Not changed", description: `“${field}” has too many values.` });
      return;
    }
    toast.show({
      tone: "positive",
      title: on ? `Tasks are grouped by ${field}` : `Tasks are no longer grouped by ${field}`,
    });
    router.refresh();
  }

  return (
    <Panel
      flush
      title="Metadata"
      description="Columns that were given no meaning. Grouped by one, its values are tags: they narrow tasks down, spread samples and part reports."
    >
      <ScrollRegion label="Metadata" className="max-h-96">
        <table className="w-full text-sm">
          <thead className="text-xs text-muted">
            <tr className="border-b text-left *:px-3 *:py-2 *:font-medium *:whitespace-nowrap">
              <th scope="col" className="pl-4!">
                Field
              </th>
              <th scope="col" className="text-right">
                Tasks
              </th>
              <th scope="col" className="text-right">
                Different
              </th>
              <th scope="col">Most frequent values</th>
              {mayGroup && (
                <th scope="col" className="pr-4!">
                  <span className="sr-only">Group</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {fields.map(({ field, tasks, distinct, values, isGroup }) => (
              <tr key={field} className="border-b align-top last:border-b-0 *:px-3 *:py-2">
                <th scope="row" className="pl-4! text-left font-mono text-xs leading-5 font-normal">
                  {field}
                </th>
                <td className="text-right tabular-nums">{formatCount(tasks)}</td>
                <td className="text-right tabular-nums">{formatCount(distinct)}</td>
                <td className="w-full min-w-64 wrap-anywhere text-muted">
                  {distinct === tasks && distinct > 1
                    ? `${values[0]?.value ?? ""} and ${formatQuantity(distinct - 1, "other")}`
                    : values.map(({ value, tasks: n }, at) => (
                        <span key={value}>
                          {at > 0 && " · "}
                          <Link
                            href={addressOf(href, { meta: [`${field}=${value}`] })}
                            className="underline decoration-line underline-offset-2 hover:text-ink"
                          >
                            {value === "" ? "(empty)" : value}
                          </Link>{" "}
                          ({formatCount(n)})
                        </span>
                      ))}
                </td>
                {mayGroup && (
                  <td className="pr-4! text-right">
                    {(isGroup || distinct <= MOST) && (
                      <Button
                        size="sm"
                        disabled={busy}
                        aria-label={isGroup ? `Stop grouping by ${field}` : `Group by ${field}`}
                        onClick={() => void group(field, !isGroup)}
                      >
                        {isGroup ? "Stop grouping" : "Group by it"}
                      </Button>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Panel>
  );
}
