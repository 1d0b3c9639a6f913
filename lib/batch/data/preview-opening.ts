import "server-only";
import type { Member } from "@/lib/auth/actor";
import { lockBatch } from "@/lib/batch/data/lock-batch";
import { OPENING, openLocked } from "@/lib/batch/data/open-batch";
import type { Opening } from "@/lib/batch/schema/views";
import { db, type Tx } from "@/lib/database/db";
import { isRefusal, type Refusal } from "@/lib/http/refusals";

/** Carries the result out of a transaction that is rolled back. */
class Foreseen extends Error {
  constructor(readonly opening: Opening) {
    super("foreseen");
  }
}

/**
 * Counts of everything that opening a draft would create: it is opened, counted and rolled back, so that the preview
 * equals the result. Refused as opening would be.
 */
export async function previewOpening(admin: Member<"admin">, id: string): Promise<Opening | Refusal | null> {
  try {
    return await db.$transaction(async (tx) => {
      const batch = await lockBatch(tx, admin, id);
      if (!batch) return null;
      const opened = await openLocked(tx, admin, batch);
      if (isRefusal(opened)) return opened;
      throw new Foreseen({ ...opened, ...(await countUses(tx, id)) });
    }, OPENING);
  } catch (error) {
    if (error instanceof Foreseen) return error.opening;
    throw error;
  }
}

async function countUses(tx: Tx, batchId: string) {
  const count = (use: "check" | "training" | "exam") => tx.subject.count({ where: { batchId, use } });
  return {
    checks: await count("check"),
    training: await count("training"),
    exam: await count("exam"),
    reserved: await tx.subject.count({ where: { batchId, reserved: true } }),
    planted: await tx.plantedError.count({ where: { batchId } }),
  };
}
