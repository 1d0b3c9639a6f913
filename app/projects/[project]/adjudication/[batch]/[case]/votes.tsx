import clsx from "clsx";
import { Trans } from "@/components/i18n/translations";
import { DECISIONS } from "@/components/review/decision-look";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { inWords } from "@/lib/adjudication/rules";
import type { CaseView } from "@/lib/adjudication/schema/case";
import type { DecidedLine, ExplainedVote } from "@/lib/judgement/schema/votes";
import { REASON_LABELS } from "@/lib/review/rules/refusal-messages";

/** Each annotator's vote on the unit, with their decisions on the draft's explanation. */
export function Votes({ votes, item }: Pick<CaseView, "votes" | "item">) {
  return (
    <Panel title="Votes" flush>
      {votes.length === 0 ? (
        <p className="px-4 py-6 text-sm text-muted">
          No vote is left, because the submissions have been taken back.
        </p>
      ) : (
        <ul className="divide-y">
          {votes.map((vote) => (
            <VoteItem key={`${vote.rater} ${inWords(vote.value)}`} vote={vote} item={item} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function VoteItem({ vote, item }: { vote: ExplainedVote; item: CaseView["item"] }) {
  return (
    <li className="grid gap-2 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-10 text-base font-semibold tabular-nums wrap-anywhere">
          {inWords(vote.value)}
        </span>
        <Link
          href={`/submissions/${vote.assignment}?among=subject&item=${encodeURIComponent(item)}`}
          aria-label={`Read the submission of ${vote.rater}`}
          className="rounded-sm text-accent hover:underline"
        >
          {vote.rater}
        </Link>
        {vote.initial !== null && (
          <span className="text-xs text-muted">before the draft: {inWords(vote.initial)}</span>
        )}
        {vote.flags.map((flag) => (
          <Badge key={flag} tone="warning">
            {flag}
          </Badge>
        ))}
      </div>
      {vote.lines.length > 0 && (
        <ul aria-label={`What ${vote.rater} did with the explanation`} className="grid gap-2">
          {vote.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was submitted never moves
            <Line key={at} line={line} />
          ))}
        </ul>
      )}
      {vote.note && (
        <p dir="auto" className="wrap-break-word whitespace-pre-wrap text-muted">
          Note: {vote.note}
        </p>
      )}
    </li>
  );
}

function Line({ line: { action, drafted, text, reasonCode, reasonNote } }: { line: DecidedLine }) {
  const look = DECISIONS[action];
  const reason = [
    reasonCode && (Object.entries(REASON_LABELS).find(([code]) => code === reasonCode)?.[1] ?? reasonCode),
    reasonNote,
  ];
  return (
    <li className={clsx("grid gap-0.5 border-s-2 ps-3", look.edge)}>
      <span className={clsx("inline-flex items-center gap-1 text-xs font-medium", look.text)}>
        <look.icon aria-hidden="true" className="size-3" />
        <Trans id={look.done} />
      </span>
      {drafted !== null && (
        <span
          dir="auto"
          className={clsx(
            "wrap-break-word whitespace-pre-wrap",
            (action === "remove" || (action === "revise" && text)) && "text-muted line-through",
          )}
        >
          {drafted}
        </span>
      )}
      {text && (
        <span dir="auto" className="wrap-break-word whitespace-pre-wrap">
          {text}
        </span>
      )}
      {reason.some(Boolean) && (
        <span className="text-xs text-muted">{reason.filter(Boolean).join(": ")}</span>
      )}
    </li>
  );
}
