"use client";

import { Calculator } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { callApi } from "@/lib/http/client";
import type { ItemName } from "@/lib/report/schema";
import type { StudySelection } from "@/lib/report/schema/judgements";
import type { PilotResponse } from "@/lib/report/schema/pilots";
import { PilotForm } from "./pilot-form";

interface PilotPlannerProps {
  /** `/api/v1/reports/batches/…` */
  path: string;
  part: StudySelection;
  items: readonly ItemName[];
}

/** Plans how many more labels a study needs, from its own values as a pilot. */
export function PilotPlanner({ path, part, items }: PilotPlannerProps) {
  const { pilot, busy, load, form, problem } = usePilot(part, path);

  return (
    <Panel
      id="plan"
      title="How many labels"
      description="The intervals to expect from more units or more raters, simulated from the values of this study"
      className="print:hidden"
      actions={
        pilot === null && (
          <Button busy={busy} onClick={() => load()}>
            <Calculator aria-hidden="true" />
            Plan from these values
          </Button>
        )
      }
    >
      <div ref={form} tabIndex={-1} className="grid gap-4 outline-none [&>*]:min-w-0">
        {problem && <Banner tone="danger" live title={problem} />}
        {pilot === null ? (
          <p className="max-w-prose text-sm text-muted">
            A plan compares designs by the width of their 95 % intervals, with hours and cost, and says where
            to stop because more labels will not change the verdict.
          </p>
        ) : pilot.scope === null ? (
          <p className="max-w-prose text-sm text-muted" role="status">
            Nothing to plan from yet: no item with one scale has values by people.
          </p>
        ) : (
          <PilotForm pilot={pilot} items={items} busy={busy} onScope={(scope) => void load(scope)} />
        )}
      </div>
    </Panel>
  );
}

/** The pilot that a plan is made from, loaded when the researcher asks for it. */
function usePilot(part: StudySelection, path: string) {
  const [pilot, setPilot] = useState<PilotResponse | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const form = useRef<HTMLDivElement>(null);
  const isLoaded = pilot !== null;
  // The button that was pressed is gone: the form takes its focus.
  useEffect(() => {
    if (isLoaded) form.current?.focus();
  }, [isLoaded]);

  async function load(scope?: string) {
    setBusy(true);
    setProblem(null);
    const query = new URLSearchParams({ ...part, ...(scope !== undefined && { scope }) });
    const answer = await callApi<PilotResponse>("GET", `${path}/pilots?${query}`);
    setBusy(false);
    if (answer.ok) setPilot(answer.value);
    else setProblem(answer.error.message);
  }
  return { pilot, busy, load, form, problem };
}
