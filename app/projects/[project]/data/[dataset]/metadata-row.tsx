import { taskListHref } from "@/app/projects/[project]/data/[dataset]/task-address";
import { Button } from "@/components/ui/button";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import type { MetadataField } from "@/lib/dataset/schema/views";

/** Most distinct values of a grouping field. */
const MOST = 50;

interface MetadataRowProps {
  field: MetadataField;
  /** Path of the dataset's page. */
  href: string;
  busy: boolean;
  /** Absent for users who may not change the dataset. */
  onGroup: ((on: boolean) => void) | undefined;
}

/** A metadata field: its most frequent values, each a filter, and a button to group by it. */
export function MetadataRow({ field: given, href, busy, onGroup }: MetadataRowProps) {
  const { of, field, count, distinct, values, isGroup } = given;
  const filterOf = (value: string) => ({
    [of === "tasks" ? "meta" : "responseMeta"]: [`${field}=${value}`],
  });
  return (
    <tr className="border-b align-top last:border-b-0 *:px-3 *:py-2">
      <th
        scope="row"
        className="min-w-28 pl-4! text-left font-mono text-xs leading-5 font-normal wrap-anywhere sm:min-w-40"
      >
        {field}
      </th>
      <td className="w-full min-w-40 wrap-anywhere text-muted">
        {distinct === count && distinct > 1
          ? `${values[0]?.value ?? ""} and ${formatQuantity(distinct - 1, "other")}`
          : values.map(({ value, count: times }, at) => (
              <span key={value}>
                {at > 0 && " · "}
                <Link
                  href={taskListHref(href, filterOf(value))}
                  className="underline decoration-line underline-offset-2 hover:text-ink"
                >
                  {value === "" ? "(empty)" : value}
                </Link>{" "}
                ({formatCount(times)})
              </span>
            ))}
      </td>
      <td className="text-right tabular-nums">{formatCount(count)}</td>
      <td className="text-right tabular-nums">{formatCount(distinct)}</td>
      {onGroup && (
        <td className="pr-4! text-right">
          {(isGroup || distinct <= MOST) && (
            <Button
              size="sm"
              disabled={busy}
              aria-label={isGroup ? `Stop grouping ${of} by ${field}` : `Group ${of} by ${field}`}
              onClick={() => onGroup(!isGroup)}
            >
              {isGroup ? "Stop grouping" : "Group by it"}
            </Button>
          )}
        </td>
      )}
    </tr>
  );
}
