import "server-only";
import { audit } from "@/lib/auth/audit";
import { isUsable } from "@/lib/batch/data/add-annotators";
import { beginIntake, lastPosition, takesNew } from "@/lib/batch/data/begin-intake";
import { plantErrors } from "@/lib/batch/data/checks/plant-errors";
import { countGold, drawStages, mixInChecks } from "@/lib/batch/data/checks/sample-checks";
import { countJudged } from "@/lib/batch/data/judge-scores";
import { type Admin, type Locked, lockBatch } from "@/lib/batch/data/lock-batch";
import { countWithoutOthers } from "@/lib/batch/data/made-by";
import { pinAllRubrics } from "@/lib/batch/data/pin-rubrics";
import { resolveSources } from "@/lib/batch/data/resolve-sources";
import { isDrawn } from "@/lib/batch/data/sampling";
import { finishUndrawn, storeFilteredSql } from "@/lib/batch/data/store-undrawn";
import { selectedSubjects } from "@/lib/batch/data/subjects";
import { stateAfter } from "@/lib/batch/rules";
import {
  needsOfArms,
  problemsOf,
  reservedArm,
  reservedOf,
  slotsPerSubject,
  subjectKindOfArms,
  tooFewOtherAnnotators,
} from "@/lib/batch/rules/design";
import { checksOf, goldFor } from "@/lib/batch/rules/gold-quota";
import { judgeSpreadProblem } from "@/lib/batch/rules/judge-spread";
import { chosenIn, isEverySourceKnown } from "@/lib/batch/rules/protocol-sources";
import type { ArmDesign, NamedProtocol } from "@/lib/batch/schema";
import type { Intake } from "@/lib/batch/schema/intake";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { Exposure } from "@/lib/judgement/schema";
import { annotatorsOf, notify } from "@/lib/notice/data/notify";
import { Protocol } from "@/lib/protocol/schema";
import type { PlantedCounts } from "@/lib/quality/schema";
import { Prisma, type SubjectKind } from "@/prisma/generated/client/client";

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
 * Opens a locked draft batch for an admin, or automatically (null). `run` is the run the batch waited for. A refusal
 * leaves the draft as it was, because a refusal does not roll the caller's transaction back.
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
  // Read before the subjects are selected: what is committed meanwhile is new to the intake.
  const after = await lastPosition(tx, batch.datasetId);
  const material = await findMaterial(tx, batch, run);
  const lacking =
    (await refusalOfGold(tx, batch, material)) ??
    (await refusalOfSpread(tx, batch, material)) ??
    (await insertSubjects(tx, batch, material));
  if (lacking) return lacking;
  await storeSources(tx, id, material.arms);
  const { gold, reserve } = batch.quality;
  const working = await countWork(tx, id);
  if (gold && working > 0) await mixInChecks(tx, batch, { ...material, most: checksOf(working, gold) });
  await pinAllRubrics(tx, batch, material.protocols);
  if (batch.selection.sample) await finishUndrawn(tx, batch, material.protocols);
  const { arms } = material;
  const extra = reservedArm(arms, reserve);
  if (extra) await tx.arm.create({ data: { ...extra, batchId: id, position: arms.length, reserved: true } });
  const reserved = await reserveSubjects(tx, batch);
  const planted = await plantErrors(tx, batch, arms);
  const subjects = await tx.subject.count({ where: { batchId: id, use: { in: ["work", "check"] } } });
  const slots = await makeSlots(tx, id);
  await tx.batch.update({ where: { id }, data: { state: "open", openedAt: new Date() } });
  await tx.batchWait.deleteMany({ where: { batchId: id } });
  const intake = await beginIntake(tx, id, after);
  await auditOpening(tx, admin, batch, { subjects, slots, reserved, planted, intake, run });
  const about = { projectId: batch.projectId, subjectId: id, name: batch.name, path: "/annotate" };
  if (slots > 0) await notify(tx, { kind: "new-work", ...about }, annotatorsOf(id), admin);
  return { subjects, slots };
}

/** The arms of a draft with a source for everything they show, and the subjects that fit them. */
interface Material {
  arms: NamedProtocol[];
  protocols: Protocol[];
  kind: SubjectKind;
  selected: Prisma.Sql;
  /** All subjects that pass the filter, without a sample: gold is taken from these, and what is not drawn is noted. */
  pool: Prisma.Sql;
}

async function findMaterial(tx: Tx, batch: Locked, run: string | undefined): Promise<Material> {
  const { id: batchId, datasetId } = batch;
  const designed = await findArmProtocols(tx, batchId);
  const open = designed.map(({ protocol }) => protocol);
  const protocols = await resolveSources(tx, { datasetId, batchId }, open, run);
  const kind = subjectKindOfArms(protocols);
  const wanted = { ...batch, batchId, kind, needs: needsOfArms(protocols), sources: chosenIn(protocols) };
  const everything = { ...batch.selection, sample: null };
  return {
    arms: designed.map((arm, at) => ({ ...arm, protocol: protocols[at] ?? arm.protocol })),
    protocols,
    kind,
    selected: selectedSubjects(wanted),
    pool: selectedSubjects({ ...wanted, selection: everything }),
  };
}

/** Stores the sources that were chosen where the design left them open. */
async function storeSources(tx: Tx, batchId: string, arms: readonly NamedProtocol[]): Promise<void> {
  for (const { name, protocol } of arms)
    await tx.arm.update({ where: { batchId_name: { batchId, name } }, data: { protocol } });
}

const stagesOf = ({ training, exam }: Locked["quality"]) => ({
  training: training?.subjects ?? 0,
  exam: exam?.subjects ?? 0,
});

/** Why a draft cannot be opened for lack of gold. */
async function refusalOfGold(
  tx: Tx,
  { id: batchId, datasetId, quality }: Locked,
  { pool, protocols }: Material,
): Promise<Refusal | null> {
  const needed = goldFor(quality);
  const withGold = needed > 0 ? await countGold(tx, pool, protocols, { datasetId, batchId }) : 0;
  if (withGold >= needed) return null;
  const { training, exam } = stagesOf(quality);
  return training + exam > 0
    ? refuse("too-few-gold", { needed, known: withGold })
    : refuse("no-gold-subjects");
}

/** Why the sample of a draft cannot be drawn by judges' values. */
async function refusalOfSpread(
  tx: Tx,
  { datasetId, selection: { sample } }: Locked,
  { kind, pool }: Material,
): Promise<Refusal | null> {
  const judged = await countJudged(tx, pool, { kind, datasetId, sample });
  const problem = judged && judgeSpreadProblem(judged, kind);
  return problem && refuse("design-incomplete", { problems: [problem] });
}

/** Inserts the subjects of a draft, with those of its training and exam; none if what there is does not do. */
async function insertSubjects(tx: Tx, batch: Locked, material: Material): Promise<Refusal | null> {
  const { id } = batch;
  const { kind, pool, selected } = material;
  const inserted = await tx.$executeRaw`
    ${batch.selection.sample ? storeFilteredSql(id, kind, pool) : Prisma.empty}
    INSERT INTO "Subject" ("id", "batchId", "datasetId", "kind", "position", "taskId", "responseId",
      "responseBId", "probability")
    SELECT gen_random_uuid(), ${id}::uuid, ${batch.datasetId}::uuid, ${kind}::"SubjectKind",
      "position", "taskId", "responseId", "responseBId", "probability"
    FROM (${selected}) selected`;
  const refused = await refusalOfInserted(tx, batch, material, inserted);
  if (!refused) return null;
  await tx.subject.deleteMany({ where: { batchId: id } });
  await tx.undrawnSubject.deleteMany({ where: { batchId: id } });
  return refused;
}

/** Draws training and exam from inserted subjects, unless annotators made too many of them or no work is left. */
async function refusalOfInserted(
  tx: Tx,
  batch: Locked,
  { arms, ...material }: Material,
  inserted: number,
): Promise<Refusal | null> {
  const { id, quality } = batch;
  const slotsEach = slotsPerSubject(arms) + (quality.reserve?.k ?? 0);
  const withoutEnoughOthers = batch.joinLater ? 0 : await countWithoutOthers(tx, id, slotsEach);
  if (withoutEnoughOthers > 0)
    return refuse("design-incomplete", { problems: [tooFewOtherAnnotators(withoutEnoughOthers, slotsEach)] });
  const { training, exam } = stagesOf(quality);
  if (training + exam > 0) await drawStages(tx, batch, { ...material, training, exam });
  // Nothing may fit, or all of it may be training or exam.
  const working = inserted === 0 ? 0 : await countWork(tx, id);
  const isBegun = working > 0 || (isEverySourceKnown(material.protocols) && (await takesNew(tx, id)));
  return isBegun ? null : refuse("no-eligible-subjects");
}

const countWork = (tx: Tx, batchId: string) => tx.subject.count({ where: { batchId, use: "work" } });

type Opening = OpenedBatch & {
  reserved: number;
  planted: PlantedCounts;
  intake: Intake | null;
  run: string | undefined;
};

async function auditOpening(
  tx: Tx,
  admin: Admin | null,
  { id, projectId, selection, quality }: Locked,
  { subjects, slots, reserved, planted, intake, run }: Opening,
): Promise<void> {
  const { training, exam } = stagesOf(quality);
  await audit(tx, admin, {
    action: "batch.opened",
    projectId,
    subject: ["Batch", id],
    detail: {
      subjects,
      slots,
      ...(selection.sample && { sampledBy: selection.sample.by }),
      ...(reserved > 0 && { reserved }),
      ...(quality.gold && { checks: await tx.subject.count({ where: { batchId: id, use: "check" } }) }),
      ...(training > 0 && { training }),
      ...(exam > 0 && { exam }),
      ...(quality.planted && {
        plantedValues: planted.verdicts,
        plantedItems: planted.items,
        plantedLabels: planted.labels,
      }),
      ...(run && { run }),
      ...(intake && { intakeLimit: intake.limit, intakeRate: intake.rate, intakePerDay: intake.perDay }),
    },
  });
}

/** Why a locked draft cannot be opened, apart from what its dataset lacks. */
export async function refusalToOpen(tx: Tx, batch: Locked): Promise<Refusal | null> {
  const { id, projectId, datasetId, state, archivedAt } = batch;
  if (archivedAt) return refuse("archived");
  if (!stateAfter(state, "open")) return refuse("batch-not-draft");
  if (!(await isUsable(tx, projectId, datasetId))) return refuse("dataset-not-ready");
  const arms = await findArmDesigns(tx, id);
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
export async function findArmProtocols(tx: Tx, batchId: string): Promise<NamedProtocol[]> {
  const rows = await tx.arm.findMany({ where: { batchId, reserved: false }, orderBy: { position: "asc" } });
  return rows.map(({ name, k, protocol }) => ({ name, k, protocol: Protocol.parse(protocol) }));
}

/** The arms of a batch as designed. */
async function findArmDesigns(tx: Tx, batchId: string): Promise<ArmDesign[]> {
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
