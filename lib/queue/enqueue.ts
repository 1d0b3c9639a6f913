import "server-only";
import type { Tx } from "@/lib/database/db";
import type { Job } from "./job";

/**
 * Hands work to the worker as part of the caller's transaction: the job exists exactly if the change
 * that needs it was committed. Of several jobs with one key that wait at a time, there is one: the
 * last, at its time.
 */
export async function enqueue<Payload>(
  tx: Tx,
  { name }: Job<Payload>,
  payload: Payload,
  { key = null, at = null }: { key?: string | null; at?: Date | null | undefined } = {},
) {
  await tx.$executeRaw`
    SELECT 1 FROM graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, job_key => ${key}::text,
      run_at => ${at}::timestamptz)`;
}
