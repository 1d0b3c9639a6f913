import "server-only";
import type { Tx } from "@/lib/database/db";

/** The last position of any record of a dataset: what comes later is new. */
export async function lastPosition(tx: Tx, datasetId: string): Promise<number> {
  const [{ last }] = await tx.$queryRaw<[{ last: number }]>`
    SELECT greatest((SELECT max("position") FROM "Task" WHERE "datasetId" = ${datasetId}::uuid),
      (SELECT max("position") FROM "Response" WHERE "datasetId" = ${datasetId}::uuid), 0) AS "last"`;
  return last;
}

/** Lets a batch that opens take new subjects by itself if its design says so: what comes after a position. */
export async function beginIntake(
  tx: Tx,
  batchId: string,
  after: number,
): Promise<{ limit: number; rate: number; perDay: number | null } | null> {
  const where = { batchId };
  const select = { limit: true, rate: true, perDay: true } as const;
  const designed = await tx.batchIntake.findUnique({ where, select });
  if (!designed) return null;
  return tx.batchIntake.update({ where, data: { after, startedAt: new Date() }, select });
}
