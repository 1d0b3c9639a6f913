"use client";

import { useState } from "react";
import { InstructionHistory } from "@/app/projects/[project]/drafts/judges/[judge]/instruction-history";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { useRefresh } from "@/components/ui/use-refresh";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import { type InstructionView, LONGEST_INSTRUCTION } from "@/lib/judge/schema/proposals";

const DECIDED = { accept: "Accepted", revise: "Revised", remove: "Removed" } as const;

/** A proposed instruction with the decision on it, which can be changed. */
export function InstructionCard({
  instruction,
  mayEdit,
}: {
  instruction: InstructionView;
  mayEdit: boolean;
}) {
  const { id, text, decisions, versions } = instruction;
  const last = decisions.at(-1);
  const current = last?.text ?? text;
  const [revised, setRevised] = useState<string | null>(null);
  const { busy, error, send } = useRequest();
  const refresh = useRefresh();

  async function decide(decision: { action: keyof typeof DECIDED; text?: string }) {
    const made = await send(() => callApi("POST", `/api/v1/judge-instructions/${id}/decisions`, decision));
    if (!made) return;
    setRevised(null);
    await refresh();
  }

  return (
    <li className="grid gap-2 rounded-md border p-3 text-sm">
      <p className={last?.action === "remove" ? "text-muted line-through wrap-anywhere" : "wrap-anywhere"}>
        {current}
      </p>
      {last && <LastDecision last={last} versions={versions} />}
      {mayEdit && revised === null && (
        <DecisionButtons busy={busy} last={last} decide={decide} setRevised={setRevised} current={current} />
      )}
      {revised !== null && (
        <RevisionForm
          decide={decide}
          revised={revised}
          setRevised={setRevised}
          busy={busy}
          current={current}
        />
      )}
      {error && <Banner tone="danger" title={error.message} live />}
      <InstructionHistory instruction={instruction} />
    </li>
  );
}

function LastDecision({
  last,
  versions,
}: {
  last: InstructionView["decisions"][number];
  versions: InstructionView["versions"];
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge>{DECIDED[last.action]}</Badge>
      {versions.length > 0 && <span className="text-xs text-muted">in version {versions.join(", ")}</span>}
    </div>
  );
}

interface DecisionButtonsProps {
  busy: boolean;
  /** The last decision. */
  last: InstructionView["decisions"][number] | undefined;
  decide: (decision: { action: keyof typeof DECIDED; text?: string }) => Promise<void>;
  setRevised: (value: string | null) => void;
  current: string;
}

function DecisionButtons({ busy, last, decide, setRevised, current }: DecisionButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        busy={busy}
        aria-pressed={last?.action === "accept"}
        onClick={() => decide({ action: "accept" })}
      >
        Accept
      </Button>
      <Button size="sm" busy={busy} onClick={() => setRevised(current)}>
        Revise…
      </Button>
      <Button
        size="sm"
        busy={busy}
        aria-pressed={last?.action === "remove"}
        onClick={() => decide({ action: "remove" })}
      >
        Remove
      </Button>
    </div>
  );
}

interface RevisionFormProps {
  decide: (decision: { action: keyof typeof DECIDED; text?: string }) => Promise<void>;
  revised: string;
  setRevised: (value: string | null) => void;
  busy: boolean;
  current: string;
}

function RevisionForm({ decide, revised, setRevised, busy, current }: RevisionFormProps) {
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        decide({ action: "revise", text: revised.trim() });
      }}
    >
      <Field label="Instruction">
        <Textarea
          value={revised}
          rows={2}
          maxLength={LONGEST_INSTRUCTION}
          autoFocus
          onChange={(event) => setRevised(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="sm"
          variant="primary"
          busy={busy}
          disabled={revised.trim() === "" || revised.trim() === current}
        >
          Save
        </Button>
        <Button size="sm" onClick={() => setRevised(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
