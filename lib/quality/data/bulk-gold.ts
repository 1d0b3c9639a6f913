import { isUuid } from "@/lib/formats/uuid";
import "server-only";
import type { z } from "zod";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db, type Tx } from "@/lib/database/db";
import { isRefusal, type Refusal, refuse } from "@/lib/http/refusals";
import { isGold } from "@/lib/judgement/data/gold";
import { listUnanimous } from "@/lib/judgement/data/votes";
import { isOnScale } from "@/lib/judgement/rules/scale";
import { Scale } from "@/lib/judgement/schema";
import type { UnitIds } from "@/lib/judgement/schema/votes";
import { markIn } from "@/lib/quality/data/gold";
import { MARKED } from "@/lib/quality/rules/gold";
import {
  type GoldBody,
  type GoldCheck,
  type GoldFromBatchBody,
  GoldLabelsBody,
  GoldPreferenceBody,
  type GoldRow,
  GoldValueBody,
  type UnfitGold,
} from "@/lib/quality/schema";

type Marks = z.infer<typeof GoldValueBody>[];
type Admin = Member<"admin">;

const LONG = { maxWait: 30_000, timeout: 300_000 };

/** Most rows that do not fit that are listed. */
const MOST_NAMED = 100;

/** The effects of marking many values, row by row, without writing. */
export async function checkManyGold(
  admin: Admin,
  datasetId: string,
  rows: GoldRow[],
): Promise<GoldCheck | null> {
  if (!(await isTheirs(admin, datasetId))) return null;
  return db.$transaction(async (tx) => {
    const { marks, unfit } = await unitsOf(tx, datasetId, rows);
    let replaces = 0;
    for (const { response, item } of marks) {
      if (await isGold(tx, { datasetId, rater: MARKED, response, item })) replaces++;
    }
    return {
      fits: marks.length,
      replaces,
      takesBack: marks.filter(({ value }) => value === null).length,
      problems: unfit.slice(0, MOST_NAMED),
      unfit: unfit.length,
    };
  }, LONG);
}

/**
 * Marks many values at once, all or none. Refused with the rows whose unit is unknown or whose value is off
 * the scale.
 */
export async function markManyGold(
  admin: Admin,
  datasetId: string,
  rows: GoldRow[],
): Promise<{ marked: number } | Refusal | null> {
  if (!(await isTheirs(admin, datasetId))) return null;
  return allOrNone(async (tx) => {
    const { marks, unfit } = await unitsOf(tx, datasetId, rows);
    if (unfit.length > 0)
      return refuse("gold-unfit", { rows: unfit.slice(0, MOST_NAMED), total: unfit.length });
    return await markAll(tx, admin, datasetId, marks);
  });
}

async function isTheirs(admin: Admin, datasetId: string): Promise<boolean> {
  return (await db.dataset.count({ where: { id: datasetId, project: memberOf(admin) } })) > 0;
}

/** The unit of each row, and the rows without one. */
async function unitsOf(
  tx: Tx,
  datasetId: string,
  rows: readonly GoldRow[],
): Promise<{ marks: Marks; unfit: UnfitGold[] }> {
  const marks: Marks = [];
  const unfit: UnfitGold[] = [];
  for (const [n, row] of rows.entries()) {
    const found = await unitOf(tx, datasetId, row);
    if (typeof found === "string") unfit.push({ row: n + 1, reason: found });
    else marks.push(found);
  }
  return { marks, unfit };
}

/** Turns a batch's results into gold; returns how many values. Null when the batch is not the admin's. */
export async function createGoldFrom(
  admin: Admin,
  datasetId: string,
  { batch: batchId, from }: GoldFromBatchBody,
): Promise<{ marked: number } | Refusal | null> {
  const where = { id: batchId, datasetId, project: memberOf(admin) };
  const batch = await db.batch.findFirst({ where, select: { name: true, state: true } });
  if (!batch) return null;
  if (batch.state !== "closed" && batch.state !== "archived") return refuse("batch-not-closed");
  return allOrNone(async (tx) => {
    const found = from === "adjudication" ? await ruled(tx, batchId) : await unanimous(tx, batchId);
    if (found.length === 0) return refuse("no-gold-in-batch");
    const explanation = `${from === "adjudication" ? "Decided" : "Agreed"} in “${batch.name}”`.slice(0, 500);
    return await markAll(
      tx,
      admin,
      datasetId,
      found.map((unit) => ({ ...unit, explanation })),
    );
  });
}

/** Carries a refusal out of the transaction, which is rolled back. */
class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.refused);
  }
}

async function allOrNone<T>(mark: (tx: Tx) => Promise<T | Refusal>): Promise<T | Refusal> {
  try {
    return await db.$transaction(mark, LONG);
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}

async function markAll(
  tx: Tx,
  admin: Admin,
  datasetId: string,
  marks: readonly GoldBody[],
): Promise<{ marked: number }> {
  for (const mark of marks) {
    const result = await markIn(tx, admin, datasetId, mark);
    if (result === null) throw new Refused(refuse("gold-unfit"));
    if (isRefusal(result)) throw new Refused(result);
  }
  return { marked: marks.length };
}

/** The response and item of a row, by id or by key of the study file; or why there are none. */
async function unitOf(tx: Tx, datasetId: string, row: GoldRow): Promise<Marks[number] | string> {
  const by = (given: string) => (isUuid(given) ? { id: given } : { key: given });
  const response = await tx.response.findFirst({
    where: { datasetId, ...by(row.response) },
    select: { id: true, taskId: true },
  });
  if (!response) return `no response has the id “${row.response}”`;
  const { value, explanation } = row;
  if (row.item === null) {
    if (typeof value === "string") return `“${value}” is no overall score`;
    return { response: response.id, item: null, value, explanation };
  }
  const items = await tx.item.findMany({
    where: { ...by(row.item), rubric: { datasetId, OR: [{ taskId: response.taskId }, { taskId: null }] } },
    select: {
      id: true,
      versions: { orderBy: { rubricVersion: { version: "desc" } }, take: 1, select: { scale: true } },
    },
  });
  const [item, ...others] = items.filter(({ versions }) => versions.length > 0);
  if (!item) return `no rubric of its task has the item “${row.item}”`;
  if (others.length > 0) return `the item “${row.item}” could be one of ${others.length + 1}`;
  if (value !== null && !isOnScale(Scale.parse(item.versions[0]?.scale), value))
    return `${value} is off the scale`;
  return { response: response.id, item: item.id, value, explanation };
}

async function unanimous(tx: Tx, batchId: string): Promise<GoldBody[]> {
  return (await listUnanimous(tx, batchId)).map((unit) => ({ ...unit, explanation: "" }));
}

/** The last ruling on each contested unit. Labels of a response have no gold and are left out. */
async function ruled(tx: Tx, batchId: string): Promise<GoldBody[]> {
  const rows = await tx.$queryRaw<(UnitIds & { value: unknown })[]>`
    SELECT c."taskId", c."responseId", c."responseBId", c."itemId", c."question", last."value"
    FROM "AdjudicationCase" AS c JOIN LATERAL (
      SELECT g."value" FROM "Ruling" AS g WHERE g."caseId" = c."id" ORDER BY g."n" DESC LIMIT 1) AS last ON TRUE
    WHERE c."batchId" = ${batchId}::uuid AND last."value" IS NOT NULL AND last."value" <> 'null'::jsonb
      AND (c."question" IS NULL OR c."responseId" IS NULL)
    ORDER BY c."position"`;
  const explained = { explanation: "" };
  return rows.map(({ taskId, responseId, responseBId, itemId, question, value }) => {
    if (question !== null)
      return GoldLabelsBody.parse({ task: taskId, item: itemId, question, labels: value, ...explained });
    if (responseBId !== null)
      return GoldPreferenceBody.parse({ pair: [responseId, responseBId], value, ...explained });
    return GoldValueBody.parse({ response: responseId, item: itemId, value, ...explained });
  });
}
