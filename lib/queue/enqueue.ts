import "server-only";
import type { Tx } from "@/lib/database/db";
import type { Job } from "./job";

/**
 * Enqueues a job in the caller's transaction: it exists exactly if the change that needs it was committed. Of
 * several waiting jobs with one key only the last remains, with its time.
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
