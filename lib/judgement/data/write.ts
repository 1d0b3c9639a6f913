import "server-only";
import { randomUUID } from "node:crypto";
import type { Tx } from "@/lib/database/db";
import type { TargetColumns } from "@/lib/judgement/rules/columns";
import type { Value } from "@/lib/judgement/schema";
import type { Judgement } from "@/lib/judgement/schema/row";
import type { Prisma } from "@/prisma/generated/client/client";

/* Everything that writes judgements and decisions: submissions, imports, gold, rulings, and their removal. */

/** The values that all judgements of a submission have in common. */
interface OfSubmission {
  datasetId: string;
  batchId: string;
  assignmentId: string;
  armId: string;
  arm: string;
  raterId: string;
  taskId: string;
  startedAt: Date | null;
  submittedAt: Date;
}

/** A new judgement. `initial` and `value` are JSON as text, because JSON's null differs from a missing value. */
interface NewJudgement
  extends TargetColumns,
    Pick<Judgement, "step" | "exposure" | "shown" | "activeMs" | "idleMs" | "bulk"> {
  id: string;
  position: number;
  draftId: string | null;
  initial: string | null;
  value: string | null;
  metadata: object;
  /** True if the sides of a pair were shown in the other order. */
  swapped?: boolean;
}

/** In one statement that is the same for however many there are: a query builder takes most of a submission's time. */
export async function insertSubmitted(
  tx: Tx,
  of: OfSubmission,
  judgements: readonly NewJudgement[],
): Promise<void> {
  if (judgements.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO "Judgement" ("id", "datasetId", "batchId", "assignmentId", "armId", "arm", "raterId", "taskId",
      "startedAt", "submittedAt", "position", "step", "target", "responseId", "responseBId", "swapped", "itemId",
      "itemVersionId", "exposure", "draftId", "initial", "value", "shown", "activeMs", "idleMs", "bulk", "metadata")
    SELECT j."id", ${of.datasetId}::uuid, ${of.batchId}::uuid, ${of.assignmentId}::uuid, ${of.armId}::uuid, ${of.arm}::text,
      ${of.raterId}::uuid, ${of.taskId}::uuid, ${of.startedAt}::timestamptz, ${of.submittedAt}::timestamptz,
      j."position", j."step", j."target", j."responseId", j."responseBId", j."swapped", j."itemId", j."itemVersionId",
      j."exposure", j."draftId", j."initial"::jsonb, j."value"::jsonb, j."shown", j."activeMs", j."idleMs", j."bulk",
      j."metadata"
    FROM jsonb_to_recordset(${JSON.stringify(judgements)}::jsonb) AS j("id" uuid, "position" int, "step" int,
      "target" "Target", "responseId" uuid, "responseBId" uuid, "swapped" boolean, "itemId" uuid, "itemVersionId" uuid,
      "exposure" "Exposure", "draftId" uuid, "initial" text, "value" text, "shown" int, "activeMs" int, "idleMs" int, "bulk" boolean, "metadata" jsonb)`;
}

export async function insertDecisions(tx: Tx, rows: Prisma.DecisionCreateManyInput[]): Promise<void> {
  if (rows.length > 0) await tx.decision.createMany({ data: rows });
}

/** Takes out what an assignment was projected to. */
export async function removeSubmitted(tx: Tx, assignmentId: string): Promise<void> {
  await tx.decision.deleteMany({ where: { assignmentId } });
  await tx.judgement.deleteMany({ where: { assignmentId } });
}

/** Judgements of a study file, with the ids that its import gave everything. `rows` have the columns named at the end. */
export async function insertImported(tx: Tx, datasetId: string, rows: readonly object[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "Judgement" ("id", "datasetId", "key", "position", "arm", "taskId", "target", "responseId",
      "responseBId", "itemId", "itemVersionId", "raterId", "exposure", "draftId", "initial", "value", "activeMs", "bulk",
      "startedAt", "submittedAt", "metadata")
    SELECT r."id", ${datasetId}::uuid, r."key", r."position", r."arm", r."task", r."target", r."responseId",
      r."responseBId", r."itemId", r."itemVersionId", r."rater", r."exposure", r."draft",
      CASE WHEN r."revealedFirst" THEN 'null'::jsonb ELSE r."initial" END, r."value", r."activeMs", r."bulk",
      r."startedAt", r."submittedAt", r."metadata"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("id" uuid, "key" text, "position" int,
      "arm" text, "task" uuid, "target" "Target", "responseId" uuid, "responseBId" uuid, "itemId" uuid,
      "itemVersionId" uuid, "rater" uuid, "exposure" "Exposure", "draft" uuid, "initial" jsonb,
      "revealedFirst" boolean, "value" jsonb, "activeMs" int, "bulk" boolean, "startedAt" timestamptz,
      "submittedAt" timestamptz, "metadata" jsonb)`;
}

/** Inserts the decisions on the lines of drafts behind imported judgements. */
export async function insertImportedLines(tx: Tx, datasetId: string, rows: readonly object[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "Decision" ("id", "datasetId", "position", "raterId", "arm", "exposure", "action", "text",
      "reasonCode", "reasonNote", "bulk", "judgementId", "draftId", "line", "draftText", "metadata")
    SELECT r."id", ${datasetId}::uuid, r."position", r."rater", r."arm", r."exposure", r."action", r."text",
      r."reasonCode", r."reasonNote", r."bulk", r."judgement", r."draft", r."line", r."draftText", r."metadata"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("id" uuid, "position" int, "rater" uuid,
      "arm" text, "exposure" "Exposure", "action" "Action", "text" text, "reasonCode" text, "reasonNote" text,
      "bulk" boolean, "judgement" uuid, "draft" uuid, "line" int, "draftText" text, "metadata" jsonb)`;
}

/** Imported decisions on items of rubrics. */
export async function insertImportedDecisions(
  tx: Tx,
  datasetId: string,
  rows: readonly object[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "Decision" ("id", "datasetId", "key", "position", "raterId", "arm", "exposure", "action", "text",
      "reasonCode", "reasonNote", "bulk", "at", "rubricId", "itemId", "itemKey", "scale", "metadata")
    SELECT r."id", ${datasetId}::uuid, r."key", r."position", r."rater", r."arm", r."exposure", r."action",
      r."text", r."reasonCode", r."reasonNote", r."bulk", r."at", r."rubric",
      CASE WHEN r."action" = 'add' THEN NULL ELSE r."item" END, r."itemKey", r."scale", r."metadata"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("id" uuid, "key" text, "position" int, "rater" uuid, "arm" text,
      "exposure" "Exposure", "action" "Action", "text" text, "reasonCode" text, "reasonNote" text,
      "bulk" boolean, "at" timestamptz, "rubric" uuid, "item" uuid, "itemKey" text, "scale" jsonb, "metadata" jsonb)`;
}

/**
 * Deletes the rows of either table for which the condition holds. Rows that refer to raters and drafts are
 * deleted before these.
 */
export async function removeJudgements(tx: Tx, within: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`DELETE FROM "Decision" WHERE ${within}`;
  await tx.$executeRaw`DELETE FROM "Judgement" WHERE ${within}`;
}

/** Replaces the current ruling of a case; null removes it. */
export async function replaceRuling(
  tx: Tx,
  caseId: string,
  ruling: Omit<Prisma.JudgementUncheckedCreateInput, "caseId"> | null,
): Promise<void> {
  await tx.judgement.deleteMany({ where: { caseId } });
  if (ruling) await tx.judgement.create({ data: { caseId, ...ruling } });
}

/** Removes an adjudicator's notes from the current rulings. The values are the project's result and stay. */
export async function removeRulingNotes(tx: Tx, rater: Prisma.RaterWhereInput): Promise<void> {
  await tx.judgement.updateMany({ where: { rater, caseId: { not: null } }, data: { metadata: {} } });
}

/** A unit that gold is given for, as columns. */
export type GoldUnit = Pick<
  Prisma.JudgementUncheckedCreateInput,
  "taskId" | "responseId" | "responseBId" | "itemId" | "target"
>;

/**
 * Sets the gold of a unit in place of the same rater's previous value; null removes it. `same` finds the
 * previous value, for a pair with its sides either way round.
 */
export async function replaceGold(
  tx: Tx,
  by: { datasetId: string; raterId: string },
  {
    unit,
    same,
    value,
    metadata,
  }: { unit: GoldUnit; same: GoldUnit[]; value: Value | null; metadata: object },
): Promise<void> {
  const imported = { ...by, batchId: null };
  const known = await tx.judgement.findFirst({
    where: { OR: same.map((one) => ({ ...imported, ...one })) },
    select: { id: true },
  });
  if (value === null) {
    if (known) await tx.judgement.delete({ where: { id: known.id } });
  } else if (known)
    await tx.judgement.update({ where: { id: known.id }, data: { ...unit, value, metadata } });
  else {
    const position = await tx.judgement.count({ where: { datasetId: by.datasetId, batchId: null } });
    await tx.judgement.create({
      data: { ...imported, ...unit, key: `gold-${randomUUID()}`, value, metadata, position },
    });
  }
}
