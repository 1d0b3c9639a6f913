import "server-only";
import type { SignedIn } from "@/lib/auth/actor";
import type { Tx } from "@/lib/database/db";

interface Audited {
  /** Noun and verb: "batch.opened". */
  action: `${string}.${string}`;
  projectId?: string;
  /** The changed object: the model's name and the row's id. */
  subject: readonly [type: string, id: string];
  /** Ids, counts and names of choices. Never users' texts, names or addresses: these rows are permanent. */
  detail?: Record<string, string | number | boolean | null>;
}

/**
 * Records who did what, in the transaction of the change, so that neither exists without the other. `actor`
 * is null for automatic changes.
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
