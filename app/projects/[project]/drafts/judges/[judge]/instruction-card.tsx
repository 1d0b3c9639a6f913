"use client";

import clsx from "clsx";
import { useState } from "react";
import { InstructionHistory } from "@/app/projects/[project]/drafts/judges/[judge]/instruction-history";
import { useTranslations } from "@/components/i18n/translations";
import { DecisionButtons } from "@/components/review/decision-buttons";
import { DECISIONS, type DraftAction } from "@/components/review/decision-look";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { useRefresh } from "@/components/ui/use-refresh";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import { type InstructionView, LONGEST_INSTRUCTION } from "@/lib/judge/schema/proposals";

type Decide = (decision: { action: DraftAction; text?: string }) => Promise<void>;

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

  const decide: Decide = async (decision) => {
    const made = await send(() => callApi("POST", `/api/v1/judge-instructions/${id}/decisions`, decision));
    if (!made) return;
    setRevised(null);
    await refresh();
  };

  return (
    <li
      className={clsx(
        "grid gap-2 rounded-md border border-s-3 p-3 text-sm",
        last
          ? ["border-solid", DECISIONS[last.action].edge]
          : "border-s-control [border-inline-start-style:dotted]",
      )}
    >
      <p
        className={clsx(
          "max-w-prose wrap-anywhere",
          last?.action === "remove" && "text-muted line-through decoration-remove",
        )}
      >
        {current}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {mayEdit && (
          <DecisionButtons
            about={current}
            value={revised === null ? (last?.action ?? null) : "revise"}
            onDecide={(action) => (action === "revise" ? setRevised(current) : decide({ action }))}
            disabled={busy}
            withoutKeys
          />
        )}
        <LastDecision last={mayEdit ? undefined : last} versions={versions} />
      </div>
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

interface LastDecisionProps {
  /** The decision in words, for readers who cannot change it. */
  last: InstructionView["decisions"][number] | undefined;
  versions: InstructionView["versions"];
}

function LastDecision({ last, versions }: LastDecisionProps) {
  const t = useTranslations();
  return (
    <>
      {last && (
        <span className={clsx("font-medium", DECISIONS[last.action].text)}>
          {t(DECISIONS[last.action].done)}
        </span>
      )}
      {versions.length > 0 && <span className="text-xs text-muted">in version {versions.join(", ")}</span>}
    </>
  );
}

interface RevisionFormProps {
  decide: Decide;
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
