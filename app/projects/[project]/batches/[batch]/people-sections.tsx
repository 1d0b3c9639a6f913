import { BatchAnnotators } from "@/app/projects/[project]/batches/[batch]/annotators";
import { ChosenAnnotator } from "@/app/projects/[project]/batches/[batch]/chosen-annotator";
import { monitorHref } from "@/app/projects/[project]/batches/[batch]/monitor-search";
import type { BatchPageContext } from "@/app/projects/[project]/batches/[batch]/page-context";
import { Qualifications } from "@/app/projects/[project]/batches/[batch]/qualifications";
import { listAnnotatorCandidates } from "@/app/projects/[project]/batches/design-choices";
import { actAs } from "@/lib/auth/actor";
import { listQualifications } from "@/lib/batch/data/checks/qualification-grants";
import { listProlificStatuses } from "@/lib/prolific/data/studies";

interface SectionProps {
  page: BatchPageContext;
}

/** The annotators of a batch, and for an admin those who could join it. */
export async function AnnotatorsSection({ page }: SectionProps) {
  const { actor, project, batch, progress, search, drafted, running, isAdmin, here } = page;
  const candidates =
    isAdmin && (running || drafted) ? await listAnnotatorCandidates(actAs(actor, "admin"), project.id) : [];
  const statuses =
    isAdmin && !drafted ? await listProlificStatuses(actAs(actor, "admin"), batch.id) : new Map();
  const { annotator = null } = search;
  return (
    <BatchAnnotators
      batch={batch.id}
      work={`${here}/work`}
      progress={progress}
      candidates={candidates}
      prolific={statuses}
      drafted={drafted}
      mayRemove={isAdmin && running}
      hrefOf={(code) => monitorHref(here, search, { annotator: code === annotator ? undefined : code })}
      chosen={annotator}
    />
  );
}

/** Annotators' progress in training and exam, where the batch has them. */
export async function QualificationsSection({ page }: SectionProps) {
  const { actor, batch, drafted, running, isAdmin } = page;
  const qualifications = drafted ? null : await listQualifications(actor, batch.id);
  return (
    qualifications && <Qualifications batch={batch.id} {...qualifications} mayGrant={isAdmin && running} />
  );
}

/** Says whose work alone is shown below, with the way back to everybody's. */
export function ChosenAnnotatorSection({ page: { here, search } }: SectionProps) {
  return (
    search.annotator && (
      <ChosenAnnotator code={search.annotator} all={monitorHref(here, search, { annotator: undefined })} />
    )
  );
}
