import { Files, Search as SearchIcon } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { BatchHeader } from "@/app/projects/[project]/batches/[batch]/batch-header";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";
import {
  ReleaseAssignment,
  ReopenSubmission,
  WithdrawReopening,
} from "@/app/projects/[project]/batches/[batch]/work-actions";
import { Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FilterLinks } from "@/components/ui/filter-links";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { ListTable } from "@/components/ui/list-table";
import { Pager } from "@/components/ui/pager";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { listWork, type WorkRow } from "@/lib/batch/data/assignment-list";
import { WorkFilter } from "@/lib/batch/schema";

export const metadata: Metadata = { title: "Assignments" };

const WORDS: Record<WorkFilter, string> = {
  submitted: "Submitted",
  "in-progress": "In progress",
  "sent-back": "Sent back",
};

const Search = z.object({
  show: WorkFilter.catch("submitted"),
  q: z.string().max(200).catch(""),
  after: z.uuid().optional().catch(undefined),
});

interface WorkPageProps {
  params: Promise<{ project: string; batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Assignments of a batch: submitted, in progress, or sent back. */
export default async function WorkPage({ params, searchParams }: WorkPageProps) {
  const { actor, project, batch } = await requireBatch(params, "researcher");

  const { show, q, after } = Search.parse(await searchParams);
  const work = await listWork(actor, batch.id, { filter: show, q, after });
  if (!work) notFound();
  const home = `/projects/${project.id}/batches`;
  const here = `${home}/${batch.id}/work`;
  const hrefOf = (change: { show?: WorkFilter; after?: string }) => {
    const entries = Object.entries({ show, q, ...change }).filter(([, value]) => value !== "");
    return `${here}?${new URLSearchParams(entries)}`;
  };
  const mayChange = project.role === "admin" && (batch.state === "open" || batch.state === "paused");
  return (
    <Page>
      <BatchHeader
        batch={batch}
        about="Assignments"
        description="Submissions can be sent back with a note; assignments that are stuck can be taken back."
      />
      <Panel
        flush
        title={WORDS[show]}
        actions={
          <div className="flex flex-wrap items-center gap-3">
            <FilterLinks
              label="Which assignments"
              words={WORDS}
              counts={{}}
              current={show}
              hrefOf={(each) => hrefOf({ show: each })}
            />
            <WorkSearch here={here} show={show} q={q} />
          </div>
        }
      >
        {work.rows.length === 0 ? (
          <EmptyState icon={<Files />} title="Nothing here">
            {q ? "Try other words, or another kind." : EMPTY[show]}
          </EmptyState>
        ) : (
          <WorkTable show={show} mayChange={mayChange} work={work} />
        )}
        {(work.next || after) && (
          <div className="border-t px-4 py-2">
            <Pager
              label="assignments"
              previous={after ? hrefOf({}) : undefined}
              next={work.next ? hrefOf({ after: work.next }) : undefined}
            />
          </div>
        )}
      </Panel>
    </Page>
  );
}

function WorkSearch({ here, show, q }: { here: string; show: WorkFilter; q: string }) {
  return (
    <form action={here} className="flex items-center gap-2">
      <input type="hidden" name="show" value={show} />
      <Field label="Search assignments" labelHidden>
        <Input
          key={q}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={200}
          placeholder="Task or annotator"
          className="w-48"
        />
      </Field>
      <Button type="submit">
        <SearchIcon aria-hidden="true" />
        Search
      </Button>
    </form>
  );
}

function WorkTable({
  show,
  mayChange,
  work,
}: {
  show: WorkFilter;
  mayChange: boolean;
  work: NonNullable<Awaited<ReturnType<typeof listWork>>>;
}) {
  return (
    <ListTable
      label="Assignments"
      columns={[
        { header: "About" },
        { header: "Annotator" },
        { header: show === "submitted" ? "Submitted" : "Since" },
        mayChange && { header: "Actions", unseen: true },
      ]}
    >
      {work.rows.map((row) => (
        <Row key={row.id} row={row} mayChange={mayChange} />
      ))}
    </ListTable>
  );
}

const EMPTY: Record<WorkFilter, string> = {
  submitted: "Nothing is submitted yet.",
  "in-progress": "Nobody is in the middle of an assignment.",
  "sent-back": "No submission is waiting to be done again.",
};

function Row({ row, mayChange }: { row: WorkRow; mayChange: boolean }) {
  const { id, state, code, name, subject, title, reopened, at } = row;
  const whose = { assignment: id, who: name ?? code };
  return (
    <tr className="align-top">
      <WorkSubject
        state={state}
        reopened={reopened}
        id={id}
        name={name}
        code={code}
        subject={subject}
        title={title}
      />
      <td className="whitespace-nowrap">
        {name ?? code}
        {name && <span className="block text-xs text-muted">{code}</span>}
      </td>
      <td className="whitespace-nowrap text-muted">
        <Time at={at.toISOString()} />
        {state === "reserved" && <Badge className="ml-2">On hold</Badge>}
        {reopened !== null && state === "open" && (
          <Badge tone="accent" className="ml-2">
            In progress
          </Badge>
        )}
      </td>
      {mayChange && (
        <td className="text-right whitespace-nowrap">
          <span className="inline-flex gap-2">
            {(state === "open" || state === "reserved") && <ReleaseAssignment {...whose} />}
            {reopened !== null && <WithdrawReopening {...whose} />}
            {state === "submitted" && <ReopenSubmission {...whose} />}
          </span>
        </td>
      )}
    </tr>
  );
}

interface WorkSubjectProps {
  state: WorkRow["state"];
  reopened: WorkRow["reopened"];
  id: WorkRow["id"];
  name: WorkRow["name"];
  code: WorkRow["code"];
  subject: WorkRow["subject"];
  title: WorkRow["title"];
}

/** The judged task, response or pair, with a link to the submission if there is one. */
function WorkSubject({ state, reopened, id, name, code, subject, title }: WorkSubjectProps) {
  return (
    <th scope="row" className="w-full min-w-40 text-left font-normal">
      {state === "submitted" || reopened !== null ? (
        <Link
          href={`/submissions/${id}`}
          aria-label={`Read the submission of ${name ?? code} on ${subject}: ${title}`}
          dir="auto"
          className="line-clamp-2 rounded-sm wrap-break-word hover:underline"
        >
          {title}
        </Link>
      ) : (
        <span dir="auto" className="line-clamp-2 wrap-break-word">
          {title}
        </span>
      )}
      <span className="text-xs wrap-anywhere text-muted">{subject}</span>
      {reopened !== null && (
        <span dir="auto" className="mt-1 line-clamp-3 text-xs whitespace-pre-wrap wrap-anywhere">
          {reopened || "Reopened by its annotator"}
        </span>
      )}
    </th>
  );
}
