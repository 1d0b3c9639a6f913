"use client";

import { ListChecks, Ruler } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { RuleRunBody, RuleRunView } from "@/lib/drafting/schema/rule-runs";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import { RULE_BASED_LABEL } from "@/lib/i18n/english/provenance";

/** A rule run as JSON: dates are dropped, except whether there is one. */
type Run = Omit<RuleRunView, "createdAt" | "finishedAt"> & { finishedAt: unknown };

interface RulesPanelProps {
  dataset: string;
  tasks: number;
  latest: Run | null;
  withoutChecklist: number;
  /** False for users who may not start a run. */
  mayStart: boolean;
}

const EVERY = 1000;

/** Rule-based drafts and checks of a dataset, which need no language model, with their progress. */
export function RulesPanel({ dataset, tasks, latest, withoutChecklist, mayStart }: RulesPanelProps) {
  const router = useRouter();
  const { busy, error, send } = useRequest();
  const [started, setStarted] = useState<Run | null>(null);
  const run = started ?? latest;
  const address = `/api/v1/datasets/${dataset}/rules`;
  const underWay = run !== null && run.finishedAt === null;

  useRuleProgress({ underWay, address, setStarted, router });

  if (!mayStart && !run) return null;

  async function start(what: RuleRunBody["do"]) {
    const value = await send(() => callApi<Run>("POST", address, { do: what }));
    if (value) setStarted(value);
  }

  return (
    <Panel
      title="Without a language model"
      description="Rules turn an instruction's own words into yes/no questions, and answer those that counting can decide. Everything else is left to people, and no scores or preferences are drafted."
    >
      <div className="grid gap-3">
        {mayStart && (
          <RuleButtons
            busy={busy}
            underWay={underWay}
            withoutChecklist={withoutChecklist}
            start={start}
            tasks={tasks}
          />
        )}
        {error && (
          <Banner live tone="danger" title={error.message}>
            Nothing was changed.
          </Banner>
        )}
        {run && <RuleProgress underWay={underWay} run={run} />}
      </div>
    </Panel>
  );
}

/** Follows a run of the rules until it is finished. */
function useRuleProgress({
  underWay,
  address,
  setStarted,
  router,
}: {
  underWay: boolean;
  address: string;
  setStarted: (value: Run | null) => void;
  router: ReturnType<typeof useRouter>;
}) {
  useEffect(() => {
    if (!underWay) return;
    const timer = setInterval(async () => {
      const outcome = await callApi<{ latest: Run | null }>("GET", address);
      if (!outcome.ok || !outcome.value.latest) return;
      setStarted(outcome.value.latest);
      if (outcome.value.latest.finishedAt !== null) router.refresh();
    }, EVERY);
    return () => clearInterval(timer);
  }, [underWay, address, setStarted, router]);
}

interface RuleButtonsProps {
  busy: boolean;
  underWay: boolean;
  withoutChecklist: number;
  start: (what: RuleRunBody["do"]) => Promise<void>;
  tasks: number;
}

/** Starts a run of the rules. */
function RuleButtons({ busy, underWay, withoutChecklist, start, tasks }: RuleButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        disabled={busy || underWay || withoutChecklist === 0}
        onClick={() => void start("draft")}
        aria-describedby="rules-without"
      >
        <Ruler aria-hidden="true" />
        Draft checklists by rules
      </Button>
      <Button disabled={busy || underWay || withoutChecklist === tasks} onClick={() => void start("check")}>
        <ListChecks aria-hidden="true" />
        Check what a program can prove
      </Button>
      <p id="rules-without" className="text-sm text-muted">
        {withoutChecklist === 0
          ? "Every task has a checklist."
          : `${formatQuantity(withoutChecklist, "task")} without a checklist.`}
      </p>
    </div>
  );
}

/** The progress of a run of the rules, or its result. */
function RuleProgress({ underWay, run }: { underWay: boolean; run: Run }) {
  return (
    <div className="grid gap-2">
      <p role="status" className="text-sm tabular-nums">
        {underWay ? `Task ${formatCount(run.seen)} of ${formatCount(run.tasks)}` : summaryOf(run)}
      </p>
      {underWay && (
        <ProgressBar
          label="Rules at work"
          value={run.seen}
          max={Math.max(run.tasks, 1)}
          text={`${formatCount(run.seen)} of ${formatQuantity(run.tasks, "task")}`}
        />
      )}
      <p className="inline-flex items-center gap-1 text-xs font-medium text-add">
        <Ruler aria-hidden="true" className="size-3 shrink-0" />
        {RULE_BASED_LABEL}
      </p>
    </div>
  );
}

function summaryOf({ kind, checklists, items, answered, undecided, leftOut }: Run): string {
  const drafted =
    kind === "draft"
      ? `Drafted ${formatQuantity(checklists, "checklist")} with ${formatQuantity(items, "question")}. `
      : "";
  const proved = `${formatQuantity(answered, "answer")} proved, ${formatCount(undecided)} left to people.`;
  const left =
    leftOut > 0
      ? ` ${formatQuantity(leftOut, "task")} left unchanged, because an open or paused batch uses them.`
      : "";
  return drafted + proved + left;
}
