"use client";

import { ProgressBar } from "@/components/ui/progress-bar";
import type { Plan, PlanRequest } from "@/lib/report/rules/planning/plan";
import { verdictOnPlan } from "@/lib/report/rules/planning/verdict";
import { PlanTable } from "./plan-table";
import { usePlan } from "./use-plan";

/** The plan for a request, as soon as it is simulated. Null: the fields around it say what is wrong. */
export function PlanResult({ request }: { request: PlanRequest | null }) {
  const { found, share, busy } = usePlan(request);
  if (request === null) return null;
  return (
    <div className="grid gap-3 [&>*]:min-w-0">
      {busy && (
        <ProgressBar
          label="Simulating studies"
          value={Math.round(100 * share)}
          max={100}
          text={`${Math.round(100 * share)} %`}
        />
      )}
      {found && (
        <div aria-busy={busy}>
          <Verdict plan={found} />
          <PlanTable plan={found} />
        </div>
      )}
    </div>
  );
}

function Verdict({ plan }: { plan: Plan }) {
  const verdict = verdictOnPlan(plan);
  return (
    verdict && (
      <p role="status" className="mb-3 max-w-prose text-sm">
        {verdict}
      </p>
    )
  );
}
