import "server-only";
import { audit } from "@/lib/auth/audit";
import { isUsable } from "@/lib/batch/data/add-annotators";
import { beginIntake, lastPosition, takesNew } from "@/lib/batch/data/begin-intake";
import { plantErrors } from "@/lib/batch/data/checks/plant-errors";
import { countGold, drawStages, mixInChecks } from "@/lib/batch/data/checks/sample-checks";
import { type Admin, type Locked, lockBatch } from "@/lib/batch/data/lock-batch";
import { pinAllRubrics } from "@/lib/batch/data/pin-rubrics";
import { isDrawn } from "@/lib/batch/data/sampling";
import { resolveSources } from "@/lib/batch/data/sources";
import { countWithoutOthers } from "@/lib/batch/data/subject-makers";
import { selectedSubjects } from "@/lib/batch/data/subjects";
import { stateAfter } from "@/lib/batch/rules";
import {
  madeByTheChosen,
  needsOfArms,
  problemsOf,
  reservedArm,
  reservedOf,
  slotsPerSubject,
  subjectKindOfArms,
} from "@/lib/batch/rules/design";
import { checksOf, goldFor } from "@/lib/batch/rules/gold-quota";
import { chosenIn, isEverySourceKnown } from "@/lib/batch/rules/sources";
import type { ArmDesign, NamedProtocol } from "@/lib/batch/schema";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { Exposure } from "@/lib/judgement/schema";
import { annotatorsOf, notify } from "@/lib/notice/data/notify";
import { Protocol } from "@/lib/protocol/schema";
import { Prisma } from "@/prisma/generated/client/client";

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

type OpenedBatch = { subjects: number; slots: number };

/** Time limit for a batch of 100,000 subjects. */
export const OPENING = { timeout: 300_000 };

/**
 * Opens a locked draft batch for an admin, or automatically (null). `run` is the run the batch waited for.
 */
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
  // Read before the subjects are selected: what is committed meanwhile is new to the intake.
  const after = await lastPosition(tx, batch.datasetId);
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
      "responseBId", "probability")
    SELECT gen_random_uuid(), ${id}::uuid, ${batch.datasetId}::uuid, ${kind}::"SubjectKind",
      "position", "taskId", "responseId", "responseBId", "probability"
    FROM (${selected}) selected`;
  const people = slotsPerSubject(arms) + (reserve?.k ?? 0);
  const alone = batch.joinLater ? 0 : await countWithoutOthers(tx, id, people);
  if (alone > 0) {
    await tx.subject.deleteMany({ where: { batchId: id } });
    return refuse("design-incomplete", { problems: [madeByTheChosen(alone, people)] });
  }
  if (training + exam > 0) await drawStages(tx, batch, { kind, pool, protocols, training, exam });
  const working = made === 0 ? 0 : await tx.subject.count({ where: { batchId: id, use: "work" } });
  const isBegun = working > 0 || (isEverySourceKnown(protocols) && (await takesNew(tx, id)));
  if (!isBegun) {
    // Nothing fits, or all of it would be training or exam: remove the subjects and do not open.
    await tx.subject.deleteMany({ where: { batchId: id } });
    return refuse("no-eligible-subjects");
  }
  if (gold && working > 0)
    await mixInChecks(tx, batch, { kind, pool, protocols, most: checksOf(working, gold) });
  await pinAllRubrics(tx, batch, protocols);
  const extra = reservedArm(arms, reserve);
  if (extra) await tx.arm.create({ data: { ...extra, batchId: id, position: arms.length, reserved: true } });
  const reserved = await reserveSubjects(tx, batch);
  const planted = await plantErrors(tx, batch, arms);
  const subjects = await tx.subject.count({ where: { batchId: id, use: { in: ["work", "check"] } } });
  const slots = await makeSlots(tx, id);
  await tx.batch.update({ where: { id }, data: { state: "open", openedAt: new Date() } });
  await tx.batchWait.deleteMany({ where: { batchId: id } });
  const intake = await beginIntake(tx, id, after);
  await audit(tx, admin, {
    action: "batch.opened",
    projectId: batch.projectId,
    subject: ["Batch", id],
    detail: {
      subjects,
      slots,
      ...(batch.selection.sample && { sampledBy: batch.selection.sample.by }),
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
      ...(intake && { intakeLimit: intake.limit, intakeRate: intake.rate, intakePerDay: intake.perDay }),
    },
  });
  const about = { projectId: batch.projectId, subjectId: id, name: batch.name, path: "/annotate" };
  if (slots > 0) await notify(tx, { kind: "new-work", ...about }, annotatorsOf(id), admin);
  return { subjects, slots };
}

/**
 * Chooses the sources of rubrics and drafts where the design leaves them open, and stores them in the batch's
 * protocol.
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
  const arms = await findArms(tx, id);
  const annotators = await tx.batchAnnotator.count({ where: { batchId: id } });
  const guidelines = await tx.guidelines.findFirst({ where: { batchId: id }, orderBy: { version: "desc" } });
  const intake = await tx.batchIntake.findUnique({ where: { batchId: id } });
  const problems = problemsOf({ ...batch, arms, annotators, intake, guidelines: guidelines?.text ?? "" });
  return problems.length > 0 ? refuse("design-incomplete", { problems }) : null;
}

/** The subjects of a batch that may be reserved: those of the work that have no slots yet. */
const unslotted = (batchId: string) => Prisma.sql`s."batchId" = ${batchId}::uuid AND s."use" = 'work'
  AND NOT EXISTS (SELECT FROM "Slot" slot WHERE slot."subjectId" = s."id")`;

/** Reserves each new subject of a batch with the chance of the share. Must run before the subjects have slots. */
export async function reserveByChance(
  tx: Tx,
  { id, seed, quality: { reserve } }: Pick<Locked, "id" | "seed" | "quality">,
): Promise<void> {
  if (!reserve) return;
  await tx.$executeRaw`
    UPDATE "Subject" AS s SET "reserved" = TRUE WHERE ${unslotted(id)}
      AND ${isDrawn(reserve.share, Prisma.sql`${seed}::int, 'reserved', s."position"`)}`;
}

/**
 * Draws which new subjects of a batch are reserved for judgements without drafts; returns their number. Must
 * run before the subjects have slots.
 */
export async function reserveSubjects(
  tx: Tx,
  { id, seed, quality: { reserve } }: Pick<Locked, "id" | "seed" | "quality">,
): Promise<number> {
  if (!reserve) return 0;
  const [found] = await tx.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS "n" FROM "Subject" s WHERE ${unslotted(id)}`;
  return tx.$executeRaw`
    UPDATE "Subject" SET "reserved" = TRUE WHERE "id" IN (
      SELECT s."id" FROM "Subject" s WHERE ${unslotted(id)}
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
