"use client";

import { Ban, Eye, EyeOff, Pause, Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { microsOf } from "@/app/projects/[project]/drafts/parse-money";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { formatCount, formatMoney, formatQuantity } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import type { RunProgress } from "@/lib/drafting/schema/runs";
import { type ApiError, callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface RunActionsProps {
  run: RunProgress;
  /** Number of batches that open after it. */
  waiting: number;
}

/** Actions of a run in its state: start, pause, resume, end. */
export function RunActions({ run, waiting }: RunActionsProps) {
  const [cancelling, setCancelling] = useState(false);
  const [withdrawing, setWithdrawing] = useState(false);
  const { busy, send } = useRequest();
  const router = useRouter();
  const toast = useToast();

  async function publish(published: boolean) {
    const answer = await send(async () => {
      const outcome = await callApi("POST", `/api/v1/runs/${run.id}/publish`, { published });
      if (!outcome.ok) {
        toast.show({ tone: "danger", title: "Nothing was changed", description: outcome.error.message });
      }
      return outcome;
    });
    if (answer) toast.show({ tone: "positive", title: published ? "Drafts published" : "Drafts withdrawn" });
    router.refresh();
  }

  async function act(what: "start" | "pause" | "cancel", done: string) {
    const answer = await send(async () => {
      const outcome = await callApi("POST", `/api/v1/runs/${run.id}/${what}`, {});
      if (!outcome.ok) {
        toast.show({ tone: "danger", title: "Nothing was changed", description: outcome.error.message });
      }
      return outcome;
    });
    if (answer) toast.show({ tone: "positive", title: done });
    router.refresh();
  }

  const { state } = run;
  const isOver = state === "done" || state === "cancelled";
  return (
    <>
      {run.published ? (
        <Button onClick={() => setWithdrawing(true)} disabled={busy}>
          <EyeOff aria-hidden="true" />
          Withdraw drafts
        </Button>
      ) : (
        <Button busy={busy} onClick={() => publish(true)}>
          <Eye aria-hidden="true" />
          Publish drafts
        </Button>
      )}
      {!isOver && (
        <Button onClick={() => setCancelling(true)} disabled={busy}>
          <Ban aria-hidden="true" />
          Cancel run
        </Button>
      )}
      {state === "running" && (
        <Button variant="primary" busy={busy} onClick={() => act("pause", "Run paused")}>
          <Pause aria-hidden="true" />
          Pause
        </Button>
      )}
      {state === "draft" && (
        <Button variant="primary" busy={busy} onClick={() => act("start", "Run started")}>
          <Play aria-hidden="true" />
          Start run
        </Button>
      )}
      {(state === "paused" || state === "paused_budget") && <Resume run={run} />}
      <WithdrawDialog withdrawing={withdrawing} setWithdrawing={setWithdrawing} run={run} publish={publish} />
      <CancelDialog
        cancelling={cancelling}
        setCancelling={setCancelling}
        run={run}
        waiting={waiting}
        act={act}
      />
    </>
  );
}

interface WithdrawDialogProps {
  withdrawing: boolean;
  setWithdrawing: (value: boolean) => void;
  run: RunProgress;
  publish: (published: boolean) => Promise<void>;
}

function WithdrawDialog({ withdrawing, setWithdrawing, run, publish }: WithdrawDialogProps) {
  return (
    <ConfirmDialog
      open={withdrawing}
      onOpenChange={setWithdrawing}
      title={`Withdraw the drafts of ${run.name}?`}
      description={
        "They are no longer shown, count in no report, and no new batch can choose them. Annotators who have already seen " +
        "them keep them on the page and in the record, and open batches keep its rubrics. They can be published again."
      }
      confirmLabel="Withdraw drafts"
      danger
      onConfirm={() => publish(false)}
    />
  );
}

interface CancelDialogProps {
  cancelling: boolean;
  setCancelling: (value: boolean) => void;
  run: RunProgress;
  waiting: number;
  act: (what: "start" | "pause" | "cancel", done: string) => Promise<void>;
}

function CancelDialog({ cancelling, setCancelling, run, waiting, act }: CancelDialogProps) {
  return (
    <ConfirmDialog
      open={cancelling}
      onOpenChange={setCancelling}
      title={`Cancel ${run.name}?`}
      description={
        "It cannot be started again. What it has drafted stays, and so does what was spent." +
        (waiting > 0
          ? ` ${formatQuantity(waiting, "batch that waits for it does", "batches that wait for it do")} not open by ${waiting === 1 ? "itself" : "themselves"} any more.`
          : "")
      }
      confirmLabel="Cancel run"
      cancelLabel="Keep it"
      danger
      onConfirm={() => act("cancel", "Run cancelled")}
    />
  );
}

/** Resumes a run; limits can be raised at the same time. */
function Resume({ run }: { run: RunProgress }) {
  const [maxCalls, setMaxCalls] = useState(run.maxCalls === null ? "" : String(run.maxCalls));
  const [maxCost, setMaxCost] = useState(
    run.maxCostMicros === null ? "" : String(run.maxCostMicros / 1_000_000),
  );
  const { send, ...request } = useRequest();
  const router = useRouter();
  const toast = useToast();

  async function resume() {
    const body = {
      maxCalls: maxCalls === "" ? null : Number(maxCalls),
      maxCostMicros: maxCost === "" ? null : microsOf(maxCost),
    };
    if (!(await send(() => callApi("POST", `/api/v1/runs/${run.id}/resume`, body)))) return false;
    toast.show({ tone: "positive", title: "Run resumed" });
    router.refresh();
    return true;
  }

  return (
    <FormDialog
      title="Go on with this run"
      description="It continues where it stopped; no call is repeated."
      trigger={
        <Button variant="primary">
          <Play aria-hidden="true" />
          Resume
        </Button>
      }
      request={request}
      verb="Go on"
      onSubmit={resume}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <LimitFields
          error={request.error}
          run={run}
          maxCalls={maxCalls}
          setMaxCalls={setMaxCalls}
          maxCost={maxCost}
          setMaxCost={setMaxCost}
        />
      </div>
    </FormDialog>
  );
}

interface LimitFieldsProps {
  error: ApiError | undefined;
  run: RunProgress;
  maxCalls: string;
  setMaxCalls: (value: string) => void;
  maxCost: string;
  setMaxCost: (value: string) => void;
}

/** The most requests and the most money that the run may use. */
function LimitFields({ error, run, maxCalls, setMaxCalls, maxCost, setMaxCost }: LimitFieldsProps) {
  return (
    <>
      <Field
        label="Max requests"
        error={problemWith(error, "maxCalls")}
        hint={`${formatCount(run.requests)} were made. Empty: no limit.`}
      >
        <Input
          type="number"
          min={1}
          max={2_000_000_000}
          value={maxCalls}
          onChange={(event) => setMaxCalls(event.target.value)}
        />
      </Field>
      <Field
        label={`Budget (${run.currency})`}
        error={problemWith(error, "maxCostMicros")}
        hint={
          run.priced
            ? `${formatMoney(run.spentMicros, run.currency)} were spent. Empty: no limit.`
            : "The price of this model was unknown when the run was made, so money cannot be limited."
        }
      >
        <Input
          type="number"
          inputMode="decimal"
          min={0}
          max={1e9}
          step="any"
          disabled={!run.priced}
          value={maxCost}
          onChange={(event) => setMaxCost(event.target.value)}
        />
      </Field>
    </>
  );
}
