import "server-only";
import type { Tx } from "@/lib/database/db";
import type { tasks } from "@/lib/worker/tasks";

type Tasks = typeof tasks;

/**
 * Hands work to the worker as part of the caller's transaction: the job exists exactly if the change
 * that asked for it was committed. Of several jobs with one key that wait at a time, there is one: the
 * last, at its time.
 */
export async function enqueue<Name extends string & keyof Tasks>(
  tx: Tx,
  name: Name,
  payload: Parameters<Tasks[Name]>[0],
  { key = null, at = null }: { key?: string | null; at?: Date | null | undefined } = {},
) {
  await tx.$executeRaw`
    SELECT 1 FROM graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, job_key => ${key}::text,
      run_at => ${at}::timestamptz)`;
}
