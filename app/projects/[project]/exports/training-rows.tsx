import { Checkbox } from "@/components/ui/checkbox";
import { formatCount } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import { Skeleton } from "@/components/ui/skeleton";
import { DROP_WORDS, DropReason, TRAINING_SPLITS, type TrainingPreview } from "@/lib/export/schema/training";

interface TrainingRowsProps {
  preview: TrainingPreview | null;
  isCounting: boolean;
  /** Sources of preferences that are left out. */
  without: readonly string[];
  onToggle: (source: string) => void;
}

const NAMES = { criteria: "Criteria", judge: "Judgements" };
const SPLIT_NAMES = { train: "Train", test: "Test", out_of_domain: "Out of domain" };

/** The number of rows from each source, and of those left out, by reason. */
export function TrainingRows({ preview, isCounting, without, onToggle }: TrainingRowsProps) {
  if (!preview) return isCounting ? <Skeleton className="h-24" /> : null;
  const sets = preview.sets;
  if (sets.length === 0)
    return (
      <p className="text-sm text-muted">
        There are no scores, preferences or criteria here yet, so there is nothing to train on.
      </p>
    );
  const splits = TRAINING_SPLITS.filter(
    (split) => split === "train" || sets.some(({ rows }) => rows[split] > 0),
  );
  return (
    <section aria-label="Rows" aria-busy={isCounting} className={isCounting ? "opacity-60" : ""}>
      <ListTable
        bare
        label="Rows by source"
        columns={[
          { header: "Source" },
          ...splits.map((split) => ({ header: SPLIT_NAMES[split], atEnd: true })),
          { header: "Left out" },
        ]}
      >
        {sets.map((set) => (
          <SetRow
            key={`${set.set}/${set.name}`}
            set={set}
            without={without}
            onToggle={onToggle}
            splits={splits}
          />
        ))}
      </ListTable>
    </section>
  );
}

interface SetRowProps {
  set: TrainingPreview["sets"][number];
  without: readonly string[];
  onToggle: (source: string) => void;
  splits: ("train" | "test" | "out_of_domain")[];
}

/** Rows of one source, by split, and what is left out. */
function SetRow({ set, without, onToggle, splits }: SetRowProps) {
  return (
    <tr>
      <th scope="row" className="text-left font-normal">
        {set.set === "preferences" ? (
          <Checkbox
            checked={!without.includes(set.name)}
            onCheckedChange={() => onToggle(set.name)}
            label={<bdi className="wrap-anywhere">{set.title}</bdi>}
          />
        ) : (
          <>
            {NAMES[set.set]}: <span className="text-muted">{set.title}</span>
          </>
        )}
      </th>
      {splits.map((split) => (
        <td key={split} className="text-right tabular-nums">
          {formatCount(set.rows[split])}
        </td>
      ))}
      <td className="text-xs text-muted">
        {DropReason.options.map(
          (reason) =>
            set.dropped[reason] && (
              <span key={reason} className="block">
                {formatCount(set.dropped[reason])}: {DROP_WORDS[reason]}
              </span>
            ),
        )}
      </td>
    </tr>
  );
}
