import { CostPanel } from "@/app/projects/[project]/batches/[batch]/cost";
import { DesignList } from "@/app/projects/[project]/batches/[batch]/design-list";
import type { FoundDesign } from "@/app/projects/[project]/batches/[batch]/find-design";
import type { BatchPageContext } from "@/app/projects/[project]/batches/[batch]/page-context";
import { ScreenPreview } from "@/app/projects/[project]/batches/screen-preview";
import { prepare } from "@/components/prose/prepare";
import { Prose } from "@/components/prose/prose";
import { Panel } from "@/components/ui/panel";
import { findBatchCost } from "@/lib/batch/data/cost";
import { findIntake } from "@/lib/batch/data/intake";
import { findSourceNames } from "@/lib/batch/data/resolve-sources";

interface SectionProps {
  page: BatchPageContext;
}

/** The design of a batch in numbers and words. */
export async function DesignSection({ page, found }: SectionProps & { found: FoundDesign }) {
  const { actor, batch, progress } = page;
  const { design, protocols } = found;
  const arms = batch.arms.map((arm, n) => ({ ...arm, protocol: protocols[n] ?? arm.protocol }));
  return (
    <DesignList
      batch={{ ...batch, arms }}
      progress={progress}
      design={design}
      intake={(await findIntake(actor, batch.id))?.intake ?? null}
      names={await findSourceNames(actor, protocols)}
    />
  );
}

/** The screen of the first arm, as long as the batch is a draft. */
export function ScreenSection({ page: { batch, drafted } }: SectionProps) {
  const [arm] = batch.arms;
  return (
    drafted &&
    arm && (
      <Panel title="The annotator's screen">
        <div className="max-w-sm">
          <ScreenPreview protocol={arm.protocol} />
        </div>
      </Panel>
    )
  );
}

/** The cost of a batch that was opened. */
export async function CostSection({ page: { actor, project, batch, drafted, isAdmin } }: SectionProps) {
  const cost = drafted ? null : await findBatchCost(actor, batch.id);
  return cost && <CostPanel batch={batch.id} cost={cost} mayChange={isAdmin && !project.archivedAt} />;
}

export function GuidelinesSection({ page: { batch } }: SectionProps) {
  const { version, text } = batch.guidelines;
  return (
    <Panel title="Guidelines" description={version > 1 ? `Version ${version}` : undefined}>
      {text.trim() ? (
        <Prose label="Guidelines" text={text} prepared={prepare(text)} toolbar={false} />
      ) : (
        <p className="text-sm text-muted">None were written.</p>
      )}
    </Panel>
  );
}
