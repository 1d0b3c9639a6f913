import { randomUUID } from "node:crypto";
import { actAs } from "@/lib/auth/actor";
import { moveBatch } from "@/lib/batch/data/change-state";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { makeBatch, type TestBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeSiteAdmin, type TestMember } from "@/testing/builders/people";

/**
 * An annotator's past work in a batch: submitted assignments without judgements, and one in progress if
 * requested. Returns their ids.
 */
export async function makeProgress(
  annotator: TestMember<"annotator">,
  batch: TestBatch,
  { submitted = 0, open = false }: { submitted?: number; open?: boolean },
): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < submitted + Number(open); n += 1) {
    const claimed = await claim(annotator.actor, batch.id);
    if (!claimed || !("assignment" in claimed)) throw new Error("nothing was claimed");
    const { id } = claimed.assignment;
    ids.push(id);
    if (n === submitted) break;
    await db.assignment.update({
      where: { id },
      data: { state: "submitted", submittedAt: new Date(), lease: null, leaseUntil: null },
    });
  }
  return ids;
}

/** Lets the ten seconds pass in which the submissions of a batch are undone without a trace. */
export async function ageSubmissions(batch: { id: string }): Promise<void> {
  const where = { batchId: batch.id, state: "submitted" as const };
  await db.assignment.updateMany({ where, data: { submittedAt: new Date(Date.now() - 60_000) } });
}

/** The stored records of a batch, to compare with what was done in the browser. */
export async function storedIn(batch: { id: string }) {
  const where = { batchId: batch.id };
  const [judgements, decisions, labellings, answers, operations, assignments] = await Promise.all([
    db.judgement.findMany({
      where,
      orderBy: [{ submittedAt: "asc" }, { step: "asc" }, { shown: "asc" }],
      include: { lines: { orderBy: { line: "asc" } } },
    }),
    db.decision.findMany({ where: { ...where, judgementId: null }, orderBy: { position: "asc" } }),
    db.labelling.findMany({ where, orderBy: [{ submittedAt: "asc" }, { step: "asc" }, { shown: "asc" }] }),
    db.askAnswer.findMany({ where, select: { question: true, value: true } }),
    db.operation.findMany({ where: { assignment: where }, orderBy: { seq: "asc" } }),
    db.assignment.findMany({ where, orderBy: { position: "asc" }, select: { language: true } }),
  ]);
  return { judgements, decisions, labellings, answers, operations, assignments };
}

/** A submission without results. */
async function makeSubmission(
  batch: TestBatch,
  subject: { id: string; position: number },
  annotator: { raterId: string },
  items: readonly { rubricVersionId: string }[],
) {
  const arm = await db.arm.findFirstOrThrow({ where: { batchId: batch.id } });
  const slot = await db.slot.findFirstOrThrow({
    where: { subjectId: subject.id, armId: arm.id, assignmentId: null },
  });
  const rubricVersions = [...new Set(items.map((item) => item.rubricVersionId))];
  const assignment = await db.assignment.create({
    data: {
      batchId: batch.id,
      subjectId: subject.id,
      armId: arm.id,
      slotId: slot.id,
      raterId: annotator.raterId,
      state: "submitted",
      submittedAt: new Date(),
      submittedVersion: 0,
      position: subject.position + 1,
      order: { shown: { arm: arm.id, drafts: [], rubricVersions } },
    },
  });
  await db.slot.update({ where: { id: slot.id }, data: { assignmentId: assignment.id } });
  return assignment;
}

/** A review of a rubric's items: "accept", "remove", or a revised text; and additions. */
export interface TestReview {
  items: string[];
  added?: string[];
}

/** Submitted reviews in a batch that reviews rubrics: for each subject, one per annotator. */
export async function makeReviews(
  batch: TestBatch,
  annotators: readonly { raterId: string }[],
  reviews: (subject: number) => readonly TestReview[],
): Promise<void> {
  const { datasetId } = await db.batch.findUniqueOrThrow({
    where: { id: batch.id },
    select: { datasetId: true },
  });
  const arm = await db.arm.findFirstOrThrow({ where: { batchId: batch.id } });
  const subjects = await db.subject.findMany({ where: { batchId: batch.id }, orderBy: { position: "asc" } });
  for (const [at, subject] of subjects.entries()) {
    const items = await db.itemVersion.findMany({
      where: {
        rubricVersion: { batches: { some: { batchId: batch.id } }, rubric: { taskId: subject.taskId } },
      },
      orderBy: { position: "asc" },
      include: { item: true },
    });
    for (const [who, review] of reviews(at).entries()) {
      const annotator = annotators[who];
      if (!annotator) continue;
      const assignment = await makeSubmission(batch, subject, annotator, items);
      const common = {
        datasetId,
        batchId: batch.id,
        assignmentId: assignment.id,
        armId: arm.id,
        arm: arm.name,
        step: 0,
        raterId: annotator.raterId,
        exposure: "draft_first" as const,
        rubricId: items[0]?.rubricId ?? "",
        at: new Date(),
      };
      await db.decision.createMany({
        data: [
          ...review.items.map((what, position) => ({
            ...common,
            position,
            itemId: items[position]?.itemId,
            itemKey: items[position]?.item.key,
            action:
              what === "accept" || what === "remove" ? (what as "accept" | "remove") : ("revise" as const),
            text: what === "accept" || what === "remove" ? null : what,
          })),
          ...(review.added ?? []).map((text, position) => ({
            ...common,
            position: review.items.length + position,
            itemKey: randomUUID(),
            action: "add" as const,
            text,
            scale: items[0]?.scale ?? { type: "yesno" },
          })),
        ],
      });
    }
  }
}

/**
 * Submitted judgements in a batch that scores items: for each subject in the batch's order, one value per
 * annotator (null for none). Every item of the subject gets the same value, or its response an overall score; a pair gets it
 * as its preference.
 */
export async function makeVotes(
  batch: TestBatch,
  annotators: readonly { raterId: string; membershipId: string }[],
  values: (subject: number) => readonly (string | number | null)[],
  { flagged = false, overall = false }: { flagged?: boolean; overall?: boolean } = {},
): Promise<void> {
  const { datasetId } = await db.batch.findUniqueOrThrow({
    where: { id: batch.id },
    select: { datasetId: true },
  });
  const arm = await db.arm.findFirstOrThrow({ where: { batchId: batch.id } });
  const subjects = await db.subject.findMany({ where: { batchId: batch.id }, orderBy: { position: "asc" } });
  for (const [at, subject] of subjects.entries()) {
    const items = await db.itemVersion.findMany({
      where: {
        rubricVersion: { batches: { some: { batchId: batch.id } } },
        item: { rubric: { OR: [{ taskId: subject.taskId }, { taskId: null }] } },
      },
      orderBy: { position: "asc" },
    });
    for (const [who, value] of values(at).entries()) {
      const annotator = annotators[who];
      if (value === null || !annotator) continue;
      const assignment = await makeSubmission(batch, subject, annotator, items);
      await db.judgement.createMany({
        data: (overall || subject.responseBId ? [null] : items).map((item, position) => ({
          datasetId,
          batchId: batch.id,
          assignmentId: assignment.id,
          armId: arm.id,
          arm: arm.name,
          step: 0,
          taskId: subject.taskId,
          responseId: subject.responseId,
          responseBId: subject.responseBId,
          target: item
            ? ("item" as const)
            : subject.responseBId
              ? ("preference" as const)
              : ("overall" as const),
          itemId: item?.itemId,
          itemVersionId: item?.id,
          raterId: annotator.raterId,
          exposure: "none" as const,
          value,
          position,
          submittedAt: new Date(),
          metadata: flagged ? { flags: ["unclear"] } : {},
        })),
      });
    }
  }
}

/** A closed batch judged by people on two criteria per task: one value per person and subject. */
export async function makeClosedBatch({
  people,
  values = (subject) => people.map((_, who) => 1 + ((subject + who) % 5)),
  tasks = 3,
  ...design
}: {
  people: readonly TestMember<"annotator">[];
  values?: (subject: number) => readonly (string | number | null)[];
  tasks?: number;
} & Omit<NonNullable<Parameters<typeof makeBatch>[0]>, "dataset" | "annotators" | "k">): Promise<TestBatch> {
  const [first] = people;
  if (!first) throw new Error("somebody has to judge");
  const dataset = await makeDataset({ project: { id: first.projectId }, tasks, criteria: 2 });
  const batch = await makeBatch({
    dataset,
    annotators: [...people],
    k: people.length,
    preset: "criterion-scoring",
    settings: { overallScore: false },
    ...design,
  });
  await makeVotes(batch, people, values);
  await closeBatch(batch);
  return batch;
}

/** Closes a batch, as a site admin. */
export async function closeBatch({ id }: Pick<TestBatch, "id">): Promise<void> {
  const { actor } = await makeSiteAdmin();
  await moveBatch(actAs(actor, "admin"), id, "close");
}
