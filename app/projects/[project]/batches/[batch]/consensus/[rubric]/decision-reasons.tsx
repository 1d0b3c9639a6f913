import { Trans } from "@/components/i18n/translations";
import { DECISIONS } from "@/components/review/decision-look";
import { REASON_LABELS } from "@/lib/review/rules/refusal-messages";
import type { ItemDecision } from "@/lib/rubric/schema";

/** Reasons and notes that annotators gave. */
export function DecisionReasons({ reasons }: { reasons: ItemDecision[] }) {
  return (
    <ul aria-label="Reasons and notes" className="grid gap-1 text-sm text-muted">
      {reasons.map(({ id, action, reasonCode, reasonNote }) => (
        <li key={id} dir="auto" className="wrap-break-word">
          <Trans id={DECISIONS[action].done} />:{" "}
          {[reasonCode && wordsFor(reasonCode), reasonNote].filter(Boolean).join(", ")}
        </li>
      ))}
    </ul>
  );
}

const wordsFor = (code: string) =>
  Object.entries(REASON_LABELS).find(([known]) => known === code)?.[1] ?? code;
