import "server-only";
import type { SignedIn } from "@/lib/auth/actor";
import type { Tx } from "@/lib/database/db";

interface Audited {
  /** A noun and what happened to it: "batch.opened". */
  action: `${string}.${string}`;
  projectId?: string;
  /** What it happened to: the model's name and the row's id. */
  subject: readonly [type: string, id: string];
  /** Ids, counts and names of choices. Never texts people wrote, names, or addresses: rows here are for good. */
  detail?: Record<string, string | number | boolean | null>;
}

/**
 * Writes who did what, in the transaction of the change itself, so that neither exists without the other. `actor`
 * is null for what the system does on its own.
 */
export async function audit(tx: Tx, actor: Pick<SignedIn, "userId"> | null, entry: Audited): Promise<void> {
  await tx.auditLog.create({
    data: {
      actorId: actor?.userId ?? null,
      projectId: entry.projectId ?? null,
      action: entry.action,
      subjectType: entry.subject[0],
      subjectId: entry.subject[1],
      detail: entry.detail ?? {},
    },
  });
}
