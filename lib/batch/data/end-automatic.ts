import "server-only";
import { audit } from "@/lib/auth/audit";
import { type Admin, type Locked, lockBatch } from "@/lib/batch/data/lock-batch";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";

interface Ending<Answer> {
  /** Deletes the row by which the batch does something by itself, if there is one. */
  remove: (tx: Tx) => Promise<{ count: number }>;
  /** Why it may not be ended in the batch's state; null when it may. */
  refusalTo?: (batch: Locked) => Refusal | null;
  /** The entry of the audit log when there was one. */
  action: `${string}.${string}`;
  answer: Answer;
}

/**
 * Ends what a batch does by itself, such as opening after a run. Ending it again changes nothing. Null when the batch is
 * not the admin's.
 */
export function endAutomatic<Answer>(
  admin: Admin,
  id: string,
  { remove, refusalTo, action, answer }: Ending<Answer>,
): Promise<Answer | Refusal | null> {
  return db.$transaction(async (tx) => {
    const batch = await lockBatch(tx, admin, id);
    if (!batch) return null;
    if (batch.archivedAt) return refuse("archived");
    const refused = refusalTo?.(batch);
    if (refused) return refused;
    const { count } = await remove(tx);
    if (count > 0) await audit(tx, admin, { action, projectId: batch.projectId, subject: ["Batch", id] });
    return answer;
  });
}
