import { Download } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { z } from "zod";
import { Failures } from "@/app/projects/[project]/drafts/[run]/failures";
import { Generated } from "@/app/projects/[project]/drafts/[run]/generated";
import { Categories } from "@/app/projects/[project]/drafts/[run]/labels";
import { RepeatRun } from "@/app/projects/[project]/drafts/[run]/repeat-run";
import { RunActions } from "@/app/projects/[project]/drafts/[run]/run-actions";
import { RunLive } from "@/app/projects/[project]/drafts/[run]/run-live";
import { RunUnits } from "@/app/projects/[project]/drafts/[run]/units";
import { versionOf } from "@/app/projects/[project]/drafts/[run]/version";
import { RunStateBadge } from "@/app/projects/[project]/drafts/run-state";
import { Page } from "@/components/shell/page";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button-class";
import { ButtonLink } from "@/components/ui/button-link";
import {
  formatCount,
  formatDuration,
  formatMoney,
  formatPercent,
  formatQuantity,
  formatStatistic,
} from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Time } from "@/components/ui/time";
import { listWaiting } from "@/lib/batch/data/wait-for-run";
import type { TaskFilter } from "@/lib/dataset/schema";
import { conditionInWords } from "@/lib/dataset/schema/metadata-condition";
import { findGeneratedTables } from "@/lib/drafting/data/generated-tables";
import { findRun, listFailures } from "@/lib/drafting/data/progress";
import { nameRubricSource } from "@/lib/drafting/data/resolve-rubric-source";
import { countCategories, findRunProject, listUnits, UNIT_STATES } from "@/lib/drafting/data/run-units";
import { methodById, methodTitle } from "@/lib/drafting/rules/methods";
import { CACHE_POLICIES, failureWords, pauseWords, wordingOf } from "@/lib/drafting/rules/wording";
import type { RunProgress, RunSelection } from "@/lib/drafting/schema/runs";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Run" };

const Search = z.object({
  show: z.enum(UNIT_STATES).optional().catch(undefined),
  /** The external score that counts as true. */
  truth: z.string().max(100).optional().catch(undefined),
  after: z.coerce.number().int().min(-1).max(2_147_483_647).optional().catch(undefined),
});

interface RunPageProps {
  params: Promise<{ project: string; run: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Progress of a run: cost, failures, and drafts. */
export default async function RunPage({ params, searchParams }: RunPageProps) {
  const { project: projectId, run: runId } = await params;
  const { actor, project } = await requireMember(projectId, "researcher");
  const id = z.uuid().safeParse(runId);
  const run =
    id.success && (await findRunProject(actor, id.data)) === project.id
      ? await findRun(actor, id.data)
      : null;
  if (!run) notFound();
  const { show, after, truth } = Search.parse(await searchParams);
  const [units, failures, waiting, categories, rubric, generated] = await Promise.all([
    listUnits(actor, run.id, { state: show, after }),
    run.units.failed > 0 ? listFailures(actor, run.id) : [],
    listWaiting(actor, run.id),
    countCategories(actor, run.id),
    nameRubricSource(actor, run.selection.rubric),
    run.made.responses > 0 ? findGeneratedTables(actor, run.id, truth) : null,
  ]);
  const home = `/projects/${project.id}/drafts`;
  const isAdmin = project.role === "admin" && !project.archivedAt;
  const isActive = run.state === "running" || run.units.working > 0;
  return (
    <Page>
      <PageHeader
        title={run.name}
        breadcrumbs={[{ label: "Drafts", href: home }]}
        state={<RunStateBadge state={run.state} />}
        description={
          <>
            {methodTitle(run.method, run.params)} · {run.model} ·{" "}
            <Link href={`/projects/${project.id}/data/${run.dataset.id}`} className="hover:underline">
              {run.dataset.name}
            </Link>
            {rubric && ` · judges by ${rubric}`}
          </>
        }
        actions={
          isAdmin && (
            <>
              {(run.state === "done" || run.state === "cancelled") && (
                <RepeatRun run={run} project={project.id} />
              )}
              <RunActions run={run} waiting={waiting.length} />
            </>
          )
        }
      />
      {!run.published && (
        <Banner
          tone="warning"
          title={run.withdrawnAt ? "Its drafts are withdrawn" : "A trial: its drafts are not published"}
        >
          {run.withdrawnAt
            ? "Only annotators who had already seen them still see them. They count in no report, and no new batch can choose them."
            : "Look at them here and under Compare. No batch can choose them and no report counts them until you publish them."}
        </Banner>
      )}
      {run.pausedFor && (
        <Banner
          tone="warning"
          title={run.state === "paused_budget" ? "Paused at its limit" : "Paused by the system"}
          action={
            isAdmin && (
              <ButtonLink size="sm" href={`${home}/endpoints`}>
                Models
              </ButtonLink>
            )
          }
        >
          {pauseWords(run.pausedFor)}
        </Banner>
      )}
      {waiting.length > 0 && <Waiting run={run} batches={waiting} project={project.id} />}
      <Progress run={run}>
        {isActive && <RunLive run={run.id} version={versionOf(run)} at={new Date().toISOString()} />}
      </Progress>
      {generated && <Generated run={run} tables={generated} isAdmin={isAdmin} href={`${home}/${run.id}`} />}
      {categories && <Categories {...categories} />}
      {run.measures.length > 0 && <Measures measures={run.measures} />}
      {run.units.failed > 0 && (
        <Failures run={run} failures={failures ?? []} mayRetry={isAdmin} project={project.id} />
      )}
      {units && (
        <RunUnits
          page={units}
          run={run}
          project={project.id}
          show={show}
          after={after ?? -1}
          href={`${home}/${run.id}`}
        />
      )}
      <Design run={run} rubric={rubric} />
    </Page>
  );
}

/** Batches that open after the run, or would have. */
function Waiting({
  run,
  batches,
  project,
}: {
  run: RunProgress;
  batches: { id: string; name: string }[];
  project: string;
}) {
  const stuck = run.state === "cancelled" || (run.state === "done" && run.units.failed > 0);
  return (
    <Banner
      tone={stuck ? "warning" : "info"}
      title={`${formatQuantity(batches.length, "batch", "batches")} ${batches.length === 1 ? "waits" : "wait"} for this run`}
    >
      {run.state === "cancelled"
        ? "It was cancelled, so nothing opens by itself any more: "
        : stuck
          ? "Some of it failed. Once this is retried and no failure is left, it opens: "
          : "Once everything is drafted, it opens: "}
      {batches.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ", "}
          <Link href={`/projects/${project}/batches/${id}`} className="underline">
            {name}
          </Link>
        </span>
      ))}
      .
    </Banner>
  );
}

function Progress({ run, children }: { run: RunProgress; children: ReactNode }) {
  const { units, calls, cached, requests, requestsPerMinute, secondsLeft, made, currency } = run;
  const finished = units.done + units.failed;
  return (
    <section aria-label="Progress" className="grid gap-4 rounded-md border bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="flex items-baseline gap-2">
          <span className="text-2xl font-semibold tabular-nums">
            {formatPercent(units.all === 0 ? null : finished / units.all, 0)}
          </span>
          <span className="text-sm text-muted tabular-nums">
            {formatCount(units.done)} of {formatCount(units.all)} done
            {units.working > 0 && `, ${formatCount(units.working)} in work`}
          </span>
        </p>
        {children}
      </div>
      <ProgressBar
        label="Finished"
        value={finished}
        max={units.all}
        tone={units.failed > 0 ? "warning" : finished === units.all ? "positive" : "accent"}
      />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4">
        <Fact label="Failed">
          <span className={units.failed > 0 ? "text-danger" : undefined}>{formatCount(units.failed)}</span>
        </Fact>
        <Fact label="Answers used">
          {formatCount(calls)}
          <Small>{formatCount(cached)} from cache</Small>
        </Fact>
        <Fact label="Requests">
          {formatCount(requests)}
          {run.maxCalls !== null && ` of ${formatCount(run.maxCalls)}`}
          {run.state === "running" && <Small>{formatCount(requestsPerMinute)} in the last minute</Small>}
        </Fact>
        <Fact label="Spent">
          {run.priced ? (
            <>
              {formatMoney(run.spentMicros, currency)}
              {run.maxCostMicros !== null && ` of ${formatMoney(run.maxCostMicros, currency)}`}
              {run.spentMicros > run.costMicros && (
                <Small>
                  {formatMoney(run.spentMicros - run.costMicros, currency)} of it under way, or not confirmed
                  by an answer
                </Small>
              )}
            </>
          ) : (
            "price unknown"
          )}
        </Fact>
        <Fact label="Drafted">
          {[
            made.rubrics > 0 && formatQuantity(made.rubrics, "list of items", "lists of items"),
            made.drafts > 0 && formatQuantity(made.drafts, "value"),
            made.labels > 0 && `${formatCount(made.labels)} labelled`,
            made.responses > 0 && formatQuantity(made.responses, "response"),
          ]
            .filter(Boolean)
            .join(", ") || "nothing yet"}
          {run.left > 0 && (
            <Small>{formatQuantity(run.left, "answer")} left to the rules, which prove them</Small>
          )}
        </Fact>
        <Fact label="Time left">
          {run.state !== "running"
            ? "does not run"
            : secondsLeft === null
              ? "not known yet"
              : `about ${formatDuration(secondsLeft * 1000)}`}
        </Fact>
        <Fact label="Started">{run.startedAt ? <Time at={run.startedAt.toISOString()} /> : "not yet"}</Fact>
        <Fact label="Finished">
          {run.finishedAt ? <Time at={run.finishedAt.toISOString()} /> : "not yet"}
        </Fact>
      </dl>
      {Object.keys(run.unread).length > 0 && (
        <p className="text-xs text-muted">
          Unreadable answers, requested again:{" "}
          {Object.entries(run.unread)
            .map(([code, count]) => `${formatCount(count)} × ${failureWords(code).replace(/\.$/, "")}`)
            .join("; ")}
          .
        </p>
      )}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <span className="block text-xs text-muted">{children}</span>;
}

function Measures({ measures }: Pick<RunProgress, "measures">) {
  return (
    <Panel title="Measures of the method">
      <dl className="grid gap-3 text-sm sm:grid-cols-3">
        {measures.map(({ name, value, note }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two units may have a measure of the same name
          <Fact key={at} label={name}>
            {formatStatistic(value, 4)}
            {note && <Small>{note}</Small>}
          </Fact>
        ))}
      </dl>
    </Panel>
  );
}

/** Settings of the run, which stay with its drafts as provenance. */
function Design({ run, rubric }: { run: RunProgress; rubric: string | null }) {
  const method = methodById(run.method);
  const params = Object.entries(run.params);
  return (
    <Panel
      title="Design"
      actions={
        run.calls > 0 && (
          <a
            href={`/api/v1/runs/${run.id}/cassette`}
            download
            title="For countersign draft --cassette-in --replay-only"
            className={buttonClass({ size: "sm" })}
          >
            <Download aria-hidden="true" />
            Recording of its calls
          </a>
        )
      }
    >
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact label="Method">
          <span className="font-mono text-xs">{run.method}</span>, version {run.methodVersion}
          {method && (
            <Small>
              {method.description} {wordingOf(method.paper, "full") ?? `${method.paper}.`}
            </Small>
          )}
        </Fact>
        <Fact label="Endpoint and model">
          {run.endpoint.name}: {run.model}
        </Fact>
        <Fact label="Parameters">
          {params.length === 0
            ? "none"
            : params.map(([name, value]) => `${name}: ${String(value)}`).join(", ")}
        </Fact>
        {run.cachePolicy !== "use" && (
          <Fact label="Answers of earlier runs">{CACHE_POLICIES[run.cachePolicy].label}</Fact>
        )}
        <Fact label="Chosen">{selectionWords(run.selection)}</Fact>
        {rubric && <Fact label="Judges by">{rubric}</Fact>}
      </dl>
    </Panel>
  );
}

function selectionWords({
  filter,
  tasks,
  first,
  pair,
  rubricMethod,
  demonstration,
  description,
}: RunSelection) {
  const parts = [
    tasks && formatQuantity(tasks.length, "task"),
    ...filterWords(filter),
    first && `the first ${formatQuantity(first, "task")}`,
    pair && `pairs of ${pair.join(" and ")}`,
    rubricMethod && `rubrics drafted by ${rubricMethod}`,
    demonstration && "one example",
    description && "a description of the task",
  ].filter(Boolean);
  return parts.length === 0 ? "everything in the dataset" : parts.join(", ");
}

function filterWords({ q, tag, tags, meta, responseMeta, model, least, most, has, status }: TaskFilter) {
  return [
    q && `with “${q}”`,
    tag && `tagged ${tag.join(tags === "all" ? " and " : " or ")}`,
    ...[...(meta ?? []), ...(responseMeta ?? [])].map((one) => `with ${conditionInWords(one)}`),
    model && `responses of ${model.join(" and ")}`,
    least !== undefined && `responses of at least ${formatQuantity(least, "character")}`,
    most !== undefined && `responses of at most ${formatQuantity(most, "character")}`,
    has && `with ${has.join(" and ")}`,
    status && STATUS_WORDS[status],
  ];
}

const STATUS_WORDS = {
  untouched: "not judged, and in no opened batch",
  batch: "in a batch that was opened",
  judged: "judged already",
};
