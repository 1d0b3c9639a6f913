import "server-only";
import { mayRule } from "@/lib/adjudication/data/access";
import { inCaseOrder, isOnCaseScale } from "@/lib/adjudication/rules";
import type { CaseScale, RulingBody } from "@/lib/adjudication/schema";
import type { Member } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { IS_RULED } from "@/lib/judgement/data/sql-fragments";
import { findVersionJudged, VOTES_NOW } from "@/lib/judgement/data/votes";
import { replaceRuling } from "@/lib/judgement/data/write";
import { targetOfIds } from "@/lib/judgement/rules/target";
import { Scale } from "@/lib/judgement/schema";
import type { UnitIds, Vote } from "@/lib/judgement/schema/votes";
import { Protocol } from "@/lib/protocol/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** A contested unit whose votes the caller may see. */
interface LockedCase extends UnitIds {
  id: string;
  projectId: string;
  datasetId: string;
  archivedAt: Date | null;
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
    const question = await questionOf(tx, batchId, locked);
    if (value !== null && !(question && isOnCaseScale(question.scale, value))) return refuse("off-scale");
    const ruled = value !== null && question ? inCaseOrder(question.scale, value) : null;

    const raterId = await raterOf(tx, actor, locked.projectId);
    await tx.ruling.create({
      data: {
        caseId,
        n: after + 1,
        raterId,
        value: ruled === null ? Prisma.DbNull : (ruled as Prisma.InputJsonValue),
        note,
        votes: locked.votes as unknown as Prisma.InputJsonValue,
      },
    });
    // Labels stand in the rulings alone: a judgement has one value.
    const ruling = (typeof ruled === "string" || typeof ruled === "number") && {
      datasetId: locked.datasetId,
      batchId,
      taskId: locked.taskId,
      responseId: locked.responseId,
      responseBId: locked.responseBId,
      itemId: locked.itemId,
      itemVersionId: question?.itemVersionId ?? null,
      target: targetOfIds(locked),
      raterId,
      value: ruled,
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
    SELECT c."id", c."taskId", c."responseId", c."responseBId", c."itemId", c."question", ${VOTES_NOW} AS "votes",
      (SELECT count(*)::int FROM "Ruling" r WHERE r."caseId" = c."id") AS "rulings",
      ${IS_RULED} AS "standing"
    FROM "AdjudicationCase" c WHERE c."id" = ${caseId}::uuid AND c."batchId" = ${batchId}::uuid
    FOR UPDATE OF c`;
  return locked ? { ...batch, ...locked } : null;
}

/** The question of a unit, and the values it can be answered with. */
interface UnitQuestion {
  scale: CaseScale;
  question: string | null;
  itemVersionId: string | null;
}

/** The question of a unit: that of its item in the version that was judged, or of its protocol step. */
export async function questionOf(
  tx: Tx | typeof db,
  batchId: string,
  unit: UnitIds,
): Promise<UnitQuestion | null> {
  if (unit.itemId !== null && unit.question === null) return questionOfItem(tx, batchId, unit);
  const arms = await tx.arm.findMany({ where: { batchId }, orderBy: { position: "asc" } });
  const steps = arms.flatMap((arm) => Protocol.parse(arm.protocol).steps);
  for (const step of steps) {
    const itemVersionId = null;
    if (unit.question !== null) {
      if (step.type !== "label" || step.id !== unit.question) continue;
      const { labels, several, none, question } = step;
      return { scale: { type: "labels", labels, several, none }, question, itemVersionId };
    }
    if (unit.responseBId === null && step.type === "score")
      return { scale: step.scale, question: step.question, itemVersionId };
    if (unit.responseBId !== null && step.type === "prefer")
      return { scale: { type: step.form }, question: step.question, itemVersionId };
  }
  return null;
}

async function questionOfItem(
  tx: Tx | typeof db,
  batchId: string,
  { responseId, itemId }: UnitIds,
): Promise<UnitQuestion | null> {
  if (responseId === null || itemId === null) return null;
  const judged = await findVersionJudged(tx, batchId, { responseId, itemId });
  const version = await tx.itemVersion.findFirst({
    where: judged ? { id: judged } : { itemId, rubricVersion: { batches: { some: { batchId } } } },
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
