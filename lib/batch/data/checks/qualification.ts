import "server-only";
import type { Member } from "@/lib/auth/actor";
import { ofDesign } from "@/lib/batch/data/release";
import type { BatchState } from "@/lib/batch/schema";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { swapSides } from "@/lib/judgement/rules/sides";
import { findGoldOf } from "@/lib/quality/data/gold-comparison";
import { isLabels, isRight } from "@/lib/quality/rules/gold";
import {
  attemptsOf,
  type ExamRule,
  hasStages,
  isDoneWith,
  isPassed,
  type QualificationProgress,
  type QualificationStage,
  qualificationStage,
} from "@/lib/quality/rules/qualification";
import {
  type Compared,
  type ExamOutcome,
  type GoldAbout,
  type GoldAnswer,
  Quality,
  type StageView,
  StoredAnswer,
} from "@/lib/quality/schema";
import { Prisma, type QualifiedBy } from "@/prisma/generated/client/client";

/**
 * Condition that membership `m` may get work of "Batch" b: the batch has no training or exam, or they have
 * qualified.
 */
export const isQualified = Prisma.sql`(
  coalesce(b."quality" ->> 'training', b."quality" ->> 'exam') IS NULL
  OR EXISTS (SELECT FROM "Qualification" q WHERE q."batchId" = b."id" AND q."raterId" = m."raterId"
    AND q."qualifiedAt" IS NOT NULL))`;

/** The training and exam of one annotator in one batch. */
type Theirs = { batchId: string; raterId: string };

/** An annotator's stage in a batch, and the subjects of its training and exam in order. */
type Standing = { where: QualificationStage; training: string[]; exam: string[]; granted: number };

async function findStanding(
  from: Tx | typeof db,
  theirs: Theirs,
  rule: Pick<Quality, "training" | "exam">,
): Promise<Standing> {
  const { batchId, raterId } = theirs;
  const subjects = await from.subject.findMany({
    where: { batchId, use: { in: ["training", "exam"] } },
    orderBy: { position: "asc" },
    select: { id: true, use: true },
  });
  const submitted = await from.assignment.findMany({
    where: { batchId, raterId, attempt: { gt: 0 }, state: "submitted" },
    select: { attempt: true, subject: { select: { use: true } } },
  });
  const own = await from.qualification.findUnique({
    where: { batchId_raterId: theirs },
    select: {
      qualifiedAt: true,
      exams: { orderBy: { attempt: "asc" }, select: { passed: true } },
      _count: { select: { grants: { where: { kind: "attempt" } } } },
    },
  });
  const of = (use: "training" | "exam") => subjects.filter((one) => one.use === use).map(({ id }) => id);
  const results = own?.exams ?? [];
  const granted = own?._count.grants ?? 0;
  const way: QualificationProgress = {
    qualified: own !== null && own.qualifiedAt !== null,
    trained: submitted.filter(({ subject }) => subject.use === "training").length,
    examined: submitted.filter(
      ({ subject, attempt }) => subject.use === "exam" && attempt === results.length + 1,
    ).length,
    results,
    granted,
  };
  return { where: qualificationStage(way, rule), training: of("training"), exam: of("exam"), granted };
}

/** The stage of an annotator in a batch: training, exam or work. */
export async function findQualificationStage(
  from: Tx | typeof db,
  theirs: Theirs,
  rule: Pick<Quality, "training" | "exam">,
): Promise<QualificationStage> {
  if (!hasStages(rule)) return { at: "work", through: null };
  return (await findStanding(from, theirs, rule)).where;
}

type Taken = { id: string; lease: string; leaseUntil: Date; position: number };

/**
 * Opens the next assignment of an annotator's training or exam, which takes no slot. Null when there is none,
 * or another request of theirs was faster: then a claim tries again. Locks the batch as a claim does, against
 * everything that changes the stage.
 */
export function openNextStep(
  userId: string,
  batchId: string,
): Promise<Taken | Refusal<"exam-failed"> | null> {
  return db.$transaction(async (tx) => {
    const [me] = await tx.$queryRaw<{ raterId: string; quality: unknown }[]>`
      SELECT m."raterId", b."quality" FROM "Batch" b JOIN "BatchAnnotator" ba ON ba."batchId" = b."id"
      JOIN "Membership" m ON m."id" = ba."membershipId" AND m."disabledAt" IS NULL
      WHERE b."id" = ${batchId}::uuid AND b."state" = 'open' AND m."userId" = ${userId}::uuid
      FOR KEY SHARE OF b FOR NO KEY UPDATE OF ba`;
    if (!me) return null;
    const theirs = { batchId, raterId: me.raterId };
    const quality = Quality.parse(me.quality);
    await tx.qualification.createMany({ data: [theirs], skipDuplicates: true });
    if (!quality.askAgain && (await workedEarlier(tx, theirs))) {
      await qualify(tx, theirs, "earlier");
      return null;
    }
    const { where, training, exam } = await findStanding(tx, theirs, quality);
    switch (where.at) {
      case "failed":
        return refuse("exam-failed");
      case "work":
        if (where.through) await qualify(tx, theirs, where.through);
        return null;
      case "training":
        return open(tx, theirs, { subject: training[where.n - 1], attempt: 1, n: where.n });
      case "exam":
        return open(tx, theirs, { subject: exam[where.n - 1], attempt: where.attempt, n: where.n });
    }
  });
}

async function open(
  tx: Tx,
  { batchId, raterId }: Theirs,
  { subject, attempt, n }: { subject: string | undefined; attempt: number; n: number },
): Promise<Taken | null> {
  if (subject === undefined)
    throw new Error(`batch ${batchId} has fewer subjects for training and exam than it says`);
  const [taken] = await tx.$queryRaw<Taken[]>`
    WITH batch AS (
      SELECT b."id", b."seed", now() + make_interval(mins => b."leaseMinutes") AS "leaseUntil",
        (SELECT arm."id" FROM "Arm" arm WHERE arm."batchId" = b."id" ORDER BY arm."position" LIMIT 1) AS "armId",
        coalesce((SELECT max(g."version") FROM "Guidelines" g WHERE g."batchId" = b."id"), 1) AS "guidelines"
      FROM "Batch" b WHERE b."id" = ${batchId}::uuid
    ), continued AS (
      UPDATE "Assignment" a SET "state" = 'open', "lease" = gen_random_uuid(), "leaseUntil" = batch."leaseUntil",
        "guidelinesVersion" = batch."guidelines"
      FROM batch WHERE a."subjectId" = ${subject}::uuid AND a."raterId" = ${raterId}::uuid
        AND a."attempt" = ${attempt} AND a."state" IN ('expired', 'returned')
      RETURNING a."id", a."lease", a."leaseUntil", a."position"
    ), opened AS (
      INSERT INTO "Assignment" ("id", "batchId", "subjectId", "armId", "raterId", "state", "attempt", "lease",
        "leaseUntil", "order", "position", "guidelinesVersion", "openedAt")
      SELECT gen_random_uuid(), batch."id", ${subject}::uuid, batch."armId", ${raterId}::uuid, 'open', ${attempt},
        gen_random_uuid(), batch."leaseUntil", jsonb_build_object('seed', batch."seed"), ${n}, batch."guidelines",
        now()
      FROM batch
      ON CONFLICT DO NOTHING
      RETURNING "id", "lease", "leaseUntil", "position"
    )
    SELECT * FROM continued UNION ALL SELECT * FROM opened`;
  return taken ?? null;
}

/** True if an annotator qualified in an earlier version of the batch, or worked in it. */
async function workedEarlier(tx: Tx, { batchId, raterId }: Theirs): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ worked: boolean }[]>`
    WITH RECURSIVE earlier AS (
      SELECT b."previousId" AS "id" FROM "Batch" b WHERE b."id" = ${batchId}::uuid
      UNION SELECT b."previousId" FROM "Batch" b JOIN earlier ON earlier."id" = b."id")
    SELECT EXISTS (
      SELECT FROM earlier e WHERE EXISTS (
          SELECT FROM "Qualification" q WHERE q."batchId" = e."id" AND q."raterId" = ${raterId}::uuid
            AND q."qualifiedAt" IS NOT NULL)
        OR EXISTS (SELECT FROM "Assignment" a WHERE a."batchId" = e."id" AND a."raterId" = ${raterId}::uuid
          AND a."state" = 'submitted' AND ${ofDesign})) AS "worked"`;
  return row?.worked ?? false;
}

/** Marks an annotator as qualified; the reason is recorded once and never changed. */
export async function qualify(tx: Tx, theirs: Theirs, by: QualifiedBy): Promise<void> {
  await tx.qualification.updateMany({
    where: { ...theirs, qualifiedAt: null },
    data: { qualifiedAt: new Date(), by },
  });
}

/** One answer of training or an exam. */
export type GradedAnswer = {
  about: GoldAbout;
  /** As made by `goldUnit`. */
  unit: string;
  versionId: string | null;
  /** For labels: the question. */
  question: string | null;
  given: GoldAnswer | null;
  /** For a preference: it refers to the pair in reverse order. */
  swapped?: boolean;
};

/**
 * Stores the answers of a submission in training or an exam beside the expected ones; returns whether there
 * is feedback now: after each training subject the comparison, at the end of an exam its result. Marks an
 * annotator who has completed everything as qualified. Call it after the assignment is submitted, with its
 * batch locked.
 */
export async function storeGradedAnswers(
  tx: Tx,
  assignment: { id: string; batchId: string; raterId: string; attempt: number },
  asked: readonly GradedAnswer[],
): Promise<"feedback" | "result" | null> {
  const { id, batchId, raterId, attempt } = assignment;
  const { subject, batch } = await tx.assignment.findUniqueOrThrow({
    where: { id },
    select: {
      subject: { select: { use: true, taskId: true, responseId: true, responseBId: true } },
      batch: { select: { quality: true } },
    },
  });
  const quality = Quality.parse(batch.quality);
  const expected = await findGoldOf(tx, subject);
  const within = quality.exam?.within ?? 0;
  const known = asked.flatMap(({ unit, swapped, ...one }) => {
    const found = expected.get(unit);
    if (!found) return [];
    const { explanation } = found;
    const gold = swapped && !isLabels(found.gold) ? swapSides(found.gold) : found.gold;
    const right = isRight(one.about, one.given, gold, within);
    return right === null ? [] : [{ ...one, gold, explanation, right }];
  });
  await tx.goldAnswer.createMany({
    data: known.map(({ about, versionId, question, given, gold, explanation, right }, position) => ({
      assignmentId: id,
      position,
      about,
      itemVersionId: versionId,
      question,
      given: given === null ? Prisma.DbNull : asJson(given),
      gold: asJson(gold),
      explanation,
      isRight: right,
    })),
  });

  const theirs = { batchId, raterId };
  if (subject.use === "training") {
    const where = await findQualificationStage(tx, theirs, quality);
    if (where.at === "work" && where.through) await qualify(tx, theirs, where.through);
    return "feedback";
  }
  if (!quality.exam || !(await isAttemptOver(tx, theirs, attempt, quality.exam))) return null;
  const result = await countRight(tx, theirs, attempt);
  if (result.asked > 0) {
    const passed = isPassed(result.right, result.asked, quality.exam);
    await tx.examResult.create({ data: { ...theirs, attempt, ...result, passed } });
  }
  const where = await findQualificationStage(tx, theirs, quality);
  if (where.at === "work" && where.through) await qualify(tx, theirs, where.through);
  if (where.at === "failed") await screenOut(tx, theirs);
  return "result";
}

/** True if all assignments of an exam attempt are submitted. */
async function isAttemptOver(
  from: Tx | typeof db,
  { batchId, raterId }: Theirs,
  attempt: number,
  { subjects }: ExamRule,
): Promise<boolean> {
  const done = { batchId, raterId, attempt, state: "submitted" as const, subject: { use: "exam" as const } };
  return (await from.assignment.count({ where: done })) === subjects;
}

async function countRight(tx: Tx, { batchId, raterId }: Theirs, attempt: number) {
  const where = { assignment: { batchId, raterId, attempt, subject: { use: "exam" as const } } };
  const asked = await tx.goldAnswer.count({ where });
  return { asked, right: await tx.goldAnswer.count({ where: { ...where, isRight: true } }) };
}

/** Ends the participation of a guest who has not passed, and frees their place. */
async function screenOut(tx: Tx, { batchId, raterId }: Theirs): Promise<void> {
  const now = new Date();
  await tx.participation.updateMany({
    where: { batchId, completedAt: null, participant: { membership: { raterId } } },
    data: { leftAt: now, screenedAt: now },
  });
}

// ---------------------------------------------------------------- what annotators read of it

/**
 * The stage of a training or exam assignment, and whether its annotator may see the expected answers after
 * submitting: for training at once; for an exam when they are done with it, and only if it reveals them.
 */
export async function findStage(
  { id, batchId, raterId, attempt }: { id: string; batchId: string; raterId: string; attempt: number },
  rule: Pick<Quality, "training" | "exam">,
): Promise<{ view: Omit<StageView, "n">; mayRead: boolean }> {
  const theirs = { batchId, raterId };
  const [{ where, training, exam, granted }, { subject }] = await Promise.all([
    findStanding(db, theirs, rule),
    db.assignment.findUniqueOrThrow({ where: { id }, select: { subject: { select: { use: true } } } }),
  ]);
  if (subject.use === "training" || !rule.exam) {
    const view = { use: "training" as const, of: training.length, attempt, attempts: 1, isOver: false };
    return { view, mayRead: true };
  }
  const isOver = await isAttemptOver(db, theirs, attempt, rule.exam);
  const attempts = attemptsOf(rule.exam, granted);
  const view = { use: "exam" as const, of: exam.length, attempt, attempts, isOver };
  return { view, mayRead: rule.exam.reveal && isDoneWith(where) };
}

/**
 * How a submission in training or an exam compares with gold. The caller must have checked that it may be
 * shown.
 */
export async function listAnswers(assignmentId: string): Promise<Compared[]> {
  const rows = await db.goldAnswer.findMany({
    where: { assignmentId },
    orderBy: { position: "asc" },
    select: answerColumns,
  });
  return rows.map(comparedOf);
}

const asJson = (said: GoldAnswer) => (isLabels(said) ? [...said] : said);

const answerColumns = {
  about: true,
  question: true,
  given: true,
  gold: true,
  explanation: true,
  isRight: true,
  itemVersion: { select: { name: true, text: true } },
} satisfies Prisma.GoldAnswerSelect;

function comparedOf({
  about,
  question,
  given,
  gold,
  explanation,
  isRight,
  itemVersion,
}: Prisma.GoldAnswerGetPayload<{ select: typeof answerColumns }>): Compared {
  return {
    about,
    item: itemVersion && (itemVersion.name ?? itemVersion.text),
    question,
    given: StoredAnswer.nullable().parse(given),
    gold: StoredAnswer.parse(gold),
    explanation,
    right: isRight,
  };
}

/** An annotator's progress in the training and exam of a batch, as shown to them. */
export type OwnQualification = {
  batch: { id: string; name: string; state: BatchState };
  rule: Pick<Quality, "training" | "exam">;
  where: QualificationStage;
  /** In order; the only results shown of an exam that does not reveal its answers. */
  results: ExamOutcome[];
  attempts: number;
  /** The expected answers of the last attempt, once they may be shown. */
  answers: Compared[];
};

/**
 * The same for the annotator's page. Null when the batch has no training or exam, or the annotator does not
 * work on it.
 */
export async function findOwnQualification(
  annotator: Member<"annotator">,
  batchId: string,
): Promise<OwnQualification | null> {
  const named = await db.batchAnnotator.findFirst({
    where: {
      batchId,
      batch: { state: { not: "draft" } },
      membership: { userId: annotator.userId, disabledAt: null, user: { disabledAt: null } },
    },
    select: {
      membership: { select: { raterId: true } },
      batch: { select: { id: true, name: true, state: true, quality: true } },
    },
  });
  const rule = named && Quality.parse(named.batch.quality);
  if (!named || !rule || !hasStages(rule)) return null;
  const { quality: _, ...batch } = named.batch;
  const theirs = { batchId, raterId: named.membership.raterId };
  const [{ where, granted }, results] = await Promise.all([
    findStanding(db, theirs, rule),
    db.examResult.findMany({
      where: theirs,
      orderBy: { attempt: "asc" },
      select: { attempt: true, asked: true, right: true, passed: true },
    }),
  ]);
  const { training, exam } = rule;
  const mayRead = exam?.reveal === true && results.length > 0 && isDoneWith(where);
  const last = results.at(-1)?.attempt ?? 0;
  const answers = mayRead
    ? await db.goldAnswer.findMany({
        where: { assignment: { ...theirs, attempt: last, subject: { use: "exam" } } },
        orderBy: [{ assignment: { position: "asc" } }, { position: "asc" }],
        select: answerColumns,
      })
    : [];
  return {
    batch,
    rule: { training, exam },
    where,
    results,
    attempts: exam ? attemptsOf(exam, granted) : 0,
    answers: answers.map(comparedOf),
  };
}
