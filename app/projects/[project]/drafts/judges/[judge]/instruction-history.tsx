import { Disclosure } from "@/components/ui/disclosure";
import { Time } from "@/components/ui/time";
import type { InstructionView } from "@/lib/judge/schema/proposals";

const DID = { accept: "accepted", revise: "revised", remove: "removed" } as const;

/**
 * The model's own text and every decision on it; renders nothing if there is at most one decision and no other text.
 */
export function InstructionHistory({ instruction: { text, decisions } }: { instruction: InstructionView }) {
  if (decisions.length < 2 && decisions.every((decision) => decision.text === null)) return null;
  return (
    <Disclosure summary="History">
      <ol className="grid gap-1 text-xs text-muted">
        <li className="wrap-anywhere">Proposed: {text}</li>
        {decisions.map((decision) => (
          <li key={new Date(decision.at).toISOString()} className="wrap-anywhere">
            <Time at={new Date(decision.at).toISOString()} />: {decision.by ?? "an erased account"}{" "}
            {DID[decision.action]} it
            {decision.text !== null && `: ${decision.text}`}
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
