import { WhenToOpen } from "@/app/projects/[project]/batches/choose-run";
import type { DesignChoices } from "@/app/projects/[project]/batches/design-choices";
import { SettingsList } from "@/app/projects/[project]/batches/settings-list";
import { ArmsStep } from "@/app/projects/[project]/batches/wizard/arms-step";
import { OrderStep } from "@/app/projects/[project]/batches/wizard/order-step";
import { AnnotatorsStep, GuidelinesStep } from "@/app/projects/[project]/batches/wizard/people-steps";
import { ProtocolStep } from "@/app/projects/[project]/batches/wizard/protocol-step";
import { QualityStep } from "@/app/projects/[project]/batches/wizard/quality-step";
import { ReviewStep } from "@/app/projects/[project]/batches/wizard/review-step";
import { SourcesProvider } from "@/app/projects/[project]/batches/wizard/source-settings";
import { SubjectsStep } from "@/app/projects/[project]/batches/wizard/subjects-step";
import type { WizardDesign } from "@/app/projects/[project]/batches/wizard/use-design";
import type { Draft } from "@/app/projects/[project]/batches/wizard/use-draft";
import type { WizardSteps } from "@/app/projects/[project]/batches/wizard/use-steps";
import { Panel } from "@/components/ui/panel";
import type { DesignProblem, DesignSection } from "@/lib/batch/rules/design";
import { resolvedStep } from "@/lib/batch/rules/protocol-sources";

interface CurrentStepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  choices: DesignChoices;
  /** Number of individually chosen subjects in the draft. */
  chosen: number;
  designed: WizardDesign;
  steps: WizardSteps;
  onAwait: (run: string | null) => void;
}

/** Fields of the current step. */
export function CurrentStep({ draft, change, choices, chosen, designed, steps, onAwait }: CurrentStepProps) {
  const { answer, invalid, kind } = designed;
  const { at, problemsIn } = steps;
  const problemOf = (part: DesignSection, field?: DesignProblem["field"]) =>
    problemsIn(part).find((problem) => field === undefined || problem.field === field)?.message;
  switch (at) {
    case "subjects":
      return (
        <SubjectsStep
          draft={draft}
          change={change}
          datasets={choices.datasets}
          answer={answer}
          subjects={designed.design?.subjects ?? null}
          kind={kind}
          chosen={chosen}
          nameProblem={problemOf("subjects", "name")}
          spreadProblem={problemOf("subjects", "spread")}
        />
      );
    case "protocol":
    case "arms":
      return <ProtocolOrArms draft={draft} change={change} designed={designed} steps={steps} />;
    case "annotators":
      return (
        <AnnotatorsStep
          draft={draft}
          change={change}
          people={choices.people}
          problem={problemOf("annotators")}
        />
      );
    case "guidelines":
      return (
        <GuidelinesStep
          draft={draft}
          change={change}
          problem={problemOf("guidelines", "guidelines")}
          tooLong={invalid.has("guidelines")}
        />
      );
    case "quality":
      return (
        <QualityStep
          draft={draft}
          change={change}
          invalid={invalid}
          subjects={designed.eligibility?.subjects ?? null}
          kind={kind}
          gold={answer?.gold ?? null}
          problem={problemOf("quality")}
        />
      );
    case "order":
      return <OrderStep draft={draft} change={change} kind={kind} invalid={invalid} />;
    case "review":
      return <WholeDesign draft={draft} designed={designed} onAwait={onAwait} />;
  }
}

type DesignProps = Pick<CurrentStepProps, "draft" | "designed">;

function ProtocolOrArms({
  draft,
  change,
  designed,
  steps,
}: DesignProps & Pick<CurrentStepProps, "change" | "steps">) {
  const { answer, invalid, kind, protocols, sources } = designed;
  const known = sources && {
    sources,
    resolve: (step: Parameters<typeof resolvedStep>[0]) => resolvedStep(step, protocols, sources),
  };
  return (
    <SourcesProvider known={known}>
      {steps.at === "protocol" ? (
        <ProtocolStep
          draft={draft}
          change={change}
          groups={answer?.groups ?? null}
          problems={steps.problemsIn("protocol")}
        />
      ) : (
        <ArmsStep
          draft={draft}
          change={change}
          kind={kind}
          problems={steps.problemsIn("arms")}
          invalid={invalid}
        />
      )}
    </SourcesProvider>
  );
}

function WholeDesign({ draft, designed, onAwait }: DesignProps & Pick<CurrentStepProps, "onAwait">) {
  const { answer, arms, design, kind, run, runs } = designed;
  return (
    <>
      <Panel title="When it opens">
        <WhenToOpen runs={runs} after={run?.id ?? null} onChange={onAwait} />
      </Panel>
      <ReviewStep design={design} arms={arms} minutes={answer?.minutes ?? []} kind={kind} />
      <Panel title="Everything else that is set" headingLevel={3}>
        <SettingsList design={draft} />
      </Panel>
    </>
  );
}
