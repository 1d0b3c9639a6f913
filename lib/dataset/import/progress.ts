import "server-only";
import type { SignedIn } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import type { Prisma } from "@/prisma/generated/client/client";

/** How one run of an import goes about it. */
export interface ImportRun {
  /** Stops between two batches; the import stays as it is, for the next run. */
  signal?: AbortSignal;
  /** Told after each batch, once it is committed. */
  onBatch?: (phase: "checking" | "writing", done: number) => void;
  /** Most lines in one transaction. */
  batch?: number;
}

export const BATCH = 2000;
/** Most text in one transaction, in characters; a single longer line makes a batch of its own. */
export const BATCH_TEXT = 4 * 2 ** 20;

/** For transactions that write or delete a lot. */
export const LONG = { maxWait: 30_000, timeout: 600_000 };

/** The import was cancelled, or somebody else has taken it up: what this run has in hand is dropped. */
export class Interrupted extends Error {
  override name = "Interrupted";
}

/**
 * One batch: its rows and the progress they are, in one transaction. Nothing is written unless the import stands
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
 * Marks an import as over, whatever it was doing, and writes down who ended it (nobody: it ended by itself). Null
 * when there is no such import, or it was over already.
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
