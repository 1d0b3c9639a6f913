import { randomUUID } from "node:crypto";
import { CheckCheck, Inbox } from "lucide-react";
import type { Metadata } from "next";
import { ContinueButton } from "@/app/annotate/continue-button";
import { KeepCurrent } from "@/app/annotate/keep-current";
import { MyDay } from "@/app/annotate/my-day";
import { OwnQuestions } from "@/app/annotate/own-questions";
import { Participations } from "@/app/annotate/participations";
import { PastWorkList } from "@/app/annotate/past-work-list";
import { stageWords } from "@/app/annotate/qualification-stage";
import { ReloadOnBack } from "@/app/annotate/reload-on-back";
import { UndoSubmissionNotice } from "@/app/annotate/undo-submission";
import { UnsentWork } from "@/app/annotate/unsent-work";
import { getTranslations } from "@/app/request-language";
import { SignedInPage } from "@/app/signed-in-page";
import { Trans } from "@/components/i18n/translations";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Time } from "@/components/ui/time";
import { type AdjudicationWork, listAdjudicationWork } from "@/lib/adjudication/data/cases";
import { type DiscussionWork, listDiscussionWork } from "@/lib/adjudication/data/comments";
import { actAs } from "@/lib/auth/actor";
import { listQueue, type QueueEntry } from "@/lib/batch/data/progress";
import { minutesLeft } from "@/lib/batch/rules";
import type { Translate } from "@/lib/i18n/rules";
import { listOwnParticipations } from "@/lib/participation/data/participations";
import { requireUser } from "@/lib/project/page-access";
import { listOwnQuestions } from "@/lib/question/data";
import { listPastWork, listReopenedWork } from "@/lib/review/data/assignments";
import { listLatestWork } from "@/lib/review/data/own-work";
import type { PastWork } from "@/lib/review/schema";
import { listReviewDiscussionWork, type ReviewDiscussionWork } from "@/lib/rubric/data/discussion";
import { ReopenedPanels } from "./reopened-panels";

/** Submissions and questions shown here; all submissions have a page of their own. */
const LATEST = 10;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations()).t("queue.title") };
}

/** Annotator's home: what is next and why, and finished work below. Shows the reader's own work only. */
export default async function Queue() {
  const user = await requireUser();
  const { t } = await getTranslations();
  const annotator = actAs(user, "annotator");
  const [places, queue, contested, discussed, lists, questions, reopened, past, today] = await Promise.all([
    listOwnParticipations(user),
    listQueue(annotator),
    listAdjudicationWork(annotator),
    listDiscussionWork(annotator),
    listReviewDiscussionWork(annotator),
    listOwnQuestions(annotator),
    listReopenedWork(annotator),
    listPastWork(annotator, {}),
    listLatestWork(annotator),
  ]);
  const latest = past.rows.slice(0, LATEST);
  const [next, ...others] = [...queue].sort((a, b) => rank(a) - rank(b));
  return (
    <SignedInPage user={user} status={<UndoSubmissionNotice />}>
      <ReloadOnBack mark={randomUUID()}>
        <Page width="normal">
          <PageHeader title={t("queue.title")} description={t("queue.about")} />
          <Participations places={places} />
          <UnsentWork user={user.userId} />
          {next ? (
            <NextBatch entry={next} />
          ) : places.length > 0 ? null : (
            <Panel>
              <KeepCurrent />
              <EmptyState icon={<Inbox />} title={t("queue.none")}>
                {t("queue.none.why")}
              </EmptyState>
            </Panel>
          )}
          {(queue.length > 0 || today.length > 0) && (
            <MyDay work={today} {...leftIn(queue)} now={new Date().toISOString()} />
          )}
          <ReopenedPanels work={reopened} />
          {questions.length > 0 && <OwnQuestions questions={questions.slice(0, LATEST)} />}
          {contested.length > 0 && <ToAdjudicate work={contested} />}
          {discussed.length + lists.length > 0 && <ToDiscuss cases={discussed} lists={lists} />}
          {others.length > 0 && <OtherBatches t={t} entries={others} />}
          <FinishedWork t={t} latest={latest} />
        </Page>
      </ReloadOnBack>
    </SignedInPage>
  );
}

function OtherBatches({ t, entries }: { t: Translate; entries: Awaited<ReturnType<typeof listQueue>> }) {
  return (
    <Panel title={t("queue.others")} flush>
      <ul className="divide-y">
        {entries.map((entry) => (
          <OtherBatch key={entry.id} entry={entry} />
        ))}
      </ul>
    </Panel>
  );
}

/** The annotator's latest submissions. */
function FinishedWork({ t, latest }: { t: Translate; latest: PastWork[] }) {
  return (
    <Panel
      title={t("queue.finished")}
      description={t("queue.finished.about")}
      actions={
        latest.length > 0 && (
          <ButtonLink size="sm" href="/annotate/past">
            {t("queue.finished.all")}
          </ButtonLink>
        )
      }
      flush
    >
      {latest.length === 0 ? (
        <EmptyState icon={<CheckCheck />} title={t("queue.finished.none")}>
          {t("queue.finished.none.why")}
        </EmptyState>
      ) : (
        <PastWorkList rows={latest} />
      )}
    </Panel>
  );
}

/** Batches in which the annotator adjudicates contested cases. */
async function ToAdjudicate({ work }: { work: AdjudicationWork[] }) {
  const { t } = await getTranslations();
  return (
    <Panel title={t("queue.adjudicate")} description={t("queue.adjudicate.about")} flush>
      <ul className="divide-y text-sm">
        {work.map(({ id, projectId, name, project, undecided }) => (
          <BatchWithCases
            key={id}
            name={name}
            project={project}
            left={t("queue.adjudicate.units", { count: undecided })}
            action={{ label: t("queue.adjudicate.go"), href: `/projects/${projectId}/adjudication/${id}` }}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface ToDiscussProps {
  cases: DiscussionWork[];
  lists: ReviewDiscussionWork[];
}

/** Batches in which the annotator may discuss what they and others judged or reviewed. */
async function ToDiscuss({ cases, lists }: ToDiscussProps) {
  const { t } = await getTranslations();
  return (
    <Panel title={t("queue.discuss")} description={t("queue.discuss.about")} flush>
      <ul className="divide-y text-sm">
        {cases.map(({ id, projectId, name, project, cases: count }) => (
          <BatchWithCases
            key={id}
            name={name}
            project={project}
            left={t("queue.discuss.units", { count })}
            action={{
              label: t("queue.discuss.go"),
              href: `/projects/${projectId}/adjudication/${id}/discussion`,
            }}
          />
        ))}
        {lists.map(({ id, projectId, name, project, lists: count }) => (
          <BatchWithCases
            key={`lists ${id}`}
            name={name}
            project={project}
            left={t("queue.discuss.lists", { count })}
            action={{ label: t("queue.discuss.go"), href: `/projects/${projectId}/discussion/${id}` }}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface BatchWithCasesProps {
  name: string;
  project: string;
  left: string;
  action: { label: string; href: string };
}

/** A batch with contested cases or reviewed lists for the annotator. */
function BatchWithCases({ name, project, left, action }: BatchWithCasesProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-2">
      <span className="min-w-0">
        <bdi className="wrap-anywhere">{name}</bdi>{" "}
        <span className="text-muted">
          <bdi>{project}</bdi> · {left}
        </span>
      </span>
      <ButtonLink size="sm" href={action.href}>
        {action.label}
      </ButtonLink>
    </li>
  );
}

/**
 * Assignments and minutes left in all batches together; minutes only if they are known for each batch with work left.
 */
function leftIn(queue: readonly QueueEntry[]): { left: number; minutesLeft: number | null } {
  const withWork = queue.filter((entry) => entry.hasWork && entry.submitted < entry.share);
  const minutes = withWork.map(minutesLeft);
  return {
    left: withWork.reduce((sum, entry) => sum + entry.share - entry.submitted, 0),
    minutesLeft:
      minutes.includes(null) || minutes.length === 0
        ? null
        : minutes.reduce<number>((sum, one) => sum + (one ?? 0), 0),
  };
}

/**
 * Sort key: work in progress first, then available work, in the order of the data (earliest due date first).
 */
function rank(entry: QueueEntry): number {
  if (entry.openAssignment) return 0;
  return entry.hasWork ? 1 : 2;
}

async function NextBatch({ entry }: { entry: QueueEntry }) {
  const { t } = await getTranslations();
  const work = entry.openAssignment ? "queue.amid" : entry.hasWork ? "queue.next" : null;
  return (
    <section
      aria-labelledby="next"
      className="grid gap-5 rounded-md border border-accent-line bg-surface p-5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:p-6"
    >
      <div className="grid gap-3">
        <div className="grid gap-1">
          {(work || entry.sample) && (
            <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
              {work && t(work)}
              {entry.sample && <SampleBadge />}
            </p>
          )}
          <h2 id="next" className="text-xl wrap-anywhere">
            <bdi>{entry.name}</bdi>
          </h2>
          <p className="text-sm text-muted">
            <bdi>{entry.project}</bdi> · {t(`preset.${entry.preset}`)}
          </p>
        </div>
        <Facts entry={entry} />
      </div>
      <EntryAction entry={entry} big />
    </section>
  );
}

async function OtherBatch({ entry }: { entry: QueueEntry }) {
  const { t } = await getTranslations();
  return (
    <li className="grid gap-3 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="grid gap-2">
        <div>
          <h3 className="flex flex-wrap items-center gap-2 text-base">
            <bdi>{entry.name}</bdi>
            {entry.sample && <SampleBadge />}
          </h3>
          <p className="text-sm text-muted">
            <bdi>{entry.project}</bdi> · {t(`preset.${entry.preset}`)}
          </p>
        </div>
        <Facts entry={entry} />
      </div>
      <EntryAction entry={entry} big={false} />
    </li>
  );
}

async function Facts({ entry }: { entry: QueueEntry }) {
  const { t } = await getTranslations();
  const left = Math.max(0, entry.share - entry.submitted);
  const minutes = minutesLeft(entry);
  return (
    <div className="grid max-w-md gap-1.5">
      {entry.before && <p className="text-sm tabular-nums">{stageWords(entry.before, t)}</p>}
      <ProgressBar
        label={t("queue.progress", { name: entry.name })}
        value={entry.submitted}
        max={entry.share}
        tone={left === 0 ? "positive" : "accent"}
      />
      <p className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
        <span>{t("queue.done", { done: entry.submitted, share: entry.share })}</span>
        {minutes !== null && <span>{t("queue.minutes", { count: minutes })}</span>}
        {entry.dueAt && (
          <span>
            <Trans id="queue.due" values={{ date: <Time at={entry.dueAt.toISOString()} show="date" /> }} />
          </span>
        )}
        {entry.guidelines !== "none" && (
          <Link href={`/annotate/guidelines/${entry.id}`} className="text-accent hover:underline">
            {t(entry.guidelines === "changed" ? "guidelines.changed" : "guidelines.title")}
            <span className="sr-only">: {entry.name}</span>
          </Link>
        )}
      </p>
    </div>
  );
}

async function EntryAction({ entry, big }: { entry: QueueEntry; big: boolean }) {
  const { t } = await getTranslations();
  if (entry.state === "paused")
    return (
      <Badge tone="warning" className="justify-self-start">
        {t("queue.paused")}
      </Badge>
    );
  if (entry.before?.at === "failed") {
    return (
      <ButtonLink size="sm" href={`/annotate/qualification/${entry.id}`} className="justify-self-start">
        {t("stage.see")}
      </ButtonLink>
    );
  }
  if (!entry.hasWork) {
    return (
      <Badge tone={entry.submitted >= entry.share ? "positive" : "neutral"} className="justify-self-start">
        {t("queue.nothing-now")}
      </Badge>
    );
  }
  const started = entry.openAssignment !== null || entry.submitted > 0;
  return <ContinueButton batch={entry.id} name={entry.name} started={started} big={big} />;
}
