import "server-only";
import { actAs, type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { INTAKE } from "@/lib/batch/data/begin-intake";
import { findQualificationStage } from "@/lib/batch/data/checks/qualification";
import { cannotTakeSql, stuckSubjects, unfilled } from "@/lib/batch/data/monitor";
import { designOfArm } from "@/lib/batch/data/open-batch";
import { inDesign, isPrefetched, ofDesign } from "@/lib/batch/data/release";
import { responsesOf } from "@/lib/batch/data/subjects";
import { shareOf } from "@/lib/batch/rules";
import { type BatchState, type SubjectFilter, SubjectSelection } from "@/lib/batch/schema";
import type { AnnotatorProgress, BatchView, Progress } from "@/lib/batch/schema/views";
import { db } from "@/lib/database/db";
import { PresetId, Protocol } from "@/lib/protocol/schema";
import type { QualificationStage } from "@/lib/quality/rules/qualification";
import { Quality } from "@/lib/quality/schema";
import { Prisma } from "@/prisma/generated/client/client";

export type BatchRow = {
  id: string;
  name: string;
  state: BatchState;
  preset: PresetId;
  /** Number of different people who judge each subject. */
  perSubject: number;
  dataset: string;
  sample: boolean;
  dueAt: Date | null;
  createdAt: Date;
  annotators: number;
  slots: number;
  submitted: number;
  open: number;
  /** The name of the run after which a draft opens by itself. */
  waitsFor: string | null;
};

/** A project's batches, newest first, with their progress. */
export async function listBatches(researcher: Member<"researcher">, projectId: string): Promise<BatchRow[]> {
  const rows = await db.$queryRaw<(Omit<BatchRow, "preset"> & { preset: string })[]>`
    SELECT b."id", b."name", b."state"::text AS "state", b."preset", d."name" AS "dataset",
      d."sample", b."dueAt", b."createdAt",
      (SELECT sum(arm."k")::int FROM "Arm" arm WHERE arm."batchId" = b."id" AND NOT arm."reserved")
        AS "perSubject",
      (SELECT count(*)::int FROM "BatchAnnotator" ba WHERE ba."batchId" = b."id") AS "annotators",
      (SELECT count(*)::int FROM "Slot" s WHERE s."batchId" = b."id") AS "slots",
      (SELECT r."name" FROM "BatchWait" w JOIN "DraftRun" r ON r."id" = w."runId"
        WHERE w."batchId" = b."id") AS "waitsFor",
      done."submitted", done."open"
    FROM "Batch" b JOIN "Dataset" d ON d."id" = b."datasetId" JOIN "Project" p ON p."id" = b."projectId"
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE a."state" = 'submitted')::int AS "submitted",
        count(*) FILTER (WHERE a."state" = 'open')::int AS "open"
      FROM "Assignment" a WHERE a."batchId" = b."id" AND ${ofDesign}) done
    WHERE b."projectId" = ${projectId}::uuid AND ${memberOfSql(researcher, Prisma.sql`b."projectId"`)}
    ORDER BY b."createdAt" DESC, b."id"`;
  return rows.map((row) => ({ ...row, preset: PresetId.parse(row.preset) }));
}

/** Null when it is not the researcher's. */
export async function findBatch(researcher: Member<"researcher">, id: string): Promise<BatchView | null> {
  const batch = await db.batch.findFirst({
    where: { id, project: memberOf(researcher) },
    select: {
      id: true,
      name: true,
      state: true,
      preset: true,
      selection: true,
      seed: true,
      subjectOrder: true,
      itemOrder: true,
      joinLater: true,
      mustRead: true,
      quality: true,
      revision: true,
      leaseMinutes: true,
      dueAt: true,
      intake: { select: INTAKE },
      createdAt: true,
      openedAt: true,
      closedAt: true,
      projectId: true,
      dataset: { select: { id: true, name: true, sample: true } },
      arms: {
        select: {
          id: true,
          name: true,
          k: true,
          protocol: true,
          follows: true,
          exposure: true,
          reserved: true,
        },
        orderBy: { position: "asc" },
      },
      _count: { select: { chosen: true } },
      guidelines: { select: { version: true, text: true }, orderBy: { version: "desc" }, take: 1 },
      annotators: { select: { membershipId: true } },
    },
  });
  if (!batch) return null;
  const { dataset, arms, guidelines, annotators, preset, selection, quality, _count, ...own } = batch;
  return {
    ...own,
    quality: Quality.parse(quality),
    selection: SubjectSelection.parse(selection),
    chosen: _count.chosen,
    preset: PresetId.parse(preset),
    dataset: { id: dataset.id, name: dataset.name },
    sample: dataset.sample,
    arms: arms.map((arm) => ({
      id: arm.id,
      name: arm.name,
      k: arm.k,
      reserved: arm.reserved,
      protocol: Protocol.parse(arm.protocol),
      design: designOfArm(arm),
    })),
    guidelines: guidelines[0] ?? { version: 1, text: "" },
    annotators: annotators.map(({ membershipId }) => membershipId),
  };
}

/** Progress of an opened batch, in total and by annotator. Null when the batch is not the researcher's. */
export async function findProgress(researcher: Member<"researcher">, id: string): Promise<Progress | null> {
  const mine = Prisma.sql`b."id" = ${id}::uuid AND ${memberOfSql(researcher, Prisma.sql`b."projectId"`)}`;
  const [[totals], annotators] = await Promise.all([
    db.$queryRaw<Omit<Progress, "annotators">[]>`
      SELECT subjects."n" AS "subjects", slots."n" AS "slots",
        touched."complete", subjects."n" - touched."n" AS "untouched", touched."submitted", touched."open"
      FROM "Batch" b
      CROSS JOIN LATERAL (SELECT count(*)::int AS "n" FROM "Subject" s WHERE s."batchId" = b."id" AND ${inDesign}) subjects
      CROSS JOIN LATERAL (SELECT count(*)::int AS "n" FROM "Slot" s WHERE s."batchId" = b."id") slots
      CROSS JOIN LATERAL (SELECT sum(a."k")::int AS "slots" FROM "Arm" a WHERE a."batchId" = b."id") arms
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS "n", count(*) FILTER (WHERE "submitted" = arms."slots")::int AS "complete",
          coalesce(sum("submitted"), 0)::int AS "submitted", coalesce(sum("open"), 0)::int AS "open"
        FROM (
          SELECT count(*) FILTER (WHERE a."state" = 'submitted') AS "submitted",
            count(*) FILTER (WHERE a."state" = 'open') AS "open"
          FROM "Assignment" a WHERE a."batchId" = b."id" AND ${ofDesign} AND NOT ${isPrefetched} GROUP BY a."subjectId") each) touched
      WHERE ${mine}`,
    db.$queryRaw<AnnotatorProgress[]>`
      WITH "unfilled" AS MATERIALIZED (${unfilled(id)}), "barred" AS MATERIALIZED (
        SELECT a."raterId", count(*)::int AS "n" FROM "Assignment" a
        JOIN "unfilled" f ON f."subjectId" = a."subjectId"
        WHERE a."batchId" = ${id}::uuid AND ${cannotTakeSql} GROUP BY a."raterId")
      SELECT m."id" AS "membershipId", r."code",
        CASE WHEN ${memberOfSql(actAs(researcher, "admin"), Prisma.sql`b."projectId"`)} THEN u."name" END AS "name",
        m."disabledAt" IS NULL AND u."disabledAt" IS NULL AS "works",
        done."submitted", done."open", done."skipped", done."left", done."medianMs",
        (SELECT count(*)::int FROM "unfilled") - coalesce(
          (SELECT "n" FROM "barred" WHERE "barred"."raterId" = r."id"), 0) AS "available",
        greatest(done."lastAt", (
          SELECT max(o."recordedAt") FROM "Assignment" a JOIN "Operation" o ON o."assignmentId" = a."id"
          WHERE a."batchId" = b."id" AND a."raterId" = r."id"
            AND a."state" IN ('open', 'expired', 'returned'))) AS "lastAt"
      FROM "Batch" b JOIN "BatchAnnotator" ba ON ba."batchId" = b."id"
      JOIN "Membership" m ON m."id" = ba."membershipId"
      JOIN "User" u ON u."id" = m."userId" JOIN "Rater" r ON r."id" = m."raterId"
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE a."state" = 'submitted' AND ${ofDesign})::int AS "submitted",
          count(*) FILTER (WHERE a."state" = 'open' AND ${ofDesign})::int AS "open",
          count(*) FILTER (WHERE a."state" = 'skipped')::int AS "skipped",
          count(*) FILTER (WHERE a."state" IN ('expired', 'returned') AND ${ofDesign})::int AS "left",
          percentile_cont(0.5) WITHIN GROUP (ORDER BY a."activeMs")
            FILTER (WHERE a."state" = 'submitted' AND ${ofDesign}) AS "medianMs",
          greatest(max(a."submittedAt"), max(a."openedAt"), max(a."skippedAt")) AS "lastAt"
        FROM "Assignment" a WHERE a."batchId" = b."id" AND a."raterId" = r."id") done
      WHERE ${mine}
      ORDER BY r."code"`,
  ]);
  return totals ? { ...totals, annotators } : null;
}

export type SubjectRow = {
  id: string;
  position: number;
  /** The ids of task and response in the study file. */
  task: string;
  response: string | null;
  model: string | null;
  /** The first words of the instruction. */
  title: string;
  submitted: number;
  open: number;
  slots: number;
  /** True if it was ever opened. */
  touched: boolean;
  /** The last submitted assignment; null before the first. */
  submission: string | null;
  /** The annotators working on it, longest first. */
  holders: AssignmentOwner[];
};

/** An annotator with a subject in progress. */
export type AssignmentOwner = {
  assignment: string;
  rater: string;
  /** For admins only. */
  name: string | null;
  state: "open" | "reserved" | "reopened";
  /** In ISO format. */
  openedAt: string | null;
  leaseUntil: string | null;
};

const PAGE = 50;

type SubjectPage = { rows: SubjectRow[]; previous: number | null; next: number | null };

/** The beginning of a page: after a position, or before one when going back. */
export type From = { after: number } | { before: number };

/**
 * One page of a batch's subjects in order, with how many of their slots are done. Pages are keyed by
 * position, so the last of 100,000 subjects is as fast as the first.
 */
export async function listSubjects(
  researcher: Member<"researcher">,
  batchId: string,
  filter: SubjectFilter,
  from: From,
  rater: string | null = null,
): Promise<SubjectPage> {
  const back = "before" in from;
  const range = back
    ? Prisma.sql`s."position" < ${from.before} ORDER BY s."position" DESC`
    : Prisma.sql`s."position" > ${from.after} ORDER BY s."position"`;
  const whose =
    rater === null
      ? Prisma.empty
      : Prisma.sql`AND s."id" IN (SELECT a."subjectId" FROM "Assignment" a JOIN "Rater" by ON by."id" = a."raterId"
          WHERE a."batchId" = ${batchId}::uuid AND by."code" = ${rater})`;
  const stuck = filter === "nobody" ? Prisma.sql`AND s."id" IN (${stuckSubjects(batchId)})` : Prisma.empty;
  const found = await db.$queryRaw<SubjectRow[]>`
    SELECT s."id", s."position", t."key" AS "task", shown."key" AS "response", shown."model",
      left(t."instruction", 240) AS "title", done."submitted", done."open", arms."slots",
      (SELECT a."id" FROM "Assignment" a WHERE a."subjectId" = s."id" AND a."state" = 'submitted'
        ORDER BY a."submittedAt" DESC, a."id" DESC LIMIT 1) AS "submission",
      done."n" > 0 AS "touched", coalesce((
        SELECT jsonb_agg(jsonb_build_object('assignment', a."id", 'rater', by."code", 'state', a."state",
          'openedAt', a."openedAt", 'leaseUntil', a."leaseUntil", 'name', CASE
            WHEN ${memberOfSql(actAs(researcher, "admin"), Prisma.sql`b."projectId"`)} THEN u."name" END)
          ORDER BY a."openedAt")
        FROM "Assignment" a JOIN "Rater" by ON by."id" = a."raterId"
        LEFT JOIN "Membership" m ON m."raterId" = by."id" LEFT JOIN "User" u ON u."id" = m."userId"
        WHERE a."subjectId" = s."id" AND a."state" IN ('open', 'reserved', 'reopened')), '[]') AS "holders"
    FROM "Batch" b JOIN "Subject" s ON s."batchId" = b."id" JOIN "Task" t ON t."id" = s."taskId"
    LEFT JOIN ${responsesOf(Prisma.sql`s`)} shown ON TRUE
    CROSS JOIN LATERAL (SELECT sum(a."k")::int AS "slots" FROM "Arm" a WHERE a."batchId" = b."id") arms
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS "n", count(*) FILTER (WHERE a."state" = 'submitted')::int AS "submitted",
        count(*) FILTER (WHERE a."state" = 'open')::int AS "open"
      FROM "Assignment" a WHERE a."subjectId" = s."id" AND NOT ${isPrefetched}) done
    WHERE b."id" = ${batchId}::uuid AND ${memberOfSql(researcher, Prisma.sql`b."projectId"`)}
      AND ${inDesign} AND ${CONDITIONS[filter]} ${stuck} ${whose} AND ${range} LIMIT ${PAGE + 1}`;
  const more = found.length > PAGE;
  const rows = found.slice(0, PAGE);
  if (back) rows.reverse();
  const first = rows[0]?.position ?? null;
  const last = rows.at(-1)?.position ?? null;
  const begun = back ? more : "after" in from && from.after >= 0;
  return { rows, previous: begun ? first : null, next: back || more ? last : null };
}

const CONDITIONS: Record<SubjectFilter, Prisma.Sql> = {
  all: Prisma.sql`TRUE`,
  nobody: Prisma.sql`TRUE`,
  untouched: Prisma.sql`done."n" = 0`,
  "in-progress": Prisma.sql`done."n" > 0 AND done."submitted" < arms."slots"`,
  complete: Prisma.sql`done."submitted" = arms."slots"`,
};

/** Datasets that a batch can be made from, newest first. */
export function listReadyDatasets(researcher: Member<"researcher">, projectId: string) {
  return db.dataset.findMany({
    where: { projectId, state: "ready", project: memberOf(researcher) },
    select: { id: true, name: true, sample: true },
    orderBy: { createdAt: "desc" },
  });
}

export type QueueEntry = {
  id: string;
  name: string;
  project: string;
  sample: boolean;
  preset: PresetId;
  state: "open" | "paused";
  dueAt: Date | null;
  /** The annotator's own submissions. */
  submitted: number;
  /** Their even share of the batch, or what they have done when that is more. */
  share: number;
  /** True if a claim would return an assignment now. */
  hasWork: boolean;
  /** Their stage in the batch's training or exam, until they have qualified. */
  before: Exclude<QualificationStage, { at: "work" }> | null;
  /** The assignment they have open. */
  openAssignment: string | null;
  /** `unread`: never confirmed; `changed`: since the annotator last confirmed them or took on work. */
  guidelines: "none" | "read" | "unread" | "changed";
  /** Their own median minutes of active work per assignment; null before the first. */
  minutesEach: number | null;
};

/**
 * The batches an annotator can work on, earliest due date first. It contains only their own data: nothing of
 * other annotators' work, and their share follows from the batch's design alone.
 */
export async function listQueue(annotator: Member<"annotator">): Promise<QueueEntry[]> {
  type Row = Omit<QueueEntry, "preset" | "share" | "before"> & {
    preset: string;
    raterId: string;
    quality: unknown;
    slots: number;
    subjects: number;
    annotators: number;
    /** The limit set by the link through which they joined. */
    most: number | null;
  };
  const rows = await db.$queryRaw<Row[]>`
    SELECT b."id", b."name", p."name" AS "project", d."sample", b."preset", b."quality",
      m."raterId", b."state"::text AS "state", b."dueAt", mine."submitted", mine."openAssignment",
      (SELECT count(*)::int FROM "Slot" s WHERE s."batchId" = b."id") AS "slots",
      (SELECT count(*)::int FROM "Subject" s WHERE s."batchId" = b."id" AND ${inDesign}) AS "subjects",
      (SELECT count(*)::int FROM "BatchAnnotator" o WHERE o."batchId" = b."id") AS "annotators", part."most",
      CASE WHEN coalesce(btrim(g."text"), '') = '' THEN 'none'
        WHEN EXISTS (SELECT FROM "GuidelinesRead" done
          WHERE done."guidelinesId" = g."id" AND done."raterId" = m."raterId") THEN 'read'
        WHEN EXISTS (SELECT FROM "Assignment" a WHERE a."batchId" = b."id" AND a."raterId" = m."raterId"
            AND a."guidelinesVersion" < g."version")
          OR EXISTS (SELECT FROM "GuidelinesRead" done JOIN "Guidelines" earlier ON earlier."id" = done."guidelinesId"
            WHERE earlier."batchId" = b."id" AND done."raterId" = m."raterId") THEN 'changed'
        ELSE 'unread' END AS "guidelines",
      b."state" = 'open' AND (mine."openAssignment" IS NOT NULL OR mine."waiting" > 0 OR EXISTS (
        SELECT FROM "Slot" s LEFT JOIN "Assignment" held ON held."id" = s."assignmentId"
        LEFT JOIN "Assignment" a ON a."subjectId" = s."subjectId" AND a."raterId" = m."raterId"
        WHERE s."batchId" = b."id"
          AND (held."id" IS NULL OR held."state" IN ('open', 'reserved') AND held."reopenedAt" IS NULL
            AND held."leaseUntil" < now())
          AND (a."id" IS NULL OR a."state" IN ('expired', 'returned')
            AND (a."armId" = s."armId" OR a."version" = 0)))) AS "hasWork",
      (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY spent."ms") / 60000 FROM (
        SELECT (SELECT sum((part ->> 'activeMs')::float8) FROM "Operation" o
            CROSS JOIN LATERAL jsonb_array_elements(o."payload" -> 'spent') part
            WHERE o."assignmentId" = a."id" AND o."type" = 'time') AS "ms"
        FROM "Assignment" a WHERE a."batchId" = b."id" AND a."raterId" = m."raterId" AND a."state" = 'submitted'
          AND ${ofDesign}
        ORDER BY a."submittedAt" DESC LIMIT 20) spent) AS "minutesEach"
    FROM "Membership" m JOIN "User" u ON u."id" = m."userId" AND u."disabledAt" IS NULL
    JOIN "BatchAnnotator" ba ON ba."membershipId" = m."id"
    JOIN "Batch" b ON b."id" = ba."batchId" AND b."state" IN ('open', 'paused')
    JOIN "Dataset" d ON d."id" = b."datasetId" JOIN "Project" p ON p."id" = b."projectId"
    LEFT JOIN LATERAL (
      SELECT * FROM "Guidelines" g WHERE g."batchId" = b."id" ORDER BY g."version" DESC LIMIT 1) g ON TRUE
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE a."state" = 'submitted' AND ${ofDesign})::int AS "submitted",
        count(*) FILTER (WHERE a."state" = 'reopened')::int AS "reopened",
        count(*) FILTER (WHERE a."state" IN ('reserved', 'reopened'))::int AS "waiting",
        (array_agg(a."id") FILTER (WHERE a."state" = 'open'))[1] AS "openAssignment"
      FROM "Assignment" a WHERE a."batchId" = b."id" AND a."raterId" = m."raterId") mine
    LEFT JOIN LATERAL (
      SELECT l."share" AS "most", t."completedAt" IS NOT NULL OR t."leftAt" IS NOT NULL AS "over"
      FROM "Participant" q JOIN "Participation" t ON t."participantId" = q."id" AND t."batchId" = b."id"
      JOIN "ParticipationLink" l ON l."id" = t."linkId" WHERE q."membershipId" = m."id") part ON true
    WHERE m."userId" = ${annotator.userId}::uuid AND m."disabledAt" IS NULL AND p."archivedAt" IS NULL
      AND (part."over" IS NOT TRUE OR mine."reopened" > 0)
    ORDER BY b."dueAt" NULLS LAST, b."openedAt", b."id"`;
  return Promise.all(
    rows.map(async ({ slots, subjects, annotators, most, preset, raterId, quality, ...row }) => {
      const where = await findQualificationStage(db, { batchId: row.id, raterId }, Quality.parse(quality));
      const before = where.at === "work" ? null : where;
      return {
        ...row,
        preset: PresetId.parse(preset),
        share: Math.max(row.submitted, Math.min(most ?? shareOf({ slots, subjects, annotators }), subjects)),
        before,
        hasWork: before ? row.state === "open" && before.at !== "failed" : row.hasWork,
      };
    }),
  );
}
