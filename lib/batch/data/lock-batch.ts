import "server-only";
import { type Member, memberOfSql } from "@/lib/auth/actor";
import { type BatchState, SubjectSelection } from "@/lib/batch/schema";
import type { Tx } from "@/lib/database/db";
import { Quality } from "@/lib/quality/schema";
import { Prisma } from "@/prisma/generated/client/client";

export type Admin = Member<"admin">;

export type Locked = {
  id: string;
  projectId: string;
  datasetId: string;
  name: string;
  state: BatchState;
  seed: number;
  selection: SubjectSelection;
  joinLater: boolean;
  mustRead: boolean;
  quality: Quality;
  revision: number;
  /** When the project was archived: nothing changes in an archived project. */
  archivedAt: Date | null;
};

/** Locks the batch until the transaction ends. Null when it is not the admin's. */
export function lockBatch(tx: Tx, admin: Admin, id: string): Promise<Locked | null> {
  return lock(tx, id, memberOfSql(admin, Prisma.sql`b."projectId"`));
}

/** Locks a batch for an automatic change, without an admin. */
export function lockBatchWithoutActor(tx: Tx, id: string): Promise<Locked | null> {
  return lock(tx, id, Prisma.sql`TRUE`);
}

async function lock(tx: Tx, id: string, mayLock: Prisma.Sql): Promise<Locked | null> {
  type Row = Omit<Locked, "selection" | "quality"> & { selection: unknown; quality: unknown };
  const [batch] = await tx.$queryRaw<Row[]>`
    SELECT b."id", b."projectId", b."datasetId", b."name", b."state"::text AS "state", b."seed", b."selection",
      b."joinLater", b."mustRead", b."quality", b."revision", p."archivedAt"
    FROM "Batch" b JOIN "Project" p ON p."id" = b."projectId"
    WHERE b."id" = ${id}::uuid AND ${mayLock}
    FOR UPDATE OF b`;
  if (!batch) return null;
  return {
    ...batch,
    selection: SubjectSelection.parse(batch.selection),
    quality: Quality.parse(batch.quality),
  };
}
