import "server-only";
import { setImmediate as turn } from "node:timers/promises";
import { type Member, memberOf } from "@/lib/auth/actor";
import { readStudy } from "@/lib/curation/data/read-study";
import { applyAdversarialFilter, panelMembers } from "@/lib/curation/rules/adversarial-filter";
import { benchmarkCounts, comparedPairs } from "@/lib/curation/rules/benchmark";
import { studyOf } from "@/lib/curation/rules/candidates";
import { countOutcomes, curatedInstances } from "@/lib/curation/rules/curated";
import { instancesOf, pairsIn, subsetOf } from "@/lib/curation/rules/instances";
import { type Neighbour, neighbourOf, unitVectors } from "@/lib/curation/rules/neighbours";
import { outputSources, tasksWithOutput } from "@/lib/curation/rules/outputs";
import type { CurationDesign, CurationView } from "@/lib/curation/schema";
import { db } from "@/lib/database/db";
import { receiveImport } from "@/lib/dataset/import/upload";
import { PARTS_METHOD } from "@/lib/dataset/rules/instance-parts";
import type { StudyRecord } from "@/lib/dataset/schema";
import { type Refusal, refuse } from "@/lib/http/refusals";

/** Everything is read at once. */
const MOST_TASKS = 5000;
/** Every vector is compared with every other. */
const MOST_VECTORS = 2000;
const VECTORS = "curation.embed";
const LATEST_BATCHES = 20;

interface CuratedDataset {
  id: string;
  projectId: string;
}

/** A dataset that the researcher may read and that is small enough; null when it is not theirs. */
async function datasetFor(
  actor: Member<"researcher">,
  id: string,
): Promise<CuratedDataset | Refusal<"too-large-to-curate"> | null> {
  const found = await db.dataset.findFirst({
    where: { id, state: { not: "importing" }, project: memberOf(actor) },
    select: { id: true, projectId: true, _count: { select: { tasks: true } } },
  });
  if (!found) return null;
  return found._count.tasks > MOST_TASKS ? refuse("too-large-to-curate") : found;
}

/** A dataset's material for curation, and the decisions of people in batches on it. */
export async function findCuration(
  actor: Member<"researcher">,
  datasetId: string,
): Promise<CurationView | Refusal<"too-large-to-curate"> | null> {
  const dataset = await datasetFor(actor, datasetId);
  if (!dataset || "refused" in dataset) return dataset;
  const [records, vectors, batches] = await Promise.all([
    readStudy({ projectId: dataset.projectId, datasetId: dataset.id, batchId: null }),
    runsWithVectors(dataset),
    curatedBatches(dataset),
  ]);
  const { instances, others } = instancesOf(records);
  const { evaluators, verdicts } = applyAdversarialFilter(instances, records, { methods: [], models: [] });
  const subsets = [...new Set(instances.map(subsetOf))].map((subset) => {
    const own = verdicts.filter(({ instance }) => subsetOf(instance) === subset);
    return {
      subset,
      instances: instances.filter((one) => subsetOf(one) === subset).length,
      judged: own.length,
      kept: own.filter(({ isKept }) => isKept).length,
    };
  });
  return {
    subsets,
    others: Object.fromEntries(
      [...new Set(others.map(({ why }) => why))].map((why) => [
        why,
        others.filter((one) => one.why === why).length,
      ]),
    ),
    pairs: pairsIn(records).length,
    compared: comparedPairs(records).size,
    benchmark: benchmarkCounts(records),
    evaluators,
    panel: panelMembers(records),
    sources: outputSources(records),
    vectors,
    batches,
  };
}

/**
 * Makes a dataset of candidates, or of what people left of them, by way of an import. Returns the import's id; null when
 * the dataset, or the batch, is not the researcher's.
 */
export async function makeCuration(
  actor: Member<"researcher">,
  datasetId: string,
  design: CurationDesign,
): Promise<{ id: string } | Refusal | null> {
  const dataset = await datasetFor(actor, datasetId);
  if (!dataset || "refused" in dataset) return dataset;
  const batchId = design.from === "result" ? design.batch : null;
  if (batchId && !(await isBatchOf(dataset, batchId))) return null;
  const records =
    design.from === "problems"
      ? []
      : await readStudy({ projectId: dataset.projectId, datasetId: dataset.id, batchId });
  const nearest = design.from === "outputs" ? await nearestTasks(dataset, records, design) : null;
  if (nearest && "refused" in nearest) return nearest;
  const made = studyOf(records, design, nearest);
  if (!made) return refuse("nothing-to-curate");
  const lines = made.map((record) => Buffer.from(`${JSON.stringify(record)}\n`));
  const options = { fileName: `curation-${design.from}.jsonl`, name: design.name, shape: "study" as const };
  return receiveImport(actor, dataset.projectId, options, streamed(lines), null);
}

async function* streamed(blocks: readonly Uint8Array[]) {
  yield* blocks;
}

/** The records of a batch on this dataset; null when it is not the researcher's. */
export async function readCuratedBatch(
  actor: Member<"researcher">,
  datasetId: string,
  batchId: string,
): Promise<StudyRecord[] | Refusal<"too-large-to-curate"> | null> {
  const dataset = await datasetFor(actor, datasetId);
  if (!dataset || "refused" in dataset) return dataset;
  if (!(await isBatchOf(dataset, batchId))) return null;
  return readStudy({ projectId: dataset.projectId, datasetId: dataset.id, batchId });
}

async function isBatchOf({ id, projectId }: CuratedDataset, batchId: string): Promise<boolean> {
  return (await db.batch.count({ where: { id: batchId, datasetId: id, projectId } })) > 0;
}

async function curatedBatches({ id, projectId }: CuratedDataset): Promise<CurationView["batches"]> {
  const parts = await db.rubricVersion.count({
    where: { method: PARTS_METHOD, rubric: { datasetId: id } },
  });
  if (parts === 0) return [];
  const batches = await db.batch.findMany({
    where: { datasetId: id, projectId, openedAt: { not: null } },
    orderBy: { createdAt: "desc" },
    take: LATEST_BATCHES,
    select: { id: true, name: true, state: true },
  });
  const found: CurationView["batches"] = [];
  for (const batch of batches) {
    const curated = curatedInstances(await readStudy({ projectId, datasetId: id, batchId: batch.id }));
    const contested = curated.filter(({ outcome }) => outcome === "contested");
    const tasks = await db.task.findMany({
      where: { datasetId: id, key: { in: contested.map(({ original }) => original.task.id) } },
      orderBy: { position: "asc" },
      select: { id: true, key: true },
    });
    const subsets = [...new Set(curated.map(({ original }) => subsetOf(original)))];
    found.push({
      ...batch,
      subsets: subsets.map((subset) => ({
        subset,
        outcomes: countOutcomes(curated.filter(({ original }) => subsetOf(original) === subset)),
      })),
      contested: tasks.map(({ id: task, key }) => ({ task, key })),
    });
  }
  return found;
}

async function runsWithVectors({ id }: CuratedDataset): Promise<CurationView["vectors"]> {
  const runs = await db.draftRun.findMany({
    where: { datasetId: id, method: VECTORS, work: { some: { state: "done" } } },
    orderBy: { createdAt: "desc" },
    select: { id: true, name: true, _count: { select: { work: { where: { state: "done" } } } } },
  });
  return runs.map(({ id: run, name, _count }) => ({ run, name, tasks: _count.work }));
}

/** The task whose output each task's worse output is taken from; null if it is the task's own. */
async function nearestTasks(
  { id }: CuratedDataset,
  records: readonly StudyRecord[],
  { neighbours, worse }: Extract<CurationDesign, { from: "outputs" }>,
): Promise<Map<string, Neighbour> | Refusal<"no-such-vectors" | "too-many-vectors"> | null> {
  if (!neighbours) return null;
  const where = { runId: neighbours.run, run: { datasetId: id, method: VECTORS }, state: "done" } as const;
  const count = await db.draftUnit.count({ where });
  if (count === 0) return refuse("no-such-vectors");
  if (count > MOST_VECTORS) return refuse("too-many-vectors");
  const units = await db.draftUnit.findMany({
    where,
    orderBy: { position: "asc" },
    select: { result: true, task: { select: { key: true } } },
  });
  const vectors = unitVectors(
    new Map(units.map(({ result, task }) => [task.key, (result as { vector: number[] }).vector])),
  );
  const from = tasksWithOutput(records, worse);
  const found = new Map<string, Neighbour>();
  for (const task of vectors.keys()) {
    const nearest = neighbourOf(task, vectors, from, neighbours.below);
    if (nearest) found.set(task, nearest);
    // Other requests go on meanwhile.
    await turn();
  }
  return found;
}
