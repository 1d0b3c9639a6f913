import "server-only";
import { mayRule } from "@/lib/adjudication/data/access";
import type { RulingBody } from "@/lib/adjudication/schema";
import type { Member } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { IS_RULED } from "@/lib/judgement/data/fragments";
import { findVersionJudged, VOTES_NOW } from "@/lib/judgement/data/votes";
import { replaceRuling } from "@/lib/judgement/data/write";
import { isOnScale } from "@/lib/judgement/rules/scale";
import { Scale } from "@/lib/judgement/schema";
import type { Vote } from "@/lib/judgement/schema/votes";
import { Protocol } from "@/lib/protocol/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** A contested unit whose votes the caller may see. */
interface LockedCase {
  id: string;
  projectId: string;
  datasetId: string;
  archivedAt: Date | null;
  taskId: string;
  responseId: string;
  itemId: string | null;
  votes: Vote[];
  rulings: number;
  standing: boolean;
}

/**
 * Rules on a contested unit, or (value null) withdraws the last ruling. Every ruling is stored with the votes
 * it was based on; the latest is a judgement of the adjudicator, who counts as an annotator in no statistic.
 * "stale-ruling" when another ruling was made since the caller looked. Null when the caller has no such case.
 */
export function recordRuling(
  actor: Member<"annotator">,
  batchId: string,
  caseId: string,
  { value, note, after }: RulingBody,
): Promise<{ rulings: number } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const locked = await lockCase(tx, actor, batchId, caseId);
    if (!locked) return null;
    if (locked.archivedAt) return refuse("archived");
    if (locked.rulings !== after) return refuse("stale-ruling");
    if (value === null && !locked.standing) return refuse("nothing-decided");
    const question = await scaleOf(tx, batchId, locked);
    if (value !== null && !(question && isOnScale(question.scale, value))) return refuse("off-scale");

    const raterId = await raterOf(tx, actor, locked.projectId);
    await tx.ruling.create({
      data: {
        caseId,
        n: after + 1,
        raterId,
        value: value ?? Prisma.DbNull,
        note,
        votes: locked.votes as unknown as Prisma.InputJsonValue,
      },
    });
    const ruling = value !== null && {
      datasetId: locked.datasetId,
      batchId,
      taskId: locked.taskId,
      responseId: locked.responseId,
      itemId: locked.itemId,
      itemVersionId: question?.itemVersionId ?? null,
      target: locked.itemId === null ? ("overall" as const) : ("item" as const),
      raterId,
      value,
      submittedAt: new Date(),
      metadata: note ? { note } : {},
    };
    await replaceRuling(tx, caseId, ruling || null);
    await tx.batch.update({ where: { id: batchId }, data: { dataVersion: { increment: 1 } } });
    await audit(tx, actor, {
      action: value === null ? "adjudication.taken-back" : "adjudication.decided",
      projectId: locked.projectId,
      subject: ["AdjudicationCase", caseId],
      detail: { ruling: after + 1 },
    });
    return { rulings: after + 1 };
  });
}

/** Locks the batch before the case, in the usual order for changes of a batch's results. */
async function lockCase(
  tx: Tx,
  actor: Member<"annotator">,
  batchId: string,
  caseId: string,
): Promise<LockedCase | null> {
  const [batch] = await tx.$queryRaw<Pick<LockedCase, "projectId" | "datasetId" | "archivedAt">[]>`
    SELECT b."projectId", b."datasetId", p."archivedAt"
    FROM "Batch" b JOIN "Project" p ON p."id" = b."projectId"
    WHERE b."id" = ${batchId}::uuid AND ${mayRule(actor)} FOR UPDATE OF b`;
  if (!batch) return null;
  const [locked] = await tx.$queryRaw<Omit<LockedCase, keyof typeof batch>[]>`
    SELECT c."id", c."taskId", c."responseId", c."itemId", ${VOTES_NOW} AS "votes",
      (SELECT count(*)::int FROM "Ruling" r WHERE r."caseId" = c."id") AS "rulings",
      ${IS_RULED} AS "standing"
    FROM "AdjudicationCase" c WHERE c."id" = ${caseId}::uuid AND c."batchId" = ${batchId}::uuid
    FOR UPDATE OF c`;
  return locked ? { ...batch, ...locked } : null;
}

/** The unit's scale: that of its item in the version that was judged, or of the overall score. */
export async function scaleOf(
  tx: Tx | typeof db,
  batchId: string,
  unit: { responseId: string; itemId: string | null },
): Promise<{ scale: Scale; question: string | null; itemVersionId: string | null } | null> {
  if (unit.itemId === null) {
    const arms = await tx.arm.findMany({ where: { batchId }, orderBy: { position: "asc" } });
    const steps = arms.flatMap((arm) => Protocol.parse(arm.protocol).steps);
    const step = steps.find((each) => each.type === "score");
    return step ? { scale: step.scale, question: step.question, itemVersionId: null } : null;
  }
  const judged = await findVersionJudged(tx, batchId, { ...unit, itemId: unit.itemId });
  const version = await tx.itemVersion.findFirst({
    where: judged
      ? { id: judged }
      : { itemId: unit.itemId, rubricVersion: { batches: { some: { batchId } } } },
    select: { id: true, text: true, scale: true },
  });
  return version && { scale: Scale.parse(version.scale), question: version.text, itemVersionId: version.id };
}

/** The adjudicator's rater: their pseudonym, with a different kind than as an annotator. */
async function raterOf(tx: Tx, actor: Member<"annotator">, projectId: string): Promise<string> {
  const { rater } = await tx.membership.findUniqueOrThrow({
    where: { projectId_userId: { projectId, userId: actor.userId } },
    select: { rater: { select: { code: true } } },
  });
  await tx.$executeRaw`
    INSERT INTO "Rater" ("id", "projectId", "kind", "code")
    VALUES (gen_random_uuid(), ${projectId}::uuid, 'adjudicator', ${rater.code}) ON CONFLICT DO NOTHING`;
  const { id } = await tx.rater.findFirstOrThrow({
    where: { projectId, datasetId: null, kind: "adjudicator", code: rater.code, method: null },
    select: { id: true },
  });
  return id;
}
