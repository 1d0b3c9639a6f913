import "server-only";
import { actAs, type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import type { Snapshot } from "@/lib/database/snapshot";
import { findPairShown, itemsOverDrafts, valuesWithSeenDraft } from "@/lib/judgement/data/seen-drafts";
import { swapSides } from "@/lib/judgement/rules/sides";
import { Value } from "@/lib/judgement/schema";
import {
  type Debriefed,
  type PlantedCounts,
  type PlantedKind,
  type PlantedResult,
  type ReportPlanted,
  StoredLabels,
} from "@/lib/quality/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** The planted errors in a submission. Only after its batch is over, which the caller must ensure. */
export async function findDebrief(assignmentId: string): Promise<Debriefed[]> {
  const answers = await db.plantedAnswer.findMany({
    where: { assignmentId },
    select: {
      detected: true,
      planted: {
        select: {
          kind: true,
          value: true,
          draft: {
            select: { id: true, target: true, responseId: true, value: true, item: { select: lastVersion } },
          },
          itemVersion: { select: { text: true } },
          question: true,
          item: { select: { id: true, ...lastVersion } },
        },
      },
    },
  });
  const compared = await findPairShown(db, assignmentId);
  const labelled = await db.labelling.findMany({
    where: { assignmentId, drafted: { not: Prisma.AnyNull } },
    select: { itemId: true, question: true, drafted: true },
  });
  return answers.map(
    ({ detected, planted: { kind, value, draft, itemVersion, question, item } }): Debriefed => {
      if (kind === "item")
        return { about: "value", item: itemVersion?.text ?? "", shown: null, drafted: null, detected };
      if (kind === "labels") {
        const own = labelled.find((one) => one.itemId === item?.id && one.question === question);
        const [shown, drafted] = [StoredLabels.parse(value), StoredLabels.parse(own?.drafted)];
        return { about: "labels", item: nameOf(item), shown, drafted, detected };
      }
      const isPair = draft?.target === "preference";
      // As shown on the screen: the draft and the screen may each have the pair in reverse order.
      const isTurned = isPair && (draft.responseId !== compared?.responseId) !== (compared?.swapped ?? false);
      const shownValue = (stored: unknown) => {
        const known = Value.nullable().catch(null).parse(stored);
        return known !== null && isTurned ? swapSides(known) : known;
      };
      const about = isPair ? "preference" : "value";
      return {
        about,
        item: nameOf(draft?.item),
        shown: shownValue(value),
        drafted: shownValue(draft?.value),
        detected,
      };
    },
  );
}

const lastVersion = {
  versions: {
    orderBy: { rubricVersion: { version: "desc" } },
    take: 1,
    select: { name: true, text: true },
  },
} satisfies Prisma.ItemSelect;

function nameOf(
  item: { versions: readonly { name: string | null; text: string }[] } | null | undefined,
): string | null {
  const version = item?.versions[0];
  return version ? (version.name ?? version.text) : null;
}

/**
 * Every draft in a batch that an annotator saw and answered: whether it had a planted error, and whether it
 * was overruled. A drafted value is overruled by another final value, a preference by another side; a drafted
 * item by removal; drafted labels by other ones, or if one was wrong on purpose, by correcting it. In a
 * forced choice a draft that prefers neither side cannot be followed.
 */
const seenIn = (batchId: string) => Prisma.sql`
  SELECT e."kind"::text AS "kind", pa."assignmentId", TRUE AS "planted", pa."detected" AS "overruled"
  FROM "PlantedError" e JOIN "PlantedAnswer" pa ON pa."plantedId" = e."id"
  WHERE e."batchId" = ${batchId}::uuid
  UNION ALL
  SELECT 'verdict', given."assignmentId", FALSE, given."overruled" FROM (${valuesWithSeenDraft(batchId)}) given
  UNION ALL
  SELECT 'item', given."assignmentId", FALSE, given."overruled" FROM (${itemsOverDrafts(batchId)}) given
  UNION ALL
  SELECT 'labels', l."assignmentId", FALSE, to_jsonb(l."labels") <> l."drafted"
  FROM "Labelling" l
  WHERE l."batchId" = ${batchId}::uuid AND jsonb_typeof(l."drafted") = 'array' AND l."exposure" <> 'none'
    AND NOT EXISTS (SELECT FROM "PlantedAnswer" pa JOIN "PlantedError" e ON e."id" = pa."plantedId"
      WHERE pa."assignmentId" = l."assignmentId" AND e."draftUnitId" = l."draftUnitId" AND e."itemId" = l."itemId"
        AND e."question" = l."question")`;

const COUNTED = Prisma.sql`
  count(*) FILTER (WHERE seen."planted")::int AS "planted",
  count(*) FILTER (WHERE seen."planted" AND seen."overruled")::int AS "detected",
  count(*) FILTER (WHERE NOT seen."planted")::int AS "left",
  count(*) FILTER (WHERE NOT seen."planted" AND seen."overruled")::int AS "overruled"`;

/**
 * The same by task, for a report; undefined if no errors were planted. The caller must have checked access.
 */
export async function plantedIn(snapshot: Snapshot, batchId: string): Promise<ReportPlanted[] | undefined> {
  const [any] = await snapshot.rows(`SELECT FROM "PlantedError" WHERE "batchId" = $1 LIMIT 1`, [batchId]);
  if (!any) return undefined;
  const { text, values } = Prisma.sql`
    WITH seen AS (${seenIn(batchId)})
    SELECT seen."kind", arm."name" AS "arm", r."code" AS "rater", t."key" AS "task", ${COUNTED}
    FROM seen JOIN "Assignment" a ON a."id" = seen."assignmentId"
    JOIN "Subject" s ON s."id" = a."subjectId" AND s."use" = 'work' JOIN "Task" t ON t."id" = s."taskId"
    JOIN "Arm" arm ON arm."id" = a."armId" JOIN "Rater" r ON r."id" = a."raterId"
    GROUP BY seen."kind", arm."name", r."code", t."key"`;
  return snapshot.rows<ReportPlanted>(text, values);
}

/**
 * Detection of planted errors, and how often drafts without one were overruled too, by kind, arm and annotator.
 * Checks do not count. Null when the batch is not the researcher's.
 */
export async function findPlantedResults(
  researcher: Member<"researcher">,
  batchId: string,
): Promise<{ errors: PlantedCounts; results: PlantedResult[] } | null> {
  const batch = await db.batch.findFirst({
    where: { id: batchId, project: memberOf(researcher) },
    select: { projectId: true },
  });
  if (!batch) return null;
  const names = memberOfSql(actAs(researcher, "admin"), Prisma.sql`${batch.projectId}::uuid`);
  const [counted, results] = await Promise.all([
    db.plantedError.groupBy({ by: ["kind"], where: { batchId }, _count: true }),
    db.$queryRaw<PlantedResult[]>`
      WITH seen AS (${seenIn(batchId)})
      SELECT seen."kind", arm."name" AS "arm", r."code", CASE WHEN ${names} THEN u."name" END AS "name",
        ${COUNTED}
      FROM seen JOIN "Assignment" a ON a."id" = seen."assignmentId"
      JOIN "Subject" s ON s."id" = a."subjectId" AND s."use" = 'work'
      JOIN "Arm" arm ON arm."id" = a."armId" JOIN "Rater" r ON r."id" = a."raterId"
      LEFT JOIN "Membership" m ON m."raterId" = r."id" LEFT JOIN "User" u ON u."id" = m."userId"
      GROUP BY seen."kind", arm."position", arm."name", r."code", u."name"
      ORDER BY seen."kind" DESC, arm."position", r."code"`,
  ]);
  const of = (kind: PlantedKind) => counted.find((row) => row.kind === kind)?._count ?? 0;
  return { errors: { verdicts: of("verdict"), items: of("item"), labels: of("labels") }, results };
}
