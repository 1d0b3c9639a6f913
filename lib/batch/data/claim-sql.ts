import "server-only";
import { isQualified } from "@/lib/batch/data/checks/qualification";
import { isAhead, ofDesign } from "@/lib/batch/data/release";
import { Prisma } from "@/prisma/generated/client/client";

/*
 * The one statement of a claim, as named steps: each is a query that those after it refer to by its name. One statement,
 * because a claim has one effect or none, however many annotators ask at once.
 */

/** Who claims in which batch. `as`: to open now, or to keep ahead; `locked`: what to do about slots in others' hands. */
export interface ClaimRequest {
  as: "open" | "reserved";
  userId: string;
  batchId: string;
  locked: "skip" | "wait";
}

/** Among this many free slots that come next, the subject nearest to completion is preferred. */
const NEAR = 8;

/** What the annotator has of the subject of a slot `s`, and what they have in the batch. */
const mine = Prisma.sql`SELECT FROM "Assignment" a WHERE a."subjectId" = s."subjectId" AND a."raterId" = me."raterId"`;
const own = Prisma.sql`SELECT FROM "Assignment" own WHERE own."batchId" = me."id" AND own."raterId" = me."raterId"`;

/**
 * The open batch, its annotator, and what may be given to them: `read` the guidelines, `qualified`, and which `lane`. Its row
 * is locked against closing and pausing meanwhile, the annotator's row in it against their other requests.
 */
const batch = ({ userId, batchId }: ClaimRequest) => Prisma.sql`
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

/**
 * How much the annotator had so far (`n` counts from 1), the last place in a fixed order, and a `pivot` that follows from
 * the batch's seed, the annotator's pseudonym and `n`: a random order is each annotator's own, and the same when repeated.
 */
const done = Prisma.sql`
  SELECT batch.*, mine."n" + 1 AS "n", mine."last",
    ('x' || left(md5(batch."seed" || ':' || batch."code" || ':' || mine."n"), 8))::bit(32)::int AS "pivot"
  FROM batch, LATERAL (
    SELECT coalesce(max(a."position"), 0) AS "n", coalesce(max(s."orderKey") FILTER (WHERE NOT EXISTS (
        SELECT FROM "Arm" extra WHERE extra."id" = s."armId" AND extra."reserved")), -1) AS "last"
    FROM "Assignment" a JOIN "Slot" s ON s."id" = a."slotId"
    WHERE a."batchId" = batch."id" AND a."raterId" = batch."raterId") mine`;

/**
 * The same with the place in the order from which the annotator goes on.
 */
const me = Prisma.sql`
  SELECT done.*, CASE done."subjectOrder" WHEN 'fixed' THEN done."last" + 1 ELSE done."pivot" END AS "from"
  FROM done`;

/**
 * Each arm with what the annotator did in it, and of an arm of reserved subjects the fair share of its slots.
 */
const counted = Prisma.sql`
  SELECT arm."id", arm."k", arm."reserved", md5(me."pivot" || ':' || arm."position") AS "tie",
    (SELECT count(*) FROM "Assignment" a WHERE a."batchId" = me."id" AND a."raterId" = me."raterId"
      AND a."armId" = arm."id" AND ${ofDesign}
      AND a."state" IN ('open', 'reserved', 'submitted', 'reopened', 'expired')) AS "n",
    CASE WHEN arm."reserved" THEN ceil((
        SELECT count(*) FROM "Subject" s WHERE s."batchId" = me."id" AND s."reserved") * arm."k"
      / (SELECT count(*)::numeric FROM "BatchAnnotator" ba WHERE ba."batchId" = me."id")) END AS "fair"
  FROM me JOIN "Arm" arm ON arm."batchId" = me."id"`;

/**
 * The arms in the order of who did least for its k (`done`), `first` while a share of reserved subjects is left, and how
 * far ahead an arm would get of the least done (`ahead`), which the annotator's own lane may by `atMost`.
 */
const arms = Prisma.sql`
  SELECT counted."id", counted."tie", counted."reserved", counted."n" < counted."fair" AS "first",
    CASE WHEN counted."reserved" THEN 'infinity' ELSE counted."n"::float8 / counted."k" END AS "done",
    counted."n" + 1 - counted."k"
      * min(counted."n"::float8 / counted."k") FILTER (WHERE NOT counted."reserved") OVER () AS "ahead",
    counted."k"::float8 / min(counted."k") FILTER (WHERE NOT counted."reserved") OVER () AS "atMost"
  FROM counted`;

/**
 * Which of two places for assignments kept ahead is free: only for an annotator at work to whom nothing was sent back,
 * within their share, and only while more than two slots for each other annotator are free.
 */
const room = Prisma.sql`
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

/**
 * The assignment the annotator has already, opened or renewed: the open one, else one kept ahead, else one sent back.
 */
const held = ({ as }: ClaimRequest) => Prisma.sql`
  UPDATE "Assignment" a SET "state" = 'open', "reservedNo" = NULL,
    "lease" = coalesce(a."lease", gen_random_uuid()),
    "leaseUntil" = now() + make_interval(mins => me."leaseMinutes"),
    "openedAt" = CASE WHEN ${isAhead} THEN now() ELSE a."openedAt" END,
    "guidelinesVersion" = CASE WHEN ${isAhead} THEN me."guidelines" ELSE a."guidelinesVersion" END
  FROM me WHERE a."state" IN ('open', 'reserved', 'reopened') AND NOT ${as === "reserved"}::boolean AND a."id" = (
    SELECT a."id" FROM "Assignment" a WHERE a."batchId" = me."id" AND a."raterId" = me."raterId"
      AND a."state" IN ('open', 'reserved', 'reopened') AND (me."read" OR NOT ${isAhead})
    ORDER BY a."state" = 'open' DESC, ${isAhead}, CASE WHEN ${isAhead} THEN a."position" END,
      a."reservedNo" NULLS LAST, a."reopenedAt" LIMIT 1)
  RETURNING a."id", a."lease", a."leaseUntil", a."position"`;

/**
 * The slot to give: one that expired in the annotator's hands, a fresh one, or one they gave back. Fresh ones come of
 * reserved subjects first, then of the annotator's own lane, then of any: a slot is never left for balance.
 */
function found({ as, locked }: ClaimRequest): Prisma.Sql {
  const lock = locked === "skip" ? Prisma.sql`FOR UPDATE OF s SKIP LOCKED` : Prisma.sql`FOR UPDATE OF s`;
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
  return Prisma.sql`
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
    ) candidate LIMIT 1`;
}

/**
 * An assignment of before goes on in the slot it was found.
 */
const continued = Prisma.sql`
  UPDATE "Assignment" a SET "state" = 'open', "slotId" = found."id", "armId" = found."armId",
    "lease" = gen_random_uuid(), "leaseUntil" = now() + make_interval(mins => me."leaseMinutes"),
    "guidelinesVersion" = me."guidelines"
  FROM found, me WHERE a."id" = found."again" AND a."state" IN ('expired', 'returned')
  RETURNING a."id", a."lease", a."leaseUntil", a."position", a."slotId"`;

/**
 * A new assignment in a fresh slot. Nothing where another request of the same annotator was first.
 */
const opened = ({ as }: ClaimRequest) => Prisma.sql`
  INSERT INTO "Assignment" ("id", "batchId", "subjectId", "armId", "slotId", "raterId", "state", "reservedNo",
    "lease", "leaseUntil", "order", "position", "guidelinesVersion", "openedAt")
  SELECT gen_random_uuid(), me."id", found."subjectId", found."armId", found."id", me."raterId",
    ${as}::"AssignmentState", CASE WHEN ${as === "reserved"}::boolean THEN (SELECT "no" FROM room) END,
    gen_random_uuid(), now() + make_interval(mins => me."leaseMinutes"),
    jsonb_build_object('seed', abs(me."pivot"::bigint)), me."n", me."guidelines",
    CASE WHEN NOT ${as === "reserved"}::boolean THEN now() END
  FROM found, me WHERE found."again" IS NULL
  ON CONFLICT DO NOTHING
  RETURNING "id", "lease", "leaseUntil", "position", "slotId"`;

/**
 * The slot is marked as taken.
 */
const taken = Prisma.sql`
  UPDATE "Slot" s SET "assignmentId" = a."id"
  FROM (SELECT * FROM continued UNION ALL SELECT * FROM opened) a
  WHERE s."id" = a."slotId"
  RETURNING a."id", a."lease", a."leaseUntil", a."position"`;

/** The steps of a claim in their order. */
export function claimSteps(request: ClaimRequest): [name: string, sql: Prisma.Sql][] {
  return [
    ["batch", batch(request)],
    ["done", done],
    ["me", me],
    ["counted", counted],
    ["arms", arms],
    ["room", room],
    ["held", held(request)],
    ["found", found(request)],
    ["continued", continued],
    ["opened", opened(request)],
    ["taken", taken],
  ];
}

/** What a claim has come to: the assignment, or why there is none; `free` where a slot is, but in others' hands. */
const RESULT = Prisma.sql`
  SELECT a.*, a."id" IS NULL AND NOT me."read" AS "unread", me."qualified", a."id" IS NULL AND EXISTS (
            SELECT FROM "Slot" s WHERE s."batchId" = me."id" AND s."assignmentId" IS NULL
              AND NOT EXISTS (${mine} AND NOT (a."state" IN ('expired', 'returned')
                AND (a."armId" = s."armId" OR a."version" = 0)))) AS "free"
        FROM me LEFT JOIN (SELECT * FROM held UNION ALL SELECT * FROM taken) a ON true`;

/** The statement of the first steps, up to the one that is named, and a query of them. */
export function statementOf(steps: [name: string, sql: Prisma.Sql][], query: Prisma.Sql): Prisma.Sql {
  const named = steps.map(([name, sql]) => Prisma.sql`${Prisma.raw(`"${name}"`)} AS (${sql})`);
  return Prisma.sql`WITH ${Prisma.join(named, ", ")} ${query}`;
}

export const claimStatement = (request: ClaimRequest) => statementOf(claimSteps(request), RESULT);
