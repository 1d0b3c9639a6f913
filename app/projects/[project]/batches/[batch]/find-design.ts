import type { BatchPageContext } from "@/app/projects/[project]/batches/[batch]/page-context";
import { findResolved } from "@/lib/batch/data/resolve-sources";
import { findSubjectGroups, listTwoVersions } from "@/lib/batch/data/subjects";
import { designSize, subjectsOf } from "@/lib/batch/rules/design";
import { checksBeforeWork } from "@/lib/batch/rules/gold-quota";
import { chosenIn } from "@/lib/batch/rules/protocol-sources";

/** The protocols of a batch with the drafts they show chosen; and what opening it would make, while it is a draft. */
export async function findDesign({
  actor,
  batch,
  drafted,
}: Pick<BatchPageContext, "actor" | "batch" | "drafted">) {
  const protocols = await findResolved(actor, batch.id);
  if (!drafted) return { protocols, design: null };
  const groups = await findSubjectGroups(actor, {
    datasetId: batch.dataset.id,
    ...batch.selection,
    batchId: batch.id,
    sources: chosenIn(protocols),
  });
  const design =
    groups &&
    designSize({
      ...subjectsOf(groups, protocols, batch.selection.sample),
      arms: batch.arms.map((arm, n) => ({ ...arm, protocol: protocols[n] ?? arm.protocol })),
      annotators: batch.annotators.length,
      joinLater: batch.joinLater,
      reserve: batch.quality.reserve,
      intake: batch.intake,
      before: checksBeforeWork(batch.quality, batch.selection.sample),
      twoVersions: await listTwoVersions(actor, batch.dataset.id, protocols),
    });
  return { protocols, design };
}

export type FoundDesign = Awaited<ReturnType<typeof findDesign>>;
