import "server-only";
import { randomInt } from "node:crypto";
import { type Refusal, refuse } from "@/lib/api/refusals";
import { type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { pinAllRubrics } from "@/lib/batch/data/rubrics";
import { possibleSubjects } from "@/lib/batch/data/subjects";
import {
  type BatchVerb,
  needsOf,
  protocolOf,
  settingsOf,
  stateAfter,
  subjectKindOf,
} from "@/lib/batch/rules";
import { type BatchChange, type BatchState, type NewBatch, PresetId, Protocol } from "@/lib/batch/schema";
import { db, type Tx } from "@/lib/db";
import { Prisma } from "@/prisma/generated/client/client";

type Admin = Member<"admin">;

/** Makes a draft of a batch, which nobody can work on yet. Null when the project is not the admin's. */
export function createBatch(admin: Admin, batch: NewBatch) {
  return db.$transaction(async (tx) => {
    const project = await tx.project.findFirst({ where: { AND: [{ id: batch.project }, memberOf(admin)] } });
    if (!project) return null;
    if (project.archivedAt) return refuse("archived");
    if (!(await isUsable(tx, project.id, batch.dataset))) return refuse("dataset-not-ready");
    if (!(await areMembers(tx, project.id, batch.annotators))) return refuse("not-members");

    const { id } = await tx.batch.create({
      data: {
        projectId: project.id,
        datasetId: batch.dataset,
        name: batch.name,
        preset: batch.preset,
        k: batch.k,
        seed: randomInt(2 ** 31),
        leaseMinutes: batch.leaseMinutes,
        dueAt: batch.dueAt,
        createdBy: admin.userId,
        arms: { create: { name: "A", position: 0, protocol: protocolOf(batch.preset, batch.settings) } },
        guidelines: { create: { projectId: project.id, version: 1, text: batch.guidelines } },
        annotators: { create: [...new Set(batch.annotators)].map((membershipId) => ({ membershipId })) },
      },
      select: { id: true },
    });
    await audit(tx, admin, {
      action: "batch.created",
      projectId: project.id,
      subject: ["Batch", id],
      detail: { preset: batch.preset, k: batch.k, annotators: batch.annotators.length },
    });
    return { id };
  });
}

/**
 * Changes a batch. While it is a draft everything can change; afterwards its design is fixed, and what is left is
 * the name, the due date, the lease and the guidelines, of which a new version is kept.
 */
export function changeBatch(admin: Admin, id: string, change: BatchChange) {
  return db.$transaction(async (tx) => {
    const batch = await lockBatch(tx, admin, id);
    if (!batch) return null;
    if (batch.archivedAt) return refuse("archived");
    const { dataset, preset, settings, k, annotators, guidelines, ...light } = change;
    const isDesign = [dataset, preset, settings, k, annotators].some((value) => value !== undefined);
    if (isDesign && batch.state !== "draft") return refuse("batch-not-draft");
    if (dataset && !(await isUsable(tx, batch.projectId, dataset))) return refuse("dataset-not-ready");
    if (annotators && !(await areMembers(tx, batch.projectId, annotators))) return refuse("not-members");

    await tx.batch.update({ where: { id }, data: { ...light, k, preset, datasetId: dataset } });
    if (preset || settings) {
      const arm = await tx.arm.findFirstOrThrow({ where: { batchId: id }, orderBy: { position: "asc" } });
      const protocol = protocolOf(
        preset ?? PresetId.parse(batch.preset),
        settings ?? settingsOf(Protocol.parse(arm.protocol)),
      );
      await tx.arm.update({ where: { id: arm.id }, data: { protocol } });
    }
    if (annotators) {
      await tx.batchAnnotator.deleteMany({ where: { batchId: id, membershipId: { notIn: annotators } } });
      await inviteAll(tx, id, annotators);
    }
    if (guidelines !== undefined) await keepGuidelines(tx, batch, guidelines);
    await audit(tx, admin, {
      action: "batch.changed",
      projectId: batch.projectId,
      subject: ["Batch", id],
      detail: Object.fromEntries(Object.keys(change).map((field) => [field, true])),
    });
    return { id };
  });
}

/** A draft's guidelines are rewritten; of an opened batch every version that annotators may have read is kept. */
async function keepGuidelines(tx: Tx, batch: Locked, text: string) {
  const latest = await tx.guidelines.findFirst({
    where: { batchId: batch.id },
    orderBy: { version: "desc" },
  });
  if (latest?.text === text) return;
  if (latest && batch.state === "draft") {
    await tx.guidelines.update({ where: { id: latest.id }, data: { text } });
    return;
  }
  const version = (latest?.version ?? 0) + 1;
  await tx.guidelines.create({ data: { projectId: batch.projectId, batchId: batch.id, version, text } });
}

/** Deletes a draft. What was ever opened is part of the record and stays. */
export function deleteBatch(admin: Admin, id: string) {
  return db.$transaction(async (tx) => {
    const batch = await lockBatch(tx, admin, id);
    if (!batch) return null;
    if (batch.archivedAt) return refuse("archived");
    if (batch.state !== "draft") return refuse("batch-not-draft");
    await tx.batch.delete({ where: { id } });
    await audit(tx, admin, { action: "batch.deleted", projectId: batch.projectId, subject: ["Batch", id] });
    return { id };
  });
}

/**
 * Opens a draft: makes its subjects and k slots for each subject and arm, all or nothing. From here on its
 * annotators can claim, and its design is fixed.
 */
export function openBatch(
  admin: Admin,
  id: string,
): Promise<{ subjects: number; slots: number } | Refusal | null> {
  return db.$transaction(
    async (tx) => {
      const batch = await lockBatch(tx, admin, id);
      if (!batch) return null;
      if (batch.archivedAt) return refuse("archived");
      if (!stateAfter(batch.state, "open")) return refuse("batch-not-draft");
      if (!(await isUsable(tx, batch.projectId, batch.datasetId))) return refuse("dataset-not-ready");
      const arms = await tx.arm.findMany({ where: { batchId: id }, orderBy: { position: "asc" } });
      const protocols = arms.map((arm) => Protocol.parse(arm.protocol));
      const kind = protocols.every((each) => subjectKindOf(each) === "task") ? "task" : "response";
      const needs = [...new Set(protocols.flatMap(needsOf))];
      const has = needs.map((need) => Prisma.raw(`AND "${need}"`));

      const subjects = await tx.$executeRaw`
        INSERT INTO "Subject" ("id", "batchId", "datasetId", "kind", "position", "taskId", "responseId")
        SELECT gen_random_uuid(), ${id}::uuid, ${batch.datasetId}::uuid, ${kind}::"SubjectKind",
          row_number() OVER (ORDER BY "n") - 1, "taskId", "responseId"
        FROM (${possibleSubjects(kind, batch.datasetId)}) possible
        WHERE TRUE ${has.length ? Prisma.join(has, " ") : Prisma.empty}
          AND (NOT EXISTS (SELECT FROM "ChosenSubject" c WHERE c."batchId" = ${id}::uuid)
            OR EXISTS (SELECT FROM "ChosenSubject" c WHERE c."batchId" = ${id}::uuid
              AND c."taskId" = possible."taskId" AND c."responseId" IS NOT DISTINCT FROM possible."responseId"))`;
      if (subjects === 0) return refuse("no-eligible-subjects");
      await pinAllRubrics(tx, id);
      // The order follows from the seed and the design alone, so the same study opened anew has the same one.
      const slots = await tx.$executeRaw`
        INSERT INTO "Slot" ("id", "batchId", "subjectId", "armId", "replicate", "orderKey")
        SELECT gen_random_uuid(), s."batchId", s."id", a."id", replicate, (
          'x' || left(md5(concat_ws(':', ${batch.seed}::int, s."position", a."position", replicate)), 8)
        )::bit(32)::int
        FROM "Subject" s JOIN "Arm" a ON a."batchId" = s."batchId"
        CROSS JOIN generate_series(1, ${batch.k}::int) AS replicate
        WHERE s."batchId" = ${id}::uuid`;
      await tx.batch.update({ where: { id }, data: { state: "open", openedAt: new Date() } });
      await audit(tx, admin, {
        action: "batch.opened",
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
 * Pauses, resumes or closes a batch. A pause keeps who works on what and refuses their saves; resuming renews their
 * leases. Closing gives back what was begun and not submitted: its operations stay, its slots are empty.
 */
export function moveBatch(
  admin: Admin,
  id: string,
  verb: Exclude<BatchVerb, "open">,
): Promise<{ state: BatchState; returned: number } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const batch = await lockBatch(tx, admin, id);
    if (!batch) return null;
    if (batch.archivedAt) return refuse("archived");
    const state = stateAfter(batch.state, verb);
    if (!state) return refuse("batch-state-changed");
    const closedAt = state === "closed" ? new Date() : undefined;
    await tx.batch.update({ where: { id }, data: { state, closedAt } });
    if (verb === "resume") await renewLeases(tx, id);
    const returned = verb === "close" ? await returnAll(tx, id) : 0;
    await audit(tx, admin, {
      action: PAST[verb],
      projectId: batch.projectId,
      subject: ["Batch", id],
      detail: verb === "close" ? { returned } : {},
    });
    return { state, returned };
  });
}

const PAST = { pause: "batch.paused", resume: "batch.resumed", close: "batch.closed" } as const;

/** Everybody's open work, locked in the order in which the worker locks it to give it back. */
const heldIn = (id: string) => Prisma.sql`
  SELECT "id" FROM "Assignment" WHERE "batchId" = ${id}::uuid AND "state" IN ('open', 'reserved')
  ORDER BY "id" FOR UPDATE`;

function renewLeases(tx: Tx, id: string) {
  return tx.$executeRaw`
    WITH held AS (${heldIn(id)})
    UPDATE "Assignment" a SET "leaseUntil" = greatest(a."leaseUntil", now() + make_interval(mins => b."leaseMinutes"))
    FROM "Batch" b, held WHERE b."id" = a."batchId" AND a."id" = held."id"`;
}

function returnAll(tx: Tx, id: string) {
  return tx.$executeRaw`
    WITH held AS (${heldIn(id)}), returned AS (
      UPDATE "Assignment" a SET "state" = 'returned', "lease" = NULL, "leaseUntil" = NULL, "reservedNo" = NULL
      FROM held WHERE a."id" = held."id"
      RETURNING a."id"
    )
    UPDATE "Slot" s SET "assignmentId" = NULL FROM returned WHERE s."assignmentId" = returned."id"`;
}

/** Lets more people claim, also while the batch is open. Those who could already are left as they are. */
export function addAnnotators(admin: Admin, id: string, annotators: string[]) {
  return db.$transaction(async (tx) => {
    const batch = await lockBatch(tx, admin, id);
    if (!batch) return null;
    if (batch.archivedAt) return refuse("archived");
    if (batch.state === "closed" || batch.state === "archived") return refuse("batch-closed");
    if (!(await areMembers(tx, batch.projectId, annotators))) return refuse("not-members");
    const added = await inviteAll(tx, id, annotators);
    await audit(tx, admin, {
      action: "batch.annotators-added",
      projectId: batch.projectId,
      subject: ["Batch", id],
      detail: { added },
    });
    return { added };
  });
}

async function inviteAll(tx: Tx, batchId: string, annotators: string[]) {
  const data = annotators.map((membershipId) => ({ batchId, membershipId }));
  const { count } = await tx.batchAnnotator.createMany({ data, skipDuplicates: true });
  return count;
}

type Locked = {
  id: string;
  projectId: string;
  datasetId: string;
  state: BatchState;
  preset: string;
  k: number;
  seed: number;
  /** Of its project: archived, nothing in it changes. */
  archivedAt: Date | null;
};

/** The batch, unchanging until the transaction ends. Null when it is not the admin's. */
async function lockBatch(tx: Tx, admin: Admin, id: string): Promise<Locked | null> {
  const [batch] = await tx.$queryRaw<Locked[]>`
    SELECT b."id", b."projectId", b."datasetId", b."state"::text AS "state", b."preset", b."k", b."seed",
      p."archivedAt"
    FROM "Batch" b JOIN "Project" p ON p."id" = b."projectId"
    WHERE b."id" = ${id}::uuid AND ${memberOfSql(admin, Prisma.sql`b."projectId"`)}
    FOR UPDATE OF b`;
  return batch ?? null;
}

async function isUsable(tx: Tx, projectId: string, datasetId: string) {
  return (await tx.dataset.count({ where: { id: datasetId, projectId, state: "ready" } })) === 1;
}

async function areMembers(tx: Tx, projectId: string, memberships: string[]) {
  const ids = [...new Set(memberships)];
  const found = await tx.membership.count({
    where: { id: { in: ids }, projectId, disabledAt: null, user: { disabledAt: null } },
  });
  return found === ids.length;
}
