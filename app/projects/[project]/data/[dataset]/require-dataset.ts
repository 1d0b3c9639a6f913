import { notFound } from "next/navigation";
import { findDataset } from "@/lib/dataset/data/datasets";
import { requireMember } from "@/lib/project/page-access";

/**
 * For pages of a dataset: like `requireMember` for a researcher, plus the dataset. 404 if it does not exist or is
 * in another project.
 */
export async function requireDataset(params: Promise<{ project: string; dataset: string }>) {
  const { project: projectId, dataset: datasetId } = await params;
  const { actor, project } = await requireMember(projectId, "researcher");
  const dataset = await findDataset(actor, datasetId);
  if (dataset?.projectId !== project.id) notFound();
  return { actor, project, dataset };
}
