import clsx from "clsx";
import Link from "next/link";
import { Badge, type Tone } from "@/components/ui/badge";
import { formatCount } from "@/components/ui/format";
import { Pager } from "@/components/ui/pager";
import { Panel } from "@/components/ui/panel";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { Member } from "@/lib/auth/actor";
import { type From, listSubjects, type Progress, type SubjectRow } from "@/lib/batch/data/progress";
import type { SubjectFilter } from "@/lib/batch/schema";

interface SubjectsProps {
  actor: Member<"researcher">;
  batch: string;
  /** The batch's page. */
  href: string;
  filter: SubjectFilter;
  from: From;
  progress: Progress;
}

const FILTERS: Record<SubjectFilter, string> = {
  all: "All",
  untouched: "Untouched",
  "in-progress": "In progress",
  complete: "Complete",
};

/** What the batch is about, subject by subject. */
export async function Subjects({ actor, batch, href, filter, from, progress }: SubjectsProps) {
  const { rows, previous, next } = await listSubjects(actor, batch, filter, from);
  const { subjects, untouched, complete } = progress;
  const counts: Record<SubjectFilter, number> = {
    all: subjects,
    untouched,
    complete,
    "in-progress": subjects - untouched - complete,
  };
  const address = (search: Record<string, string>) => {
    const query = new URLSearchParams(filter === "all" ? search : { filter, ...search }).toString();
    return query ? `${href}?${query}` : href;
  };
  const first = rows[0];
  const last = rows.at(-1);
  return (
    <Panel
      flush
      title="Subjects"
      actions={
        <nav aria-label="Filter subjects" className="flex flex-wrap gap-1 text-sm">
          {(Object.keys(FILTERS) as SubjectFilter[]).map((each) => (
            <Link
              key={each}
              href={each === "all" ? href : `${href}?filter=${each}`}
              scroll={false}
              aria-current={each === filter ? "true" : undefined}
              className={clsx(
                "inline-flex h-7 items-center gap-1.5 rounded-md px-2 whitespace-nowrap transition-colors",
                each === filter
                  ? "bg-accent-soft font-medium text-accent"
                  : "text-muted hover:bg-hover hover:text-ink",
              )}
            >
              {FILTERS[each]}
              <span className="text-xs font-normal tabular-nums">{formatCount(counts[each])}</span>
            </Link>
          ))}
        </nav>
      }
    >
      {rows.length === 0 ? (
        <p className="px-4 py-10 text-center text-sm text-muted">
          No subject is {FILTERS[filter].toLowerCase()} now.
        </p>
      ) : (
        <ScrollRegion label="Subjects">
          <table className="w-full text-sm">
            <thead className="text-xs text-muted">
              <tr className="border-b text-left *:px-3 *:py-2 *:font-medium *:whitespace-nowrap">
                <th scope="col" className="pl-4!">
                  Subject
                </th>
                <th scope="col">State</th>
                <th scope="col" className="pr-4! text-right">
                  Submitted
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {first && last && (previous !== null || next !== null) && (
        <div className="border-t px-4 py-2">
          <Pager
            label="subjects"
            previous={previous === null ? undefined : address({ before: String(previous) })}
            next={next === null ? undefined : address({ after: String(next) })}
          >
            {filter === "all"
              ? `${formatCount(first.position + 1)}–${formatCount(last.position + 1)} of ${formatCount(subjects)}`
              : `${formatCount(rows.length)} of ${formatCount(counts[filter])}`}
          </Pager>
        </div>
      )}
    </Panel>
  );
}

function Row({ row }: { row: SubjectRow }) {
  const { task, response, model, title, submitted, open, slots } = row;
  const [words, tone] = stateOf(row);
  return (
    <tr className="border-b last:border-b-0 *:px-3 *:py-2 *:align-top">
      <th scope="row" className="w-full pl-4! text-left font-normal">
        <span dir="auto" className="line-clamp-2 wrap-break-word">
          {title}
        </span>
        <span className="text-xs wrap-anywhere text-muted">
          {[task, response, model].filter(Boolean).join(" · ")}
        </span>
      </th>
      <td>
        <Badge tone={tone}>{words}</Badge>
      </td>
      <td className="pr-4! text-right whitespace-nowrap tabular-nums">
        {formatCount(submitted)} of {formatCount(slots)}
        {open > 0 && <span className="block text-xs text-muted">{formatCount(open)} open</span>}
      </td>
    </tr>
  );
}

function stateOf({ submitted, slots, touched }: SubjectRow): [words: string, tone: Tone] {
  if (submitted === slots) return ["Complete", "positive"];
  return touched ? ["In progress", "accent"] : ["Untouched", "neutral"];
}
