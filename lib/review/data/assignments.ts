import "server-only";
import { findStage, listAnswers } from "@/lib/batch/data/checks/own-qualification";
import { forAnnotator } from "@/lib/database/connections";
import { db, prepared } from "@/lib/database/db";
import { StoredMessages } from "@/lib/dataset/schema/stored";
import { showsReference } from "@/lib/protocol/rules/subject-kind";
import { Protocol } from "@/lib/protocol/schema";
import { compareWithGold } from "@/lib/quality/data/gold-comparison";
import { findDebrief } from "@/lib/quality/data/planted-error-results";
import { disclosuresOf } from "@/lib/quality/rules/disclosure";
import { Quality } from "@/lib/quality/schema";
import { type Annotator, asRecorded, ownedBy, ownedBySql } from "@/lib/review/data/assignment-lock";
import { remember } from "@/lib/review/data/document-cache";
import { withOpaqueKeys } from "@/lib/review/data/opaque-keys";
import { UNDO_MS } from "@/lib/review/data/submit";
import { fold } from "@/lib/review/rules/apply";
import { unopened, withhold } from "@/lib/review/rules/reveal";
import type {
  AssignmentView,
  OwnAssignment,
  PastWork,
  PastWorkQuery,
  RecordedOp,
  ReopenedWork,
} from "@/lib/review/schema";
import { findFrame } from "@/lib/review/stimulus/find-frame";
import type { Framed } from "@/lib/review/stimulus/types";
import {
  type AssignmentState,
  type BatchState,
  Prisma,
  type SubjectUse,
} from "@/prisma/generated/client/client";

/** The columns of a task that annotators see. */
export const taskContent = {
  instruction: true,
  input: true,
  messages: true,
  reference: true,
  tags: true,
} satisfies Prisma.TaskSelect;

/**
 * The texts an annotator reads: two responses on the sides where they are shown, and no reference answer if a
 * step hides it.
 */
export function contentOf(
  protocol: Protocol,
  of: {
    task: Prisma.TaskGetPayload<{ select: typeof taskContent }>;
    response: { text: string } | null;
    responseB: { text: string } | null;
  },
  swapped: boolean,
): Pick<AssignmentView, "task" | "response" | "pair"> {
  const task = {
    ...of.task,
    messages: StoredMessages.parse(of.task.messages),
    reference: showsReference(protocol) ? of.task.reference : null,
  };
  if (!of.response || !of.responseB) return { task, response: of.response, pair: null };
  const [a, b] = swapped ? [of.responseB, of.response] : [of.response, of.responseB];
  return { task, response: null, pair: { a: a.text, b: b.text } };
}

/**
 * The annotator's assignment as sent to them, under opaque keys. Read on connections bound to them: a page, unlike a
 * route, has bound none.
 */
export async function findOwnAssignment(annotator: Annotator, id: string): Promise<AssignmentView | null> {
  const found = await forAnnotator(annotator.userId, () => read(annotator, id));
  return found && withOpaqueKeys(found.view, found.framed);
}

/** The annotator's assignment under the keys of the study file. */
export async function findAssignment(annotator: Annotator, id: string): Promise<AssignmentView | null> {
  return (await read(annotator, id))?.view ?? null;
}

/**
 * Everything the workbench needs for one assignment of the annotator: the content to judge, the frame as far
 * as it may be seen now, and the operations so far. A prefetched assignment has no drafts. Null when it is
 * not theirs. Reveals neither the model of a response, nor ids of the study file, nor other annotators' work.
 */
async function read(
  annotator: Annotator,
  id: string,
): Promise<{ view: AssignmentView; framed: Framed } | null> {
  const [framed, assignment] = await Promise.all([findFrame(annotator, id), findContent(annotator, id)]);
  if (!framed || !assignment) return null;
  const { batch, subject, arm, guidelines, reopened, recorded, openedAt, raterId, attempt, ...rest } =
    assignment;
  const { submittedVersion, ...own } = rest;
  const { submittedAt } = own;
  const isUnopened = own.state === "reserved" && openedAt === null;
  // A submission that was sent back shows what had been submitted, without later edits that were never
  // submitted.
  const seen = own.state === "submitted" && submittedVersion !== null ? submittedVersion : recorded.length;
  const ops = recorded.slice(0, seen).map(({ op }) => op);
  const document = fold(framed.frame, ops);
  if (own.state === "open") remember(id, { ...framed, ops, document });
  const { isArchived } = batch;
  const quality = Quality.parse(batch.quality);
  const isSubmitted = own.state === "submitted";
  const isCheckWithFeedback = subject.use === "check" && quality.gold?.feedback === true;
  const isOver = batch.state === "closed" || batch.state === "archived";
  const stage = attempt > 0 ? await findStage({ id, batchId: batch.id, raterId, attempt }, quality) : null;
  const view: AssignmentView = {
    ...own,
    ...(stage && { stage: { ...stage.view, n: own.position } }),
    ...(stage && isSubmitted && stage.mayRead && { feedback: await listAnswers(id) }),
    ...(isSubmitted && isCheckWithFeedback && { feedback: await compareWithGold(db, id) }),
    ...(isSubmitted && isOver && quality.planted?.debrief && { debrief: await findDebrief(id) }),
    ...((isArchived || own.state === "reserved") && { lease: null, leaseUntil: null }),
    reopened,
    mayTakeBack:
      batch.state === "open" &&
      !isArchived &&
      (own.state === "skipped" || (isSubmitted && quality.reopening && !stage && !isCheckWithFeedback)),
    batch: {
      id: batch.id,
      name: batch.name,
      state: batch.state,
      leaseMinutes: batch.leaseMinutes,
      signals: quality.signals,
      sample: batch.sample,
      projectArchived: isArchived,
    },
    guidelines: guidelines ?? "",
    disclosures: disclosuresOf(quality),
    undoUntil: submittedAt && new Date(submittedAt.getTime() + (stage ? 0 : UNDO_MS)),
    ...contentOf(Protocol.parse(arm.protocol), subject, framed.rows.swapped),
    frame: isUnopened ? unopened(framed.frame) : withhold(framed.frame, document),
    version: ops.length,
    savedAt: recorded.at(seen - 1)?.recordedAt ?? null,
    ops,
  };
  return { view, framed };
}

type ContentRow = Pick<
  AssignmentView,
  "id" | "position" | "lease" | "leaseUntil" | "submittedAt" | "skipReason"
> & {
  state: AssignmentState;
  raterId: string;
  attempt: number;
  openedAt: Date | null;
  submittedVersion: number | null;
  arm: { protocol: Prisma.JsonValue };
  /** The version in force when the assignment was opened. */
  guidelines: string | null;
  recorded: RecordedOp[];
  /** The admin's request for a sent-back submission. */
  reopened: { note: string; at: Date } | null;
  batch: {
    id: string;
    name: string;
    state: BatchState;
    leaseMinutes: number;
    quality: Prisma.JsonValue;
    sample: boolean;
    isArchived: boolean;
  };
  subject: { use: SubjectUse } & Parameters<typeof contentOf>[1];
};

/**
 * The content of the annotator's assignment with its operations, without its frame; null when it is not theirs. One
 * statement: each has a connection of its own, which has to be bound to the annotator.
 */
async function findContent(annotator: Annotator, id: string): Promise<ContentRow | null> {
  type Row = Omit<ContentRow, "reopened" | "recorded"> & {
    recorded: { payload: unknown; seq: number; recordedAt: string }[] | null;
    reopenedNote: string | null;
    reopenedAt: Date | null;
  };
  const [row] = await prepared<Row>(
    "own-assignment",
    Prisma.sql`SELECT a."id", a."state", a."position", a."raterId", a."attempt", a."lease", a."leaseUntil", a."openedAt",
        a."submittedAt", a."submittedVersion", a."skipReason", g."text" AS "guidelines", again."note" AS "reopenedNote",
        again."at" AS "reopenedAt", ops."recorded", json_build_object('protocol', m."protocol") AS "arm",
        json_build_object('id', b."id", 'name', b."name", 'state', b."state", 'leaseMinutes', b."leaseMinutes",
          'quality', b."quality", 'sample', d."sample", 'isArchived', p."archivedAt" IS NOT NULL) AS "batch",
        json_build_object('use', s."use",
          'task', json_build_object('instruction', t."instruction", 'input', t."input", 'messages', t."messages",
            'reference', t."reference", 'tags', t."tags"),
          'response', CASE WHEN r."id" IS NOT NULL THEN json_build_object('text', r."text") END,
          'responseB', CASE WHEN q."id" IS NOT NULL THEN json_build_object('text', q."text") END) AS "subject"
      FROM "Assignment" a JOIN "Batch" b ON b."id" = a."batchId" JOIN "Project" p ON p."id" = b."projectId"
        JOIN "Dataset" d ON d."id" = b."datasetId" JOIN "Arm" m ON m."id" = a."armId"
        JOIN "Subject" s ON s."id" = a."subjectId" JOIN "Task" t ON t."id" = s."taskId"
        LEFT JOIN "Response" r ON r."id" = s."responseId" LEFT JOIN "Response" q ON q."id" = s."responseBId"
        LEFT JOIN "Guidelines" g ON g."batchId" = b."id" AND g."version" = a."guidelinesVersion"
        LEFT JOIN LATERAL (
          SELECT o."note", o."at" FROM "Reopening" o WHERE o."assignmentId" = a."id" AND o."endedAt" IS NULL
          LIMIT 1) again ON TRUE
        CROSS JOIN LATERAL (
          SELECT json_agg(json_build_object('payload', op."payload", 'seq', op."seq", 'recordedAt', op."recordedAt")
            ORDER BY op."seq") AS "recorded"
          FROM "Operation" op WHERE op."assignmentId" = a."id") ops
      WHERE a."id" = ${id}::uuid AND ${ownedBySql(annotator)}`,
  );
  if (!row) return null;
  const { reopenedNote: note, reopenedAt: at, recorded, ...content } = row;
  const ops = (recorded ?? []).map((one) => ({ ...one, recordedAt: new Date(one.recordedAt) }));
  return {
    ...content,
    recorded: asRecorded(ops),
    reopened: note === null || at === null ? null : { note, at },
  };
}

/**
 * The annotator's assignments in a batch, newest first. Null when they are no annotator of the batch and
 * never worked on it.
 */
export async function listOwnWork(annotator: Annotator, batchId: string): Promise<OwnAssignment[] | null> {
  const batch = await db.batch.findFirst({
    where: {
      id: batchId,
      state: { not: "draft" },
      OR: [
        {
          annotators: {
            some: { membership: { userId: annotator.userId, disabledAt: null, user: { disabledAt: null } } },
          },
        },
        { assignments: { some: ownedBy(annotator) } },
      ],
    },
    select: {
      assignments: {
        where: ownedBy(annotator),
        orderBy: { position: "desc" },
        take: 1000,
        select: {
          id: true,
          state: true,
          position: true,
          version: true,
          submittedAt: true,
          leaseUntil: true,
          subject: { select: { task: { select: { instruction: true } } } },
        },
      },
    },
  });
  if (!batch) return null;
  return batch.assignments.map(({ subject, ...own }) => ({
    ...own,
    title: titleOf(subject.task.instruction),
  }));
}

/** Submissions that were sent back to the annotator and wait to be redone, oldest request first. */
export async function listReopenedWork(annotator: Annotator): Promise<ReopenedWork[]> {
  const rows = await db.assignment.findMany({
    where: {
      reopenedAt: { not: null },
      batch: { state: { in: ["open", "paused"] }, project: { archivedAt: null } },
      ...ownedBy(annotator),
    },
    orderBy: { reopenedAt: "asc" },
    select: {
      id: true,
      state: true,
      batch: { select: { id: true, name: true, state: true } },
      subject: { select: { task: { select: { instruction: true } } } },
      reopenings: { where: { endedAt: null }, select: { note: true, at: true } },
    },
  });
  return rows.flatMap(({ subject, reopenings, ...own }) =>
    reopenings.map((reopened) => ({ ...own, reopened, title: titleOf(subject.task.instruction) })),
  );
}

const PAGE = 50;

/**
 * A page of the annotator's own submissions, newest first: of all batches or one, optionally matching words
 * of the task or response. The cursor is the last submission of the previous page.
 */
export async function listPastWork(
  annotator: Annotator,
  { batch, q, after }: PastWorkQuery,
): Promise<{ rows: PastWork[]; next: string | null }> {
  const words = q?.trim();
  const within = (column: Prisma.Sql) => Prisma.sql`strpos(lower(${column}), lower(${words})) > 0`;
  const conditions = [
    Prisma.sql`a."state" = 'submitted' AND ${ownedBySql(annotator)}`,
    ...(batch ? [Prisma.sql`a."batchId" = ${batch}::uuid`] : []),
    ...(words
      ? [
          Prisma.sql`(${within(Prisma.sql`t."instruction"`)} OR ${within(Prisma.sql`r."text"`)}
          OR ${within(Prisma.sql`q."text"`)})`,
        ]
      : []),
    ...(after
      ? [
          Prisma.sql`(a."submittedAt", a."id") < (
            SELECT last."submittedAt", last."id" FROM "Assignment" last WHERE last."id" = ${after}::uuid)`,
        ]
      : []),
  ];
  const found = await db.$queryRaw<(Omit<PastWork, "title"> & { instruction: string })[]>`
    SELECT a."id", a."position", a."submittedAt", b."name" AS "batch", left(t."instruction", 400) AS "instruction"
    FROM "Assignment" a JOIN "Batch" b ON b."id" = a."batchId" JOIN "Subject" s ON s."id" = a."subjectId"
    JOIN "Task" t ON t."id" = s."taskId" LEFT JOIN "Response" r ON r."id" = s."responseId" LEFT JOIN "Response" q ON q."id" = s."responseBId"
    WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY a."submittedAt" DESC, a."id" DESC LIMIT ${PAGE + 1}`;
  const rows = found
    .slice(0, PAGE)
    .map(({ instruction, ...own }) => ({ ...own, title: titleOf(instruction) }));
  return { rows, next: found.length > PAGE ? (rows.at(-1)?.id ?? null) : null };
}

/** The batches in which the annotator has submitted work, latest first, with the number of submissions. */
export async function listPastBatches(
  annotator: Annotator,
): Promise<{ id: string; name: string; submitted: number }[]> {
  return db.$queryRaw`
    SELECT b."id", b."name", count(*)::int AS "submitted"
    FROM "Assignment" a JOIN "Batch" b ON b."id" = a."batchId"
    WHERE a."state" = 'submitted' AND ${ownedBySql(annotator)}
    GROUP BY b."id" ORDER BY max(a."submittedAt") DESC, b."id"`;
}

/** The first words of an instruction, as a title in lists. */
function titleOf(instruction: string): string {
  const line = instruction.trim().replaceAll(/\s+/g, " ");
  return line.length > 120 ? `${line.slice(0, 119).trimEnd()}…` : line;
}
