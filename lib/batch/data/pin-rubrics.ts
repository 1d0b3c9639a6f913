import "server-only";
import { rubricOf, rubricsIn, sourceOfRubric } from "@/lib/batch/rules/protocol-sources";
import type { db, Tx } from "@/lib/database/db";
import { chosenRubrics, IS_VISIBLE } from "@/lib/dataset/data/source-sql";
import type { Protocol, RubricKind } from "@/lib/protocol/schema";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Fixes which version of these rubrics a batch uses: the newest, unless one is fixed already. However the
 * rubric changes later, the whole batch uses the same wording.
 */
export function pinRubrics(tx: Tx | typeof db, batchId: string, rubrics: readonly string[]) {
  return tx.$executeRaw`
    INSERT INTO "BatchRubric" ("batchId", "rubricId", "rubricVersionId")
    SELECT DISTINCT ON (v."rubricId") ${batchId}::uuid, v."rubricId", v."id"
    FROM "RubricVersion" v WHERE v."rubricId" = ANY (${rubrics}::uuid[])
    ORDER BY v."rubricId", v."version" DESC
    ON CONFLICT DO NOTHING`;
}

/** Fixes the given versions for a batch, as `pinRubrics` does with the newest ones. */
export function pinVersions(tx: Tx | typeof db, batchId: string, versions: readonly string[]) {
  return tx.$executeRaw`
    INSERT INTO "BatchRubric" ("batchId", "rubricId", "rubricVersionId")
    SELECT ${batchId}::uuid, v."rubricId", v."id" FROM "RubricVersion" v WHERE v."id" = ANY (${versions}::uuid[])
    ON CONFLICT DO NOTHING`;
}

/**
 * Fixes, for a batch that opens or grows, the rubrics that its steps show from their sources on its subjects;
 * for steps without a source, all rubrics of their kind.
 */
export async function pinAllRubrics(
  tx: Tx,
  { id, datasetId }: { id: string; datasetId: string },
  protocols: readonly Protocol[],
): Promise<void> {
  for (const { of: kind, source } of rubricsIn(protocols.flatMap(({ steps }) => steps))) {
    const subject = {
      task: Prisma.sql`s."taskId"`,
      one: Prisma.sql`s."responseId"`,
      other: Prisma.sql`s."responseBId"`,
    };
    await tx.$executeRaw`
      INSERT INTO "BatchRubric" ("batchId", "rubricId", "rubricVersionId")
      SELECT DISTINCT ON (chosen."rubricId") s."batchId", chosen."rubricId", chosen."versionId"
      FROM "Subject" s CROSS JOIN LATERAL (${chosenRubrics(source, { datasetId, kind }, subject, id)}) chosen
      WHERE s."batchId" = ${id}::uuid
      ON CONFLICT DO NOTHING`;
  }
  const kinds = protocols.flatMap(({ steps }) =>
    steps.flatMap((step) => (sourceOfRubric(step) ? [] : (rubricOf(step) ?? []))),
  );
  if (kinds.length > 0) await pinFound(tx, id, kinds);
}

function pinFound(tx: Tx, batchId: string, kinds: readonly RubricKind[]) {
  return tx.$executeRaw`
    INSERT INTO "BatchRubric" ("batchId", "rubricId", "rubricVersionId")
    SELECT DISTINCT ON (ru."id") b."id", ru."id", v."id"
    FROM "Batch" b JOIN "Rubric" ru ON ru."datasetId" = b."datasetId"
    JOIN "RubricVersion" v ON v."rubricId" = ru."id"
    WHERE b."id" = ${batchId}::uuid
      AND (ru."taskId" IS NULL
        OR ru."taskId" IN (SELECT s."taskId" FROM "Subject" s WHERE s."batchId" = b."id"))
      AND ru."kind"::text = ANY (${kinds}::text[]) AND ${IS_VISIBLE}
    ORDER BY ru."id", v."version" DESC
    ON CONFLICT DO NOTHING`;
}

/**
 * True if a draft was made for this version's wording of an item, that is, not before the wording was first
 * used.
 */
export function draftedFor(draft: Prisma.Sql, itemVersion: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${itemVersion}."wording" = 1 OR ${draft}."createdAt" >= (
    SELECT since."createdAt" FROM "RubricVersion" since
    WHERE since."rubricId" = ${itemVersion}."rubricId" AND since."version" = ${itemVersion}."wording"))`;
}
