"use client";

import { Eye, Play } from "lucide-react";
import { useState } from "react";
import { FigureCell } from "@/app/projects/[project]/drafts/judges/[judge]/figure-cell";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatCount } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { useRefresh } from "@/components/ui/use-refresh";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { HeldOutLookView } from "@/lib/judge/schema/workshop";

interface HeldOutLooksPanelProps {
  /** Id of the page's judge. */
  judge: string;
  version: { id: string; number: number };
  dataset: string;
  /** Those of all judges: they share the labels. */
  looks: readonly HeldOutLookView[];
  mayEdit: boolean;
}

/** Final comparisons with the held-out labels, each counted and recorded. */
export function HeldOutLooksPanel({ judge, version, dataset, looks, mayEdit }: HeldOutLooksPanelProps) {
  const [confirming, setConfirming] = useState(false);
  const { busy, error, send } = useRequest();
  const [isStarted, setIsStarted] = useState(false);
  const refresh = useRefresh();
  const path = `/api/v1/judge-versions/${version.id}`;

  async function run() {
    const made = await send(() => callApi("POST", `${path}/runs`, { dataset, scope: "held-out" }));
    if (made) setIsStarted(true);
    await refresh();
  }

  async function look() {
    await send(() => callApi("POST", `${path}/held-out-looks`, { dataset }));
    await refresh();
  }

  return (
    <Panel
      title="Held-out labels"
      description="The honest number for a finished judge. Each further look makes it less so."
      actions={
        mayEdit && (
          <>
            <Button size="sm" busy={busy} onClick={run}>
              <Play aria-hidden="true" />
              Run version {version.number} on held-out tasks
            </Button>
            <Button size="sm" busy={busy} onClick={() => setConfirming(true)}>
              <Eye aria-hidden="true" />
              Look…
            </Button>
          </>
        )
      }
      flush
    >
      {error && <Banner tone="danger" title={error.message} live className="m-4" />}
      {isStarted && !error && (
        <Banner title="The run has started. Look at the labels when it is done." live className="m-4" />
      )}
      {looks.length === 0 ? (
        <p className="p-4 text-sm text-muted">Nobody has looked at them yet.</p>
      ) : (
        <ListTable
          label="Looks at held-out labels"
          columns={[
            { header: "Look" },
            { header: "Judge" },
            { header: "Units", atEnd: true },
            { header: "Without value", atEnd: true },
            { header: "Accuracy", atEnd: true },
            { header: "κ", atEnd: true },
            { header: "Bias", atEnd: true },
            { header: "When", atEnd: true, className: "max-sm:hidden" },
          ]}
        >
          {looks.map((one) => (
            <LookRow key={one.id} look={one} />
          ))}
        </ListTable>
      )}
      <LookDialog
        confirming={confirming}
        setConfirming={setConfirming}
        judge={judge}
        version={version}
        looks={looks}
        look={look}
      />
    </Panel>
  );
}

function LookRow({ look: { count, judge, version, figures, at, by } }: { look: HeldOutLookView }) {
  return (
    <tr>
      <th scope="row" className="text-left font-medium">
        {count}
      </th>
      <td>
        {judge.name} <span className="whitespace-nowrap">version {version}</span>
      </td>
      <td className="text-right tabular-nums">{formatCount(figures.units)}</td>
      <td className="text-right tabular-nums">{formatCount(figures.missing)}</td>
      <FigureCell figure={figures.accuracy} />
      <FigureCell figure={figures.kappa} />
      <FigureCell figure={figures.bias} signed />
      <td className="text-right whitespace-nowrap max-sm:hidden">
        <Time at={at.toISOString()} />
        {by && <span className="block text-xs text-muted">{by}</span>}
      </td>
    </tr>
  );
}

interface LookDialogProps {
  confirming: boolean;
  setConfirming: (value: boolean) => void;
  judge: string;
  version: { id: string; number: number };
  looks: readonly HeldOutLookView[];
  look: () => Promise<void>;
}

/** The consequence of a look at a version, by the looks that were taken before, at any judge. */
function consequenceOf(
  { judge, version }: Pick<LookDialogProps, "judge" | "version">,
  looks: readonly HeldOutLookView[],
): string {
  if (looks.some((look) => look.judge.id === judge && look.version === version.number))
    return "Only figures are shown. If the labels and values are those of the recorded look, you see its record and nothing is counted. Otherwise the look is counted and recorded with your name.";
  const counted = "Only figures are shown. The look is counted and recorded with your name";
  return looks.length > 0
    ? `${counted}; these labels were looked at before, so the result is no longer one on unseen labels.`
    : `${counted}, and is the only one that no version could be tuned for.`;
}

/** Asks before the look, which is counted and recorded. */
function LookDialog({ confirming, setConfirming, judge, version, looks, look }: LookDialogProps) {
  return (
    <ConfirmDialog
      open={confirming}
      onOpenChange={setConfirming}
      title={`Compare version ${version.number} with the held-out labels?`}
      description={consequenceOf({ judge, version }, looks)}
      confirmLabel="Look"
      onConfirm={look}
    />
  );
}
