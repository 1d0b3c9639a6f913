import "server-only";
import { actAs, type Member, memberOfSql } from "@/lib/auth/actor";
import { isPrefetched, ofDesign } from "@/lib/batch/data/release";
import { responsesOf } from "@/lib/batch/data/subjects";
import { ENDING_MINUTES, IDLE_MINUTES } from "@/lib/batch/rules";
import type { AssignmentCondition, AssignmentFilter, ThroughputPeriod } from "@/lib/batch/schema";
import type { MonitorVersion } from "@/lib/batch/schema/views";
import { db } from "@/lib/database/db";
import { Prisma } from "@/prisma/generated/client/client";

type Researcher = Member<"researcher">;

/** Evaluated once per query, however many rows it reads: may the researcher read the batch? */
const isMine = (researcher: Researcher, id: string) => Prisma.sql`EXISTS (
  SELECT FROM "Batch" mine WHERE mine."id" = ${id}::uuid AND ${memberOfSql(researcher, Prisma.sql`mine."projectId"`)})`;

/** The pseudonyms of annotators who can work on a batch now. */
const working = (id: string) => Prisma.sql`
  SELECT m."raterId" FROM "BatchAnnotator" ba
  JOIN "Membership" m ON m."id" = ba."membershipId" AND m."disabledAt" IS NULL
  JOIN "User" u ON u."id" = m."userId" AND u."disabledAt" IS NULL
  WHERE ba."batchId" = ${id}::uuid`;

/** Subjects with free slots: how many, and in which arms. */
export const unfilled = (id: string) => Prisma.sql`
  SELECT s."subjectId", count(*)::int AS "free", array_agg(DISTINCT s."armId") AS "arms"
  FROM "Slot" s WHERE s."batchId" = ${id}::uuid AND s."assignmentId" IS NULL GROUP BY s."subjectId"`;

/**
 * Condition that the annotator of assignment `a` could not take a free slot of its subject, `f` (of
 * `unfilled`).
 */
export const cannotTakeSql = Prisma.sql`NOT (a."state" IN ('expired', 'returned')
  AND (a."version" = 0 OR a."armId" = ANY (f."arms")))`;

/** Subjects with free slots, and the number of annotators who may take one. */
const takers = (id: string) => Prisma.sql`
  SELECT f."subjectId", f."free",
    (SELECT count(*) FROM "working")::int - count(a."id") FILTER (WHERE ${cannotTakeSql})::int AS "able"
  FROM "unfilled" f
  LEFT JOIN ("Assignment" a JOIN "working" w ON w."raterId" = a."raterId")
    ON a."subjectId" = f."subjectId" AND a."batchId" = ${id}::uuid
  GROUP BY f."subjectId", f."free"`;

/** Subjects with free slots that no annotator of the batch may take. */
export const stuckSubjects = (id: string) => Prisma.sql`
  WITH "working" AS MATERIALIZED (${working(id)}), "unfilled" AS MATERIALIZED (${unfilled(id)})
  SELECT t."subjectId" FROM (${takers(id)}) t WHERE t."able" = 0`;

/**
 * A hash that changes whenever a batch's monitor would show something else. It is cheap enough to poll every
 * few seconds: the query reads only assignments in progress and the ends of indexes, whatever the size of the
 * batch. While an annotator is at work the hash also changes once a minute, because leases and idleness
 * depend on time. Null when the batch is not the researcher's.
 */
export async function findMonitorVersion(researcher: Researcher, id: string): Promise<MonitorVersion | null> {
  const [version] = await db.$queryRaw<MonitorVersion[]>`
    SELECT md5(concat_ws(' ', b."state", b."dataVersion", b."leaseMinutes", hand."all",
      CASE WHEN hand."n" > 0 AND b."state" = 'open' THEN date_trunc('minute', now()) END,
      (SELECT max(a."skippedAt") FROM "Assignment" a WHERE a."batchId" = b."id" AND a."state" = 'skipped'),
      (SELECT max(a."notedAt") FROM "Assignment" a WHERE a."batchId" = b."id" AND a."note" IS NOT NULL),
      (SELECT count(*) FROM "Assignment" a WHERE a."state" = 'reopened' AND a."batchId" = b."id"),
      (SELECT concat(count(*), max(greatest(f."raisedAt", f."withdrawnAt", f."resolvedAt")))
        FROM "Flag" f WHERE f."batchId" = b."id"),
      (SELECT max(q."changedAt") FROM "Question" q WHERE q."batchId" = b."id"),
      (SELECT sum(arm."k") FROM "Arm" arm WHERE arm."batchId" = b."id"),
      (SELECT concat_ws(' ', i."taken", i."waiting") FROM "BatchIntake" i WHERE i."batchId" = b."id"),
      (SELECT concat_ws(' ', r."id", r."state", w."refused", (SELECT count(*) FROM "DraftUnit" u
          WHERE u."runId" = r."id" AND u."state" IN ('done', 'failed')))
        FROM "BatchWait" w JOIN "DraftRun" r ON r."id" = w."runId" WHERE w."batchId" = b."id"),
      (SELECT count(*) FROM "BatchAnnotator" ba WHERE ba."batchId" = b."id"))) AS "version"
    FROM "Batch" b CROSS JOIN LATERAL (
      SELECT count(*) AS "n", string_agg(concat(a."id", a."state"), ' ' ORDER BY a."id") AS "all"
      FROM "Assignment" a WHERE a."batchId" = b."id" AND a."state" IN ('open', 'reserved')) hand
    WHERE b."id" = ${id}::uuid AND ${memberOfSql(researcher, Prisma.sql`b."projectId"`)}`;
  return version ?? null;
}

/** The slots of one arm by state; `skipped` counts assignments, whose slots are free again. */
export type ArmProgress = {
  name: string;
  slots: number;
  submitted: number;
  open: number;
  /** Assignments on hold for their annotator: set aside, or reopened for changes. */
  reserved: number;
  /** Assignments prefetched for an annotator at work, and not opened. */
  ahead: number;
  free: number;
  /** Slots beyond those of the arm, for further annotators where the first ones disagree. */
  further: number;
  skipped: number;
};

/** Recent submissions, from which the monitor estimates when the batch finishes. */
type Pace = { submitted: number; since: Date | null; lastAt: Date | null };

/** Work that cannot proceed as things are. */
type Stuck = {
  /** Subjects with free slots that no annotator of the batch may take. */
  nobody: number;
  /**
   * Number of slots that the present annotators can never fill, because each of them takes a subject once.
   */
  unfillable: number;
};

type Bucket = { at: Date; submitted: number };

/** For the estimate: the last submission, and the number of annotators who can work. */
type Working = { lastAt: Date | null; working: number };

export type Monitor = {
  working: Working;
  /** Hours of the last seven days with submissions. */
  hours: Bucket[];
  arms: ArmProgress[];
  pace: Pace;
  throughput: Bucket[];
  stuck: Stuck;
  /** Assignments in progress by condition; missing when there are none. */
  hand: Partial<Record<AssignmentCondition, number>>;
};

/** All totals of a batch's monitor. Null when the batch is not the researcher's. */
export async function findMonitor(
  researcher: Researcher,
  id: string,
  per: ThroughputPeriod,
): Promise<Monitor | null> {
  const mine = isMine(researcher, id);
  const [arms, [pace], throughput, [stuck], conditions, [people], hours] = await Promise.all([
    db.$queryRaw<ArmProgress[]>`
      SELECT arm."name", coalesce(s."slots", 0)::int AS "slots", coalesce(a."submitted", 0)::int AS "submitted",
        coalesce(a."open", 0)::int AS "open", coalesce(a."reserved", 0)::int AS "reserved",
        coalesce(a."ahead", 0)::int AS "ahead",
        coalesce(s."free", 0)::int AS "free", coalesce(s."further", 0)::int AS "further", coalesce(a."skipped", 0)::int AS "skipped"
      FROM "Arm" arm
      LEFT JOIN (SELECT o."armId", count(*) AS "slots", count(*) FILTER (WHERE o."assignmentId" IS NULL) AS "free",
          count(*) FILTER (WHERE o."replicate" > m."k") AS "further"
        FROM "Slot" o JOIN "Arm" m ON m."id" = o."armId" WHERE o."batchId" = ${id}::uuid GROUP BY o."armId") s ON s."armId" = arm."id"
      LEFT JOIN (SELECT "armId", count(*) FILTER (WHERE "state" = 'submitted') AS "submitted",
          count(*) FILTER (WHERE "state" = 'open') AS "open",
          count(*) FILTER (WHERE "state" IN ('reserved', 'reopened') AND NOT ${isPrefetched}) AS "reserved",
          count(*) FILTER (WHERE ${isPrefetched}) AS "ahead",
          count(*) FILTER (WHERE "state" = 'skipped') AS "skipped"
        FROM "Assignment" a WHERE "batchId" = ${id}::uuid AND ${ofDesign} GROUP BY "armId") a ON a."armId" = arm."id"
      WHERE arm."batchId" = ${id}::uuid AND ${mine} ORDER BY arm."position"`,
    db.$queryRaw<Pace[]>`
      SELECT count(a."id")::int AS "submitted", greatest(b."openedAt", now() - interval '7 days') AS "since",
        max(a."submittedAt") AS "lastAt"
      FROM "Batch" b LEFT JOIN "Assignment" a ON a."batchId" = b."id" AND a."state" = 'submitted'
        AND ${ofDesign} AND a."submittedAt" >= now() - interval '7 days'
      WHERE b."id" = ${id}::uuid AND ${mine} GROUP BY b."id"`,
    listThroughput(id, per, mine),
    db.$queryRaw<Stuck[]>`
      WITH "working" AS MATERIALIZED (${working(id)}), "unfilled" AS MATERIALIZED (${unfilled(id)})
      SELECT count(*) FILTER (WHERE t."able" = 0)::int AS "nobody",
        coalesce(sum(greatest(0, t."free" - t."able")), 0)::int AS "unfillable"
      FROM (${takers(id)}) t WHERE ${mine}`,
    db.$queryRaw<{ condition: AssignmentCondition; n: number }[]>`
      SELECT h."condition", count(*)::int AS "n" FROM (${inProgress(id)}) h WHERE ${mine} GROUP BY h."condition"`,
    db.$queryRaw<Working[]>`
      SELECT (SELECT max(a."submittedAt") FROM "Assignment" a WHERE a."batchId" = ${id}::uuid AND ${ofDesign}) AS "lastAt",
        (SELECT count(*)::int FROM (${working(id)}) w) AS "working" WHERE ${mine}`,
    db.$queryRaw<Bucket[]>`
      SELECT date_trunc('hour', a."submittedAt", 'UTC') AS "at", count(*)::int AS "submitted" FROM "Assignment" a
      WHERE a."batchId" = ${id}::uuid AND a."state" = 'submitted' AND ${ofDesign}
        AND a."submittedAt" >= now() - interval '7 days' AND ${mine} GROUP BY 1`,
  ]);
  if (!pace) return null;
  return {
    arms,
    hours,
    working: people ?? { lastAt: null, working: 0 },
    pace,
    throughput,
    stuck: stuck ?? { nobody: 0, unfillable: 0 },
    hand: Object.fromEntries(conditions.map(({ condition, n }) => [condition, n])),
  };
}

const SPANS: Record<ThroughputPeriod, { step: Prisma.Sql; unit: string; before: string }> = {
  hour: { step: Prisma.sql`interval '1 hour'`, unit: "hour", before: "47 hours" },
  day: { step: Prisma.sql`interval '1 day'`, unit: "day", before: "29 days" },
};

/** Submissions in each of the last 48 hours or 30 days, including empty ones. Days are in UTC. */
function listThroughput(id: string, per: ThroughputPeriod, mine: Prisma.Sql) {
  const { step, unit, before } = SPANS[per];
  return db.$queryRaw<Bucket[]>`
    WITH "until" AS (SELECT date_trunc(${unit}, now(), 'UTC') AS "last"), "counted" AS (
      SELECT date_trunc(${unit}, a."submittedAt", 'UTC') AS "at", count(*)::int AS "n" FROM "Assignment" a
      WHERE a."batchId" = ${id}::uuid AND a."state" = 'submitted' AND ${ofDesign}
        AND a."submittedAt" >= (SELECT "last" - ${before}::interval FROM "until")
      GROUP BY 1)
    SELECT span."at", coalesce(c."n", 0) AS "submitted"
    FROM "until" CROSS JOIN LATERAL generate_series("last" - ${before}::interval, "last", ${step}) AS span("at")
    LEFT JOIN "counted" c ON c."at" = span."at" WHERE ${mine} ORDER BY span."at"`;
}

/** Assignments that were begun and not ended, with their condition. */
const inProgress = (id: string) => Prisma.sql`
  SELECT a."id", a."subjectId", a."raterId", a."state", a."openedAt", a."leaseUntil",
    coalesce(last."at", a."openedAt") AS "lastAt",
    CASE WHEN a."state" = 'reopened' THEN 'reopened'
      WHEN a."state" IN ('expired', 'returned') THEN 'left'
      WHEN b."state" <> 'open' THEN 'held'
      WHEN a."leaseUntil" < now() THEN 'passed'
      WHEN a."leaseUntil" < now() + make_interval(mins => ${ENDING_MINUTES}::int) THEN 'ending'
      WHEN a."state" = 'open' AND coalesce(last."at", a."openedAt") < now() - make_interval(mins => ${IDLE_MINUTES}::int)
        THEN 'idle'
      ELSE 'held' END AS "condition"
  FROM "Assignment" a JOIN "Batch" b ON b."id" = a."batchId"
  LEFT JOIN LATERAL (
    SELECT o."recordedAt" AS "at" FROM "Operation" o WHERE o."assignmentId" = a."id"
    ORDER BY o."seq" DESC LIMIT 1) last ON TRUE
  WHERE a."batchId" = ${id}::uuid AND ${ofDesign} AND (a."state" IN ('open', 'reserved', 'reopened') AND NOT ${isPrefetched}
    OR a."state" IN ('expired', 'returned') AND a."version" > 0)`;

export type OpenAssignmentRow = {
  id: string;
  rater: string;
  /** For admins only. */
  name: string | null;
  condition: AssignmentCondition;
  openedAt: Date | null;
  /** When the annotator saved last. */
  lastAt: Date | null;
  leaseUntil: Date | null;
  task: string;
  response: string | null;
  title: string;
};

const MOST_IN_PROGRESS = 100;

/** Assignments in progress, earliest end of lease first; a limited number. */
export async function listOpenAssignments(
  researcher: Researcher,
  id: string,
  filter: AssignmentFilter,
  rater: string | null,
): Promise<{ rows: OpenAssignmentRow[]; more: boolean }> {
  const which = filter === "all" ? Prisma.empty : Prisma.sql`AND h."condition" = ${filter}`;
  const whose = rater === null ? Prisma.empty : Prisma.sql`AND r."code" = ${rater}`;
  const rows = await db.$queryRaw<OpenAssignmentRow[]>`
    SELECT h."id", r."code" AS "rater", h."condition", h."openedAt", h."lastAt", h."leaseUntil",
      CASE WHEN ${isMine(actAs(researcher, "admin"), id)} THEN u."name" END AS "name",
      t."key" AS "task", shown."key" AS "response", left(t."instruction", 240) AS "title"
    FROM (${inProgress(id)}) h JOIN "Rater" r ON r."id" = h."raterId"
    LEFT JOIN "Membership" m ON m."raterId" = r."id" LEFT JOIN "User" u ON u."id" = m."userId"
    JOIN "Subject" s ON s."id" = h."subjectId" JOIN "Task" t ON t."id" = s."taskId"
    LEFT JOIN ${responsesOf(Prisma.sql`s`)} shown ON TRUE
    WHERE ${isMine(researcher, id)} ${which} ${whose}
    ORDER BY h."leaseUntil" NULLS LAST, h."lastAt", h."id" LIMIT ${MOST_IN_PROGRESS + 1}`;
  return { rows: rows.slice(0, MOST_IN_PROGRESS), more: rows.length > MOST_IN_PROGRESS };
}
