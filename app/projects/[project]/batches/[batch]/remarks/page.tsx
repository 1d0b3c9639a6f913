import { Flag } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { BatchHeader } from "@/app/projects/[project]/batches/[batch]/batch-header";
import { hrefWith } from "@/app/projects/[project]/batches/[batch]/monitor-search";
import { cursorOf, NewestPager, newestQuery } from "@/app/projects/[project]/batches/[batch]/newest-pages";
import { BatchPoller } from "@/app/projects/[project]/batches/[batch]/poll";
import { ResolveFlag } from "@/app/projects/[project]/batches/[batch]/remarks/resolve-flag";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";
import { Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterLinks } from "@/components/ui/filter-links";
import { formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { findMonitorVersion } from "@/lib/batch/data/monitor";
import type { ProjectView } from "@/lib/project/schema";
import { countRemarks, listRemarks } from "@/lib/review/data/remarks";
import { flagInWords } from "@/lib/review/rules/refusal-messages";
import { type Remark, RemarkFilter } from "@/lib/review/schema";

export const metadata: Metadata = { title: "Flags and notes" };

const WORDS: Record<RemarkFilter, string> = {
  flags: "Flags",
  resolved: "Resolved flags",
  skips: "Skips",
  notes: "Notes",
};

const Search = z.object({
  show: RemarkFilter.catch("flags"),
  annotator: z.string().min(1).max(200).optional().catch(undefined),
  ...newestQuery,
});
type Search = z.infer<typeof Search>;

interface RemarksProps {
  params: Promise<{ project: string; batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Annotators' remarks on the material: flags, reasons for skipping, and notes. */
export default async function RemarksPage({ params, searchParams }: RemarksProps) {
  const { actor, project, batch } = await requireBatch(params, "researcher");

  const search = Search.parse(await searchParams);
  const { show, annotator = null } = search;
  const monitorVersion = await findMonitorVersion(actor, batch.id);
  const [counts, { rows, more }] = await Promise.all([
    countRemarks(actor, batch.id),
    listRemarks(actor, batch.id, show, {
      rater: annotator,
      after: cursorOf(search),
    }),
  ]);
  if (!counts || !monitorVersion) notFound();
  const home = `/projects/${project.id}/batches`;
  const here = `${home}/${batch.id}/remarks`;
  const hrefOf = (change: Partial<Search>) =>
    hrefWith(here, { ...search, at: undefined, after: undefined, ...change });
  const last = rows.at(-1);
  return (
    <Page>
      <BatchHeader
        batch={batch}
        about="Flags and notes"
        description="Annotators’ remarks about the material: flags, reasons for skipping, and notes."
      />
      <BatchPoller
        batch={batch.id}
        version={monitorVersion.version}
        at={new Date().toISOString()}
        announcement={`${formatQuantity(counts.flags, "flag")} to resolve.`}
      />
      <Panel
        flush
        title={WORDS[show]}
        actions={
          <FilterLinks
            label="Show"
            words={WORDS}
            counts={counts}
            current={show}
            hrefOf={(each) => hrefOf({ show: each })}
          />
        }
      >
        {annotator && <OnlyOf annotator={annotator} hrefOf={hrefOf} />}
        {rows.length === 0 ? (
          <EmptyState icon={<Flag />} title={EMPTY[show]}>
            Annotators flag, skip and leave notes from the bar at the end of the workbench.
          </EmptyState>
        ) : (
          <RemarkList rows={rows} hrefOf={hrefOf} project={project} show={show} />
        )}
        <NewestPager
          label={WORDS[show].toLowerCase()}
          isFirst={!search.after}
          last={more && last ? last : null}
          hrefOf={hrefOf}
        />
      </Panel>
    </Page>
  );
}

/** Says that the remarks of one annotator are shown, with a link to all. */
function OnlyOf({ annotator, hrefOf }: { annotator: string; hrefOf: (change: Partial<Search>) => string }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-3 border-b px-4 py-2 text-sm">
      <span className="wrap-anywhere">
        Only of <strong>{annotator}</strong>
      </span>
      <ButtonLink size="sm" href={hrefOf({ annotator: undefined })}>
        Show everybody’s
      </ButtonLink>
    </p>
  );
}

interface RemarkListProps {
  rows: Remark[];
  hrefOf: (change: Partial<Search>) => string;
  project: ProjectView;
  show: RemarkFilter;
}

function RemarkList({ rows, hrefOf, project, show }: RemarkListProps) {
  return (
    <ul className="divide-y">
      {rows.map((row) => (
        <Entry
          key={row.id}
          remark={row}
          only={hrefOf({ annotator: row.rater })}
          mayResolve={project.role === "admin" && show === "flags"}
        />
      ))}
    </ul>
  );
}

const EMPTY: Record<RemarkFilter, string> = {
  flags: "No flag waits to be resolved",
  resolved: "No flag was resolved yet",
  skips: "Nobody has skipped anything",
  notes: "Nobody has left a note",
};

interface EntryProps {
  remark: Remark;
  /** Pseudonym, if only one annotator's remarks are shown. */
  only: string;
  mayResolve: boolean;
}

function Entry({ remark, only, mayResolve }: EntryProps) {
  const { id, at, code, text, resolvedAt, resolution, rater, name, task, response, title, submission } =
    remark;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3 text-sm">
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          {code && <Badge tone={resolvedAt ? "neutral" : "warning"}>{flagInWords(code)}</Badge>}
          <ButtonLink size="sm" variant="quiet" href={only}>
            {name ?? rater}
          </ButtonLink>
          <span className="text-xs text-muted">
            <Time at={at.toISOString()} />
          </span>
        </p>
        {text && (
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {text}
          </p>
        )}
        <p className="text-xs text-muted">
          <span dir="auto" className="line-clamp-1 wrap-anywhere">
            {title}
          </span>
          <span className="wrap-anywhere">{[task, response].filter(Boolean).join(" · ")}</span>
        </p>
        {resolvedAt && (
          <p className="rounded-md bg-sunken px-3 py-2 wrap-anywhere whitespace-pre-wrap">
            <span className="text-muted">
              Resolved <Time at={resolvedAt.toISOString()} />:{" "}
            </span>
            {resolution}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {submission && (
          <ButtonLink
            size="sm"
            href={`/submissions/${submission}`}
            aria-label={`Open the submission of ${name ?? rater} on ${response ?? task}`}
          >
            Open submission
          </ButtonLink>
        )}
        {mayResolve && <ResolveFlag id={id} />}
      </div>
    </li>
  );
}
