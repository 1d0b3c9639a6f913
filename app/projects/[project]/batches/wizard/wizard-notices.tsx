import type { Saving } from "@/app/projects/[project]/batches/wizard/use-draft";
import type { WizardSteps } from "@/app/projects/[project]/batches/wizard/use-steps";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import type { DesignProblem } from "@/lib/batch/rules/design";

interface WizardNoticesProps {
  trouble: string | null;
  problems: readonly DesignProblem[];
  steps: WizardSteps;
  saving: Saving;
}

/** Notices above the step: failed opening, missing things, a change in another window. */
export function WizardNotices({ trouble, problems, steps, saving }: WizardNoticesProps) {
  const { at, tried, problemsIn } = steps;
  return (
    <>
      {trouble && <Banner tone="danger" title={trouble} live />}
      {tried && problems.length > 0 && (
        <Banner
          tone="danger"
          title={`${problems.length === 1 ? "One thing is" : `${problems.length} things are`} missing before it can open`}
          live
        >
          {at === "subjects" &&
            problemsIn(at)
              .filter(({ field }) => field === undefined)
              .map(({ message }) => <p key={message}>{message}</p>)}
        </Banner>
      )}
      {saving.state === "stale" && (
        <Banner
          tone="warning"
          title="This draft was changed in another window"
          live
          action={
            <Button size="sm" onClick={() => window.location.reload()}>
              Load it as it is now
            </Button>
          }
        >
          What you change here is not saved any more.
        </Banner>
      )}
    </>
  );
}
