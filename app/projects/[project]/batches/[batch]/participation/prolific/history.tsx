import { formatAmount } from "@/app/projects/[project]/batches/[batch]/participation/prolific/money";
import { Badge, type Tone } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import { ACTION_LABELS } from "@/lib/prolific/rules";
import type { ProlificStudyView } from "@/lib/prolific/schema";

type Action = ProlificStudyView["actions"][number];

const STATES: Record<Action["state"], { label: string; tone: Tone }> = {
  pending: { label: "Waiting", tone: "neutral" },
  sending: { label: "Under way", tone: "neutral" },
  unclear: { label: "Unclear", tone: "danger" },
  done: { label: "Done", tone: "positive" },
  refused: { label: "Refused", tone: "danger" },
};

/** Requests to Prolific, newest first, with their results. */
export function ActionHistory({ study: { actions, currency } }: { study: ProlificStudyView }) {
  const underWay = actions.filter(({ state }) => state === "pending" || state === "sending").length;
  const waiting = underWay > 0 ? `, ${formatCount(underWay)} under way` : "";
  return (
    <Disclosure summary={`Requests to Prolific (${formatCount(actions.length)}${waiting})`}>
      <ul className="grid gap-1.5 text-sm">
        {actions.map(({ id, kind, state, amount, total, problem, createdAt, submissions }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
            <span>
              {ACTION_LABELS[kind]}
              {submissions.length > 0 && `, ${formatQuantity(submissions.length, "submission")}`}
              {amount !== null && `, ${formatAmount(amount, currency)} each`}
              {total !== null && `, ${formatAmount(total, currency)} with fees`}
            </span>
            <span className="text-muted">
              <Time at={createdAt.toISOString()} />
            </span>
            {problem && <span className="w-full text-muted">{problem}</span>}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
