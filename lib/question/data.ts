import "server-only";
import { actAs, type Member, memberOf, memberOfSql, type SignedIn } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import type { Limit } from "@/lib/auth/rate-limit";
import { responsesOf } from "@/lib/batch/data/subjects";
import { db, type Tx } from "@/lib/database/db";
import type { NewestCursor } from "@/lib/http/cursor";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { adminsOf, notify, personOf } from "@/lib/notice/data/notify";
import { Protocol } from "@/lib/protocol/schema";
import {
  type AnnotatorQuestions,
  MAX_MESSAGES,
  type OwnQuestion,
  type PublishAnswerBody,
  type Published,
  type QuestionFilter,
  type QuestionMessage,
  type QuestionRow,
} from "@/lib/question/schema";
import { contentOf, taskContent } from "@/lib/review/data/assignments";
import { chosenDraftsOf } from "@/lib/review/stimulus/types";
import { Prisma } from "@/prisma/generated/client/client";

type Annotator = Member<"annotator">;
type Admin = Member<"admin">;

/** Enough for a conversation, but not for flooding. */
export const QUESTION_LIMIT: Limit = { name: "question", burst: 10, perMinute: 2 };

const MESSAGES = {
  select: { fromAnnotator: true, text: true, at: true },
  orderBy: { seq: "asc" },
} as const;

const works = (annotator: Annotator) => ({
  userId: annotator.userId,
  disabledAt: null,
  user: { disabledAt: null },
});

// ---------------------------------------------------------------- the annotator's side

/**
 * Starts or continues an annotator's conversation about their own assignment, also after it was submitted or
 * skipped. Null when the assignment is not theirs.
 */
export function askQuestion(
  annotator: Annotator,
  assignmentId: string,
  text: string,
): Promise<{ id: string } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const assignment = await tx.assignment.findFirst({
      where: { id: assignmentId, rater: { membership: works(annotator) } },
      select: { batchId: true, batch: { select: { project: { select: { archivedAt: true } } } } },
    });
    if (!assignment) return null;
    if (assignment.batch.project.archivedAt) return refuse("archived");
    const { batchId } = assignment;
    await tx.question.createMany({ data: [{ batchId, assignmentId }], skipDuplicates: true });
    const { id } = await tx.question.findUniqueOrThrow({ where: { assignmentId }, select: { id: true } });
    const message = await addMessage(tx, id, { fromAnnotator: true, text });
    if (!("refused" in message)) await notifyOfMessage(tx, id, "question-asked", annotator);
    return message;
  });
}

/** An annotator's own questions in a batch, newest first, and its published answers. */
export async function findAnswers(annotator: Annotator, batchId: string): Promise<AnnotatorQuestions | null> {
  const batch = await db.batch.findFirst({
    where: {
      id: batchId,
      state: { not: "draft" },
      annotators: { some: { membership: works(annotator) } },
    },
    select: {
      published: {
        where: { withdrawnAt: null },
        orderBy: { publishedAt: "asc" },
        select: { id: true, question: true, answer: true, publishedAt: true },
      },
    },
  });
  if (!batch) return null;
  return { questions: await listOwnQuestions(annotator, batchId), published: batch.published };
}

/** An annotator's questions, in one batch or all, unread ones first. */
export async function listOwnQuestions(annotator: Annotator, batchId?: string): Promise<OwnQuestion[]> {
  const rows = await db.question.findMany({
    where: { batchId, assignment: { rater: { membership: works(annotator) } } },
    orderBy: [{ unread: "desc" }, { changedAt: "desc" }],
    take: 200,
    select: {
      id: true,
      waiting: true,
      unread: true,
      messages: MESSAGES,
      assignment: {
        select: {
          id: true,
          position: true,
          subject: { select: { task: { select: { instruction: true } } } },
        },
      },
    },
  });
  return rows.map(({ assignment, ...row }) => ({
    ...row,
    assignment: assignment.id,
    position: assignment.position,
    title: assignment.subject.task.instruction.trim().slice(0, 120),
  }));
}

/** Marks the answers about an assignment as read. Null when it is not the annotator's, or has no question. */
export async function markRead(
  annotator: Annotator,
  assignmentId: string,
): Promise<Record<string, never> | null> {
  const { count } = await db.question.updateMany({
    where: { assignmentId, assignment: { rater: { membership: works(annotator) } } },
    data: { unread: false },
  });
  return count === 0 ? null : {};
}

// ---------------------------------------------------------------- the admin's side

/** Answers an annotator. Null when the question is not the admin's. */
export function answerQuestion(
  admin: Admin,
  id: string,
  text: string,
): Promise<{ id: string } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const question = await findOwn(tx, admin, id);
    if (!question) return null;
    const reply = await addMessage(tx, id, { fromAnnotator: false, text });
    if ("refused" in reply) return reply;
    await record(tx, admin, "question.answered", question);
    await notifyOfMessage(tx, id, "question-answered", admin);
    return reply;
  });
}

/** Dismisses a waiting question without an answer: it was a thank-you, or was settled in person. */
export function dismissQuestion(admin: Admin, id: string): Promise<{ id: string } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const question = await findOwn(tx, admin, id);
    if (!question) return null;
    const { count } = await tx.question.updateMany({
      where: { id, waiting: true },
      data: { waiting: false, changedAt: new Date() },
    });
    if (count === 0) return refuse("nothing-to-settle");
    await record(tx, admin, "question.settled", question);
    return { id };
  });
}

/** Publishes an answer to all annotators of the batch, in the given words. */
export function publish(
  admin: Admin,
  id: string,
  words: PublishAnswerBody,
): Promise<{ id: string } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const question = await findOwn(tx, admin, id);
    if (!question) return null;
    await lock(tx, id);
    const openAnswers = await tx.publishedAnswer.count({ where: { questionId: id, withdrawnAt: null } });
    if (openAnswers > 0) return refuse("already-published");
    const published = await tx.publishedAnswer.create({
      data: { batchId: question.batchId, questionId: id, ...words },
      select: { id: true },
    });
    await tx.question.update({ where: { id }, data: { changedAt: new Date() } });
    await record(tx, admin, "question.published", question);
    return published;
  });
}

/** Withdraws a published answer. Its publication stays on record. */
export function withdraw(admin: Admin, id: string): Promise<{ id: string } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const question = await findOwn(tx, admin, id);
    if (!question) return null;
    const { count } = await tx.publishedAnswer.updateMany({
      where: { questionId: id, withdrawnAt: null },
      data: { withdrawnAt: new Date() },
    });
    if (count === 0) return refuse("not-published");
    await tx.question.update({ where: { id }, data: { changedAt: new Date() } });
    await record(tx, admin, "question.withdrawn", question);
    return { id };
  });
}

/** Notifies the annotator of an answer, or the admins of a question. */
async function notifyOfMessage(
  tx: Tx,
  id: string,
  kind: "question-answered" | "question-asked",
  actor: Pick<SignedIn, "userId">,
): Promise<void> {
  const { batch, assignment } = await tx.question.findUniqueOrThrow({
    where: { id },
    select: {
      batch: { select: { id: true, projectId: true, name: true } },
      assignment: { select: { raterId: true } },
    },
  });
  const { projectId, name } = batch;
  const asked = kind === "question-asked";
  const path = asked ? `/projects/${projectId}/batches/${batch.id}` : "/annotate";
  const recipients = asked ? adminsOf(projectId) : personOf(assignment.raterId);
  await notify(tx, { kind, projectId, subjectId: id, name, path }, recipients, actor);
}

type Own = { id: string; batchId: string; projectId: string };

async function findOwn(tx: Tx, admin: Admin, id: string): Promise<Own | null> {
  const question = await tx.question.findFirst({
    where: { id, batch: { project: memberOf(admin) } },
    select: { id: true, batchId: true, batch: { select: { projectId: true } } },
  });
  return question && { id, batchId: question.batchId, projectId: question.batch.projectId };
}

const lock = (tx: Tx, id: string) => tx.$queryRaw`SELECT FROM "Question" WHERE "id" = ${id}::uuid FOR UPDATE`;

/** Adds a message, and updates who waits and who has unread messages. */
async function addMessage(
  tx: Tx,
  id: string,
  message: Pick<QuestionMessage, "fromAnnotator" | "text">,
): Promise<{ id: string } | Refusal<"too-many-messages">> {
  await lock(tx, id);
  const sent = await tx.questionMessage.count({ where: { questionId: id } });
  if (sent >= MAX_MESSAGES) return refuse("too-many-messages");
  const at = new Date();
  await tx.questionMessage.create({ data: { questionId: id, seq: sent + 1, at, ...message } });
  const { fromAnnotator } = message;
  await tx.question.update({
    where: { id },
    data: { waiting: fromAnnotator, changedAt: at, ...(!fromAnnotator && { unread: true }) },
  });
  return { id };
}

const record = (tx: Tx, admin: Admin, action: `question.${string}`, question: Own) =>
  audit(tx, admin, {
    action,
    projectId: question.projectId,
    subject: ["Question", question.id],
    detail: { batch: question.batchId },
  });

// ---------------------------------------------------------------- reading

/** The number of a batch's questions by filter; null when it is not the researcher's. */
export async function countQuestions(researcher: Member<"researcher">, batchId: string) {
  const [counts] = await db.$queryRaw<Record<QuestionFilter, number>[]>`
    SELECT count(q."id")::int AS "all", count(q."id") FILTER (WHERE q."waiting")::int AS "waiting",
      count(q."id") FILTER (WHERE NOT q."waiting")::int AS "answered",
      count(q."id") FILTER (WHERE ${isPublished})::int AS "published"
    FROM "Batch" b LEFT JOIN "Question" q ON q."batchId" = b."id"
    WHERE b."id" = ${batchId}::uuid AND ${memberOfSql(researcher, Prisma.sql`b."projectId"`)}
    GROUP BY b."id"`;
  return counts ?? null;
}

const isPublished = Prisma.sql`EXISTS (
  SELECT FROM "PublishedAnswer" p WHERE p."questionId" = q."id" AND p."withdrawnAt" IS NULL)`;

const CONDITIONS: Record<QuestionFilter, Prisma.Sql> = {
  all: Prisma.sql`TRUE`,
  waiting: Prisma.sql`q."waiting"`,
  answered: Prisma.sql`NOT q."waiting"`,
  published: isPublished,
};

const PAGE = 50;

/** One page of a batch's questions, latest activity first. */
export async function listQuestions(
  researcher: Member<"researcher">,
  batchId: string,
  filter: QuestionFilter,
  after: NewestCursor | null = null,
): Promise<{ rows: QuestionRow[]; more: boolean }> {
  const from = after
    ? Prisma.sql`AND (q."changedAt", q."id") < (${after.at}, ${after.id}::uuid)`
    : Prisma.empty;
  const found = await db.$queryRaw<QuestionRow[]>`
    SELECT q."id", r."code" AS "rater", q."waiting", q."changedAt", ${isPublished} AS "published",
      CASE WHEN ${memberOfSql(actAs(researcher, "admin"), Prisma.sql`b."projectId"`)} THEN u."name" END AS "name",
      t."key" AS "task", shown."key" AS "response",
      (SELECT left(m."text", 240) FROM "QuestionMessage" m WHERE m."questionId" = q."id"
        ORDER BY m."seq" DESC LIMIT 1) AS "last"
    FROM "Batch" b JOIN "Question" q ON q."batchId" = b."id"
    JOIN "Assignment" a ON a."id" = q."assignmentId" JOIN "Rater" r ON r."id" = a."raterId"
    LEFT JOIN "Membership" ms ON ms."raterId" = r."id" LEFT JOIN "User" u ON u."id" = ms."userId"
    JOIN "Subject" s ON s."id" = a."subjectId" JOIN "Task" t ON t."id" = s."taskId"
    LEFT JOIN ${responsesOf(Prisma.sql`s`)} shown ON TRUE
    WHERE b."id" = ${batchId}::uuid AND ${memberOfSql(researcher, Prisma.sql`b."projectId"`)}
      AND ${CONDITIONS[filter]} ${from}
    ORDER BY q."changedAt" DESC, q."id" DESC LIMIT ${PAGE + 1}`;
  return { rows: found.slice(0, PAGE), more: found.length > PAGE };
}

export type QuestionView = NonNullable<Awaited<ReturnType<typeof findQuestion>>>;

/** One question of a batch with its conversation, publication and content. */
export async function findQuestion(researcher: Member<"researcher">, batchId: string, id: string) {
  const question = await db.question.findFirst({
    where: { id, batchId, batch: { project: memberOf(researcher) } },
    select: {
      id: true,
      waiting: true,
      messages: MESSAGES,
      published: {
        where: { withdrawnAt: null },
        select: { id: true, question: true, answer: true, publishedAt: true },
      },
      assignment: {
        select: {
          state: true,
          order: true,
          armId: true,
          guidelinesVersion: true,
          arm: { select: { protocol: true } },
          rater: { select: { code: true, membership: { select: { user: { select: { name: true } } } } } },
          batch: { select: { guidelines: { select: { version: true, text: true } } } },
          subject: {
            select: {
              task: { select: { key: true, ...taskContent } },
              response: { select: { key: true, text: true } },
              responseB: { select: { key: true, text: true } },
            },
          },
        },
      },
    },
  });
  if (!question) return null;
  const byAdmin = { id: batchId, project: memberOf(actAs(researcher, "admin")) };
  const isAdmin = (await db.batch.count({ where: byAdmin })) > 0;
  const { assignment, published, ...own } = question;
  const { task, response, responseB } = assignment.subject;
  const responses = [response?.key, responseB?.key].filter(Boolean).join(" / ");
  const current: Published | null = published[0] ?? null;
  return {
    ...own,
    published: current,
    rater: assignment.rater.code,
    /** For admins only. */
    name: isAdmin ? (assignment.rater.membership?.user.name ?? null) : null,
    state: assignment.state,
    subject: [task.key, responses].filter(Boolean).join(" · "),
    /** As the annotator sees it: a pair with its sides as shown to them. */
    content: {
      ...contentOf(
        Protocol.parse(assignment.arm.protocol),
        assignment.subject,
        chosenDraftsOf(assignment)?.swapped ?? false,
      ),
      guidelines:
        assignment.batch.guidelines.find(({ version }) => version === assignment.guidelinesVersion)?.text ??
        "",
    },
  };
}
