import { type MonitorSearch, monitorHref } from "@/app/projects/[project]/batches/[batch]/monitor-search";
import { ReleaseAssignment } from "@/app/projects/[project]/batches/[batch]/work-actions";
import { Badge, type Tone } from "@/components/ui/badge";
import { FilterLinks } from "@/components/ui/filter-links";
import { DASH, formatRelative } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import type { Monitor, OpenAssignmentRow } from "@/lib/batch/data/monitor";
import { ENDING_MINUTES, IDLE_MINUTES } from "@/lib/batch/rules";
import type { AssignmentCondition, AssignmentFilter } from "@/lib/batch/schema";

const FILTERS: Record<AssignmentFilter, string> = {
  all: "All",
  passed: "Time is up",
  ending: "Ending",
  idle: "Idle",
  reopened: "Reopened",
  left: "Left",
  held: "At work",
};

const CONDITIONS: Record<AssignmentCondition, { words: string; tone: Tone }> = {
  passed: { words: "Time is up", tone: "danger" },
  ending: { words: `Less than ${ENDING_MINUTES} min left`, tone: "warning" },
  idle: { words: `Nothing saved for ${IDLE_MINUTES} min`, tone: "warning" },
  reopened: { words: "Reopened, waiting", tone: "warning" },
  left: { words: "Begun and left", tone: "neutral" },
  held: { words: "At work", tone: "accent" },
};

interface OpenAssignmentsProps {
  rows: OpenAssignmentRow[];
  more: boolean;
  hand: Monitor["hand"];
  home: string;
  search: MonitorSearch;
  /** The user may release assignments. */
  mayRelease: boolean;
}

/** Assignments in progress, stuck ones marked. */
export function OpenAssignments({ rows, more, hand, home, search, mayRelease }: OpenAssignmentsProps) {
  const now = new Date();
  const ago = (at: Date | null) => (at ? formatRelative(at, now) : DASH);
  const all = Object.values(hand).reduce((sum, n) => sum + n, 0);
  return (
    <Panel
      flush
      title="In progress"
      description="Begun and not submitted. Those that will be reassigned first are at the top."
      actions={
        <FilterLinks
          label="Filter assignments in progress"
          words={FILTERS}
          counts={{ ...hand, all }}
          current={search.hand}
          hrefOf={(each) => monitorHref(home, search, { hand: each })}
        />
      }
    >
      {rows.length === 0 ? (
        <p className="px-4 py-8 text-center text-sm text-muted">No assignment is in this state.</p>
      ) : (
        <ListTable
          label="In progress"
          className="max-h-96"
          columns={[
            { header: "Annotator" },
            { header: "About" },
            { header: "State" },
            { header: "Last saved", atEnd: true },
            { header: "Reassigned", atEnd: true },
            mayRelease && { header: "Actions", unseen: true },
          ]}
        >
          {rows.map((row) => (
            <AssignmentRow key={row.id} row={row} ago={ago} mayRelease={mayRelease} />
          ))}
        </ListTable>
      )}
      {more && (
        <p className="border-t px-4 py-2 text-sm text-muted">
          These are the first {rows.length}. Filter them to see others.
        </p>
      )}
    </Panel>
  );
}

function AssignmentRow({
  row,
  ago,
  mayRelease,
}: {
  row: OpenAssignmentRow;
  ago: (at: Date | null) => string;
  mayRelease: boolean;
}) {
  return (
    <tr className="align-top">
      <th scope="row" className="text-left font-normal whitespace-nowrap">
        {row.name ?? row.rater}
        {row.name && <span className="block text-xs text-muted">{row.rater}</span>}
      </th>
      <td className="w-full min-w-40">
        <span dir="auto" className="line-clamp-1 wrap-anywhere">
          {row.title}
        </span>
        <span className="text-xs wrap-anywhere text-muted">
          {[row.task, row.response].filter(Boolean).join(" · ")}
        </span>
      </td>
      <td>
        <Badge tone={CONDITIONS[row.condition].tone}>{CONDITIONS[row.condition].words}</Badge>
      </td>
      <td className="text-right whitespace-nowrap text-muted">{ago(row.lastAt)}</td>
      <td className="text-right whitespace-nowrap text-muted">{ago(row.leaseUntil)}</td>
      {mayRelease && (
        <td className="text-right">
          {row.leaseUntil && <ReleaseAssignment assignment={row.id} who={row.name ?? row.rater} />}
        </td>
      )}
    </tr>
  );
}
