import "server-only";
import { shareOut } from "@/lib/adjudication/rules";
import type { ShareBody } from "@/lib/adjudication/schema";
import { type Member, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { IS_RULED } from "@/lib/judgement/data/sql-fragments";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Shares out the undecided cases of a batch among adjudicators. An assigned case can still be decided by the others: it
 * only stands in nobody else's list of work. Returns how many cases changed hands; null when the batch is not the
 * admin's or has no adjudication.
 */
export function shareCases(
  admin: Member<"admin">,
  batchId: string,
  { among, anew }: ShareBody,
): Promise<{ shared: number } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const [batch] = await tx.$queryRaw<{ projectId: string; archivedAt: Date | null }[]>`
      SELECT b."projectId", p."archivedAt"
      FROM "Batch" b JOIN "Project" p ON p."id" = b."projectId" JOIN "Adjudication" a ON a."batchId" = b."id"
      WHERE b."id" = ${batchId}::uuid AND ${memberOfSql(admin, Prisma.sql`b."projectId"`)} FOR UPDATE OF b`;
    if (!batch) return null;
    if (batch.archivedAt) return refuse("archived");
    const named = [...new Set(among)];
    const known = await tx.membership.count({
      where: {
        ...{ id: { in: named }, projectId: batch.projectId, disabledAt: null, user: { disabledAt: null } },
        OR: [{ role: "admin" }, { adjudicates: { some: { batchId } } }],
      },
    });
    if (known !== named.length) return refuse("not-adjudicators");
    const undecided = await tx.$queryRaw<{ id: string; assigneeId: string | null }[]>`
      SELECT c."id", c."assigneeId" FROM "AdjudicationCase" c
      WHERE c."batchId" = ${batchId}::uuid AND NOT ${IS_RULED} ORDER BY c."position", c."id" FOR UPDATE OF c`;
    const open = undecided.filter(({ assigneeId }) => anew || assigneeId === null);
    const assignedTo = (id: string) => undecided.filter(({ assigneeId }) => assigneeId === id).length;
    const shares = shareOut(
      open.map(({ id }) => id),
      named.map((id) => ({ id, assigned: anew ? 0 : assignedTo(id) })),
    );
    const changed = open.flatMap(({ id, assigneeId }) => {
      const next = shares.get(id) ?? null;
      return next === assigneeId ? [] : [{ id, next }];
    });
    await tx.$executeRaw`
      UPDATE "AdjudicationCase" c SET "assigneeId" = n."next"
      FROM json_to_recordset(${JSON.stringify(changed)}::json) AS n("id" uuid, "next" uuid) WHERE c."id" = n."id"`;
    await audit(tx, admin, {
      action: "adjudication.shared",
      projectId: batch.projectId,
      subject: ["Batch", batchId],
      detail: { shared: changed.length, among: named.length, anew },
    });
    return { shared: changed.length };
  });
}
