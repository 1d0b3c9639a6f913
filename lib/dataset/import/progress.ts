import "server-only";
import type { SignedIn } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import type { Prisma } from "@/prisma/generated/client/client";

/** Options for one run of an import. */
export interface ImportRun {
  /** Stops between two batches; the import stays as it is, for the next run. */
  signal?: AbortSignal;
  /** Called after each batch is committed. */
  onBatch?: (phase: "checking" | "writing", done: number) => void;
  /** Maximum number of lines in one transaction. */
  batch?: number;
}

export const BATCH = 2000;
/** Maximum text in one transaction, in characters; a longer line is a batch of its own. */
export const BATCH_TEXT = 4 * 2 ** 20;

/** For transactions that write or delete many rows. */
export const LONG = { maxWait: 30_000, timeout: 600_000 };

/** The import was cancelled, or another worker has resumed it: this run drops its work. */
export class Interrupted extends Error {
  override name = "Interrupted";
}

/**
 * Writes one batch with the progress it makes, in one transaction. Writes nothing unless the import is
 * exactly where this run left it.
 */
export async function advance(
  id: string,
  run: ImportRun,
  phase: "checking" | "writing",
  from: number,
  to: number,
  write: (tx: Tx) => Promise<void>,
): Promise<void> {
  run.signal?.throwIfAborted();
  await db.$transaction(async (tx) => {
    const { count } = await tx.import.updateMany({
      where: { id, state: phase, done: from },
      data: { done: to },
    });
    if (count === 0) throw new Interrupted();
    await write(tx);
  }, LONG);
  run.onBatch?.(phase, to);
}

/**
 * Ends an import in any state, and records who ended it (null: automatically). Null when there is no such
 * import, or it had ended before.
 */
export async function endImport(
  tx: Tx,
  actor: SignedIn | null,
  where: Prisma.ImportWhereInput,
  state: "failed" | "cancelled",
  data: Pick<Prisma.ImportUpdateManyMutationInput, "failure" | "problems" | "causes" | "unfit">,
): Promise<{ id: string } | null> {
  const [ended] = await tx.import.updateManyAndReturn({
    where: { AND: [where, { state: { in: ["uploading", "queued", "checking", "writing"] } }] },
    data: { ...data, state, finishedAt: new Date() },
    select: { id: true, projectId: true },
  });
  if (!ended) return null;
  const { id, projectId } = ended;
  await audit(tx, actor, { action: `import.${state}`, projectId, subject: ["Import", id] });
  return { id };
}
