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
import type { FinalLookView, JudgeFigures } from "@/lib/judge/schema/workshop";

interface FinalLooksPanelProps {
  version: { id: string; number: number };
  dataset: string;
  looks: readonly FinalLookView[];
  mayEdit: boolean;
}

/** Final comparisons with the held-out labels, each counted and recorded. */
export function FinalLooksPanel({ version, dataset, looks, mayEdit }: FinalLooksPanelProps) {
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
        <p className="p-4 text-sm text-muted">Nobody has looked at them yet for this judge.</p>
      ) : (
        <ListTable
          label="Looks at held-out labels"
          columns={[
            { header: "Look" },
            { header: "Version" },
            { header: "Units", atEnd: true },
            { header: "Accuracy", atEnd: true },
            { header: "κ", atEnd: true },
            { header: "Bias", atEnd: true },
            { header: "When", atEnd: true, className: "max-sm:hidden" },
          ]}
        >
          {looks.map(({ id, count, version: number, figures, at, by }) => (
            <LookRow key={id} count={count} number={number} figures={figures} at={at} by={by} />
          ))}
        </ListTable>
      )}
      <LookDialog
        confirming={confirming}
        setConfirming={setConfirming}
        version={version}
        looks={looks}
        look={look}
      />
    </Panel>
  );
}

interface LookRowProps {
  count: number;
  number: number;
  figures: JudgeFigures;
  at: Date;
  by: string | null;
}

function LookRow({ count, number, figures, at, by }: LookRowProps) {
  return (
    <tr>
      <th scope="row" className="text-left font-medium">
        {count}
      </th>
      <td className="whitespace-nowrap">Version {number}</td>
      <td className="text-right tabular-nums">{formatCount(figures.units)}</td>
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
  version: { id: string; number: number };
  looks: readonly FinalLookView[];
  look: () => Promise<void>;
}

/** The consequence of a look, by the looks that were taken before. */
function consequenceOf(version: number, looks: readonly FinalLookView[]): string {
  if (looks.some((look) => look.version === version))
    return "Only figures are shown. With the labels and values of the recorded look the record stands, and nothing is counted; with others the look is counted and recorded with your name.";
  const counted = "Only figures are shown. The look is counted and recorded with your name";
  return looks.length > 0
    ? `${counted}; these labels were looked at before, so the result is no longer that of labels nobody has seen.`
    : `${counted}, and is the only one that nobody could tune for.`;
}

/** Asks before the look, which is counted and recorded. */
function LookDialog({ confirming, setConfirming, version, looks, look }: LookDialogProps) {
  return (
    <ConfirmDialog
      open={confirming}
      onOpenChange={setConfirming}
      title={`Compare version ${version.number} with the held-out labels?`}
      description={consequenceOf(version.number, looks)}
      confirmLabel="Look"
      onConfirm={look}
    />
  );
}
