import "server-only";
import { isQualified } from "@/lib/batch/data/checks/qualification";
import { madeBy } from "@/lib/batch/data/made-by";
import { isPrefetched, ofDesign } from "@/lib/batch/data/release";
import { Prisma } from "@/prisma/generated/client/client";

/** The parameters of one attempt to claim. */
export interface Attempt {
  /** Open the slot now, or reserve it for the annotator to open later. */
  as: "open" | "reserved";
  userId: string;
  batchId: string;
  /** Skip slots that other requests have locked, or wait for them. */
  locked: "skip" | "wait";
  /** The lease of a new assignment; without it, a random one. */
  lease?: string;
  /** Assignments that were reserved for the annotator before, and that they have unsent work on. */
  again?: readonly string[];
}

/** Among this many free slots that come next, the subject nearest to completion is preferred. */
const NEAR = 8;

/**
 * The one statement of a claim: one effect or none. Returns the open assignment with its lease
 * renewed, or a slot that was taken. No row when the batch is not open or not theirs.
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
 * Nobody gets a subject that they made themselves.
 *
 * A prefetched slot (`reserved`) is for the annotator to open later: only if they are at work in the batch
 * with nothing sent back, within their share, and while nobody else would wait for it, that is, with more
 * than two free slots for each other annotator. On opening it comes after assignments on hold or sent back;
 * the guidelines of that moment apply.
 *
 * A prefetched assignment that was released has left no row. Its id follows from slot and annotator, so the same
 * one comes back if the annotator asks for it `again` while its slot is free: their unsent work fits it.
 *
 * The batch's row is locked against closing and pausing meanwhile, and the annotator's place in it against
 * their other requests.
 */
export function claimStatement(attempt: Attempt): Prisma.Sql {
  const isReserving = attempt.as === "reserved";
  return Prisma.sql`
    WITH batch AS (${annotatorInBatch(attempt)}),
      done AS (${POSITION}),
      me AS (${STARTING_POINT}),
      counted AS (${WORK_BY_ARM}),
      arms AS (${ARMS_IN_TURN}),
      room AS (${ROOM_TO_RESERVE}),
      held AS (${reopenReserved(isReserving)}),
      found AS (${findSlot(attempt)}),
      continued AS (${CONTINUE_EARLIER}),
      opened AS (${openAssignment(attempt)}),
      taken AS (${OCCUPY_SLOT})
    ${RESULT}`;
}

/** Assignments of the annotator to the subject of slot `s`. */
const mine = Prisma.sql`SELECT FROM "Assignment" a WHERE a."subjectId" = s."subjectId" AND a."raterId" = me."raterId"`;

/** True if the annotator made the subject of slot `s`. */
const madeByMe = madeBy(Prisma.sql`s."subjectId"`, Prisma.sql`me."code"`);

/** Assignments of the annotator in this batch. */
const own = Prisma.sql`SELECT FROM "Assignment" own WHERE own."batchId" = me."id" AND own."raterId" = me."raterId"`;

/**
 * The batch, if it is open and the annotator may work in it, with what the annotator has read and passed. The rows of
 * the batch and of the annotator in it are locked.
 */
const annotatorInBatch = ({ userId, batchId }: Attempt) => Prisma.sql`
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
    FOR KEY SHARE OF b FOR NO KEY UPDATE OF ba`;

/** Adds which assignment this would be for the annotator, and the position in the random order that follows from it. */
const POSITION = Prisma.sql`
    SELECT batch.*, mine."n" + 1 AS "n", mine."last",
      ('x' || left(md5(batch."seed" || ':' || batch."code" || ':' || mine."n"), 8))::bit(32)::int AS "pivot"
    FROM batch, LATERAL (
      SELECT coalesce(max(a."position"), 0) AS "n", coalesce(max(s."orderKey") FILTER (WHERE NOT EXISTS (
          SELECT FROM "Arm" extra WHERE extra."id" = s."armId" AND extra."reserved")), -1) AS "last"
      FROM "Assignment" a JOIN "Slot" s ON s."id" = a."slotId"
      WHERE a."batchId" = batch."id" AND a."raterId" = batch."raterId") mine`;

/** Adds the order key from which free slots are searched. */
const STARTING_POINT = Prisma.sql`
    SELECT done.*, CASE done."subjectOrder" WHEN 'fixed' THEN done."last" + 1 ELSE done."pivot" END AS "from"
    FROM done`;

/** The annotator's number of assignments in each arm, and a fair share for an arm with reserved subjects. */
const WORK_BY_ARM = Prisma.sql`
    SELECT arm."id", arm."k", arm."reserved", md5(me."pivot" || ':' || arm."position") AS "tie",
      (SELECT count(*) FROM "Assignment" a WHERE a."batchId" = me."id" AND a."raterId" = me."raterId"
        AND a."armId" = arm."id" AND ${ofDesign}
        AND a."state" IN ('open', 'reserved', 'submitted', 'reopened', 'expired')) AS "n",
      CASE WHEN arm."reserved" THEN ceil((
          SELECT count(*) FROM "Subject" s WHERE s."batchId" = me."id" AND s."reserved") * arm."k"
        / (SELECT count(*)::numeric FROM "BatchAnnotator" ba WHERE ba."batchId" = me."id")) END AS "fair"
    FROM me JOIN "Arm" arm ON arm."batchId" = me."id"`;

/** The arms with how far the annotator is in each relative to its k, for the arm done least to come first. */
const ARMS_IN_TURN = Prisma.sql`
    SELECT counted."id", counted."tie", counted."reserved", counted."n" < counted."fair" AS "first",
      CASE WHEN counted."reserved" THEN 'infinity' ELSE counted."n"::float8 / counted."k" END AS "done",
      counted."n" + 1 - counted."k"
        * min(counted."n"::float8 / counted."k") FILTER (WHERE NOT counted."reserved") OVER () AS "ahead",
      counted."k"::float8 / min(counted."k") FILTER (WHERE NOT counted."reserved") OVER () AS "atMost"
    FROM counted`;

/** A free number under which a slot may be reserved; no row where the annotator may reserve none. */
const ROOM_TO_RESERVE = Prisma.sql`
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
          LIMIT 2 * me."others" + 1) free) > 2 * me."others"`;

/** Renews the open assignment of the annotator, or opens the next that is on hold, sent back or reserved. */
const reopenReserved = (isReserving: boolean) => Prisma.sql`
    UPDATE "Assignment" a SET "state" = 'open', "reservedNo" = NULL,
      "lease" = CASE WHEN ${isPrefetched} THEN gen_random_uuid() ELSE coalesce(a."lease", gen_random_uuid()) END,
      "leaseUntil" = now() + make_interval(mins => me."leaseMinutes"),
      "openedAt" = CASE WHEN ${isPrefetched} THEN now() ELSE a."openedAt" END,
      "guidelinesVersion" = CASE WHEN ${isPrefetched} THEN me."guidelines" ELSE a."guidelinesVersion" END
    FROM me WHERE a."state" IN ('open', 'reserved', 'reopened') AND NOT ${isReserving}::boolean AND a."id" = (
      SELECT a."id" FROM "Assignment" a WHERE a."batchId" = me."id" AND a."raterId" = me."raterId"
        AND a."state" IN ('open', 'reserved', 'reopened') AND (me."read" OR NOT ${isPrefetched})
      ORDER BY a."state" = 'open' DESC, ${isPrefetched}, CASE WHEN ${isPrefetched} THEN a."position" END,
        a."reservedNo" NULLS LAST, a."reopenedAt" LIMIT 1)
    RETURNING a."id", a."lease", a."leaseUntil", a."position"`;

/**
 * The slot to take: of an assignment that is asked for again, of one that expired, else a free one of a new subject
 * (of reserved subjects, then in the annotator's own lane, then anywhere), else of an assignment that was given back.
 */
function findSlot(attempt: Attempt): Prisma.Sql {
  const reserved = [Prisma.sql`arm."reserved" AND arm."first"`, Prisma.sql`TRUE`] as const;
  const inOwnLane = [
    Prisma.sql`NOT arm."reserved" AND arm."ahead" <= arm."atMost"`,
    Prisma.sql`s."lane" = me."lane"`,
  ] as const;
  const anywhere = [Prisma.sql`TRUE`, Prisma.sql`TRUE`] as const;
  const armFirst = Prisma.empty;
  const orderFirst = Prisma.sql`ORDER BY slot."orderKey" < me."from", slot."orderKey"`;
  return Prisma.sql`
    SELECT * FROM (
      ${slotOfAgain(attempt)}
      ${earlierSlot(attempt, "expired")}
      UNION ALL (
        SELECT new.*, NULL::uuid FROM (
          ${newSlot(attempt, "random", ...reserved, armFirst)}
          UNION ALL ${newSlot(attempt, "fixed", ...reserved, orderFirst)}
          UNION ALL ${newSlot(attempt, "random", ...inOwnLane, armFirst)}
          UNION ALL ${newSlot(attempt, "random", ...anywhere, armFirst)}
          UNION ALL ${newSlot(attempt, "fixed", ...inOwnLane, orderFirst)}
          UNION ALL ${newSlot(attempt, "fixed", ...anywhere, armFirst)}
        ) new LIMIT 1)
      UNION ALL
      ${earlierSlot(attempt, "returned")}
    ) candidate LIMIT 1`;
}

/** The id of the annotator's assignment in a slot: a UUID of version 8, derived with the batch's seed. */
const idIn = (slot: Prisma.Sql) => Prisma.sql`overlay(overlay(
  md5(me."seed" || ':' || me."raterId" || ':' || ${slot}) placing '8' from 13) placing '8' from 17)::uuid`;

const mayTake = ({ as }: Attempt) =>
  as === "reserved" ? Prisma.sql`(SELECT "no" FROM room) IS NOT NULL` : Prisma.sql`TRUE`;

/**
 * The free slot of an assignment that the annotator asks for again, before all others. Slots are only gone through if
 * one that is asked for is not there: browsers also name assignments that the annotator still has.
 */
function slotOfAgain(attempt: Attempt): Prisma.Sql {
  const { again = [], locked } = attempt;
  if (again.length === 0) return Prisma.empty;
  const asked = Prisma.sql`${[...again]}::uuid[]`;
  return Prisma.sql`SELECT * FROM (
    SELECT s."id", s."subjectId", s."armId", NULL::uuid AS "again"
    FROM me JOIN "Slot" s ON s."batchId" = me."id" AND s."assignmentId" IS NULL
    WHERE ${idIn(Prisma.sql`s."id"`)} = ANY(${asked}) AND NOT EXISTS (${mine}) AND NOT ${madeByMe}
      AND (SELECT count(*) FROM "Assignment" there WHERE there."id" = ANY(${asked})) < ${again.length}::int
      AND me."read" AND me."qualified" AND NOT EXISTS (SELECT FROM held) AND ${mayTake(attempt)}
    ORDER BY s."orderKey" LIMIT 1 ${lockOf(locked)}) same
    UNION ALL`;
}

/** The next free slot of a subject that is new to the annotator, in the arms that a condition selects. */
function newSlot(
  attempt: Attempt,
  order: "fixed" | "random",
  arms: Prisma.Sql,
  lane: Prisma.Sql,
  first: Prisma.Sql,
): Prisma.Sql {
  const { locked } = attempt;
  const lock = lockOf(locked);
  /** Lock as few slots as possible when waiting for locks. */
  const near = order === "random" && locked === "skip" ? NEAR : 1;
  const inRange = (range: Prisma.Sql) => Prisma.sql`SELECT * FROM (
    SELECT s."id", s."subjectId", s."armId", s."orderKey" FROM "Slot" s
    WHERE s."batchId" = me."id" AND s."armId" = arm."id" AND s."assignmentId" IS NULL AND ${lane} AND ${range}
      AND NOT EXISTS (${mine}) AND NOT ${madeByMe}
    ORDER BY s."orderKey" LIMIT ${near} ${lock}) new`;
  return Prisma.sql`(
    SELECT slot."id", slot."subjectId", slot."armId" FROM (
      SELECT arm.* FROM arms arm WHERE ${arms} ORDER BY arm."done", arm."tie") arm
    CROSS JOIN me CROSS JOIN LATERAL (
      SELECT * FROM (
        ${inRange(Prisma.sql`s."orderKey" >= me."from"`)}
        UNION ALL
        ${inRange(Prisma.sql`s."orderKey" < me."from"`)}
        LIMIT ${near}) near
      ORDER BY (SELECT count(*) FROM "Slot" o WHERE o."subjectId" = near."subjectId" AND o."assignmentId" IS NULL),
        near."orderKey" < me."from", near."orderKey"
      LIMIT 1) slot
    WHERE me."subjectOrder" = ${order}::"Order" AND me."read" AND me."qualified"
      AND NOT EXISTS (SELECT FROM held) AND ${mayTake(attempt)}
    ${first} LIMIT 1)`;
}

/** A free slot of a subject the annotator had before. Answers already written stay in the arm they were given in. */
function earlierSlot({ as, locked }: Attempt, state: "expired" | "returned"): Prisma.Sql {
  const isReserving = as === "reserved";
  return Prisma.sql`SELECT * FROM (
    SELECT s."id", s."subjectId", s."armId", a."id" AS "again"
    FROM me JOIN "Assignment" a ON a."batchId" = me."id" AND a."raterId" = me."raterId"
      AND a."state" = ${state}::"AssignmentState"
    JOIN "Slot" s ON s."subjectId" = a."subjectId" AND s."assignmentId" IS NULL
      AND (s."armId" = a."armId" OR a."version" = 0)
    WHERE me."read" AND me."qualified" AND NOT EXISTS (SELECT FROM held) AND NOT ${isReserving}::boolean
    ORDER BY a."position", (s."armId" = a."armId") DESC LIMIT 1 ${lockOf(locked)}) old`;
}

const lockOf = (locked: Attempt["locked"]) =>
  locked === "skip" ? Prisma.sql`FOR UPDATE OF s SKIP LOCKED` : Prisma.sql`FOR UPDATE OF s`;

/** Continues an earlier assignment of the annotator on the slot that was found. */
const CONTINUE_EARLIER = Prisma.sql`
    UPDATE "Assignment" a SET "state" = 'open', "slotId" = found."id", "armId" = found."armId",
      "lease" = gen_random_uuid(), "leaseUntil" = now() + make_interval(mins => me."leaseMinutes"),
      "guidelinesVersion" = me."guidelines"
    FROM found, me WHERE a."id" = found."again" AND a."state" IN ('expired', 'returned')
    RETURNING a."id", a."lease", a."leaseUntil", a."position", a."slotId"`;

/** Makes the assignment of a subject that is new to the annotator; nothing where another request was faster. */
const openAssignment = ({ as, lease }: Attempt) => Prisma.sql`
    INSERT INTO "Assignment" ("id", "batchId", "subjectId", "armId", "slotId", "raterId", "state", "reservedNo",
      "lease", "leaseUntil", "order", "position", "guidelinesVersion", "openedAt")
    SELECT ${idIn(Prisma.sql`found."id"`)}, me."id", found."subjectId", found."armId", found."id", me."raterId",
      ${as}::"AssignmentState", CASE WHEN ${as === "reserved"}::boolean THEN (SELECT "no" FROM room) END,
      coalesce(${lease ?? null}::uuid, gen_random_uuid()), now() + make_interval(mins => me."leaseMinutes"),
      jsonb_build_object('seed', abs(me."pivot"::bigint)), me."n", me."guidelines",
      CASE WHEN NOT ${as === "reserved"}::boolean THEN now() END
    FROM found, me WHERE found."again" IS NULL
    ON CONFLICT DO NOTHING
    RETURNING "id", "lease", "leaseUntil", "position", "slotId"`;

/** Ties the slot to the assignment that took it. */
const OCCUPY_SLOT = Prisma.sql`
    UPDATE "Slot" s SET "assignmentId" = a."id"
    FROM (SELECT * FROM continued UNION ALL SELECT * FROM opened) a
    WHERE s."id" = a."slotId"
    RETURNING a."id", a."lease", a."leaseUntil", a."position"`;

/** The assignment, if any, and otherwise why there is none: guidelines unread, not qualified, or free slots that are locked. */
const RESULT = Prisma.sql`
  SELECT a.*, a."id" IS NULL AND NOT me."read" AS "unread", me."qualified", a."id" IS NULL AND EXISTS (
      SELECT FROM "Slot" s WHERE s."batchId" = me."id" AND s."assignmentId" IS NULL AND NOT ${madeByMe}
        AND NOT EXISTS (${mine} AND NOT (a."state" IN ('expired', 'returned')
          AND (a."armId" = s."armId" OR a."version" = 0)))) AS "free"
  FROM me LEFT JOIN (SELECT * FROM held UNION ALL SELECT * FROM taken) a ON true`;
