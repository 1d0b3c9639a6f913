import "server-only";
import { randomUUID } from "node:crypto";
import type { Member } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import type { Tx } from "@/lib/database/db";
import { datasetGrew } from "@/lib/dataset/data/bump-version";
import type { LockedDataset } from "@/lib/dataset/data/lock";
import { replaceRecords } from "@/lib/dataset/data/replace-records";
import type { RecordsPlan } from "@/lib/dataset/data/resolve-conflicts";
import { importedId } from "@/lib/dataset/import/ids";
import { type Destination, WRITERS } from "@/lib/dataset/import/record-writers";
import type { AddedLine } from "@/lib/dataset/rules/lines-part";
import { ADDED_TYPES, type RecordsAdded } from "@/lib/dataset/schema/additions";

/** The last position of a dataset's records at one of its data versions. */
export interface LastPosition {
  version: number;
  position: number;
}

/**
 * Writes checked records into a locked dataset, after its existing ones, and the replacements. Returns the counts,
 * and the last position, which a caller that writes again may pass on: it is looked up only if the dataset has grown
 * meanwhile.
 */
export async function writeRecords(
  tx: Tx,
  admin: Member<"admin">,
  dataset: LockedDataset & { id: string },
  plan: RecordsPlan & { fitting: readonly AddedLine[]; last?: LastPosition | undefined },
): Promise<{ done: RecordsAdded; last: LastPosition }> {
  const { id, projectId, dataVersion } = dataset;
  const { fitting, last } = plan;
  const start = last?.version === dataVersion ? last.position : await lastPosition(tx, id);
  const namespace = randomUUID();
  const to: Destination = {
    idOf: (...key) => plan.ids.get(JSON.stringify(key)) ?? importedId(namespace, ...key),
    projectId,
    datasetId: id,
    items: plan.items,
  };
  const added = { task: 0, response: 0, draft: 0 };
  const numbered = fitting.map(({ record }, at) => ({ line: start + 1 + at, record }));
  for (const type of ADDED_TYPES) {
    const own = numbered.filter(({ record }) => record.type === type);
    if (own.length > 0) await WRITERS[type](tx, to, own);
    added[type] = own.length;
  }
  await replaceRecords(tx, id, plan.replacing);
  const replaced = plan.replacing.length;
  const done = { added, replaced, skipped: plan.skipped, unchanged: plan.unchanged };
  if (fitting.length + replaced === 0) return { done, last: { version: dataVersion, position: start } };
  // Last, because submissions of the dataset's batches wait for it.
  await audit(tx, admin, {
    action: "dataset.records-added",
    projectId,
    subject: ["Dataset", id],
    detail: { ...added, ...(replaced > 0 && { replaced }) },
  });
  await datasetGrew(tx, id, { tasks: added.task, responses: added.response, drafts: added.draft });
  return { done, last: { version: dataVersion + 1, position: start + fitting.length } };
}

async function lastPosition(tx: Tx, datasetId: string): Promise<number> {
  const [{ last }] = await tx.$queryRaw<[{ last: number }]>`
    SELECT greatest((SELECT max("position") FROM "Task" WHERE "datasetId" = ${datasetId}::uuid),
      (SELECT max("position") FROM "Response" WHERE "datasetId" = ${datasetId}::uuid),
      (SELECT max("position") FROM "Draft" WHERE "datasetId" = ${datasetId}::uuid), 0) AS "last"`;
  return last;
}
