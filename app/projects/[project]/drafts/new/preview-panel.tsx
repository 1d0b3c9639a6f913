import type { RunPreviewState } from "@/app/projects/[project]/drafts/new/use-preview";
import { formatCount, formatDate, formatDuration, formatMoney, formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import type { DraftMethod } from "@/lib/drafting/schema";
import type { RunPreview } from "@/lib/drafting/schema/runs";

const SUBJECTS: Record<DraftMethod["subject"], string> = {
  task: "Tasks",
  response: "Responses",
  pair: "Pairs",
  dataset: "Datasets",
};

interface PreviewPanelProps {
  preview: RunPreviewState;
  /** Subject of the method. */
  subject: DraftMethod["subject"];
  /** Requirements of the method. */
  needs: readonly string[];
  /** The form is complete enough for an estimate. */
  isWhole: boolean;
}

/** Estimate of a run's maximum cost, computed without calling a model. */
export function PreviewPanel({
  preview: { answer, error, state },
  subject,
  needs,
  isWhole,
}: PreviewPanelProps) {
  return (
    <Panel title="What it takes">
      <div aria-live="polite" aria-busy={isWhole && state === "asking"} className="grid gap-3 text-sm">
        {!isWhole ? (
          <p className="text-muted">Choose an example first.</p>
        ) : error ? (
          <p className="text-danger">{error.message}</p>
        ) : !answer ? (
          <p className="text-muted">Counting…</p>
        ) : (
          <Estimate subject={subject} answer={answer} needs={needs} />
        )}
      </div>
    </Panel>
  );
}

/** Calls, tokens, cost and time of the run. */
function Estimate({
  subject,
  answer,
  needs,
}: {
  subject: DraftMethod["subject"];
  answer: RunPreview;
  needs: readonly string[];
}) {
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 tabular-nums [&>dd]:text-right [&>dt]:text-muted">
        <dt>{SUBJECTS[subject]}</dt>
        <dd className="font-medium">{formatCount(answer.units)}</dd>
        <dt>Calls, at most</dt>
        <dd>{formatCount(answer.calls)}</dd>
        {answer.left !== null && (
          <>
            <dt>Left to the rules</dt>
            <dd>{formatQuantity(answer.left, "answer")}</dd>
          </>
        )}
        <dt>Input tokens</dt>
        <dd>about {formatCount(answer.inputTokens)}</dd>
        <dt>Output tokens</dt>
        <dd>at most {formatCount(answer.outputTokens)}</dd>
        <dt>Cost, at most</dt>
        <dd className="font-medium">
          {answer.costMicros === null ? "price unknown" : formatMoney(answer.costMicros, answer.currency)}
        </dd>
        <dt>Time, at least</dt>
        <dd>{formatDuration(answer.seconds * 1000)}</dd>
      </dl>
      {answer.unfit > 0 && (
        <p className="text-warning">
          {formatCount(answer.unfit)} of those chosen {answer.unfit === 1 ? "is" : "are"} left out: the method
          needs {needs.join(" and ")}.
        </p>
      )}
      {answer.units === 0 && answer.unfit === 0 && <p className="text-warning">No task fits this choice.</p>}
      <p className="text-xs text-muted">
        {answer.costMicros === null
          ? "No price is set for this model. Set it under Endpoints to see the cost and to limit it. "
          : `With the price of ${answer.priceSince ? formatDate(new Date(answer.priceSince), "UTC") : "today"}. `}
        Repeated requests come on top
        {answer.sampled ? "; counted on a part of them." : "."}
      </p>
    </>
  );
}
