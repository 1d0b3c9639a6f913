import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Member } from "@/lib/auth/actor";
import { isQualified, openNextStep } from "@/lib/batch/data/checks/qualification";
import { isAhead, ofDesign } from "@/lib/batch/data/release";
import type { Claim, Claimed } from "@/lib/batch/schema/views";
import { isConflict } from "@/lib/database/conflict";
import { db } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { Prisma } from "@/prisma/generated/client/client";

export type ClaimRefusal = Refusal<
  "batch-paused" | "batch-closed" | "guidelines-unread" | "exam-failed" | "place-given-back"
>;

/**
 * The next assignment for an annotator of a batch: an open one, otherwise one on hold, a sent-back
 * submission, an expired one that can be continued, or a free slot. An annotator who has not qualified gets
 * the next of training and exam instead of a slot. Null when the batch is not theirs.
 *
 * Exactly k people work on a subject and arm, however many claim at once: slots are rows, and `take` takes
 * one in one statement. "none" is returned only after an attempt that waited for slots locked by others.
 */
export async function claimSlot(
  annotator: Member<"annotator">,
  batchId: string,
): Promise<Claim | ClaimRefusal | null> {
  // After three attempts that skip locked slots, a claim waits for them; each further turn means another
  // claim got the slot.
  for (let turn = 0; turn < 100; turn++) {
    const look = await take("open", annotator.userId, batchId, turn < 3 ? "skip" : "wait");
    if (look === "conflict") continue;
    if (!look) {
      const state = await stateFor(annotator.userId, batchId);
      if (state === "open") continue;
      if (state === null) return null;
      return refuse(state === "paused" ? "batch-paused" : "batch-closed");
    }
    if (look.assignment) return { status: "claimed", assignment: look.assignment };
    if (look.unread) return refuse("guidelines-unread");
    if (!look.qualified) {
      const first = await openNextStep(annotator.userId, batchId);
      if (first === null) continue;
      return "refused" in first ? first : { status: "claimed", assignment: first };
    }
    if ((await releaseExpiredLeases(batchId)) > 0) continue;
    if (!look.free) return { status: "none", later: await mayComeBack(annotator.userId, batchId) };
    await sleep(5 + Math.random() * 20 * (turn + 1));
  }
  throw new Error(`batch ${batchId} has free slots that cannot be claimed`);
}

/** Among this many free slots that come next, the subject nearest to completion is preferred. */
const NEAR = 8;

type Look = { assignment: Claimed | null; free: boolean; unread: boolean; qualified: boolean };

/**
 * One attempt to claim: one statement, one effect or none. Returns the open assignment with its lease
 * renewed, or a slot that was taken. Null when the batch is not open or not theirs; "conflict" when another
 * request of the same annotator was faster.
 *
 * In a random order each annotator has their own: their n-th subject is one of the first eight free slots
 * after a position derived from the batch's seed, their pseudonym and n; among these the one whose subject is
 * nearest to completion, so that few subjects remain at the end which only some arms and annotators can fill.
 * In a fixed order it is the first slot after those the annotator had. Both take a few index steps, however
 * many slots there are.
 *
 * With several arms, the arm this annotator has done least relative to its k comes first; in a fixed order,
 * the next subject. The annotator's own lane is searched first, unless an arm would get ahead by more than
 * one (more if its k is larger): annotators who stay in their lanes leave the others' work as balanced as
 * their own. A free slot is never left unused for balance. Reserved subjects come first, but no annotator
 * takes more than a fair share while there is other work. If the guidelines must be read, an annotator who
 * has not confirmed the newest version gets nothing new; open work continues. An annotator who has not
 * qualified gets no slot.
 *
 * A prefetched slot (`reserved`) is for the annotator to open later: only if they are at work in the batch
 * with nothing sent back, within their share, and while nobody else would wait for it, that is, with more
 * than two free slots for each other annotator. On opening it comes after assignments on hold or sent back;
 * the guidelines of that moment apply.
 *
 * The batch's row is locked against closing and pausing meanwhile, and the annotator's place in it against
 * their other requests.
 */
export async function take(
  as: "open" | "reserved",
  userId: string,
  batchId: string,
  locked: "skip" | "wait",
): Promise<Look | "conflict" | null> {
  const lock = locked === "skip" ? Prisma.sql`FOR UPDATE OF s SKIP LOCKED` : Prisma.sql`FOR UPDATE OF s`;
  const mine = Prisma.sql`SELECT FROM "Assignment" a WHERE a."subjectId" = s."subjectId" AND a."raterId" = me."raterId"`;
  const own = Prisma.sql`SELECT FROM "Assignment" own WHERE own."batchId" = me."id" AND own."raterId" = me."raterId"`;
  /** Slots of subjects that are new to the annotator. */
  const fresh = (lane: Prisma.Sql, range: Prisma.Sql, most: number) => Prisma.sql`SELECT * FROM (
    SELECT s."id", s."subjectId", s."armId", s."orderKey" FROM "Slot" s
    WHERE s."batchId" = me."id" AND s."armId" = arm."id" AND s."assignmentId" IS NULL AND ${lane} AND ${range}
      AND NOT EXISTS (${mine})
    ORDER BY s."orderKey" LIMIT ${most} ${lock}) new`;
  /** Lock as few slots as possible when waiting for locks. */
  const near = { fixed: 1, random: locked === "skip" ? NEAR : 1 };
  const ahead = as === "reserved";
  const mayTake = ahead ? Prisma.sql`(SELECT "no" FROM room) IS NOT NULL` : Prisma.sql`TRUE`;
  /** The next slots in the arms that a condition selects. */
  const next = (
    order: "fixed" | "random",
    arms: Prisma.Sql,
    lane: Prisma.Sql,
    first: Prisma.Sql,
  ) => Prisma.sql`(
    SELECT slot."id", slot."subjectId", slot."armId" FROM (
      SELECT arm.* FROM arms arm WHERE ${arms} ORDER BY arm."done", arm."tie") arm
    CROSS JOIN me CROSS JOIN LATERAL (
      SELECT * FROM (
        ${fresh(lane, Prisma.sql`s."orderKey" >= me."from"`, near[order])}
        UNION ALL
        ${fresh(lane, Prisma.sql`s."orderKey" < me."from"`, near[order])}
        LIMIT ${near[order]}) near
      ORDER BY (SELECT count(*) FROM "Slot" o WHERE o."subjectId" = near."subjectId" AND o."assignmentId" IS NULL),
        near."orderKey" < me."from", near."orderKey"
      LIMIT 1) slot
    WHERE me."subjectOrder" = ${order}::"Order" AND me."read" AND me."qualified"
      AND NOT EXISTS (SELECT FROM held) AND ${mayTake}
    ${first} LIMIT 1)`;
  const reserved = [Prisma.sql`arm."reserved" AND arm."first"`, Prisma.sql`TRUE`] as const;
  const inOwnLane = [
    Prisma.sql`NOT arm."reserved" AND arm."ahead" <= arm."atMost"`,
    Prisma.sql`s."lane" = me."lane"`,
  ] as const;
  const anywhere = [Prisma.sql`TRUE`, Prisma.sql`TRUE`] as const;
  const armFirst = Prisma.empty;
  const orderFirst = Prisma.sql`ORDER BY slot."orderKey" < me."from", slot."orderKey"`;
  /** Slots of subjects the annotator had before. Existing answers stay in the arm they were given in. */
  const again = (state: "expired" | "returned") => Prisma.sql`SELECT * FROM (
    SELECT s."id", s."subjectId", s."armId", a."id" AS "again"
    FROM me JOIN "Assignment" a ON a."batchId" = me."id" AND a."raterId" = me."raterId"
      AND a."state" = ${state}::"AssignmentState"
    JOIN "Slot" s ON s."subjectId" = a."subjectId" AND s."assignmentId" IS NULL
      AND (s."armId" = a."armId" OR a."version" = 0)
    WHERE me."read" AND me."qualified" AND NOT EXISTS (SELECT FROM held) AND NOT ${ahead}::boolean
    ORDER BY a."position", (s."armId" = a."armId") DESC LIMIT 1 ${lock}) old`;
  try {
    const rows = await db.$queryRaw<Partial<Claimed & Omit<Look, "assignment">>[]>`
      WITH batch AS (
        SELECT b."id", b."seed", b."subjectOrder", b."leaseMinutes", m."raterId", r."code",
          coalesce(g."version", 1) AS "guidelines",
          NOT b."mustRead" OR coalesce(btrim(g."text"), '') = '' OR EXISTS (
            SELECT FROM "GuidelinesRead" done WHERE done."guidelinesId" = g."id" AND done."raterId" = m."raterId"
          ) AS "read", ${isQualified} AS "qualified",
          (SELECT count(*) - 1 FROM "BatchAnnotator" o WHERE o."batchId" = b."id") AS "others",
          (SELECT count(*) FROM "BatchAnnotator" o WHERE o."batchId" = b."id"
              AND (o."addedAt", o."membershipId") < (ba."addedAt", ba."membershipId"))
            % (SELECT sum(arm."k") FROM "Arm" arm WHERE arm."batchId" = b."id" AND NOT arm."reserved") AS "lane"
        FROM "Batch" b
        LEFT JOIN LATERAL (
          SELECT * FROM "Guidelines" g WHERE g."batchId" = b."id" ORDER BY g."version" DESC LIMIT 1) g ON TRUE
        JOIN "BatchAnnotator" ba ON ba."batchId" = b."id"
        JOIN "Membership" m ON m."id" = ba."membershipId" AND m."disabledAt" IS NULL
        JOIN "User" u ON u."id" = m."userId" AND u."disabledAt" IS NULL
        JOIN "Rater" r ON r."id" = m."raterId"
        JOIN "Project" p ON p."id" = b."projectId" AND p."archivedAt" IS NULL
        WHERE b."id" = ${batchId}::uuid AND b."state" = 'open' AND m."userId" = ${userId}::uuid
        FOR KEY SHARE OF b FOR NO KEY UPDATE OF ba
      ), done AS (
        SELECT batch.*, mine."n" + 1 AS "n", mine."last",
          ('x' || left(md5(batch."seed" || ':' || batch."code" || ':' || mine."n"), 8))::bit(32)::int AS "pivot"
        FROM batch, LATERAL (
          SELECT coalesce(max(a."position"), 0) AS "n", coalesce(max(s."orderKey") FILTER (WHERE NOT EXISTS (
              SELECT FROM "Arm" extra WHERE extra."id" = s."armId" AND extra."reserved")), -1) AS "last"
          FROM "Assignment" a JOIN "Slot" s ON s."id" = a."slotId"
          WHERE a."batchId" = batch."id" AND a."raterId" = batch."raterId") mine
      ), me AS (
        SELECT done.*, CASE done."subjectOrder" WHEN 'fixed' THEN done."last" + 1 ELSE done."pivot" END AS "from"
        FROM done
      ), counted AS (
        SELECT arm."id", arm."k", arm."reserved", md5(me."pivot" || ':' || arm."position") AS "tie",
          (SELECT count(*) FROM "Assignment" a WHERE a."batchId" = me."id" AND a."raterId" = me."raterId"
            AND a."armId" = arm."id" AND ${ofDesign}
            AND a."state" IN ('open', 'reserved', 'submitted', 'reopened', 'expired')) AS "n",
          CASE WHEN arm."reserved" THEN ceil((
              SELECT count(*) FROM "Subject" s WHERE s."batchId" = me."id" AND s."reserved") * arm."k"
            / (SELECT count(*)::numeric FROM "BatchAnnotator" ba WHERE ba."batchId" = me."id")) END AS "fair"
        FROM me JOIN "Arm" arm ON arm."batchId" = me."id"
      ), arms AS (
        SELECT counted."id", counted."tie", counted."reserved", counted."n" < counted."fair" AS "first",
          CASE WHEN counted."reserved" THEN 'infinity' ELSE counted."n"::float8 / counted."k" END AS "done",
          counted."n" + 1 - counted."k"
            * min(counted."n"::float8 / counted."k") FILTER (WHERE NOT counted."reserved") OVER () AS "ahead",
          counted."k"::float8 / min(counted."k") FILTER (WHERE NOT counted."reserved") OVER () AS "atMost"
        FROM counted
      ), room AS (
        SELECT min(place."no") AS "no" FROM me, generate_series(1, 2) AS place("no")
        WHERE NOT EXISTS (${own} AND own."state" = 'reserved' AND own."reservedNo" = place."no")
          AND EXISTS (${own} AND own."state" = 'open') AND NOT EXISTS (${own} AND own."state" = 'reopened')
          AND NOT EXISTS (
            SELECT FROM "Participation" t JOIN "ParticipationLink" l ON l."id" = t."linkId"
            JOIN "Participant" q ON q."id" = t."participantId" JOIN "Membership" m ON m."id" = q."membershipId"
            WHERE t."batchId" = me."id" AND m."raterId" = me."raterId" AND (t."leftAt" IS NOT NULL OR l."share" <= (
              SELECT count(*) FROM "Assignment" a WHERE a."batchId" = me."id" AND a."raterId" = me."raterId"
                AND ${ofDesign} AND a."state" IN ('open', 'reserved', 'submitted'))))
          AND (SELECT count(*) FROM (
              SELECT FROM "Slot" s WHERE s."batchId" = me."id" AND s."assignmentId" IS NULL
              LIMIT 2 * me."others" + 1) free) > 2 * me."others"
      ), held AS (
        UPDATE "Assignment" a SET "state" = 'open', "reservedNo" = NULL,
          "lease" = coalesce(a."lease", gen_random_uuid()),
          "leaseUntil" = now() + make_interval(mins => me."leaseMinutes"),
          "openedAt" = CASE WHEN ${isAhead} THEN now() ELSE a."openedAt" END,
          "guidelinesVersion" = CASE WHEN ${isAhead} THEN me."guidelines" ELSE a."guidelinesVersion" END
        FROM me WHERE a."state" IN ('open', 'reserved', 'reopened') AND NOT ${ahead}::boolean AND a."id" = (
          SELECT a."id" FROM "Assignment" a WHERE a."batchId" = me."id" AND a."raterId" = me."raterId"
            AND a."state" IN ('open', 'reserved', 'reopened') AND (me."read" OR NOT ${isAhead})
          ORDER BY a."state" = 'open' DESC, ${isAhead}, CASE WHEN ${isAhead} THEN a."position" END,
            a."reservedNo" NULLS LAST, a."reopenedAt" LIMIT 1)
        RETURNING a."id", a."lease", a."leaseUntil", a."position"
      ), found AS (
        SELECT * FROM (
          ${again("expired")}
          UNION ALL (
            SELECT new.*, NULL::uuid FROM (
              ${next("random", ...reserved, armFirst)}
              UNION ALL ${next("fixed", ...reserved, orderFirst)}
              UNION ALL ${next("random", ...inOwnLane, armFirst)}
              UNION ALL ${next("random", ...anywhere, armFirst)}
              UNION ALL ${next("fixed", ...inOwnLane, orderFirst)}
              UNION ALL ${next("fixed", ...anywhere, armFirst)}
            ) new LIMIT 1)
          UNION ALL
          ${again("returned")}
        ) candidate LIMIT 1
      ), continued AS (
        UPDATE "Assignment" a SET "state" = 'open', "slotId" = found."id", "armId" = found."armId",
          "lease" = gen_random_uuid(), "leaseUntil" = now() + make_interval(mins => me."leaseMinutes"),
          "guidelinesVersion" = me."guidelines"
        FROM found, me WHERE a."id" = found."again" AND a."state" IN ('expired', 'returned')
        RETURNING a."id", a."lease", a."leaseUntil", a."position", a."slotId"
      ), opened AS (
        INSERT INTO "Assignment" ("id", "batchId", "subjectId", "armId", "slotId", "raterId", "state", "reservedNo",
          "lease", "leaseUntil", "order", "position", "guidelinesVersion", "openedAt")
        SELECT gen_random_uuid(), me."id", found."subjectId", found."armId", found."id", me."raterId",
          ${as}::"AssignmentState", CASE WHEN ${ahead}::boolean THEN (SELECT "no" FROM room) END,
          gen_random_uuid(), now() + make_interval(mins => me."leaseMinutes"),
          jsonb_build_object('seed', abs(me."pivot"::bigint)), me."n", me."guidelines",
          CASE WHEN NOT ${ahead}::boolean THEN now() END
        FROM found, me WHERE found."again" IS NULL
        ON CONFLICT DO NOTHING
        RETURNING "id", "lease", "leaseUntil", "position", "slotId"
      ), taken AS (
        UPDATE "Slot" s SET "assignmentId" = a."id"
        FROM (SELECT * FROM continued UNION ALL SELECT * FROM opened) a
        WHERE s."id" = a."slotId"
        RETURNING a."id", a."lease", a."leaseUntil", a."position"
      )
      SELECT a.*, a."id" IS NULL AND NOT me."read" AS "unread", me."qualified", a."id" IS NULL AND EXISTS (
          SELECT FROM "Slot" s WHERE s."batchId" = me."id" AND s."assignmentId" IS NULL
            AND NOT EXISTS (${mine} AND NOT (a."state" IN ('expired', 'returned')
              AND (a."armId" = s."armId" OR a."version" = 0)))) AS "free"
      FROM me LEFT JOIN (SELECT * FROM held UNION ALL SELECT * FROM taken) a ON true`;
    const row = rows[0];
    if (!row) return null;
    const { id, lease, leaseUntil, position, free, unread, qualified } = row;
    const assignment = id && lease && leaseUntil && position ? { id, lease, leaseUntil, position } : null;
    return { assignment, free: free ?? false, unread: unread ?? false, qualified: qualified ?? false };
  } catch (error) {
    if (isConflict(error)) return "conflict";
    throw error;
  }
}

/** The state of an opened batch for an annotator of it; "archived" if its project is. */
async function stateFor(userId: string, batchId: string) {
  const batch = await db.batch.findFirst({
    where: {
      id: batchId,
      state: { not: "draft" },
      annotators: { some: { membership: { userId, disabledAt: null, user: { disabledAt: null } } } },
    },
    select: { state: true, project: { select: { archivedAt: true } } },
  });
  return batch?.project.archivedAt ? "archived" : (batch?.state ?? null);
}

/** True if another annotator holds a slot of a subject that this one has not done. */
async function mayComeBack(userId: string, batchId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ later: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM "Assignment" held JOIN "Slot" s ON s."id" = held."slotId"
      JOIN "Membership" m ON m."userId" = ${userId}::uuid AND m."disabledAt" IS NULL
      JOIN "BatchAnnotator" ba ON ba."membershipId" = m."id" AND ba."batchId" = held."batchId"
      WHERE held."batchId" = ${batchId}::uuid AND held."state" IN ('open', 'reserved') AND held."reopenedAt" IS NULL
        AND NOT EXISTS (SELECT FROM "Assignment" a
          WHERE a."subjectId" = held."subjectId" AND a."raterId" = m."raterId")) AS "later"`;
  return row?.later ?? false;
}

/**
 * Frees the slots of expired leases, in one batch or everywhere; returns how many. The assignments keep their
 * operations, and reopened ones also their slots; prefetched ones are deleted. A paused batch keeps its
 * leases, because annotators could not renew them.
 */
export async function releaseExpiredLeases(batchId?: string): Promise<number> {
  const here = batchId ? Prisma.sql`AND a."batchId" = ${batchId}::uuid` : Prisma.empty;
  return db.$executeRaw`
    WITH late AS (
      SELECT a."id", a."reopenedAt" IS NOT NULL AS "again", ${isAhead} AS "ahead"
      FROM "Assignment" a JOIN "Batch" b ON b."id" = a."batchId"
      WHERE a."state" IN ('open', 'reserved') AND a."leaseUntil" < now() AND b."state" = 'open' ${here}
      ORDER BY a."id" FOR UPDATE OF a
    ), dropped AS (
      DELETE FROM "Assignment" a USING late WHERE a."id" = late."id" AND late."ahead"
    ), expired AS (
      UPDATE "Assignment" a
      SET "state" = CASE WHEN late."again" THEN 'reopened' ELSE 'expired' END::"AssignmentState",
        "lease" = NULL, "leaseUntil" = NULL, "reservedNo" = NULL
      FROM late WHERE a."id" = late."id" AND NOT late."ahead"
    )
    UPDATE "Slot" s SET "assignmentId" = NULL FROM late WHERE s."assignmentId" = late."id" AND NOT late."again"`;
}
