import "server-only";
import { type Member, memberOfSql } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { Prisma } from "@/prisma/generated/client/client";

/** Projects older than this, in days, are under way. */
const NEW_DAYS = 30;

/** The first steps of a project: true where a step is done. */
export interface FirstSteps {
  dataset: boolean;
  /** Not needed where people work without drafts. */
  run: boolean;
  batch: boolean;
  annotators: boolean;
  agreement: boolean;
}

/**
 * The first steps of a new project and which of them are done. Null when the project is not the admin's, when they
 * have dismissed these steps, and when the project is under way: all needed steps are done, a batch was closed, or it
 * is older than 30 days.
 */
export async function findFirstSteps(admin: Member<"admin">, projectId: string): Promise<FirstSteps | null> {
  const [steps] = await db.$queryRaw<FirstSteps[]>`
    SELECT EXISTS (SELECT FROM "Dataset" d WHERE d."projectId" = p."id" AND d."state" = 'ready') AS "dataset",
      EXISTS (SELECT FROM "DraftRun" r WHERE r."projectId" = p."id" AND r."state" = 'done') AS "run",
      EXISTS (SELECT FROM "Batch" b WHERE b."projectId" = p."id" AND b."openedAt" IS NOT NULL) AS "batch",
      EXISTS (SELECT FROM "Membership" m WHERE m."projectId" = p."id" AND m."role" = 'annotator' AND m."disabledAt" IS NULL)
        OR EXISTS (SELECT FROM "Invitation" i WHERE i."projectId" = p."id" AND i."role" = 'annotator') AS "annotators",
      EXISTS (SELECT FROM "Report" r JOIN "Batch" b ON b."id" = r."batchId"
        WHERE b."projectId" = p."id" AND r."result" IS NOT NULL) AS "agreement"
    FROM "Project" p JOIN "User" u ON u."id" = ${admin.userId}::uuid AND u."showsFirstSteps"
    WHERE p."id" = ${projectId}::uuid AND ${memberOfSql(admin, Prisma.sql`p."id"`)}
      AND NOT p."sample" AND p."archivedAt" IS NULL
      AND p."createdAt" > now() - make_interval(days => ${NEW_DAYS}::int)
      AND NOT EXISTS (SELECT FROM "Batch" b WHERE b."projectId" = p."id" AND b."state" IN ('closed', 'archived'))`;
  if (!steps) return null;
  const { dataset, batch, annotators, agreement } = steps;
  return dataset && batch && annotators && agreement ? null : steps;
}
