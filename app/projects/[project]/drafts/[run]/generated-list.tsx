import { Flags } from "@/app/projects/[project]/drafts/flags";
import { formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import type { UnitRow } from "@/lib/drafting/data/run-units";
import { responseName } from "@/lib/drafting/rules/trace-text";
import { stopWords } from "@/lib/drafting/rules/wording";

interface GeneratedListProps {
  responses: UnitRow["generated"];
  stopped: UnitRow["stopped"];
  /** Address of the unit's trace. */
  trace: string;
  task: string;
}

/** The beginning of each response that a unit generated, with a link to all of it. */
export function GeneratedList({ responses, stopped, trace, task }: GeneratedListProps) {
  return (
    <div className="grid gap-1.5 border-s-2 border-dotted border-control ps-3">
      <ul className="grid gap-1.5">
        {responses.map((response) => (
          <li key={response.id} className="grid gap-0.5">
            <span className="flex flex-wrap items-baseline gap-x-3 text-xs text-muted">
              <span className="font-medium text-ink">{responseName(response)}</span>
              {response.passed && (
                <span className="tabular-nums">
                  {response.passed.yes} of {response.passed.answered} yes
                </span>
              )}
              {response.inDataset && <span>in the dataset</span>}
            </span>
            <span dir="auto" className="line-clamp-2 wrap-anywhere">
              {response.excerpt}
            </span>
            <Flags flags={response.flags} />
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-3 text-xs">
        <Link href={trace} className="underline" aria-label={`Trace of task ${task}`}>
          {responses.length > 1
            ? `Trace of ${formatQuantity(responses.length, "response")}`
            : "Whole response"}
        </Link>
        {stopped && <span className="text-muted">{stopWords(stopped)}.</span>}
      </p>
    </div>
  );
}
