import { CheckCheck, Inbox } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { SignedInFrame } from "@/app/signed-in-frame";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Time } from "@/components/ui/time";
import { actAs } from "@/lib/auth/actor";
import { requireUser } from "@/lib/auth/page";
import { listQueue, type QueueEntry } from "@/lib/batch/data/progress";
import { presetOf } from "@/lib/batch/rules";
import { listFinishedWork } from "@/lib/review/data/find";
import { ContinueButton } from "./continue-button";

export const metadata: Metadata = { title: "Your work" };

/** What is next and why; below, what is finished. Only ever about the reader. */
export default async function Queue() {
  const user = await requireUser();
  const annotator = actAs(user, "annotator");
  const [queue, finished] = await Promise.all([listQueue(annotator), listFinishedWork(annotator)]);
  const [next, ...others] = [...queue].sort((a, b) => rank(a) - rank(b));
  return (
    <SignedInFrame user={user}>
      <Page width="normal">
        <PageHeader title="Your work" description="What is next, and what you have finished." />
        {next ? (
          <NextBatch entry={next} />
        ) : (
          <Panel>
            <EmptyState icon={<Inbox />} title="Nothing is waiting for you">
              When a batch opens that names you, it appears here.
            </EmptyState>
          </Panel>
        )}
        {others.length > 0 && (
          <Panel title="Other batches" flush>
            <ul className="divide-y">
              {others.map((entry) => (
                <OtherBatch key={entry.id} entry={entry} />
              ))}
            </ul>
          </Panel>
        )}
        <Panel title="Finished" description="Your last submissions, to read again." flush>
          {finished.length === 0 ? (
            <EmptyState icon={<CheckCheck />} title="Nothing submitted yet">
              What you submit is listed here.
            </EmptyState>
          ) : (
            <ul className="divide-y">
              {finished.map((work) => (
                <li key={work.id}>
                  <Link
                    href={`/annotate/${work.id}`}
                    className="flex items-baseline gap-4 px-4 py-2 text-sm hover:bg-hover focus-visible:-outline-offset-2"
                  >
                    <span dir="auto" className="min-w-0 flex-1 truncate">
                      {work.title}
                    </span>
                    <span className="truncate text-muted max-sm:hidden">{work.batch}</span>
                    <span className="shrink-0 text-muted">
                      {work.submittedAt && <Time at={work.submittedAt.toISOString()} />}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </Page>
    </SignedInFrame>
  );
}

/** Begun work first, then what can be worked on, as the data orders it: due first. */
function rank(entry: QueueEntry): number {
  if (entry.openAssignment) return 0;
  return entry.hasWork ? 1 : 2;
}

function NextBatch({ entry }: { entry: QueueEntry }) {
  return (
    <section
      aria-labelledby="next"
      className="grid gap-5 rounded-md border border-accent-line bg-surface p-5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:p-6"
    >
      <div className="grid gap-3">
        <div className="grid gap-1">
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            {entry.openAssignment ? "You are in the middle of" : "Next"}
            {entry.sample && <SampleBadge />}
          </p>
          <h2 id="next" className="text-xl wrap-anywhere">
            {entry.name}
          </h2>
          <p className="text-sm text-muted">
            {entry.project} · {presetOf(entry.preset).name}
          </p>
        </div>
        <Facts entry={entry} />
      </div>
      <Way entry={entry} big />
    </section>
  );
}

function OtherBatch({ entry }: { entry: QueueEntry }) {
  return (
    <li className="grid gap-3 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="grid gap-2">
        <div>
          <h3 className="flex flex-wrap items-center gap-2 text-base">
            {entry.name}
            {entry.sample && <SampleBadge />}
          </h3>
          <p className="text-sm text-muted">
            {entry.project} · {presetOf(entry.preset).name}
          </p>
        </div>
        <Facts entry={entry} />
      </div>
      <Way entry={entry} big={false} />
    </li>
  );
}

function Facts({ entry }: { entry: QueueEntry }) {
  const left = Math.max(0, entry.share - entry.submitted);
  const minutes = entry.minutesEach === null ? null : Math.max(1, Math.round(entry.minutesEach * left));
  return (
    <div className="grid max-w-md gap-1.5">
      <ProgressBar
        label={`Your progress in ${entry.name}`}
        value={entry.submitted}
        max={entry.share}
        tone={left === 0 ? "positive" : "accent"}
      />
      <p className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
        <span>
          {entry.submitted} of {entry.share} done
        </span>
        {minutes !== null && left > 0 && <span>about {minutes} min left</span>}
        {entry.dueAt && (
          <span>
            due <Time at={entry.dueAt.toISOString()} show="date" />
          </span>
        )}
      </p>
    </div>
  );
}

function Way({ entry, big }: { entry: QueueEntry; big: boolean }) {
  if (entry.state === "paused")
    return (
      <Badge tone="warning" className="justify-self-start">
        Paused
      </Badge>
    );
  if (!entry.hasWork) {
    return (
      <Badge tone={entry.submitted >= entry.share ? "positive" : "neutral"} className="justify-self-start">
        Nothing left for now
      </Badge>
    );
  }
  const started = entry.openAssignment !== null || entry.submitted > 0;
  return <ContinueButton batch={entry.id} name={entry.name} started={started} big={big} />;
}
