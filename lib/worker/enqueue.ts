import "server-only";
import type { Tx } from "@/lib/db";
import type { tasks } from "@/lib/worker/tasks";

type Tasks = typeof tasks;

/**
 * Hands work to the worker as part of the caller's transaction: the job exists exactly if the change
 * that asked for it was committed.
 */
export async function enqueue<Name extends string & keyof Tasks>(
  tx: Tx,
  name: Name,
  payload: Parameters<Tasks[Name]>[0],
) {
  await tx.$executeRaw`SELECT 1 FROM graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`;
}
