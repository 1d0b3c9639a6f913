import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { countJudgements } from "@/lib/judgement/data/records";
import type { Dependants } from "@/lib/project/schema/removal";

/** The data that would be deleted with a dataset; null when it is not the admin's. */
export async function findDatasetDependants(admin: Member<"admin">, id: string): Promise<Dependants | null> {
  const dataset = await db.dataset.findFirst({
    where: { id, state: { not: "importing" }, project: memberOf(admin) },
    select: { name: true, projectId: true },
  });
  return dataset && { name: dataset.name, ...(await countOf(dataset.projectId, id)), people: 0, datasets: 0 };
}

/** The data that would be deleted with a project; null when it is not the admin's. */
export async function findProjectDependants(admin: Member<"admin">, id: string): Promise<Dependants | null> {
  const project = await db.project.findFirst({
    where: { id, AND: memberOf(admin) },
    select: { name: true, _count: { select: { memberships: true, datasets: true } } },
  });
  if (!project) return null;
  const { memberships: people, datasets } = project._count;
  return { name: project.name, ...(await countOf(id)), people, datasets };
}

async function countOf(projectId: string, dataset?: string) {
  const datasetId = dataset ?? { not: "" };
  const where = { dataset: { projectId, ...(dataset !== undefined && { id: dataset }) } };
  const [batches, tasks, judgements, runs, versions] = await Promise.all([
    db.batch.findMany({
      where: { projectId, ...(dataset !== undefined && { datasetId: dataset }) },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: {
        id: true,
        name: true,
        state: true,
        _count: { select: { assignments: { where: { state: "submitted" } } } },
      },
    }),
    db.task.count({ where }),
    countJudgements(where),
    db.draftRun.count({ where: { projectId, ...(dataset !== undefined && { datasetId: dataset }) } }),
    db.studyVersion.findMany({
      where: { frozenAt: { not: null }, study: { projectId } },
      orderBy: { version: "desc" },
      select: { studyId: true, title: true, batchIds: true, datasetIds: true },
    }),
  ]);
  const gone = new Set([
    ...batches.map(({ id }) => id),
    ...(typeof datasetId === "string" ? [datasetId] : []),
  ]);
  const frozen = versions.filter(
    ({ batchIds, datasetIds }) =>
      dataset === undefined || [...batchIds, ...datasetIds].some((id) => gone.has(id)),
  );
  return {
    batches: batches.map(({ _count, ...batch }) => ({ ...batch, submitted: _count.assignments })),
    tasks,
    judgements,
    runs,
    frozen: [...new Map(frozen.map(({ studyId, title }) => [studyId, { id: studyId, title }])).values()],
  };
}
