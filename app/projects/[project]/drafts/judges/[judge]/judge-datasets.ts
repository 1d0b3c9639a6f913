import type { Member } from "@/lib/auth/actor";
import { listReadyDatasets } from "@/lib/batch/data/progress";
import { findLastDataset } from "@/lib/judge/data/judges";

/** The datasets that a judge can be run on: first the one of its last run, then the newest. */
export async function listJudgeDatasets(
  researcher: Member<"researcher">,
  { id, projectId }: { id: string; projectId: string },
) {
  const [datasets, last] = await Promise.all([
    listReadyDatasets(researcher, projectId),
    findLastDataset(researcher, id),
  ]);
  const isLast = (dataset: { id: string }) => Number(dataset.id === last);
  return datasets.toSorted((a, b) => isLast(b) - isLast(a));
}
