import { DASH, formatCount } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import type { CardLabel } from "@/lib/study/data/cards";

const SHOWN = [
  ["batch", "Batch"],
  ["task_id", "Task"],
  ["response_model", "Response by"],
  ["item", "Item"],
  ["rater", "Rater"],
  ["arm", "Arm"],
  ["exposure", "Draft"],
  ["draft_value", "Drafted"],
  ["initial_value", "Initial value"],
  ["final_value", "Final value"],
] as const;

interface CardLabelsProps {
  labels: readonly CardLabel[];
  /** Total number, and the offset of these, from 0. */
  all: number;
  from: number;
  perPage: number;
  /** The labels are of several batches. */
  several: boolean;
  /** Path of the card. */
  path: string;
}

/** A page of a card's labels, with links to the others. */
export function CardLabels({ labels, all, from, perPage, several, path }: CardLabelsProps) {
  const columns = SHOWN.filter(
    ([column]) => labels.some((label) => label[column] !== null) && (several || column !== "batch"),
  );
  const page = Math.floor(from / perPage) + 1;
  const pages = Math.max(1, Math.ceil(all / perPage));
  const to = (n: number) => `${path}?labels=${n}#labels`;
  return (
    <>
      <ListTable label="Individual labels" withoutScript columns={columns.map(([, header]) => ({ header }))}>
        {labels.map((label, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the labels of a frozen version stand still
          <tr key={index}>
            {columns.map(([column]) => (
              <td key={column} className="max-w-80 min-w-26 wrap-anywhere tabular-nums">
                <bdi>{label[column] ?? DASH}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </ListTable>
      <nav
        aria-label="Pages of labels"
        className="flex flex-wrap items-center gap-4 border-t px-4 py-2 text-sm text-muted tabular-nums"
      >
        <span>
          {formatCount(Math.min(all, from + 1))} to {formatCount(from + labels.length)} of {formatCount(all)}
        </span>
        {page > 1 && (
          <a
            href={to(page - 1)}
            rel="nofollow"
            className="inline-flex min-h-6 items-center text-accent underline"
          >
            Earlier
          </a>
        )}
        {page < pages && (
          <a
            href={to(page + 1)}
            rel="nofollow"
            className="inline-flex min-h-6 items-center text-accent underline"
          >
            Later
          </a>
        )}
      </nav>
    </>
  );
}
