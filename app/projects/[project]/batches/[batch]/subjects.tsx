import { type MonitorSearch, monitorHref } from "@/app/projects/[project]/batches/[batch]/monitor-search";
import { Badge, type Tone } from "@/components/ui/badge";
import { FilterLinks } from "@/components/ui/filter-links";
import { DASH, formatCount, formatDuration, formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { ListTable } from "@/components/ui/list-table";
import { Pager } from "@/components/ui/pager";
import { Panel } from "@/components/ui/panel";
import type { Member } from "@/lib/auth/actor";
import { type AssignmentOwner, type From, listSubjects, type SubjectRow } from "@/lib/batch/data/progress";
import type { SubjectFilter } from "@/lib/batch/schema";
import type { Progress } from "@/lib/batch/schema/views";
import { KIND_NAME, KIND_NAMES, type SubjectKind } from "@/lib/protocol/rules/subject-kind";

interface SubjectsProps {
  actor: Member<"researcher">;
  batch: string;
  kind: SubjectKind;
  /** Path of the batch. */
  home: string;
  search: MonitorSearch;
  from: From;
  progress: Progress;
  /** Number of them that no annotator can take. */
  nobody: number;
}

const FILTERS: Record<SubjectFilter, string> = {
  all: "All",
  untouched: "Untouched",
  "in-progress": "In progress",
  complete: "Complete",
  nobody: "Nobody can take",
};

/** Material of the batch, one by one. */
export async function Subjects({ actor, batch, kind, home, search, from, progress, nobody }: SubjectsProps) {
  const { filter, annotator } = search;
  const { rows, previous, next } = await listSubjects(actor, batch, filter, from, annotator);
  const { subjects, untouched, complete } = progress;
  const counts: Record<SubjectFilter, number> = {
    all: subjects,
    untouched,
    complete,
    "in-progress": subjects - untouched - complete,
    nobody,
  };
  const whole = filter === "all" && annotator === undefined;
  const now = new Date();
  const first = rows[0];
  const last = rows.at(-1);
  return (
    <Panel
      flush
      id="subjects"
      title={KIND_NAMES[kind]}
      actions={
        <FilterLinks
          label={`Filter ${kind}s`}
          words={FILTERS}
          counts={annotator === undefined ? counts : {}}
          current={filter}
          hrefOf={(each) => monitorHref(home, search, { filter: each })}
        />
      }
    >
      {rows.length === 0 ? (
        <p className="px-4 py-10 text-center text-sm text-muted">
          {subjects === 0
            ? `There is no ${kind} yet.`
            : filter === "nobody"
              ? `Annotators can take every ${kind}.`
              : `No ${kind} is in this state now.`}
        </p>
      ) : (
        <ListTable
          label={KIND_NAMES[kind]}
          columns={[
            { header: KIND_NAME[kind] },
            { header: "State" },
            { header: "Submitted", atEnd: true },
            { header: "In progress with" },
          ]}
        >
          {rows.map((row) => (
            <Row key={row.id} row={row} now={now} />
          ))}
        </ListTable>
      )}
      {first && last && (previous !== null || next !== null) && (
        <div className="border-t px-4 py-2">
          <Pager
            label={`${kind}s`}
            previous={previous === null ? undefined : monitorHref(home, search, { before: previous })}
            next={next === null ? undefined : monitorHref(home, search, { after: next })}
          >
            {whole
              ? `${formatCount(first.position + 1)}–${formatCount(last.position + 1)} of ${formatCount(subjects)}`
              : annotator === undefined
                ? `${formatCount(rows.length)} of ${formatCount(counts[filter])}`
                : formatQuantity(rows.length, kind)}
          </Pager>
        </div>
      )}
    </Panel>
  );
}

function Row({ row, now }: { row: SubjectRow; now: Date }) {
  const { task, response, model, title, submitted, slots, submission, holders } = row;
  const [words, tone] = stateOf(row);
  return (
    <tr className="align-top">
      <th scope="row" className="w-full min-w-40 text-left font-normal">
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
      <td className="text-right whitespace-nowrap tabular-nums">
        {submission === null ? (
          `${formatCount(submitted)} of ${formatCount(slots)}`
        ) : (
          <Link
            href={`/submissions/${submission}?among=subject`}
            aria-label={`Read the submissions on ${response ?? task}: ${submitted} of ${slots}`}
            className="rounded-sm text-accent hover:underline"
          >
            {formatCount(submitted)} of {formatCount(slots)}
          </Link>
        )}
      </td>
      <td>
        {holders.length === 0 ? (
          <span className="text-muted">{DASH}</span>
        ) : (
          <ul className="grid gap-1">
            {holders.map((holder) => (
              <li key={holder.assignment} className="whitespace-nowrap">
                {holder.name ?? holder.rater}{" "}
                <span className="text-xs text-muted">
                  {holder.state === "reserved" && !holder.openedAt ? "up next" : HOLDS[holder.state]}
                  {holder.openedAt && ` for ${age(holder.openedAt, now)}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}

/** Age in whole minutes, rounded up. */
const age = (since: string, now: Date) =>
  formatDuration(Math.max(1, Math.ceil((now.getTime() - new Date(since).getTime()) / 60_000)) * 60_000);

const HOLDS: Record<AssignmentOwner["state"], string> = {
  open: "open",
  reserved: "on hold",
  reopened: "reopened",
};

function stateOf({ submitted, slots, touched }: SubjectRow): [words: string, tone: Tone] {
  if (submitted === slots) return ["Complete", "positive"];
  return touched ? ["In progress", "accent"] : ["Untouched", "neutral"];
}
