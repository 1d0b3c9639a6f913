import "server-only";
import { type Member, memberOfSql } from "@/lib/auth/actor";
import type { Tx } from "@/lib/database/db";
import { Prisma } from "@/prisma/generated/client/client";

export interface LockedDataset {
  projectId: string;
  name: string;
  state: "ready" | "archived";
  /** The whole project is archived: nothing in it may change. */
  isProjectArchived: boolean;
  responseGroups: string[];
  dataVersion: number;
}

/** Row locks. Only `update` also waits for rows that refer to the dataset and are being inserted. */
const LOCKS = {
  update: Prisma.sql`FOR UPDATE OF d`,
  "no-key-update": Prisma.sql`FOR NO KEY UPDATE OF d`,
} as const;

/** A complete dataset, locked until the transaction ends. Null when the admin has none with that id. */
export async function lockDataset(
  tx: Tx,
  admin: Member<"admin">,
  id: string,
  lock: keyof typeof LOCKS = "update",
): Promise<LockedDataset | null> {
  const [dataset] = await tx.$queryRaw<LockedDataset[]>`
    SELECT d."projectId", d."name", d."state"::text AS "state", d."responseGroups",
      d."dataVersion",
      p."archivedAt" IS NOT NULL AS "isProjectArchived"
    FROM "Dataset" d JOIN "Project" p ON p."id" = d."projectId"
    WHERE d."id" = ${id}::uuid AND d."state" <> 'importing' AND ${memberOfSql(admin, Prisma.sql`d."projectId"`)}
    ${LOCKS[lock]}`;
  return dataset ?? null;
}
