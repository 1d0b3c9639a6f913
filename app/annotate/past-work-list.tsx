import { Link } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { PastWork } from "@/lib/review/schema";

/** The annotator's own submissions, each linked to its read-only view. */
export function PastWorkList({ rows }: { rows: PastWork[] }) {
  return (
    <ul className="divide-y">
      {rows.map((work) => (
        <li key={work.id}>
          <Link
            href={`/annotate/${work.id}`}
            className="flex items-baseline gap-4 px-4 py-2 text-sm hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {work.title}
            </span>
            <span className="max-w-[40%] truncate text-muted max-sm:hidden" dir="auto">
              {work.batch}
            </span>
            <span className="shrink-0 text-muted">
              <Time at={work.submittedAt.toISOString()} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
