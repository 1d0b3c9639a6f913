import "server-only";
import { agreementOf, contestReasons, previewOf } from "@/lib/adjudication/rules";
import type { AdjudicationBody, AdjudicationRule, Refreshed, RulePreview } from "@/lib/adjudication/schema";
import { type Member, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { listVotedUnits } from "@/lib/judgement/data/votes";
import type { VotedUnit } from "@/lib/judgement/schema/votes";
import { Prisma } from "@/prisma/generated/client/client";

type Admin = Member<"admin">;

/** The number of cases a rule would create, without votes. Null when the batch is not the admin's. */
export async function previewRule(
  admin: Admin,
  batchId: string,
  rule: AdjudicationRule,
): Promise<RulePreview | null> {
  const [batch] = await db.$queryRaw<{ id: string }[]>`
    SELECT b."id" FROM "Batch" b
    WHERE b."id" = ${batchId}::uuid AND ${memberOfSql(admin, Prisma.sql`b."projectId"`)}`;
  return batch ? previewOf(await listVotedUnits(db, batchId), rule) : null;
}

/**
 * Starts the adjudication of a batch, which unblinds its votes and is recorded permanently; or updates a
 * started one with the same or another rule. New units are added, undecided ones that are no longer contested
 * are removed unless there are comments on them, and rulings stay.
 */
export function startAdjudication(
  admin: Admin,
  batchId: string,
  { rule, adjudicators }: AdjudicationBody,
): Promise<Refreshed | Refusal | null> {
  return db.$transaction(
    async (tx) => {
      const [batch] = await tx.$queryRaw<{ projectId: string; state: string; archivedAt: Date | null }[]>`
        SELECT b."projectId", b."state"::text AS "state", p."archivedAt"
        FROM "Batch" b JOIN "Project" p ON p."id" = b."projectId"
        WHERE b."id" = ${batchId}::uuid AND ${memberOfSql(admin, Prisma.sql`b."projectId"`)}
        FOR UPDATE OF b`;
      if (!batch) return null;
      if (batch.archivedAt) return refuse("archived");
      if (batch.state === "draft") return refuse("batch-state-changed");
      const named = [...new Set(adjudicators)];
      const known = await tx.membership.count({
        where: {
          id: { in: named },
          projectId: batch.projectId,
          disabledAt: null,
          user: { disabledAt: null },
          participant: { is: null },
        },
      });
      if (known !== named.length) return refuse("not-members");

      const begun = await tx.adjudication.findUnique({ where: { batchId }, select: { batchId: true } });
      if (begun)
        await tx.adjudication.update({ where: { batchId }, data: { rule, refreshedAt: new Date() } });
      else await tx.adjudication.create({ data: { batchId, rule, startedBy: admin.userId } });
      await tx.batchAdjudicator.deleteMany({ where: { batchId, membershipId: { notIn: named } } });
      await tx.batchAdjudicator.createMany({
        data: named.map((membershipId) => ({ batchId, membershipId })),
        skipDuplicates: true,
      });
      await freeCases(tx, batchId);
      const done = await storeCases(tx, batchId, rule);
      await audit(tx, admin, {
        action: begun ? "adjudication.refreshed" : "adjudication.started",
        projectId: batch.projectId,
        subject: ["Batch", batchId],
        detail: { ...rule, ...done, adjudicators: named.length },
      });
      return done;
    },
    { timeout: 120_000 },
  );
}

async function storeCases(tx: Tx, batchId: string, rule: AdjudicationRule): Promise<Refreshed> {
  const units = await listVotedUnits(tx, batchId);
  const contested = units.flatMap(({ votes, ...unit }, position) => {
    const reasons = contestReasons(votes, rule);
    if (reasons.length === 0) return [];
    return { ...unit, position, reasons, agreement: agreementOf(votes, rule.tolerance) };
  });
  const before = await tx.adjudicationCase.count({ where: { batchId } });
  const listed = JSON.stringify(contested);
  const left = await tx.$executeRaw`
    DELETE FROM "AdjudicationCase" c WHERE c."batchId" = ${batchId}::uuid
      AND NOT EXISTS (SELECT FROM "Ruling" r WHERE r."caseId" = c."id")
      AND NOT EXISTS (SELECT FROM "CaseComment" m WHERE m."caseId" = c."id")
      AND NOT EXISTS (
        SELECT FROM json_to_recordset(${listed}::json) AS n("taskId" uuid, "responseId" uuid, "responseBId" uuid,
          "itemId" uuid, "question" text)
        WHERE n."taskId" = c."taskId" AND n."responseId" IS NOT DISTINCT FROM c."responseId"
          AND n."responseBId" IS NOT DISTINCT FROM c."responseBId" AND n."itemId" IS NOT DISTINCT FROM c."itemId"
          AND n."question" IS NOT DISTINCT FROM c."question")`;
  await tx.$executeRaw`
    INSERT INTO "AdjudicationCase" ("id", "batchId", "taskId", "responseId", "responseBId", "itemId", "question",
      "position", "reasons", "agreement")
    SELECT gen_random_uuid(), ${batchId}::uuid, n."taskId", n."responseId", n."responseBId", n."itemId", n."question",
      n."position", n."reasons", n."agreement"
    FROM json_to_recordset(${listed}::json) AS n("taskId" uuid, "responseId" uuid, "responseBId" uuid,
      "itemId" uuid, "question" text, "position" int, "reasons" text[], "agreement" float8)
    ON CONFLICT ("batchId", "taskId", "responseId", "responseBId", "itemId", "question") DO UPDATE SET
      "position" = excluded."position", "reasons" = excluded."reasons", "agreement" = excluded."agreement"`;
  await renumberCases(tx, batchId, units);
  const cases = await tx.adjudicationCase.count({ where: { batchId } });
  return { cases, joined: cases - (before - left), left };
}

/**
 * Numbers all cases of a batch in the order of the study, those included that are no longer contested: lists go on after a
 * position, so no two cases may share one. A case whose unit has no votes left keeps about its place.
 */
async function renumberCases(tx: Tx, batchId: string, units: readonly VotedUnit[]): Promise<void> {
  const order = units.map(({ votes: _, ...unit }, position) => ({ ...unit, position }));
  await tx.$executeRaw`
    UPDATE "AdjudicationCase" c SET "position" = placed."position"
    FROM (
      SELECT k."id", (row_number() OVER (ORDER BY coalesce(n."position", k."position"), k."id") - 1)::int AS "position"
      FROM "AdjudicationCase" k
      LEFT JOIN json_to_recordset(${JSON.stringify(order)}::json) AS n("taskId" uuid, "responseId" uuid,
          "responseBId" uuid, "itemId" uuid, "question" text, "position" int)
        ON n."taskId" = k."taskId" AND n."responseId" IS NOT DISTINCT FROM k."responseId"
          AND n."responseBId" IS NOT DISTINCT FROM k."responseBId" AND n."itemId" IS NOT DISTINCT FROM k."itemId"
          AND n."question" IS NOT DISTINCT FROM k."question"
      WHERE k."batchId" = ${batchId}::uuid
    ) AS placed WHERE c."id" = placed."id" AND c."position" <> placed."position"`;
}

/** Takes undecided cases from people who may no longer decide them. */
async function freeCases(tx: Tx, batchId: string): Promise<void> {
  await tx.adjudicationCase.updateMany({
    where: {
      batchId,
      assignee: {
        OR: [{ disabledAt: { not: null } }, { role: { not: "admin" }, adjudicates: { none: { batchId } } }],
      },
    },
    data: { assigneeId: null },
  });
}
