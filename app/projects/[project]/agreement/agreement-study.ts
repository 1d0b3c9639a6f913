import type { Breadcrumb } from "@/components/ui/page-header";
import { subjectKindOfArms } from "@/lib/batch/rules/design";
import type { BatchView } from "@/lib/batch/schema/views";
import type { StudyId } from "@/lib/dataset/data/scope";
import type { DatasetView } from "@/lib/dataset/schema/views";
import type { ProjectView } from "@/lib/project/schema";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";

/** The differences between the agreement pages of a batch and of a dataset. */
export interface AgreementStudy {
  id: StudyId;
  name: string;
  /** It belongs to the sample project. */
  sample: boolean;
  /** The pages above its agreement page. */
  breadcrumbs: readonly Breadcrumb[];
  /** Path of its agreement page. */
  home: string;
  /** API path of its report: `/api/v1/reports/…`. */
  path: string;
  /** Judgements may still arrive. */
  changing: boolean;
  /** The kind of a batch's subjects; null for an imported study, which has no progress to state. */
  kind: SubjectKind | null;
}

export function studyOfBatch(
  project: ProjectView,
  batch: Pick<BatchView, "id" | "name" | "sample" | "state" | "arms">,
): AgreementStudy {
  const list = `/projects/${project.id}/batches`;
  return {
    ...placesOf({ label: "Batches", href: list }, batch),
    id: { batch: batch.id },
    path: `/api/v1/reports/batches/${batch.id}`,
    changing: batch.state === "open" || batch.state === "paused",
    kind: subjectKindOfArms(batch.arms.map(({ protocol }) => protocol)),
  };
}

export function studyOfDataset(
  project: ProjectView,
  dataset: Pick<DatasetView, "id" | "name" | "sample">,
): AgreementStudy {
  return {
    ...placesOf({ label: "Data", href: `/projects/${project.id}/data` }, dataset),
    id: { dataset: dataset.id },
    path: `/api/v1/reports/datasets/${dataset.id}`,
    changing: false,
    kind: null,
  };
}

function placesOf(list: Breadcrumb, { id, name, sample }: { id: string; name: string; sample: boolean }) {
  const own = `${list.href}/${id}`;
  return { name, sample, breadcrumbs: [list, { label: name, href: own }], home: `${own}/agreement` };
}

/** The pages above one that the agreement page leads to. */
export function belowAgreement({ breadcrumbs, home }: AgreementStudy): readonly Breadcrumb[] {
  return [...breadcrumbs, { label: "Agreement", href: home }];
}
