"use client";

import { Ellipsis } from "lucide-react";
import { useState } from "react";
import {
  type Confirming,
  SubmissionDialog,
} from "@/app/projects/[project]/batches/[batch]/participation/prolific/dialogs";
import { formatAmount } from "@/app/projects/[project]/batches/[batch]/participation/prolific/money";
import { statusTone } from "@/app/projects/[project]/batches/[batch]/participation/prolific/status-tone";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { DASH } from "@/components/ui/format";
import { IconButton } from "@/components/ui/icon-button";
import { ListTable } from "@/components/ui/list-table";
import { Time } from "@/components/ui/time";
import { ACTION_LABELS, allows, statusLabel } from "@/lib/prolific/rules";
import type { ProlificStudyView } from "@/lib/prolific/schema";

type Submission = ProlificStudyView["submissions"][number];

interface SubmissionsProps {
  link: string;
  study: ProlificStudyView;
  mayChange: boolean;
}

/** The submissions of a study, by pseudonym, with what can be done about each. */
export function Submissions({ link, study, mayChange }: SubmissionsProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [confirming, setConfirming] = useState<Confirming>();
  const { submissions } = study;
  const free = submissions.filter(({ busy }) => !busy);
  const ask = (kind: Confirming["kind"], about: readonly Submission[]) =>
    setConfirming({ kind, key: crypto.randomUUID(), about });
  const choose = (id: string) =>
    setChosen(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]));

  return (
    <div className="grid grid-cols-1 gap-2">
      {mayChange && (
        <Toolbar
          complete={free.filter((one) => allows("approve", one))}
          chosen={free.filter((one) => chosen.has(one.id) && allows("bonus", one))}
          ask={ask}
        />
      )}
      <div className="rounded-md border bg-surface">
        <ListTable
          label="Submissions on Prolific"
          className="max-h-112"
          stickyHeader
          columns={[
            mayChange && { header: "Choose", unseen: true },
            { header: "Participant" },
            { header: "Status" },
            { header: "Started" },
            { header: "Bonus", atEnd: true },
            mayChange && { header: "Actions", unseen: true },
          ]}
        >
          {submissions.map((submission) => (
            <SubmissionRow
              key={submission.id}
              submission={submission}
              study={study}
              chosen={mayChange ? chosen.has(submission.id) : null}
              choose={() => choose(submission.id)}
              ask={(kind) => ask(kind, [submission])}
            />
          ))}
        </ListTable>
      </div>
      {confirming && (
        <SubmissionDialog
          key={confirming.key}
          link={link}
          study={study}
          confirming={confirming}
          onClose={() => setConfirming(undefined)}
          onSent={() => setChosen(new Set())}
        />
      )}
    </div>
  );
}

interface ToolbarProps {
  complete: readonly Submission[];
  /** Chosen submissions that can get a bonus. */
  chosen: readonly Submission[];
  ask: (kind: Confirming["kind"], about: readonly Submission[]) => void;
}

/** Actions on several submissions. */
function Toolbar({ complete, chosen, ask }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {complete.length > 0 && (
        <Button size="sm" onClick={() => ask("approve", complete)}>
          Approve all that await review ({complete.length})
        </Button>
      )}
      <Button size="sm" disabled={chosen.length === 0} onClick={() => ask("bonus", chosen)}>
        Pay a bonus to those chosen{chosen.length > 0 && ` (${chosen.length})`}
      </Button>
    </div>
  );
}

interface SubmissionRowProps {
  submission: Submission;
  study: ProlificStudyView;
  /** Null where nothing can be done. */
  chosen: boolean | null;
  choose: () => void;
  ask: (kind: Confirming["kind"]) => void;
}

function SubmissionRow({ submission, study, chosen, choose, ask }: SubmissionRowProps) {
  return (
    <tr>
      {chosen !== null && (
        <td>
          <Checkbox
            labelHidden
            label={`Choose ${nameOf(submission)}`}
            checked={chosen}
            onCheckedChange={choose}
          />
        </td>
      )}
      <SubmissionCells submission={submission} currency={study.currency} />
      {chosen !== null && (
        <td className="py-1! text-right">
          <SubmissionMenu submission={submission} study={study} ask={ask} />
        </td>
      )}
    </tr>
  );
}

/** The pseudonym, or Prolific's id of the submission where nobody came. */
const nameOf = ({ code, externalId }: Submission) => code ?? externalId;

function SubmissionCells({ submission, currency }: { submission: Submission; currency: string | null }) {
  const { status, returnRequestedAt, startedAt, bonus, code, externalId } = submission;
  return (
    <>
      <th scope="row" className="text-left font-normal">
        {code ?? (
          <span className="grid">
            <span className="text-muted">Never opened the link</span>
            <span className="font-mono text-xs text-muted">{externalId}</span>
          </span>
        )}
      </th>
      <td>
        <span className="flex flex-wrap gap-1">
          <Badge tone={statusTone(status)}>{statusLabel(status)}</Badge>
          {returnRequestedAt && status !== "RETURNED" && <Badge tone="warning">Confirming to return</Badge>}
        </span>
      </td>
      <td className="whitespace-nowrap text-muted">
        {startedAt ? <Time at={startedAt.toISOString()} /> : DASH}
      </td>
      <td className="text-right tabular-nums">{bonus > 0 ? formatAmount(bonus, currency) : DASH}</td>
    </>
  );
}

interface SubmissionMenuProps {
  submission: Submission;
  study: ProlificStudyView;
  ask: (kind: Confirming["kind"]) => void;
}

function SubmissionMenu({ submission, study, ask }: SubmissionMenuProps) {
  if (submission.busy) return <span className="text-xs text-muted">Under way</span>;
  const kinds = (["approve", "bonus", "request_return", "screen_out", "reject"] as const).filter(
    (kind) => allows(kind, submission) && (kind !== "screen_out" || study.canScreenOut),
  );
  if (kinds.length === 0) return null;
  return (
    <DropdownMenu
      label={`Actions on ${nameOf(submission)}`}
      trigger={
        <IconButton size="sm" label={`Actions on ${nameOf(submission)}`}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      }
      items={kinds.map((kind) => ({
        label: ACTION_LABELS[kind],
        danger: kind === "reject",
        onSelect: () => ask(kind),
      }))}
    />
  );
}
