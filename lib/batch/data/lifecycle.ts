import "server-only";
import { actAs, type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { findNamedArms, type Locked, lockBatch, makeSlots, reserveSubjects } from "@/lib/batch/data/batches";
import { plantErrors } from "@/lib/batch/data/checks/plant-errors";
import { emitIfFinished, retractFinished } from "@/lib/batch/data/events";
import { giveBack, inBatch, isAhead, letStand, ofDesign } from "@/lib/batch/data/release";
import { pinAllRubrics } from "@/lib/batch/data/rubrics";
import { responsesOf, selectedSubjects } from "@/lib/batch/data/subjects";
import { nextVersionOf } from "@/lib/batch/rules";
import { needsOfArms, slotsPerSubject, subjectKindOfArms } from "@/lib/batch/rules/design";
import { chosenIn } from "@/lib/batch/rules/sources";
import {
  type AddableQuery,
  type MoreSubjects,
  type Replicates,
  Selection,
  type Taken,
  type WorkFilter,
  type WorkQuery,
} from "@/lib/batch/schema";
import type { Addable, Stakes } from "@/lib/batch/schema/views";
import { db, type Tx } from "@/lib/database/db";
import type { TaskFilter } from "@/lib/dataset/schema";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { Protocol } from "@/lib/protocol/schema";
import { givesFeedback } from "@/lib/quality/data/gold-comparison";
import { Quality } from "@/lib/quality/schema";
import { type AssignmentState, Prisma } from "@/prisma/generated/client/client";

type Admin = Member<"admin">;

/**
 * What is at stake in a batch, or of one annotator's work in it (`membership`; `free` is the batch's then too).
 * Null when the batch is not the admin's.
 */
export async function findStakes(admin: Admin, id: string, membership?: string): Promise<Stakes | null> {
  const batch = await db.batch.findFirst({ where: { id, project: memberOf(admin) }, select: { id: true } });
  if (!batch) return null;
  const whose = membership
    ? Prisma.sql`AND a."raterId" = (SELECT m."raterId" FROM "Membership" m WHERE m."id" = ${membership}::uuid)`
    : Prisma.empty;
  const [stakes] = await db.$queryRaw<Stakes[]>`
    SELECT count(*) FILTER (WHERE a."state" = 'open' AND a."reopenedAt" IS NULL)::int AS "open",
      count(*) FILTER (WHERE a."state" = 'reserved' AND a."reopenedAt" IS NULL AND NOT ${isAhead})::int AS "onHold",
      count(*) FILTER (WHERE a."reopenedAt" IS NOT NULL)::int AS "reopened",
      count(*) FILTER (WHERE a."state" = 'submitted')::int AS "submitted",
      (SELECT count(*)::int FROM "Slot" s WHERE s."batchId" = ${id}::uuid AND s."assignmentId" IS NULL) AS "free"
    FROM "Assignment" a WHERE ${inBatch(id)} AND ${ofDesign} ${whose}`;
  return stakes ?? null;
}

/**
 * Lets somebody no longer work on a batch. What they are in the middle of is taken back for others, what was sent
 * back to them stands as it was submitted, and what they submitted stays. Nothing changes when they do not work on it.
 * Null when the batch is not the admin's or the person is not in its project.
 */
export function removeAnnotator(
  admin: Admin,
  id: string,
  membership: string,
): Promise<{ removed: boolean; returned: number; stand: number } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const batch = await lockBatch(tx, admin, id);
    if (!batch) return null;
    const person = await tx.membership.findFirst({ where: { id: membership, projectId: batch.projectId } });
    if (!person) return null;
    if (batch.archivedAt) return refuse("archived");
    if (batch.state === "closed" || batch.state === "archived") return refuse("batch-closed");
    const { count } = await tx.batchAnnotator.deleteMany({
      where: { batchId: id, membershipId: membership },
    });
    if (count === 0) return { removed: false, returned: 0, stand: 0 };
    const theirs = Prisma.sql`${inBatch(id)} AND a."raterId" = ${person.raterId}::uuid`;
    const returned = await giveBack(tx, theirs);
    const stand = await letStand(tx, theirs);
    if (stand > 0) await emitIfFinished(tx, id);
    await audit(tx, admin, {
      action: "batch.annotator-removed",
      projectId: batch.projectId,
      subject: ["Batch", id],
      detail: { membership, returned, stand },
    });
    return { removed: true, returned, stand };
  });
}

/**
 * Takes an assignment out of the hands of somebody who does not get on with it. What was saved is kept, its slot is
 * free for others; a submission that was sent back waits for its annotator again. Null when it is not the admin's.
 */
export function releaseAssignment(
  admin: Admin,
  id: string,
): Promise<{ state: AssignmentState } | Refusal | null> {
  return change(admin, id, async (tx, { assignment, ...batch }) => {
    if (assignment.state === "submitted") return refuse("already-submitted");
    if (assignment.state !== "open" && assignment.state !== "reserved") return refuse("not-in-progress");
    await giveBack(tx, only(id));
    await audit(tx, admin, { action: "assignment.released", ...about(batch, id) });
    return { state: assignment.reopenedAt ? "reopened" : "returned" };
  });
}

/**
 * Sends a submission back to its annotator with a note. What was submitted counts until it is submitted again, and
 * the slot stays theirs. It waits in their list, and is theirs to open once nothing else is.
 */
export function reopenAssignment(
  admin: Admin,
  id: string,
  { note }: { note: string },
): Promise<{ state: AssignmentState } | Refusal | null> {
  return change(admin, id, async (tx, { assignment, ...batch }) => {
    if (assignment.reopenedAt) return refuse("already-reopened");
    if (assignment.state !== "submitted" || !assignment.submittedAt) return refuse("not-submitted");
    if (assignment.attempt > 0) return refuse("answers-stand");
    if (await givesFeedback(tx, id)) return refuse("feedback-given");
    const annotator = await tx.batchAnnotator.findFirst({
      where: {
        batchId: batch.id,
        membership: { raterId: assignment.raterId, disabledAt: null, user: { disabledAt: null } },
      },
    });
    if (!annotator) return refuse("annotator-gone");
    const at = new Date();
    const version = assignment.submittedVersion ?? assignment.version;
    await tx.reopening.create({
      data: {
        assignmentId: id,
        note,
        at,
        askedBy: admin.userId,
        submittedAt: assignment.submittedAt,
        version,
      },
    });
    await tx.assignment.update({
      where: { id },
      data: { state: "reopened", submittedAt: null, submittedVersion: version, reopenedAt: at },
    });
    await retractFinished(tx, batch.id);
    await tx.batch.update({ where: { id: batch.id }, data: { dataVersion: { increment: 1 } } });
    await audit(tx, admin, { action: "assignment.reopened", ...about(batch, id) });
    return { state: "reopened" };
  });
}

/** Takes the request back: the submission stands as it was, whatever its annotator has done in it since. */
export function withdrawReopening(
  admin: Admin,
  id: string,
): Promise<{ state: AssignmentState } | Refusal | null> {
  return change(admin, id, async (tx, { assignment, ...batch }) => {
    if (!assignment.reopenedAt) return refuse("not-reopened");
    await giveBack(tx, only(id));
    await letStand(tx, only(id));
    await emitIfFinished(tx, batch.id);
    await tx.batch.update({ where: { id: batch.id }, data: { dataVersion: { increment: 1 } } });
    await audit(tx, admin, { action: "assignment.reopening-withdrawn", ...about(batch, id) });
    return { state: "submitted" };
  });
}

const ADDABLE_AT_ONCE = 50;

/** Those of a filter that fit the batch's protocol and are not in it yet. Null when the batch is not the admin's. */
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
 * Adds subjects to a batch that runs, behind those it has, with as many slots as every other. Those already in it are
 * left alone, so asking twice adds nothing. Null when the batch is not the admin's.
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
      const subjects = await tx.$executeRaw`
        INSERT INTO "Subject" ("id", "batchId", "datasetId", "kind", "position", "taskId", "responseId",
          "responseBId")
        SELECT gen_random_uuid(), ${id}::uuid, ${batch.datasetId}::uuid, ${kindOf(arms)}::"SubjectKind",
          last."position" + row_number() OVER (ORDER BY added."position"), added."taskId", added."responseId",
          added."responseBId"
        FROM (${takenOf(newSubjects({ ...batch, arms }, filter), take)}) added
        CROSS JOIN (
          SELECT coalesce(max("position"), -1) AS "position" FROM "Subject" WHERE "batchId" = ${id}::uuid) last`;
      if (subjects === 0) return { subjects, slots: 0 };
      await pinAllRubrics(tx, batch, protocolsOf(arms));
      await reserveSubjects(tx, batch);
      await plantErrors(tx, batch, await findNamedArms(tx, id));
      const slots = await makeSlots(tx, id);
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
 * Asks for more people per subject in some arms of a batch that runs. Fewer is refused: it would take back what was
 * asked of people. Null when the batch is not the admin's.
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
      const asked = new Map(wanted.map(({ name, k }) => [name, k]));
      if ([...asked.keys()].some((name) => !arms.some((arm) => arm.name === name)))
        return refuse("no-such-arm");
      if (arms.some((arm) => (asked.get(arm.name) ?? arm.k) < arm.k)) return refuse("fewer-replicates");
      for (const arm of arms)
        await tx.arm.update({ where: { id: arm.id }, data: { k: asked.get(arm.name) ?? arm.k } });
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

/** Where subjects come in a fixed order, every slot of one comes before any of the next, also the new ones. */
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

function refusalToGrow({ archivedAt, state }: Locked): Refusal | null {
  if (archivedAt) return refuse("archived");
  if (state === "draft") return refuse("batch-state-changed");
  return state === "open" || state === "paused" ? null : refuse("batch-closed");
}

type Arms = readonly { protocol: Prisma.JsonValue }[];

const protocolsOf = (arms: Arms) => arms.map(({ protocol }) => Protocol.parse(protocol));
const kindOf = (arms: Arms) => subjectKindOfArms(protocolsOf(arms));

type Growing = { id: string; datasetId: string; seed: number; arms: Arms; selection: unknown };

/** The tasks, responses or pairs that pass a filter, fit all arms of a batch, and are not its subjects yet. */
function newSubjects(batch: Growing, filter: TaskFilter) {
  const selected = selectedSubjects({
    kind: kindOf(batch.arms),
    datasetId: batch.datasetId,
    batchId: null,
    selection: { filter, sample: null, pairs: Selection.parse(batch.selection).pairs },
    seed: batch.seed,
    needs: needsOfArms(protocolsOf(batch.arms)),
    sources: chosenIn(protocolsOf(batch.arms)),
  });
  return Prisma.sql`
    SELECT selected.* FROM (${selected}) selected
    WHERE NOT EXISTS (SELECT FROM "Subject" s WHERE s."batchId" = ${batch.id}::uuid
      AND s."taskId" = selected."taskId" AND s."responseId" IS NOT DISTINCT FROM selected."responseId"
      AND s."responseBId" IS NOT DISTINCT FROM selected."responseBId")`;
}

/** Which of the new ones are taken. A sample is drawn by ids of the study file: the same seed draws the same again. */
function takenOf(fitting: Prisma.Sql, take: Taken | undefined): Prisma.Sql {
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

// ---------------------------------------------------------------- versions

/**
 * Makes a draft with the design of a batch, to be changed and opened on its own: its arms, selection, settings, latest
 * guidelines and the annotators who still work. Nothing that was done is copied. Null when it is not the admin's.
 */
export function makeVersion(admin: Admin, id: string): Promise<{ id: string } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const locked = await lockBatch(tx, admin, id);
    if (!locked) return null;
    if (locked.archivedAt) return refuse("archived");
    if (locked.state === "draft") return refuse("batch-state-changed");
    const batch = await tx.batch.findUniqueOrThrow({
      where: { id },
      include: {
        arms: { where: { reserved: false }, orderBy: { position: "asc" } },
        guidelines: { orderBy: { version: "desc" }, take: 1 },
        annotators: {
          where: {
            membership: { disabledAt: null, user: { disabledAt: null }, participant: { is: null } },
          },
        },
      },
    });
    const { projectId, datasetId, preset, seed, subjectOrder, itemOrder, joinLater, mustRead, leaseMinutes } =
      batch;
    const made = await tx.batch.create({
      data: {
        projectId,
        datasetId,
        preset,
        seed,
        subjectOrder,
        itemOrder,
        joinLater,
        mustRead,
        leaseMinutes,
        name: nextVersionOf(batch.name),
        selection: Selection.parse(batch.selection),
        quality: Quality.parse(batch.quality),
        previousId: id,
        createdBy: admin.userId,
        arms: {
          create: batch.arms.map(({ name, position, k, protocol, follows, exposure }) => ({
            name,
            position,
            k,
            protocol: Protocol.parse(protocol),
            follows,
            exposure,
          })),
        },
        guidelines: { create: { projectId, version: 1, text: batch.guidelines[0]?.text ?? "" } },
        annotators: { create: batch.annotators.map(({ membershipId }) => ({ membershipId })) },
      },
      select: { id: true },
    });
    await tx.$executeRaw`
      INSERT INTO "ChosenSubject" ("id", "batchId", "taskId", "responseId")
      SELECT gen_random_uuid(), ${made.id}::uuid, c."taskId", c."responseId"
      FROM "ChosenSubject" c WHERE c."batchId" = ${id}::uuid`;
    await audit(tx, admin, {
      action: "batch.version-made",
      projectId,
      subject: ["Batch", made.id],
      detail: { previous: id },
    });
    return made;
  });
}

/** The batches of a design before and after this one, for whoever may read it. */
export async function findLineage(
  researcher: Member<"researcher">,
  id: string,
): Promise<{ previous: Named | null; next: Named[] } | null> {
  const select = { id: true, name: true } as const;
  return db.batch.findFirst({
    where: { id, project: memberOf(researcher) },
    select: { previous: { select }, next: { select, orderBy: { createdAt: "asc" } } },
  });
}

type Named = { id: string; name: string };

// ---------------------------------------------------------------- one assignment at a time

export type WorkRow = {
  id: string;
  state: AssignmentState;
  /** The pseudonym, and for admins the name. */
  code: string;
  name: string | null;
  subject: string;
  title: string;
  /** Sent back and not submitted again yet, with what was asked. */
  reopened: string | null;
  /** When something last happened to it. */
  at: Date;
};

const PAGE = 50;

/**
 * A page of a batch's assignments, the latest first, that are in progress, sent back or submitted. Null when the batch
 * is not the researcher's; `next` is where the page after begins.
 */
export async function listWork(
  researcher: Member<"researcher">,
  batchId: string,
  { filter, q, after }: WorkQuery,
): Promise<{ rows: WorkRow[]; next: string | null } | null> {
  const batch = await db.batch.findFirst({
    where: { id: batchId, project: memberOf(researcher) },
    select: { id: true, projectId: true },
  });
  if (!batch) return null;
  const words = q.trim();
  const within = (column: Prisma.Sql) => Prisma.sql`strpos(lower(${column}), lower(${words})) > 0`;
  const names = memberOfSql(actAs(researcher, "admin"), Prisma.sql`${batch.projectId}::uuid`);
  const conditions = [
    Prisma.sql`${inBatch(batchId)} AND ${ofDesign} AND ${WORK[filter]}`,
    ...(words
      ? [
          Prisma.sql`(${within(Prisma.sql`t."instruction"`)} OR lower(t."key") = lower(${words})
            OR lower(r."code") = lower(${words}) OR (${names} AND ${within(Prisma.sql`u."name"`)}))`,
        ]
      : []),
  ];
  const at = (a: Prisma.Sql) =>
    Prisma.sql`coalesce(${a}."submittedAt", ${a}."reopenedAt", ${a}."openedAt", ${a}."createdAt")`;
  const from = after
    ? Prisma.sql`AND (${at(Prisma.sql`a`)}, a."id") < (
        SELECT ${at(Prisma.sql`z`)}, z."id" FROM "Assignment" z WHERE z."id" = ${after}::uuid)`
    : Prisma.empty;
  const found = await db.$queryRaw<WorkRow[]>`
    SELECT a."id", a."state"::text AS "state", r."code", CASE WHEN ${names} THEN u."name" END AS "name",
      coalesce(shown."key", t."key") AS "subject", left(t."instruction", 240) AS "title",
      o."note" AS "reopened", ${at(Prisma.sql`a`)} AS "at"
    FROM "Assignment" a JOIN "Subject" s ON s."id" = a."subjectId" JOIN "Task" t ON t."id" = s."taskId"
    LEFT JOIN ${responsesOf(Prisma.sql`s`)} shown ON TRUE
    JOIN "Rater" r ON r."id" = a."raterId" LEFT JOIN "Membership" m ON m."raterId" = r."id"
    LEFT JOIN "User" u ON u."id" = m."userId"
    LEFT JOIN "Reopening" o ON o."assignmentId" = a."id" AND o."endedAt" IS NULL
    WHERE ${Prisma.join(conditions, " AND ")} ${from}
    ORDER BY ${at(Prisma.sql`a`)} DESC, a."id" DESC LIMIT ${PAGE + 1}`;
  const rows = found.slice(0, PAGE);
  return { rows, next: found.length > PAGE ? (rows.at(-1)?.id ?? null) : null };
}

const WORK: Record<WorkFilter, Prisma.Sql> = {
  submitted: Prisma.sql`a."state" = 'submitted'`,
  "in-progress": Prisma.sql`a."state" IN ('open', 'reserved') AND a."reopenedAt" IS NULL AND NOT ${isAhead}`,
  "sent-back": Prisma.sql`a."reopenedAt" IS NOT NULL`,
};

const only = (id: string) => Prisma.sql`a."id" = ${id}::uuid`;

const about = (batch: { projectId: string }, id: string) => ({
  projectId: batch.projectId,
  subject: ["Assignment", id] as const,
});

/** Changes an assignment of a batch that runs, with both unchanging meanwhile. The batch is locked first, as everywhere. */
function change<Result>(
  admin: Admin,
  id: string,
  act: (
    tx: Tx,
    found: { id: string; projectId: string; assignment: Assignment },
  ) => Promise<Result | Refusal>,
): Promise<Result | Refusal | null> {
  return db.$transaction(async (tx) => {
    const found = await tx.assignment.findFirst({
      where: { id, batch: { project: memberOf(admin) } },
      select: { batchId: true },
    });
    const batch = found && (await lockBatch(tx, admin, found.batchId));
    if (!batch) return null;
    if (batch.archivedAt) return refuse("archived");
    if (batch.state !== "open" && batch.state !== "paused") return refuse("batch-closed");
    await tx.$queryRaw`SELECT FROM "Assignment" a WHERE ${only(id)} FOR UPDATE`;
    const assignment = await tx.assignment.findUniqueOrThrow({ where: { id } });
    return act(tx, { id: batch.id, projectId: batch.projectId, assignment });
  });
}

type Assignment = Prisma.AssignmentGetPayload<object>;
