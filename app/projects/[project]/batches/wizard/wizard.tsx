"use client";

import { useState } from "react";
import type { DesignChoices } from "@/app/projects/[project]/batches/design-choices";
import { DesignPanel } from "@/app/projects/[project]/batches/design-panel";
import { OpeningSummary } from "@/app/projects/[project]/batches/opening-summary";
import { CurrentStep } from "@/app/projects/[project]/batches/wizard/current-step";
import { SavingState } from "@/app/projects/[project]/batches/wizard/saving-state";
import { StepLinks } from "@/app/projects/[project]/batches/wizard/step-links";
import { STEPS } from "@/app/projects/[project]/batches/wizard/steps";
import { useDesign } from "@/app/projects/[project]/batches/wizard/use-design";
import { type Draft, useDraft } from "@/app/projects/[project]/batches/wizard/use-draft";
import { useOpening } from "@/app/projects/[project]/batches/wizard/use-opening";
import { useSteps } from "@/app/projects/[project]/batches/wizard/use-steps";
import { WizardNotices } from "@/app/projects/[project]/batches/wizard/wizard-notices";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { AwaitableRun } from "@/lib/batch/schema/views";
import { namesIn } from "@/lib/dataset/rules/source-names";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";

interface WizardProps {
  project: string;
  choices: DesignChoices;
  draft: Draft;
  /** The saved draft, if any. */
  saved: { id: string; revision: number } | null;
  /** Number of individually chosen subjects. */
  chosen?: number;
}

/** The wizard for designing a batch: one section at a time on the left, consequences on the right. */
export function Wizard({ project, choices, draft: initial, saved, chosen = 0 }: WizardProps) {
  const { draft, change, id, saving, flush } = useDraft({ project, draft: initial, saved });
  /** Id of the run after which the batch opens. */
  const [awaited, setAwaited] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);
  const designed = useDesign({ project, choices, draft, id, awaited });
  const { arms, design, eligibility, kind, problems, run, sources } = designed;
  const steps = useSteps(problems);
  const { heading, place, before, after } = steps;
  const { trouble, forgetTrouble, open, leave } = useOpening({ project, run, flush });

  function askToOpen() {
    forgetTrouble();
    const [first] = problems;
    if (first) steps.showMissing(first);
    else setConfirming(true);
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-6">
        <StepLinks at={steps.at} problemsIn={steps.problemsIn} onGo={steps.go} />
        <h2 ref={heading} tabIndex={-1} className="sr-only">
          Step {place + 1} of {STEPS.length}: {STEPS[place]?.label}
        </h2>
        <WizardNotices trouble={trouble} problems={problems} steps={steps} saving={saving} />
        <CurrentStep
          draft={draft}
          change={change}
          choices={choices}
          chosen={chosen}
          designed={designed}
          steps={steps}
          onAwait={setAwaited}
        />
        <div className="flex justify-between gap-2">
          {before ? <Button onClick={() => steps.go(before.id)}>Back</Button> : <span />}
          {after && (
            <Button variant="primary" onClick={() => steps.go(after.id)}>
              Next: {after.label}
            </Button>
          )}
        </div>
      </div>

      <DesignPanel
        arms={arms}
        kind={kind}
        preset={draft.preset}
        leftOut={eligibility?.leftOut ?? []}
        failed={designed.hasFailed}
        names={sources && namesIn(sources)}
        design={design}
        onPreview={(arm) => leave((savedId) => `/annotate/preview/${savedId}?arm=${arm}`)}
        actions={
          <>
            <Button variant="primary" size="lg" className="w-full" onClick={askToOpen}>
              {run ? "Open after the run" : "Open batch"}
            </Button>
            {run && (
              <p className="text-xs text-muted">
                After {run.name}. These are the present numbers; the drafts of the run count when the batch
                opens.
              </p>
            )}
            <Button
              className="w-full"
              onClick={() => leave((savedId) => `/projects/${project}/batches/${savedId}`)}
            >
              Leave it as a draft
            </Button>
            <SavingState saving={saving} />
          </>
        }
      />

      <OpenDialog
        confirming={confirming}
        setConfirming={setConfirming}
        run={run}
        draft={draft}
        flush={flush}
        kind={kind}
        open={open}
      />
    </div>
  );
}

interface OpenDialogProps {
  confirming: boolean;
  setConfirming: (value: boolean) => void;
  run: AwaitableRun | undefined;
  draft: Draft;
  flush: (leaving?: boolean) => Promise<string | null>;
  kind: SubjectKind;
  open: () => Promise<void>;
}

/** Asks before the batch is opened, or waits for its run. */
function OpenDialog({ confirming, setConfirming, run, draft, flush, kind, open }: OpenDialogProps) {
  return (
    <ConfirmDialog
      open={confirming}
      onOpenChange={setConfirming}
      title={run ? `Open “${draft.name.trim()}” after the run?` : `Open “${draft.name.trim()}”?`}
      description={
        run ? (
          `The batch opens by itself once ${run.name} has drafted everything. Until then it cannot be changed, ` +
          "and you can take it back. If some of the run fails, or it is cancelled, you decide."
        ) : (
          <OpeningSummary saved={flush} kind={kind} people={draft.annotators.length} dueAt={draft.dueAt} />
        )
      }
      confirmLabel={run ? "Wait for the run" : "Open batch"}
      onConfirm={open}
    />
  );
}
