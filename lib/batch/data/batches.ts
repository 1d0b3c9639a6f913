import "server-only";
import { randomInt } from "node:crypto";
import { memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { areMembers, inviteAll, isUsable } from "@/lib/batch/data/add-annotators";
import { atOpening } from "@/lib/batch/data/begin-intake";
import { type Admin, type Locked, lockBatch } from "@/lib/batch/data/lock-batch";
import { protocolsOf } from "@/lib/batch/rules/design";
import type { ArmDesign, BatchChange, NewBatch } from "@/lib/batch/schema";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";

/** Creates a draft batch, which annotators cannot work on yet. Null when the project is not the admin's. */
export function createBatch(admin: Admin, batch: NewBatch) {
  return db.$transaction(async (tx) => {
    const project = await tx.project.findFirst({ where: { AND: [{ id: batch.project }, memberOf(admin)] } });
    if (!project) return null;
    if (project.archivedAt) return refuse("archived");
    if (!(await isUsable(tx, project.id, batch.dataset))) return refuse("dataset-not-ready");
    if (!(await areMembers(tx, project.id, batch.annotators))) return refuse("not-members");

    const { project: _, dataset, arms, guidelines, annotators, intake, ...rest } = batch;
    const { seed = randomInt(2 ** 31), ...own } = rest;
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
        intake: intake ? { create: atOpening(intake, admin) } : undefined,
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
    // No changes while a batch waits to open: the batch that opens must be the one the admin approved.
    if (isDraft && (await tx.batchWait.count({ where: { batchId: id } })) > 0) return refuse("batch-waits");
    const { dataset, arms, annotators, intake, ...own } = design;
    if (dataset && !(await isUsable(tx, batch.projectId, dataset))) return refuse("dataset-not-ready");
    const hasNewDataset = dataset !== undefined && dataset !== batch.datasetId;
    if (hasNewDataset && (await tx.chosenSubject.count({ where: { batchId: id } })) > 0)
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
    if (intake !== undefined) {
      await tx.batchIntake.deleteMany({ where: { batchId: id } });
      if (intake) await tx.batchIntake.create({ data: { batchId: id, ...atOpening(intake, admin) } });
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
