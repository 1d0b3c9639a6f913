"use client";

import type { AnnotatorCandidate } from "@/app/projects/[project]/batches/design-choices";
import { GuidelinesEditor } from "@/app/projects/[project]/batches/guidelines-editor";
import { PeoplePicker } from "@/app/projects/[project]/batches/people-picker";
import { SuggestedGuidelines } from "@/app/projects/[project]/batches/wizard/suggested-guidelines";
import type { Draft } from "@/app/projects/[project]/batches/wizard/use-draft";
import { Panel } from "@/components/ui/panel";
import { Switch } from "@/components/ui/switch";

interface PeopleStepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  problem: string | undefined;
}

function Wrong({ children }: { children: string | undefined }) {
  return children ? (
    <p role="alert" className="text-sm text-danger">
      {children}
    </p>
  ) : null;
}

/** Step for annotators: people named now, or joining later. */
export function AnnotatorsStep({
  draft,
  change,
  problem,
  people,
}: PeopleStepProps & { people: readonly AnnotatorCandidate[] }) {
  return (
    <Panel title="Who does it">
      <div className="grid gap-5">
        <PeoplePicker
          people={people}
          chosen={draft.annotators}
          onChange={(annotators) => change({ annotators })}
          empty="Nobody is in this project yet. Add people on its People page, or let them join later."
        />
        <Switch
          label="People join later"
          hint="Through participation links, or added by you while the batch is open. It may open with fewer people than it needs."
          checked={draft.joinLater}
          onCheckedChange={(joinLater) => change({ joinLater })}
        />
        <Wrong>{problem}</Wrong>
      </div>
    </Panel>
  );
}

/** Step for guidelines, and whether they must be read. */
export function GuidelinesStep({ draft, change, problem, tooLong }: PeopleStepProps & { tooLong: boolean }) {
  return (
    <Panel title="Guidelines" description="Annotators read them before and while they work. Markdown.">
      <div className="grid gap-5">
        <GuidelinesEditor
          text={draft.guidelines}
          error={tooLong ? "The guidelines are longer than 100,000 characters." : problem}
          onChange={(guidelines) => change({ guidelines })}
        />
        <SuggestedGuidelines
          preset={draft.preset}
          text={draft.guidelines}
          onChange={(guidelines) => change({ guidelines })}
        />
        <Switch
          label="They must be read first"
          hint="Annotators get no work before they confirm that they have read them, again after each change. The time of each confirmation is recorded."
          checked={draft.mustRead}
          onCheckedChange={(mustRead) => change({ mustRead })}
        />
      </div>
    </Panel>
  );
}
