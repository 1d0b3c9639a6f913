import "server-only";
import type { Admin } from "@/lib/batch/data/lock-batch";
import type { Intake } from "@/lib/batch/schema/intake";
import type { Tx } from "@/lib/database/db";

/** The last position of any record of a dataset: what comes later is new. */
export async function lastPosition(tx: Tx, datasetId: string): Promise<number> {
  const [{ last }] = await tx.$queryRaw<[{ last: number }]>`
    SELECT greatest((SELECT max("position") FROM "Task" WHERE "datasetId" = ${datasetId}::uuid),
      (SELECT max("position") FROM "Response" WHERE "datasetId" = ${datasetId}::uuid), 0) AS "last"`;
  return last;
}

/** Columns of the design with the settings of the automatic intake of new subjects. */
export const INTAKE = { limit: true, rate: true, perDay: true } as const;

/** The settings as a draft stores them: opening the batch sets the record from which it takes new subjects. */
export const atOpening = (intake: Intake, admin: Admin) => ({ ...intake, after: 0, startedBy: admin.userId });

/** True if a design says that its batch takes new subjects by itself. */
export async function takesNew(tx: Tx, batchId: string): Promise<boolean> {
  return (await tx.batchIntake.count({ where: { batchId } })) > 0;
}

/** Lets a batch that opens take new subjects by itself if its design says so: what comes after a position. */
export async function beginIntake(tx: Tx, batchId: string, after: number): Promise<Intake | null> {
  const where = { batchId };
  const designed = await tx.batchIntake.findUnique({ where, select: INTAKE });
  if (!designed) return null;
  return tx.batchIntake.update({ where, data: { after, startedAt: new Date() }, select: INTAKE });
}
