import "server-only";
import { z } from "zod";
import type { Member } from "@/lib/auth/actor";
import { lockBatch, OPENING, openLocked } from "@/lib/batch/data/batches";
import { db, type Tx } from "@/lib/database/db";
import { isRefusal, type Refusal } from "@/lib/http/refusals";

/** What an opened batch consists of. */
export const Opening = z.object({
  /** What it hands out: work, and the checks among it. */
  subjects: z.int(),
  slots: z.int(),
  checks: z.int(),
  training: z.int(),
  exam: z.int(),
  reserved: z.int(),
  planted: z.int(),
});
export type Opening = z.infer<typeof Opening>;

/** Carries what was found out of a transaction that is taken back. */
class Foreseen extends Error {
  constructor(readonly opening: Opening) {
    super("foreseen");
  }
}

/**
 * What opening a draft would make: it is opened, counted, and taken back, so that what is promised is what is made.
 * Refused as opening would be.
 */
export async function foreseeOpening(admin: Member<"admin">, id: string): Promise<Opening | Refusal | null> {
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
