import "server-only";
import { randomInt } from "node:crypto";
import { type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { plantErrors } from "@/lib/batch/data/checks/plant-errors";
import { countGold, drawStages, mixInChecks } from "@/lib/batch/data/checks/sample-checks";
import { emitClosed } from "@/lib/batch/data/events";
import { endReopening, inBatchCondition, releaseAssignments } from "@/lib/batch/data/release";
import { pinAllRubrics } from "@/lib/batch/data/rubrics";
import { resolveSources } from "@/lib/batch/data/sources";
import { selectedSubjects } from "@/lib/batch/data/subjects";
import { type BatchVerb, MOVES, stateAfter } from "@/lib/batch/rules";
import {
  type NamedProtocol,
  needsOfArms,
  problemsOf,
  protocolsOf,
  reservedArm,
  reservedOf,
  subjectKindOfArms,
} from "@/lib/batch/rules/design";
import { checksOf, goldFor } from "@/lib/batch/rules/gold-quota";
import { chosenIn } from "@/lib/batch/rules/sources";
import {
  type ArmDesign,
  type BatchChange,
  type BatchState,
  type NewBatch,
  type StateChange,
  SubjectSelection,
} from "@/lib/batch/schema";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { Exposure } from "@/lib/judgement/schema";
import { Protocol } from "@/lib/protocol/schema";
import { Quality } from "@/lib/quality/schema";
import { Prisma } from "@/prisma/generated/client/client";

type Admin = Member<"admin">;

/** Creates a draft batch, which annotators cannot work on yet. Null when the project is not the admin's. */
export function createBatch(admin: Admin, batch: NewBatch) {
  return db.$transaction(async (tx) => {
    const project = await tx.project.findFirst({ where: { AND: [{ id: batch.project }, memberOf(admin)] } });
    if (!project) return null;
    if (project.archivedAt) return refuse("archived");
    if (!(await isUsable(tx, project.id, batch.dataset))) return refuse("dataset-not-ready");
    if (!(await areMembers(tx, project.id, batch.annotators))) return refuse("not-members");

    const { project: _, dataset, arms, guidelines, annotators, seed = randomInt(2 ** 31), ...own } = batch;
    const { id } = await tx.batch.create({
      data: {
        ...own,
        projectId: project.id,
        datasetId: dataset,
        seed,
        createdBy: admin.userId,
        arms: { create: rowsOf(arms) },
        guidelines: { create: { projectId: project.id, version: 1, text: guidelines } },
        annotators: { create: [...new Set(annotators)].map((membershipId) => ({ membershipId })) },
      },
      select: { id: true },
    });
    await audit(tx, admin, {
      action: "batch.created",
      projectId: project.id,
      subject: ["Batch", id],
      detail: { preset: batch.preset, arms: arms.length, annotators: annotators.length },
    });
    return { id, revision: 0 };
  });
}

/** The rows of a design's arms. */
function rowsOf(arms: readonly ArmDesign[]) {
  return protocolsOf(arms).map((arm, position) => {
    const { steps, exposure } = arms[position] ?? { steps: null, exposure: null };
    return { ...arm, position, follows: steps === null, exposure };
  });
}

/**
 * Changes a batch. In a draft everything can change; afterwards its design is fixed, and only name, due date,
 * lease and guidelines can, with a new version of the guidelines stored.
 */
export function changeBatch(
  admin: Admin,
  id: string,
  change: BatchChange,
): Promise<{ id: string; revision: number } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const batch = await lockBatch(tx, admin, id);
    if (!batch) return null;
    if (batch.archivedAt) return refuse("archived");
    if (batch.state === "archived") return refuse("batch-archived");
    const { revision: seen, name, guidelines, leaseMinutes, dueAt, ...design } = change;
    if (seen !== undefined && seen !== batch.revision) return refuse("stale");
    const isDraft = batch.state === "draft";
    if (!isDraft && Object.values(design).some((value) => value !== undefined))
      return refuse("batch-not-draft");
    if (!isDraft && name === "") return refuse("batch-nameless");
    // A batch that opens by itself must be the one the admin approved: no changes while it waits.
    if (isDraft && (await tx.batchWait.count({ where: { batchId: id } })) > 0) return refuse("batch-waits");
    const { dataset, arms, annotators, ...own } = design;
    if (dataset && !(await isUsable(tx, batch.projectId, dataset))) return refuse("dataset-not-ready");
    const isMoved = dataset !== undefined && dataset !== batch.datasetId;
    if (isMoved && (await tx.chosenSubject.count({ where: { batchId: id } })) > 0)
      return refuse("batch-follows");
    if (annotators && !(await areMembers(tx, batch.projectId, annotators, id))) return refuse("not-members");

    const { revision } = await tx.batch.update({
      where: { id },
      data: { ...own, name, leaseMinutes, dueAt, datasetId: dataset, revision: { increment: 1 } },
      select: { revision: true },
    });
    if (arms) {
      await tx.arm.deleteMany({ where: { batchId: id } });
      await tx.arm.createMany({ data: rowsOf(arms).map((arm) => ({ ...arm, batchId: id })) });
    }
    if (annotators) {
      await tx.batchAnnotator.deleteMany({ where: { batchId: id, membershipId: { notIn: annotators } } });
      await inviteAll(tx, id, annotators);
    }
    if (guidelines !== undefined) await keepGuidelines(tx, batch, guidelines);
    // A draft is saved while it is typed, so its history starts when it opens.
    if (!isDraft) {
      await audit(tx, admin, {
        action: "batch.changed",
        projectId: batch.projectId,
        subject: ["Batch", id],
        detail: Object.fromEntries(Object.keys(change).map((field) => [field, true])),
      });
    }
    return { id, revision };
  });
}

/**
 * Overwrites a draft's guidelines; of an opened batch every version that annotators may have read is stored.
 */
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

/** Deletes a draft. Batches that were ever opened are part of the record and cannot be deleted. */
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
 * Opens a draft: selects its subjects and creates k slots for each subject and arm, all or nothing. From then
 * on annotators can claim, and the design is fixed. The refusal lists what the design lacks.
 */
export function openBatch(admin: Admin, id: string): Promise<OpenedBatch | Refusal | null> {
  return db.$transaction(async (tx) => {
    const batch = await lockBatch(tx, admin, id);
    return batch && openLocked(tx, admin, batch);
  }, OPENING);
}

export type OpenedBatch = { subjects: number; slots: number };

/** Time limit for a batch of 100,000 subjects. */
export const OPENING = { timeout: 300_000 };

/** Opens a locked draft for an admin, or automatically (null); `run` is the run it has waited for. */
export async function openLocked(
  tx: Tx,
  admin: Admin | null,
  batch: Locked,
  run?: string,
): Promise<OpenedBatch | Refusal> {
  const { id } = batch;
  const refused = await refusalToOpen(tx, batch);
  if (refused) return refused;
  await fixSources(tx, batch, run);
  const arms = await findNamedArms(tx, id);
  const protocols = arms.map(({ protocol }) => protocol);
  const sources = chosenIn(protocols);
  const kind = subjectKindOfArms(protocols);
  const { gold, reserve } = batch.quality;
  const training = batch.quality.training?.subjects ?? 0;
  const exam = batch.quality.exam?.subjects ?? 0;
  const needs = needsOfArms(protocols);
  const selected = selectedSubjects({ ...batch, batchId: id, kind, needs, sources });
  const everything = { filter: batch.selection.filter, sample: null };
  const pool = selectedSubjects({ ...batch, batchId: id, kind, needs, sources, selection: everything });
  const needed = goldFor(batch.quality);
  const known =
    needed > 0 ? await countGold(tx, pool, protocols, { datasetId: batch.datasetId, batchId: id }) : 0;
  if (known < needed)
    return training + exam > 0 ? refuse("too-few-gold", { needed, known }) : refuse("no-gold-subjects");
  const made = await tx.$executeRaw`
    INSERT INTO "Subject" ("id", "batchId", "datasetId", "kind", "position", "taskId", "responseId",
      "responseBId")
    SELECT gen_random_uuid(), ${id}::uuid, ${batch.datasetId}::uuid, ${kind}::"SubjectKind",
      "position", "taskId", "responseId", "responseBId"
    FROM (${selected}) selected`;
  if (training + exam > 0) await drawStages(tx, batch, { kind, pool, protocols, training, exam });
  const working = made === 0 ? 0 : await tx.subject.count({ where: { batchId: id, use: "work" } });
  if (working === 0) {
    // Everything that fits would be training or exam: roll back the subjects and do not open.
    await tx.subject.deleteMany({ where: { batchId: id } });
    return refuse("no-eligible-subjects");
  }
  if (gold) await mixInChecks(tx, batch, { kind, pool, protocols, most: checksOf(working, gold) });
  await pinAllRubrics(tx, batch, protocols);
  const extra = reservedArm(arms, reserve);
  if (extra) await tx.arm.create({ data: { ...extra, batchId: id, position: arms.length, reserved: true } });
  const reserved = await reserveSubjects(tx, batch);
  const planted = await plantErrors(tx, batch, arms);
  const subjects = await tx.subject.count({ where: { batchId: id, use: { in: ["work", "check"] } } });
  const slots = await makeSlots(tx, id);
  await tx.batch.update({ where: { id }, data: { state: "open", openedAt: new Date() } });
  await tx.batchWait.deleteMany({ where: { batchId: id } });
  await audit(tx, admin, {
    action: "batch.opened",
    projectId: batch.projectId,
    subject: ["Batch", id],
    detail: {
      subjects,
      slots,
      ...(reserved > 0 && { reserved }),
      ...(gold && { checks: await tx.subject.count({ where: { batchId: id, use: "check" } }) }),
      ...(training > 0 && { training }),
      ...(exam > 0 && { exam }),
      ...(batch.quality.planted && {
        plantedValues: planted.verdicts,
        plantedItems: planted.items,
        plantedLabels: planted.labels,
      }),
      ...(run && { run }),
    },
  });
  return { subjects, slots };
}

/**
 * Chooses the sources of rubrics and drafts that a draft batch leaves open, and records them in its protocol.
 */
async function fixSources(tx: Tx, { id, datasetId }: Locked, run: string | undefined): Promise<void> {
  const arms = await tx.arm.findMany({ where: { batchId: id }, orderBy: { position: "asc" } });
  const protocols = arms.map(({ protocol }) => Protocol.parse(protocol));
  const resolved = await resolveSources(tx, { datasetId, batchId: id }, protocols, run);
  for (const [at, arm] of arms.entries())
    await tx.arm.update({ where: { id: arm.id }, data: { protocol: resolved[at] } });
}

/** Why a locked draft cannot be opened, apart from what its dataset lacks. */
export async function refusalToOpen(tx: Tx, batch: Locked): Promise<Refusal | null> {
  const { id, projectId, datasetId, state, archivedAt } = batch;
  if (archivedAt) return refuse("archived");
  if (!stateAfter(state, "open")) return refuse("batch-not-draft");
  if (!(await isUsable(tx, projectId, datasetId))) return refuse("dataset-not-ready");
  const [arms, annotators, guidelines] = await Promise.all([
    findArms(tx, id),
    tx.batchAnnotator.count({ where: { batchId: id } }),
    tx.guidelines.findFirst({ where: { batchId: id }, orderBy: { version: "desc" } }),
  ]);
  const problems = problemsOf({ ...batch, arms, annotators, guidelines: guidelines?.text ?? "" });
  return problems.length > 0 ? refuse("design-incomplete", { problems }) : null;
}

/**
 * Draws which of a batch's new subjects are reserved for judgements without drafts; returns how many. Must
 * run before they have slots.
 */
export async function reserveSubjects(
  tx: Tx,
  { id, seed, quality: { reserve } }: Pick<Locked, "id" | "seed" | "quality">,
): Promise<number> {
  if (!reserve) return 0;
  const unslotted = Prisma.sql`s."batchId" = ${id}::uuid AND s."use" = 'work'
    AND NOT EXISTS (SELECT FROM "Slot" slot WHERE slot."subjectId" = s."id")`;
  const [found] = await tx.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS "n" FROM "Subject" s WHERE ${unslotted}`;
  return tx.$executeRaw`
    UPDATE "Subject" SET "reserved" = TRUE WHERE "id" IN (
      SELECT s."id" FROM "Subject" s WHERE ${unslotted}
      ORDER BY md5(concat_ws(':', ${seed}::int, 'reserved', s."position"))
      LIMIT ${reservedOf(found?.n ?? 0, reserve)})`;
}

/** The arms of a batch as designed, with their steps; without the one for reserved subjects. */
export async function findNamedArms(tx: Tx, batchId: string): Promise<NamedProtocol[]> {
  const rows = await tx.arm.findMany({ where: { batchId, reserved: false }, orderBy: { position: "asc" } });
  return rows.map(({ name, k, protocol }) => ({ name, k, protocol: Protocol.parse(protocol) }));
}

/** The arms of a batch as designed. */
async function findArms(tx: Tx, batchId: string): Promise<ArmDesign[]> {
  const rows = await tx.arm.findMany({
    where: { batchId, reserved: false },
    orderBy: { position: "asc" },
  });
  return rows.map(designOfArm);
}

/** The design of an arm's row. */
export function designOfArm(arm: {
  name: string;
  k: number;
  protocol: Prisma.JsonValue;
  follows: boolean;
  exposure: string | null;
}): ArmDesign {
  const { name, k, protocol, follows, exposure } = arm;
  return {
    name,
    k,
    steps: follows ? null : Protocol.parse(protocol).steps,
    exposure: Exposure.nullable().parse(exposure),
  };
}

/**
 * Creates the missing slots of a batch's subjects and arms; returns how many: all when it opens, later those
 * of added subjects. The arm for reserved subjects has slots only for those.
 *
 * The order depends only on seed and design, so the same study opened again has the same order. A lane goes
 * through the arms in turn from subject to subject, each as often as its k. In a fixed order the reserved
 * slots of a subject come first.
 */
export async function makeSlots(tx: Tx, batchId: string): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO "Slot" ("id", "batchId", "subjectId", "armId", "replicate", "orderKey", "lane")
    SELECT gen_random_uuid(), b."id", s."id", place."armId", place."replicate",
      CASE b."subjectOrder" WHEN 'fixed' THEN s."position" * place."all" + place."nth"
        ELSE ('x' || left(md5(concat_ws(':', b."seed", s."position", place."arm", place."replicate")), 8)
          )::bit(32)::int END,
      (place."n" + s."position") % place."each"
    FROM "Batch" b JOIN "Subject" s ON s."batchId" = b."id"
    CROSS JOIN (
      SELECT a."id" AS "armId", a."position" AS "arm", a."reserved", r AS "replicate",
        (row_number() OVER (PARTITION BY a."reserved" ORDER BY (r - 0.5) / a."k", a."position") - 1)::int AS "n",
        (count(*) OVER (PARTITION BY a."reserved"))::int AS "each",
        (row_number() OVER (ORDER BY a."reserved" DESC, (r - 0.5) / a."k", a."position") - 1)::int AS "nth",
        (count(*) OVER ())::int AS "all"
      FROM "Arm" a CROSS JOIN LATERAL generate_series(1, a."k") AS r
      WHERE a."batchId" = ${batchId}::uuid) place
    WHERE b."id" = ${batchId}::uuid AND s."use" IN ('work', 'check') AND (s."reserved" OR NOT place."reserved")
    ON CONFLICT ("subjectId", "armId", "replicate") DO NOTHING`;
}

/**
 * Pauses, resumes, closes, archives or unarchives a batch. Pausing leaves assignments with their annotators
 * and refuses saves; resuming renews the leases. Closing releases unfinished assignments: their operations
 * stay, their slots are empty; sent-back submissions count as they were submitted. Requesting the current
 * state changes and records nothing.
 */
export function moveBatch(
  admin: Admin,
  id: string,
  verb: Exclude<BatchVerb, "open">,
): Promise<StateChange | Refusal | null> {
  return db.$transaction(async (tx) => {
    const batch = await lockBatch(tx, admin, id);
    if (!batch) return null;
    if (batch.archivedAt) return refuse("archived");
    if (batch.state === MOVES[verb].to) return { state: batch.state, returned: 0, stand: 0 };
    const state = stateAfter(batch.state, verb);
    if (!state) return refuse("batch-state-changed");
    const closedAt = verb === "close" ? new Date() : undefined;
    await tx.batch.update({ where: { id }, data: { state, closedAt } });
    if (verb === "resume") await renewLeases(tx, id);
    const returned = verb === "close" ? await releaseAssignments(tx, inBatchCondition(id)) : 0;
    const stand = verb === "close" ? await endReopening(tx, inBatchCondition(id)) : 0;
    await audit(tx, admin, {
      action: PAST[verb],
      projectId: batch.projectId,
      subject: ["Batch", id],
      detail: verb === "close" ? { returned, stand } : {},
    });
    if (verb === "close") await emitClosed(tx, id);
    return { state, returned, stand };
  });
}

const PAST = {
  pause: "batch.paused",
  resume: "batch.resumed",
  close: "batch.closed",
  archive: "batch.archived",
  unarchive: "batch.unarchived",
} as const;

/** Renews the leases of all open assignments in full, locked in the order in which the worker locks them. */
function renewLeases(tx: Tx, id: string) {
  return tx.$executeRaw`
    WITH held AS (
      SELECT "id" FROM "Assignment" WHERE "batchId" = ${id}::uuid AND "state" IN ('open', 'reserved')
      ORDER BY "id" FOR UPDATE
    )
    UPDATE "Assignment" a SET "leaseUntil" = greatest(a."leaseUntil", now() + make_interval(mins => b."leaseMinutes"))
    FROM "Batch" b, held WHERE b."id" = a."batchId" AND a."id" = held."id"`;
}

/** Lets more people claim, also while the batch is open. Existing annotators are unchanged. */
export function addAnnotators(admin: Admin, id: string, annotators: string[]) {
  return db.$transaction(async (tx) => {
    const batch = await lockBatch(tx, admin, id);
    if (!batch) return null;
    if (batch.archivedAt) return refuse("archived");
    if (batch.state === "closed" || batch.state === "archived") return refuse("batch-closed");
    if (!(await areMembers(tx, batch.projectId, annotators, id))) return refuse("not-members");
    const seen = { batchId: id, membershipId: { in: annotators }, batch: { adjudication: { isNot: null } } };
    if ((await tx.batchAdjudicator.count({ where: seen })) > 0) return refuse("saw-the-votes");
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

export type Locked = {
  id: string;
  projectId: string;
  datasetId: string;
  name: string;
  state: BatchState;
  seed: number;
  selection: SubjectSelection;
  joinLater: boolean;
  mustRead: boolean;
  quality: Quality;
  revision: number;
  /** Of the project: nothing changes in an archived project. */
  archivedAt: Date | null;
};

/** Locks the batch until the transaction ends. Null when it is not the admin's. */
export function lockBatch(tx: Tx, admin: Admin, id: string): Promise<Locked | null> {
  return lock(tx, id, memberOfSql(admin, Prisma.sql`b."projectId"`));
}

/** The same for automatic changes, without an admin. */
export function lockOwn(tx: Tx, id: string): Promise<Locked | null> {
  return lock(tx, id, Prisma.sql`TRUE`);
}

async function lock(tx: Tx, id: string, mayAsk: Prisma.Sql): Promise<Locked | null> {
  type Row = Omit<Locked, "selection" | "quality"> & { selection: unknown; quality: unknown };
  const [batch] = await tx.$queryRaw<Row[]>`
    SELECT b."id", b."projectId", b."datasetId", b."name", b."state"::text AS "state", b."seed", b."selection",
      b."joinLater", b."mustRead", b."quality", b."revision", p."archivedAt"
    FROM "Batch" b JOIN "Project" p ON p."id" = b."projectId"
    WHERE b."id" = ${id}::uuid AND ${mayAsk}
    FOR UPDATE OF b`;
  if (!batch) return null;
  return {
    ...batch,
    selection: SubjectSelection.parse(batch.selection),
    quality: Quality.parse(batch.quality),
  };
}

async function isUsable(tx: Tx, projectId: string, datasetId: string) {
  return (await tx.dataset.count({ where: { id: datasetId, projectId, state: "ready" } })) === 1;
}

/**
 * True if all of them may work on a batch of the project. Guests of a participation link may work only on the
 * batch of their link.
 */
async function areMembers(tx: Tx, projectId: string, memberships: string[], batchId?: string) {
  const ids = [...new Set(memberships)];
  const found = await tx.membership.count({
    where: {
      id: { in: ids },
      projectId,
      disabledAt: null,
      user: { disabledAt: null },
      OR: [
        { participant: { is: null } },
        ...(batchId === undefined ? [] : [{ participant: { participations: { some: { batchId } } } }]),
      ],
    },
  });
  return found === ids.length;
}
