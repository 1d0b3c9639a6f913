import clsx from "clsx";
import { MessageCircleQuestion } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { withPrepared } from "@/app/prepare-prose";
import { BatchHeader } from "@/app/projects/[project]/batches/[batch]/batch-header";
import { hrefWith } from "@/app/projects/[project]/batches/[batch]/monitor-search";
import { cursorOf, NewestPager, newestQuery } from "@/app/projects/[project]/batches/[batch]/newest-pages";
import { BatchPoller } from "@/app/projects/[project]/batches/[batch]/poll";
import { QuestionActions } from "@/app/projects/[project]/batches/[batch]/questions/question-actions";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";
import { Conversation } from "@/components/question/conversation";
import { PublishedAnswers } from "@/components/question/published-answers";
import { ContentPane } from "@/components/review/content-pane";
import { DocsLink } from "@/components/shell/docs-link";
import { Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterLinks } from "@/components/ui/filter-links";
import { formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { findMonitorVersion } from "@/lib/batch/data/monitor";
import { countQuestions, findQuestion, listQuestions, type QuestionView } from "@/lib/question/data";
import { proposal } from "@/lib/question/rules";
import { QuestionFilter, type QuestionRow } from "@/lib/question/schema";

export const metadata: Metadata = { title: "Questions" };

const WORDS: Record<QuestionFilter, string> = {
  all: "All",
  waiting: "Waiting",
  answered: "Answered",
  published: "Published",
};

const Search = z.object({
  filter: QuestionFilter.catch("all"),
  question: z.uuid().optional().catch(undefined),
  ...newestQuery,
});
type Search = z.infer<typeof Search>;

interface QuestionsProps {
  params: Promise<{ project: string; batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Annotators' questions on a batch with their context, and the answers. */
export default async function QuestionsPage({ params, searchParams }: QuestionsProps) {
  const { actor, project, batch } = await requireBatch(params, "researcher");

  const search = Search.parse(await searchParams);
  const { filter, question } = search;
  const monitorVersion = await findMonitorVersion(actor, batch.id);
  const [counts, list, shown] = await Promise.all([
    countQuestions(actor, batch.id),
    listQuestions(actor, batch.id, filter, cursorOf(search)),
    question ? findQuestion(actor, batch.id, question) : null,
  ]);
  if (!counts || !monitorVersion) notFound();
  const home = `/projects/${project.id}/batches`;
  const here = `${home}/${batch.id}/questions`;
  const hrefOf = (change: Partial<Search>) => hrefWith(here, { ...search, ...change });
  return (
    <Page>
      <BatchHeader
        batch={batch}
        about="Questions"
        description={
          <>
            Questions that annotators ask in the workbench. They see the answer there, and on their own page.{" "}
            <DocsLink href="/docs/how-to/monitor#questions">About questions</DocsLink>
          </>
        }
      />
      <BatchPoller
        batch={batch.id}
        version={monitorVersion.version}
        at={new Date().toISOString()}
        announcement={`${formatQuantity(counts.waiting, "question")} waiting.`}
      />
      {counts.all === 0 ? (
        <Panel>
          <EmptyState icon={<MessageCircleQuestion />} title="No questions yet">
            Annotators ask with the question mark in the bar of the workbench.
          </EmptyState>
        </Panel>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)] [&>*]:min-w-0">
          <QuestionList shown={shown} counts={counts} hrefOf={hrefOf} list={list} search={search} />
          {shown ? (
            <Shown
              question={shown}
              mayAnswer={project.role === "admin"}
              back={hrefOf({ question: undefined })}
            />
          ) : (
            <p className="py-8 text-center text-sm text-muted max-lg:hidden">
              {question
                ? "This question no longer exists."
                : "Choose a question to read it with its task or response."}
            </p>
          )}
        </div>
      )}
    </Page>
  );
}

interface QuestionListProps {
  shown: QuestionView | null;
  counts: NonNullable<Awaited<ReturnType<typeof countQuestions>>>;
  hrefOf: (change: Partial<Search>) => string;
  list: Awaited<ReturnType<typeof listQuestions>>;
  search: Search;
}

/** Questions of one kind, the newest change first. */
function QuestionList({ shown, counts, hrefOf, list, search }: QuestionListProps) {
  const { filter, question } = search;
  const last = list.rows.at(-1);
  return (
    <Panel
      flush
      title="Questions"
      className={shown ? "max-lg:hidden" : undefined}
      actions={
        <FilterLinks
          label="Filter questions"
          words={WORDS}
          counts={counts}
          current={filter}
          hrefOf={(each) => hrefOf({ filter: each, at: undefined, after: undefined })}
        />
      }
    >
      {list.rows.length === 0 ? (
        <p className="px-4 py-8 text-center text-sm text-muted">There is no question of this kind.</p>
      ) : (
        <ul className="divide-y">
          {list.rows.map((row) => (
            <li key={row.id}>
              <Entry row={row} href={hrefOf({ question: row.id })} current={row.id === question} />
            </li>
          ))}
        </ul>
      )}
      <NewestPager
        label="questions"
        isFirst={!search.after}
        last={list.more && last ? { at: last.changedAt, id: last.id } : null}
        hrefOf={hrefOf}
      />
    </Panel>
  );
}

function Entry({ row, href, current }: { row: QuestionRow; href: string; current: boolean }) {
  return (
    <Link
      href={href}
      aria-current={current ? "true" : undefined}
      className={clsx(
        "grid gap-1 px-4 py-2.5 text-sm focus-visible:-outline-offset-2",
        current ? "bg-accent-soft" : "hover:bg-hover",
      )}
    >
      <span className="flex items-center gap-2">
        <span className="font-medium wrap-anywhere">{row.name ?? row.rater}</span>
        {row.waiting && <Badge tone="warning">Waiting</Badge>}
        {row.published && <Badge tone="positive">Published</Badge>}
        <span className="ms-auto text-xs whitespace-nowrap text-muted">
          <Time at={row.changedAt.toISOString()} />
        </span>
      </span>
      <span dir="auto" className="line-clamp-2 wrap-anywhere">
        {row.last}
      </span>
      <span className="text-xs wrap-anywhere text-muted">
        {[row.task, row.response].filter(Boolean).join(" · ")}
      </span>
    </Link>
  );
}

function Shown({ question, mayAnswer, back }: { question: QuestionView; mayAnswer: boolean; back: string }) {
  return (
    <div className="grid gap-6 [&>*]:min-w-0">
      <Panel
        title={`${question.name ?? question.rater} asks`}
        description={`About ${question.subject}, ${STATES[question.state]}.`}
        actions={
          <Link href={back} className="text-sm text-accent hover:underline lg:hidden">
            All questions
          </Link>
        }
      >
        <div className="grid gap-4">
          <Conversation
            messages={question.messages}
            annotator={question.name ?? question.rater}
            admin="Answer"
          />
          {question.published && (
            <section aria-label="Published to all annotators" className="grid gap-2 rounded-md border p-3">
              <p className="text-xs text-muted">
                Published to all annotators of the batch on{" "}
                <Time at={question.published.publishedAt.toISOString()} />
              </p>
              <PublishedAnswers answers={[question.published]} />
            </section>
          )}
          {mayAnswer && (
            <QuestionActions
              key={question.id}
              id={question.id}
              waiting={question.waiting}
              published={question.published !== null}
              proposal={proposal(question.messages)}
            />
          )}
        </div>
      </Panel>
      <Panel title="What it is about" flush>
        <ContentPane content={withPrepared(question.content)} highlights={[]} active={null} />
      </Panel>
    </div>
  );
}

const STATES: Record<QuestionView["state"], string> = {
  reserved: "on hold",
  open: "in progress",
  submitted: "submitted",
  skipped: "skipped",
  expired: "begun and left",
  returned: "given back",
  reopened: "reopened",
};
