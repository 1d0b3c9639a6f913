import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { type MonitorSearch, monitorHref } from "@/app/projects/[project]/batches/[batch]/monitor-search";
import { Throughput } from "@/app/projects/[project]/batches/[batch]/throughput";
import { DocsLink } from "@/components/shell/docs-link";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterLinks } from "@/components/ui/filter-links";
import {
  DASH,
  formatCount,
  formatPercent,
  formatQuantity,
  formatSetPercent,
  formatStatistic,
} from "@/components/ui/format";
import { InfoTip } from "@/components/ui/info-tip";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Time } from "@/components/ui/time";
import type { ArmProgress, Monitor } from "@/lib/batch/data/monitor";
import { estimateFinish, type Finish } from "@/lib/batch/rules/finish-estimate";
import type { BatchState, ThroughputPeriod } from "@/lib/batch/schema";
import type { Intake } from "@/lib/batch/schema/intake";
import type { Progress } from "@/lib/batch/schema/views";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";

interface OverviewProps {
  state: BatchState;
  kind: SubjectKind;
  dataset: { name: string; href: string };
  /** Automatic intake of new subjects; null when there is none. */
  intake: Intake | null;
  progress: Progress;
  monitor: Monitor;
  per: ThroughputPeriod;
  home: string;
  search: MonitorSearch;
  /** Shows whether the page updates itself, and its time. */
  live: ReactNode;
}

/** Progress of the batch, throughput, and estimated completion. */
export function ProgressOverview(props: OverviewProps) {
  const { state, kind, intake, progress, monitor, per, home, search, live } = props;
  const { submitted, slots, open, complete, subjects } = progress;
  const { pace, stuck, arms } = monitor;
  const finish = estimateFinish({
    state,
    left: slots - submitted,
    unfillable: stuck.unfillable,
    submitted: pace.submitted,
    since: pace.since,
    now: new Date(),
    hours: monitor.hours,
    ...monitor.working,
  });
  if (subjects === 0) return <NothingYet {...props} />;
  return (
    <>
      {stuck.nobody > 0 && (state === "open" || state === "paused") && (
        <NobodyLeftBanner stuck={stuck} kind={kind} home={home} search={search} />
      )}
      <SubmittedProgress
        slots={slots}
        submitted={submitted}
        open={open}
        complete={complete}
        subjects={subjects}
        kind={kind}
        arms={arms}
        live={live}
      />
      <PacePanel
        per={per}
        home={home}
        search={search}
        monitor={monitor}
        finish={finish}
        stuck={stuck}
        takesNew={intake !== null && state === "open"}
      />
    </>
  );
}

/** Shown in place of the progress while an opened batch has no subjects. */
function NothingYet({
  state,
  kind,
  dataset,
  intake,
  live,
}: Pick<OverviewProps, "state" | "kind" | "dataset" | "intake" | "live">) {
  const isOver = state === "closed" || state === "archived";
  return (
    <section aria-label="Progress" className="grid gap-3 rounded-md border bg-surface p-4">
      <EmptyState
        icon={<Inbox />}
        title={intake && !isOver ? `No ${kind} has come yet` : `It has no ${kind}`}
        action={<ButtonLink href={dataset.href}>Open the dataset</ButtonLink>}
      >
        <p>
          {isOver && "The batch was closed before anything arrived."}
          {!isOver &&
            (intake
              ? whatComes(kind, intake, dataset.name, state)
              : `Add ${kind}s, or let it take new ones by itself.`)}
        </p>
        {intake && state === "open" && (
          <p className="mt-2">
            Annotators are notified of new work when the first is taken.{" "}
            <DocsLink href="/docs/how-to/import#adding-to-a-dataset">How samples are pushed</DocsLink>
          </p>
        )}
      </EmptyState>
      {live}
    </section>
  );
}

function whatComes(
  kind: SubjectKind,
  { rate, perDay, limit }: Intake,
  dataset: string,
  state: BatchState,
): string {
  const share = rate === 1 ? `each ${kind}` : `${formatSetPercent(rate)} of the ${kind}s`;
  const most = perDay === null ? "" : `, at most ${formatCount(perDay)} on a day (UTC)`;
  return (
    `It takes ${share} that ${dataset} gets from now on, if the filter lets it through and the steps fit it${most}, ` +
    `${formatCount(limit)} in all.${state === "paused" ? " While the batch is paused, new ones wait." : ""}`
  );
}

interface PacePanelProps {
  per: ThroughputPeriod;
  home: string;
  search: MonitorSearch;
  monitor: Monitor;
  finish: Finish;
  stuck: Monitor["stuck"];
  takesNew: boolean;
}

/** Submissions over time, and when the batch will probably be finished. */
function PacePanel({ per, home, search, monitor, finish, stuck, takesNew }: PacePanelProps) {
  return (
    <Panel
      title="Pace"
      actions={
        <FilterLinks
          label="Count submissions"
          words={{ hour: "Per hour", day: "Per day" }}
          counts={{}}
          current={per}
          hrefOf={(each) => monitorHref(home, search, { per: each })}
        />
      }
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_16rem]">
        <Throughput
          per={per}
          buckets={monitor.throughput.map(({ at, submitted }) => ({ at: at.toISOString(), submitted }))}
        />
        <EstimatedFinish finish={finish} unfillable={stuck.unfillable} takesNew={takesNew} />
      </div>
    </Panel>
  );
}

interface NobodyLeftBannerProps {
  stuck: Monitor["stuck"];
  kind: SubjectKind;
  home: string;
  search: MonitorSearch;
}

/** Warns of subjects that no annotator of the batch can still take. */
function NobodyLeftBanner({ stuck, kind, home, search }: NobodyLeftBannerProps) {
  return (
    <Banner
      tone="warning"
      title={`No annotator of this batch can take ${formatQuantity(stuck.nobody, `more ${kind}`)}`}
      action={
        <ButtonLink size="sm" href={`${monitorHref(home, search, { filter: "nobody" })}#subjects`}>
          Show them
        </ButtonLink>
      }
    >
      They have free assignments, but all annotators of the batch have had them already. Add an annotator, or
      close the batch without them.
    </Banner>
  );
}

interface SubmittedProgressProps {
  slots: Progress["slots"];
  submitted: Progress["submitted"];
  open: Progress["open"];
  complete: Progress["complete"];
  subjects: Progress["subjects"];
  kind: SubjectKind;
  arms: Monitor["arms"];
  live: ReactNode;
}

/** The submitted share of the batch, as a whole and by arm. */
function SubmittedProgress({
  slots,
  submitted,
  open,
  complete,
  subjects,
  kind,
  arms,
  live,
}: SubmittedProgressProps) {
  return (
    <section aria-label="Progress" className="grid gap-3 rounded-md border bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="flex items-baseline gap-2">
          <span className="text-2xl font-semibold tabular-nums">
            {formatPercent(slots ? submitted / slots : null, 0)}
          </span>
          <span className="text-sm text-muted tabular-nums">
            {formatCount(submitted)} of {formatQuantity(slots, "assignment")} submitted
          </span>
        </p>
        <p className="text-sm text-muted tabular-nums">
          {formatCount(open)} open now · {formatCount(complete)} of {formatQuantity(subjects, kind)} complete
        </p>
      </div>
      <ProgressBar
        label="Submitted"
        value={submitted}
        max={slots}
        tone={submitted === slots ? "positive" : "accent"}
      />
      <Arms arms={arms} />
      {live}
    </section>
  );
}

const ARM_COLUMNS = [
  ["submitted", "Submitted"],
  ["open", "Open"],
  ["reserved", "On hold"],
  ["ahead", "Up next"],
  ["free", "Free"],
  ["slots", "In all"],
  ["skipped", "Skipped"],
] as const;

const FURTHER = ["further", "Further"] as const;

function Arms({ arms }: { arms: ArmProgress[] }) {
  // A column for further annotators, only where a batch asks for any.
  const columns = arms.some(({ further }) => further > 0) ? [...ARM_COLUMNS, FURTHER] : ARM_COLUMNS;
  return (
    <ListTable
      label="Assignments by arm"
      bare
      columns={[{ header: "Arm" }, ...columns.map(([, header]) => ({ header, atEnd: true }))]}
    >
      {arms.map((arm) => (
        <tr key={arm.name} className="text-right tabular-nums">
          <th scope="row" className="min-w-24 text-left font-normal wrap-anywhere">
            {arm.name}
          </th>
          {columns.map(([column]) => (
            <td key={column}>{formatCount(arm[column])}</td>
          ))}
        </tr>
      ))}
    </ListTable>
  );
}

function EstimatedFinish({
  finish,
  unfillable,
  takesNew,
}: {
  finish: Finish;
  unfillable: number;
  takesNew: boolean;
}) {
  return (
    <div className="grid content-start gap-1">
      <p className="flex items-center gap-1 text-sm text-muted">
        Estimated finish
        <InfoTip about="Estimated finish">
          The time for the remaining work, at the pace since the batch opened or of the last seven days, in
          the hours in which people work. The range follows from the number of submissions alone and does not
          include that annotators may stop.
        </InfoTip>
      </p>
      {finish.at === null ? (
        <>
          <p className="text-xl font-semibold">{DASH}</p>
          <p className="text-sm text-muted">
            {finish.because === "nobody-works" ? (
              <NoRecentWork lastAt={finish.lastAt} />
            ) : finish.because === "done" && takesNew ? (
              "Everything that has arrived is submitted."
            ) : (
              WHY_NOT[finish.because](unfillable)
            )}
          </p>
        </>
      ) : (
        <>
          <p className="text-xl font-semibold">
            <Time at={finish.at.toISOString()} show="date" />
          </p>
          <p className="text-sm text-muted">
            between <Time at={finish.earliest.toISOString()} /> and <Time at={finish.latest.toISOString()} />
          </p>
          <p className="text-xs text-muted tabular-nums">
            {formatStatistic(finish.perDay, 1)} per day: {formatQuantity(finish.submitted, "submission")} in{" "}
            {formatStatistic(finish.days, 1)} days
          </p>
        </>
      )}
    </div>
  );
}

function NoRecentWork({ lastAt }: { lastAt: Date | null }) {
  if (!lastAt) return "Nobody works on it: nothing was submitted yet.";
  return (
    <>
      Nobody works on it: the last submission is of <Time at={lastAt.toISOString()} />.
    </>
  );
}

const WHY_NOT: Record<
  Exclude<Extract<Finish, { at: null }>["because"], "nobody-works">,
  (unfillable: number) => string
> = {
  done: () => "Everything is submitted.",
  "not-open": () => "The batch is not open.",
  "too-few": () => "Fewer than five submissions in the last seven days are too few to tell a pace.",
  "too-soon": () => "The batch has been open for less than an hour.",
  unfillable: (count) =>
    `${formatQuantity(count, "assignment")} cannot be filled by the present annotators, because no annotator judges the same twice.`,
};
