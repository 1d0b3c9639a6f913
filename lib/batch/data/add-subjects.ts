import "server-only";
import { memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { plantErrors } from "@/lib/batch/data/checks/plant-errors";
import type { Admin } from "@/lib/batch/data/lock-batch";
import { type Locked, lockBatch } from "@/lib/batch/data/lock-batch";
import { findArmProtocols, makeSlots, reserveByChance, reserveSubjects } from "@/lib/batch/data/open-batch";
import { pinAllRubrics } from "@/lib/batch/data/pin-rubrics";
import { responsesOf, selectedSubjects } from "@/lib/batch/data/subjects";
import { needsOfArms, slotsPerSubject, subjectKindOfArms } from "@/lib/batch/rules/design";
import { chosenIn } from "@/lib/batch/rules/protocol-sources";
import {
  type AddableQuery,
  type MoreSubjects,
  type Replicates,
  type SubjectChoice,
  SubjectSelection,
} from "@/lib/batch/schema";
import type { Addable } from "@/lib/batch/schema/views";
import { db, type Tx } from "@/lib/database/db";
import type { TaskFilter } from "@/lib/dataset/schema";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { Protocol } from "@/lib/protocol/schema";
import { Quality } from "@/lib/quality/schema";
import { Prisma } from "@/prisma/generated/client/client";

const ADDABLE_AT_ONCE = 50;

/**
 * Subjects that match a filter, fit the batch's protocol and are not in it yet. Null when the batch is not
 * the admin's.
 */
export async function findAddable(
  admin: Admin,
  id: string,
  { after, ...filter }: AddableQuery,
): Promise<Addable | null> {
  const batch = await db.batch.findFirst({
    where: { id, project: memberOf(admin) },
    select: {
      ...{ id: true, datasetId: true, seed: true, selection: true, quality: true },
      arms: { select: { protocol: true, k: true, reserved: true } },
    },
  });
  if (!batch) return null;
  const rows = await db.$queryRaw<(Addable["first"][number] & { count: number })[]>`
    SELECT t."key" AS "task", left(t."instruction", 240) AS "title", shown."key" AS "response", added.*
    FROM (
      SELECT * FROM (
        SELECT *, (count(*) OVER ())::int AS "count" FROM (${newSubjects(batch, filter)}) fitting) counted
      WHERE "position" > ${after ?? -1} ORDER BY "position" LIMIT ${ADDABLE_AT_ONCE}) added
    JOIN "Task" t ON t."id" = added."taskId" LEFT JOIN ${responsesOf(Prisma.sql`added`)} shown ON TRUE
    ORDER BY added."position"`;
  return {
    count: rows[0]?.count ?? 0,
    each: slotsPerSubject(batch.arms.filter(({ reserved }) => !reserved)),
    reserve: Quality.parse(batch.quality).reserve,
    first: rows.map(({ count: _, ...row }) => row),
  };
}

/**
 * Adds subjects to an active batch after the existing ones, with as many slots each. Subjects already in it
 * are unchanged, so repeating adds nothing. Null when the batch is not the admin's.
 */
export function addSubjects(
  admin: Admin,
  id: string,
  { filter, take }: MoreSubjects,
): Promise<{ subjects: number; slots: number } | Refusal | null> {
  return db.$transaction(
    async (tx) => {
      const batch = await lockBatch(tx, admin, id);
      if (!batch) return null;
      const refused = refusalToGrow(batch);
      if (refused) return refused;
      const arms = await tx.arm.findMany({ where: { batchId: id }, select: { protocol: true } });
      const added = takenOf(newSubjects({ ...batch, arms }, filter), take);
      const undrawn = Prisma.sql`SELECT taken.*, NULL::float8 AS "probability" FROM (${added}) taken`;
      const { subjects, slots } = await insertSubjects(tx, { ...batch, arms }, undrawn);
      if (subjects === 0) return { subjects, slots };
      await audit(tx, admin, {
        action: "batch.subjects-added",
        projectId: batch.projectId,
        subject: ["Batch", id],
        detail: { subjects, slots },
      });
      return { subjects, slots };
    },
    { timeout: 300_000 },
  );
}

/**
 * Adds the subjects of a query, with their `probability`, after those of a locked batch, with all their assignments.
 * A reserve takes its share of them, rounded, or, where subjects come a few at a time, each with that chance. Returns
 * the number of added subjects.
 */
export async function insertSubjects(
  tx: Tx,
  batch: Locked & { arms: Arms },
  added: Prisma.Sql,
  reserveBy: "share" | "chance" = "share",
): Promise<{ subjects: number; slots: number }> {
  const { id, arms } = batch;
  const subjects = await tx.$executeRaw`
    INSERT INTO "Subject" ("id", "batchId", "datasetId", "kind", "position", "taskId", "responseId", "responseBId",
      "probability")
    SELECT gen_random_uuid(), ${id}::uuid, ${batch.datasetId}::uuid, ${kindOf(arms)}::"SubjectKind",
      last."position" + row_number() OVER (ORDER BY added."position"), added."taskId", added."responseId",
      added."responseBId", added."probability"
    FROM (${added}) added
    CROSS JOIN (
      SELECT coalesce(max("position"), -1) AS "position" FROM "Subject" WHERE "batchId" = ${id}::uuid) last`;
  if (subjects === 0) return { subjects, slots: 0 };
  await pinAllRubrics(tx, batch, protocolsOf(arms));
  await (reserveBy === "chance" ? reserveByChance(tx, batch) : reserveSubjects(tx, batch));
  await plantErrors(tx, batch, await findArmProtocols(tx, id));
  return { subjects, slots: await makeSlots(tx, id) };
}

/**
 * Increases the people per subject in some arms of an active batch. Decreasing is refused, because annotators
 * may already have the assignments. Null when the batch is not the admin's.
 */
export function raiseReplicates(
  admin: Admin,
  id: string,
  { arms: wanted }: Replicates,
): Promise<{ slots: number } | Refusal | null> {
  return db.$transaction(
    async (tx) => {
      const batch = await lockBatch(tx, admin, id);
      if (!batch) return null;
      const refused = refusalToGrow(batch);
      if (refused) return refused;
      const arms = await tx.arm.findMany({ where: { batchId: id } });
      const kByArm = new Map(wanted.map(({ name, k }) => [name, k]));
      if ([...kByArm.keys()].some((name) => !arms.some((arm) => arm.name === name)))
        return refuse("no-such-arm");
      if (arms.some((arm) => (kByArm.get(arm.name) ?? arm.k) < arm.k)) return refuse("fewer-replicates");
      for (const arm of arms)
        await tx.arm.update({ where: { id: arm.id }, data: { k: kByArm.get(arm.name) ?? arm.k } });
      const slots = await makeSlots(tx, id);
      if (slots === 0) return { slots };
      await keepFixedOrder(tx, id);
      await audit(tx, admin, {
        action: "batch.replicates-raised",
        projectId: batch.projectId,
        subject: ["Batch", id],
        detail: { slots },
      });
      return { slots };
    },
    { timeout: 300_000 },
  );
}

/** In a fixed order all slots of a subject come before those of the next, including new ones. */
function keepFixedOrder(tx: Tx, id: string) {
  return tx.$executeRaw`
    UPDATE "Slot" slot SET "orderKey" = placed."key"
    FROM (
      SELECT s."id", (row_number() OVER (
        ORDER BY subject."position", arm."reserved" DESC, arm."position", s."replicate") - 1)::int AS "key"
      FROM "Slot" s JOIN "Subject" subject ON subject."id" = s."subjectId" JOIN "Arm" arm ON arm."id" = s."armId"
      JOIN "Batch" b ON b."id" = s."batchId" AND b."subjectOrder" = 'fixed'
      WHERE s."batchId" = ${id}::uuid) placed
    WHERE placed."id" = slot."id"`;
}

/** Why a locked batch gets nothing more; null when it may. */
export function refusalToGrow({ archivedAt, state }: Locked): Refusal | null {
  if (archivedAt) return refuse("archived");
  if (state === "draft") return refuse("batch-state-changed");
  return state === "open" || state === "paused" ? null : refuse("batch-closed");
}

type Arms = readonly { protocol: Prisma.JsonValue }[];

const protocolsOf = (arms: Arms) => arms.map(({ protocol }) => Protocol.parse(protocol));
const kindOf = (arms: Arms) => subjectKindOfArms(protocolsOf(arms));

type Growing = { id: string; datasetId: string; seed: number; arms: Arms; selection: unknown };

/**
 * The tasks, responses or pairs that match a filter, fit all arms of a batch, and are not its subjects yet.
 */
export function newSubjects(batch: Growing, filter: TaskFilter) {
  const selected = selectedSubjects({
    kind: kindOf(batch.arms),
    datasetId: batch.datasetId,
    batchId: null,
    selection: { filter, sample: null, pairs: SubjectSelection.parse(batch.selection).pairs },
    seed: batch.seed,
    needs: needsOfArms(protocolsOf(batch.arms)),
    sources: chosenIn(protocolsOf(batch.arms)),
  });
  return Prisma.sql`
    SELECT selected."taskId", selected."responseId", selected."responseBId", selected."position"
    FROM (${selected}) selected
    WHERE NOT EXISTS (SELECT FROM "Subject" s WHERE s."batchId" = ${batch.id}::uuid
      AND s."taskId" = selected."taskId" AND s."responseId" IS NOT DISTINCT FROM selected."responseId"
      AND s."responseBId" IS NOT DISTINCT FROM selected."responseBId")`;
}

/**
 * The chosen ones of the new subjects. A sample is drawn by ids of the study file: the same seed draws the same
 * again.
 */
function takenOf(fitting: Prisma.Sql, take: SubjectChoice | undefined): Prisma.Sql {
  switch (take?.how) {
    case undefined:
      return fitting;
    case "first":
      return Prisma.sql`SELECT * FROM (${fitting}) f ORDER BY "position" LIMIT ${take.size}`;
    case "sample":
      return Prisma.sql`
        SELECT f.* FROM (${fitting}) f JOIN "Task" t ON t."id" = f."taskId"
        LEFT JOIN "Response" a ON a."id" = f."responseId" LEFT JOIN "Response" b ON b."id" = f."responseBId"
        ORDER BY md5(concat_ws(':', ${take.seed}::int, t."key", a."key", b."key")), f."position" LIMIT ${take.size}`;
    case "chosen": {
      const of = JSON.stringify(take.of);
      return Prisma.sql`
        SELECT f.* FROM (${fitting}) f WHERE EXISTS (
          SELECT FROM jsonb_to_recordset(${of}::jsonb) AS c ("task" uuid, "response" uuid, "responseB" uuid)
          WHERE c."task" = f."taskId" AND c."response" IS NOT DISTINCT FROM f."responseId"
            AND c."responseB" IS NOT DISTINCT FROM f."responseBId")`;
    }
  }
}
