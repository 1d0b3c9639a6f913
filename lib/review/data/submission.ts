import "server-only";
import { canStillJudge, isAppointed } from "@/lib/adjudication/data/access";
import { actAs, type Member, memberOfSql } from "@/lib/auth/actor";
import { ofDesign } from "@/lib/batch/data/release";
import { db } from "@/lib/database/db";
import { Protocol } from "@/lib/protocol/schema";
import { disclosuresOf } from "@/lib/quality/rules/disclosure";
import { Quality } from "@/lib/quality/schema";
import { findOps } from "@/lib/review/data/assignment-lock";
import { contentOf, taskContent } from "@/lib/review/data/assignments";
import { fold } from "@/lib/review/rules/apply";
import { withhold } from "@/lib/review/rules/reveal";
import type { AssignmentView, SubmissionScope } from "@/lib/review/schema";
import { findDisplayedFrame } from "@/lib/review/stimulus/find-frame";
import type { Origins } from "@/lib/review/stimulus/types";
import { Prisma } from "@/prisma/generated/client/client";

/** One submission for its readers, with links to its neighbours. */
export interface Submission {
  projectId: string;
  /** The annotator's pseudonym. */
  rater: string;
  /** The annotator's name: for admins only. */
  name: string | null;
  submittedAt: Date;
  /** It was sent back since; this is what had been submitted. */
  sentBack: boolean;
  /** Milliseconds of active work; null when not recorded. */
  activeMs: number | null;
  /** Position of the submission in the list the reader pages through, from 1, newest first. */
  place: number;
  of: number;
  previous: string | null;
  next: string | null;
  /** True if the reader may see how the drafts were made, and the batch's other pages. */
  researches: boolean;
  /** The assignment as its annotator saw it when submitting. */
  view: AssignmentView;
  /** Sources of its drafts; empty for an adjudicator who is not a researcher. */
  origins: Origins;
}

/**
 * Condition for submissions: submitted, or submitted and sent back since. Training and exams are shown
 * elsewhere.
 */
const IS_SUBMISSION = Prisma.sql`(${ofDesign} AND (a."state" = 'submitted' OR a."submittedVersion" IS NOT NULL))`;

/** A sent-back assignment has no time of submission; the request to redo it has. */
const SUBMITTED_AT = Prisma.sql`coalesce(a."submittedAt", (SELECT r."submittedAt" FROM "Reopening" r
  WHERE r."assignmentId" = a."id" AND r."endedAt" IS NULL), a."createdAt")`;

/** True if the subject has a contested unit of the batch. */
const IS_CONTESTED = Prisma.sql`EXISTS (SELECT FROM "AdjudicationCase" c
  WHERE c."batchId" = a."batchId" AND c."taskId" = s."taskId"
    AND (s."kind" = 'task' OR c."responseId" IN (s."responseId", s."responseBId")))`;

/**
 * True if the caller may read submission `a` on subject `s` of batch `b`: researchers any of them,
 * adjudicators those on contested units; neither as long as they can get work of the batch themselves.
 */
const mayRead = (actor: Member) => Prisma.sql`(
  ${memberOfSql(actAs(actor, "researcher"), Prisma.sql`b."projectId"`)} OR ${isAppointed(actor)} AND ${IS_CONTESTED})`;

/**
 * A submission as its annotator saw it: the content, the frame with drafts as far as they were shown, and its
 * operations. It does not name the response's model. `own-work` when the caller can still get work of the
 * batch, null when they may not read it.
 */
export async function findSubmission(
  actor: Member,
  id: string,
  among: SubmissionScope,
): Promise<Submission | "own-work" | null> {
  const found = await findPlace(actor, id, among);
  if (!found) return null;
  const { canStillJudge: works, isAdmin, ...place } = found;
  if (works) return "own-work";
  const [framed, recorded, assignment] = await Promise.all([
    findDisplayedFrame(id),
    findOps(id),
    db.assignment.findUniqueOrThrow({ where: { id }, select: assignmentToRead }),
  ]);
  if (!framed) return null;
  const { arm, batch, subject, rater, submittedVersion, guidelinesVersion, activeMs, position } = assignment;
  const ops = recorded.slice(0, submittedVersion ?? recorded.length).map(({ op }) => op);
  const { projectId, dataset, guidelines, quality, ...named } = batch;
  const text = guidelines.find(({ version }) => version === guidelinesVersion)?.text ?? "";
  return {
    ...place,
    projectId,
    activeMs,
    rater: rater.code,
    name: isAdmin ? (rater.membership?.user.name ?? null) : null,
    origins: place.researches ? framed.rows.origins : { rubrics: new Map(), units: new Map() },
    view: {
      id,
      state: "submitted",
      position,
      lease: null,
      leaseUntil: null,
      submittedAt: place.submittedAt,
      undoUntil: null,
      skipReason: null,
      reopened: null,
      mayTakeBack: false,
      batch: { ...named, sample: dataset.sample, projectArchived: false, signals: false },
      guidelines: text,
      disclosures: disclosuresOf(Quality.parse(quality)),
      ...contentOf(Protocol.parse(arm.protocol), subject, framed.rows.swapped),
      frame: withhold(framed.frame, fold(framed.frame, ops)),
      version: ops.length,
      savedAt: recorded.at(ops.length - 1)?.recordedAt ?? null,
      ops,
    },
  };
}

const assignmentToRead = {
  position: true,
  submittedVersion: true,
  guidelinesVersion: true,
  activeMs: true,
  arm: { select: { protocol: true } },
  rater: { select: { code: true, membership: { select: { user: { select: { name: true } } } } } },
  batch: {
    select: {
      id: true,
      name: true,
      state: true,
      leaseMinutes: true,
      quality: true,
      projectId: true,
      dataset: { select: { sample: true } },
      guidelines: { select: { version: true, text: true } },
    },
  },
  subject: {
    select: {
      task: { select: taskContent },
      response: { select: { text: true } },
      responseB: { select: { text: true } },
    },
  },
} satisfies Prisma.AssignmentSelect;

type Place = Pick<
  Submission,
  "submittedAt" | "sentBack" | "place" | "of" | "previous" | "next" | "researches"
> & { canStillJudge: boolean; isAdmin: boolean };

const LIKE: Record<SubmissionScope, Prisma.Sql> = {
  batch: Prisma.sql`TRUE`,
  annotator: Prisma.sql`a."raterId" = mine."raterId"`,
  subject: Prisma.sql`a."subjectId" = mine."subjectId"`,
};

/**
 * Position of a submission in the list the reader pages through; null if it is not in that list, or the
 * caller may not read it.
 */
async function findPlace(actor: Member, id: string, among: SubmissionScope): Promise<Place | null> {
  const [row] = await db.$queryRaw<Place[]>`
    WITH mine AS (SELECT "id", "batchId", "raterId", "subjectId" FROM "Assignment" WHERE "id" = ${id}::uuid), read AS (
      SELECT a."id", ${SUBMITTED_AT} AS "submittedAt", a."reopenedAt" IS NOT NULL AS "sentBack",
        row_number() OVER w::int AS "place", count(*) OVER ()::int AS "of",
        lag(a."id") OVER w AS "previous", lead(a."id") OVER w AS "next"
      FROM mine JOIN "Assignment" a ON a."batchId" = mine."batchId" JOIN "Subject" s ON s."id" = a."subjectId"
      JOIN "Batch" b ON b."id" = a."batchId"
      WHERE ${IS_SUBMISSION} AND ${mayRead(actor)} AND ${LIKE[among]}
      WINDOW w AS (ORDER BY ${SUBMITTED_AT} DESC, a."id" DESC))
    SELECT read."submittedAt", read."sentBack", read."place", read."of", read."previous", read."next",
      ${canStillJudge(actor)} AS "canStillJudge",
      ${memberOfSql(actAs(actor, "researcher"), Prisma.sql`b."projectId"`)} AS "researches",
      ${memberOfSql(actAs(actor, "admin"), Prisma.sql`b."projectId"`)} AS "isAdmin"
    FROM read JOIN mine ON mine."id" = read."id" JOIN "Batch" b ON b."id" = mine."batchId"`;
  return row ?? null;
}
