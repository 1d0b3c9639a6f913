import "server-only";
import { actAs, type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { listQualifications } from "@/lib/batch/data/checks/qualification-grants";
import { ofDesign } from "@/lib/batch/data/release";
import { stoppedIn } from "@/lib/batch/data/stopped-annotators";
import {
  type AgreementFacts,
  type AnnotatorFacts,
  type AttentionFinding,
  attentionFindings,
} from "@/lib/batch/rules/attention";
import { db } from "@/lib/database/db";
import { VALUES_OF_RECENT } from "@/lib/judgement/data/votes";
import { qualificationStage } from "@/lib/quality/rules/qualification";
import { Prisma } from "@/prisma/generated/client/client";

type Researcher = Member<"researcher">;

/**
 * Findings about an active batch that need attention; empty for other batches. Null when the researcher may not read
 * it.
 */
export async function findAttention(researcher: Researcher, id: string): Promise<AttentionFinding[] | null> {
  const batch = await db.batch.findFirst({
    where: { id, project: memberOf(researcher) },
    select: { state: true, openedAt: true, dueAt: true, projectId: true },
  });
  if (!batch) return null;
  if ((batch.state !== "open" && batch.state !== "paused") || !batch.openedAt) return [];
  const named = memberOfSql(actAs(researcher, "admin"), Prisma.sql`${batch.projectId}::uuid`);
  const [[work], people, [agreement], [openQuestions], qualifications] = await Promise.all([
    db.$queryRaw<{ left: number; lastAt: Date | null }[]>`
      SELECT (SELECT count(*)::int FROM "Slot" s LEFT JOIN "Assignment" a ON a."id" = s."assignmentId"
          WHERE s."batchId" = ${id}::uuid AND a."state" IS DISTINCT FROM 'submitted') AS "left",
        (SELECT max(a."submittedAt") FROM "Assignment" a WHERE a."batchId" = ${id}::uuid) AS "lastAt"`,
    db.$queryRaw<Omit<AnnotatorFacts, "failed">[]>`
      SELECT r."code", CASE WHEN ${named} THEN u."name" END AS "name", ba."addedAt",
        count(a."id") FILTER (WHERE a."state" = 'submitted' AND ${ofDesign})::int AS "submitted",
        coalesce(bool_or(a."openedAt" IS NOT NULL), FALSE) AS "came",
        percentile_cont(0.5) WITHIN GROUP (ORDER BY a."activeMs")
          FILTER (WHERE a."state" = 'submitted' AND ${ofDesign}) AS "medianMs",
        m."id" IN (${stoppedIn(id)}) AS "stopped"
      FROM "BatchAnnotator" ba JOIN "Membership" m ON m."id" = ba."membershipId" AND m."disabledAt" IS NULL
      JOIN "User" u ON u."id" = m."userId" AND u."disabledAt" IS NULL JOIN "Rater" r ON r."id" = m."raterId"
      LEFT JOIN "Assignment" a ON a."batchId" = ba."batchId" AND a."raterId" = r."id"
      WHERE ba."batchId" = ${id}::uuid GROUP BY m."id", r."id", u."name", ba."addedAt" ORDER BY r."code"`,
    db.$queryRaw<
      (AgreementFacts["before"] & { late: number; lateAgreement: number | null })[]
    >`${agreementIn(id)}`,
    db.$queryRaw<{ waiting: number; since: Date | null; flags: number }[]>`
      SELECT count(*)::int AS "waiting", min(q."changedAt") AS "since",
        (SELECT count(*)::int FROM "Flag" f WHERE f."batchId" = ${id}::uuid
          AND f."withdrawnAt" IS NULL AND f."resolvedAt" IS NULL) AS "flags"
      FROM "Question" q WHERE q."batchId" = ${id}::uuid AND q."waiting"`,
    listQualifications(researcher, id),
  ]);
  const failed = new Set(
    qualifications?.rows
      .filter((row) => qualificationStage(row, qualifications.rule).at === "failed")
      .map(({ code }) => code),
  );
  return attentionFindings(
    {
      openedAt: batch.openedAt,
      dueAt: batch.dueAt,
      left: work?.left ?? 0,
      lastAt: work?.lastAt ?? null,
      annotators: people.map((person) => ({ ...person, failed: failed.has(person.code) })),
      agreement: {
        before: { units: agreement?.units ?? 0, agreement: agreement?.agreement ?? null },
        lately: { units: agreement?.late ?? 0, agreement: agreement?.lateAgreement ?? null },
      },
      questions: { waiting: openQuestions?.waiting ?? 0, since: openQuestions?.since ?? null },
      flags: openQuestions?.flags ?? 0,
    },
    new Date(),
  );
}

/** Number of latest submissions that are examined: a page cannot count millions of values. */
const LATEST = 2000;

/**
 * Counts pairs of equal values on a unit among the last submissions, separately for the quarter of units
 * completed last and for the others. A rough comparison that ignores the scale; the agreement page corrects
 * for chance.
 */
const agreementIn = (id: string) => Prisma.sql`
  WITH "recent" AS (
    SELECT a."id" FROM "Assignment" a
    WHERE a."batchId" = ${id}::uuid AND a."state" = 'submitted' AND ${ofDesign}
    ORDER BY a."submittedAt" DESC LIMIT ${LATEST}
  ), "given" AS (
    ${VALUES_OF_RECENT}
  ), "units" AS (
    SELECT sum("n" * ("n" - 1))::float8 / (sum("n") * (sum("n") - 1))::float8 AS "agreement", max("at") AS "at"
    FROM "given" GROUP BY "responseId", "responseBId", "itemId", "target" HAVING sum("n") > 1
  ), "parted" AS (
    SELECT "agreement", ntile(4) OVER (ORDER BY "at") = 4 AS "late" FROM "units"
  )
  SELECT count(*) FILTER (WHERE NOT "late")::int AS "units", avg("agreement") FILTER (WHERE NOT "late") AS "agreement",
    count(*) FILTER (WHERE "late")::int AS "late", avg("agreement") FILTER (WHERE "late") AS "lateAgreement"
  FROM "parted"`;

interface BatchAttention {
  id: string;
  name: string;
  findings: AttentionFinding[];
}

/** Active batches are queried one by one; of more than this many, the oldest are left out. */
const MOST_BATCHES = 20;

/**
 * Findings that need attention in the active batches of a project, last opened first; batches without findings are
 * left out.
 */
export async function listAttention(researcher: Researcher, projectId: string): Promise<BatchAttention[]> {
  const batches = await db.batch.findMany({
    where: { projectId, project: memberOf(researcher), state: { in: ["open", "paused"] } },
    orderBy: [{ openedAt: "desc" }, { id: "asc" }],
    take: MOST_BATCHES,
    select: { id: true, name: true },
  });
  const found: BatchAttention[] = [];
  for (const batch of batches) {
    const findings = await findAttention(researcher, batch.id);
    if (findings && findings.length > 0) found.push({ ...batch, findings });
  }
  return found;
}
