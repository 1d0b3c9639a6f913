import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { findAttention, listAttention } from "@/lib/batch/data/attention";
import { findBatchCost, findTotals, setPay } from "@/lib/batch/data/cost";
import { notifyOfStopped } from "@/lib/batch/data/stopped-annotators";
import { claimed } from "@/lib/batch/testing/crowd";
import { db } from "@/lib/database/db";
import { markNotices } from "@/lib/notice/data/inbox";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint, makeRun } from "@/testing/builders/runs";
import { makeVotes } from "@/testing/builders/submissions";

const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);

/**
 * A batch opened ten days ago in which two annotators judged everything. They agree on all units but the last
 * ones.
 */
async function makeJudgedBatch({ responses = 80 } = {}) {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotators = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const dataset = await makeDataset({ project, tasks: responses, criteria: 1 });
  const settings = { overallScore: false };
  const batch = await makeBatch({ dataset, annotators, k: 2, preset: "criterion-scoring", settings });
  await db.batch.update({ where: { id: batch.id }, data: { openedAt: ago(10) } });
  return { project, admin, annotators, dataset, batch };
}

test("the batch lists what needs attention, with names for admins and pseudonyms for researchers", async () => {
  const { project, admin, annotators, batch } = await makeJudgedBatch();
  await makeVotes(batch, annotators, (subject) => [4, subject < 60 ? 4 : 1]);
  const [slow, fast] = annotators;
  const late = await makeMember("annotator", { project });
  await db.batchAnnotator.create({
    data: { batchId: batch.id, membershipId: late.membershipId, addedAt: ago(5) },
  });
  // In the order of the subjects, an hour apart; the last one three days ago. One annotator takes a tenth of
  // the time.
  await db.$executeRaw`
    UPDATE "Assignment" a SET "submittedAt" = now() - interval '3 days' - (80 - s."position") * interval '1 minute',
      "activeMs" = CASE WHEN a."raterId" = ${fast?.raterId}::uuid THEN 5000 ELSE 50000 END
    FROM "Subject" s WHERE s."id" = a."subjectId" AND a."batchId" = ${batch.id}::uuid`;
  await db.$executeRaw`
    UPDATE "Judgement" j SET "submittedAt" = a."submittedAt" FROM "Assignment" a
    WHERE a."id" = j."assignmentId" AND j."batchId" = ${batch.id}::uuid`;
  const [one] = await db.assignment.findMany({
    where: { batchId: batch.id, raterId: slow?.raterId },
    take: 1,
  });
  await db.flag.create({
    data: { batchId: batch.id, assignmentId: one?.id ?? "", code: "unsafe", raisedAt: ago(3) },
  });
  await db.question.create({ data: { batchId: batch.id, assignmentId: one?.id ?? "", changedAt: ago(2) } });
  const free = await db.slot.findFirstOrThrow({ where: { batchId: batch.id } });
  await db.slot.create({
    data: {
      batchId: batch.id,
      subjectId: free.subjectId,
      armId: free.armId,
      replicate: 9,
      orderKey: 9,
      lane: 9,
    },
  });

  const found = await findAttention(admin.actor, batch.id);
  expect(found).toMatchObject([
    { what: "quiet", left: 1 },
    { what: "unanswered", waiting: 1 },
    { what: "faster", people: [{ code: fast?.pseudonym, name: fast?.name, medianMs: 5000, restMs: 50_000 }] },
    { what: "agreement-fell", from: 1, to: 0, units: 20 },
    { what: "never-came", people: [{ code: late.pseudonym, name: late.name }] },
    { what: "flags", flags: 1 },
  ]);
  const researcher = await makeMember("researcher", { project });
  const names = JSON.stringify(await findAttention(researcher.actor, batch.id));
  expect(names).toContain(fast?.pseudonym);
  expect(names).not.toContain(fast?.name);
  expect(await listAttention(researcher.actor, project.id)).toMatchObject([
    { id: batch.id, findings: { length: 6 } },
  ]);

  for (const stranger of [await makeMember("admin"), annotators[0]])
    if (stranger) {
      expect(await findAttention(actAs(stranger.actor, "researcher"), batch.id)).toBeNull();
      expect(await listAttention(actAs(stranger.actor, "researcher"), project.id)).toEqual([]);
    }
  await db.batch.update({ where: { id: batch.id }, data: { state: "closed", closedAt: new Date() } });
  expect(await findAttention(admin.actor, batch.id)).toEqual([]);
});

test("the cost of annotators is shown beside that of models, in the batch and in the project's totals", async () => {
  const { project, admin, annotators, dataset, batch } = await makeJudgedBatch({ responses: 4 });
  await makeVotes(batch, annotators, () => [4, 4]);
  await db.assignment.updateMany({ where: { batchId: batch.id }, data: { activeMs: 450_000 } });
  const endpoint = await makeEndpoint({ project, currency: "EUR" });
  const run = await makeRun({ dataset, endpoint });
  await db.draftRun.update({
    where: { id: run.id },
    data: { costMicros: 2_500_000, spentMicros: 2_500_000 },
  });
  await db.llmEndpoint.update({ where: { id: endpoint.id }, data: { spentMicros: 2_500_000 } });

  expect(await findBatchCost(admin.actor, batch.id)).toEqual({
    pay: null,
    submitted: 8,
    activeMs: 8 * 450_000,
    peopleMicros: null,
    models: [{ currency: "EUR", micros: 2_500_000 }],
  });
  const pay = { per: "hour", micros: 15_000_000, currency: "EUR" } as const;
  expect(await setPay(admin.actor, batch.id, { pay })).toEqual({ pay });
  expect(await findBatchCost(admin.actor, batch.id)).toMatchObject({ pay, peopleMicros: 15_000_000 });
  await setPay(admin.actor, batch.id, { pay: { ...pay, per: "assignment", micros: 500_000 } });
  expect(await findBatchCost(admin.actor, batch.id)).toMatchObject({ peopleMicros: 4_000_000 });

  expect(await findTotals(admin.actor, project.id)).toMatchObject({
    datasets: 1,
    tasks: 4,
    batches: 1,
    running: 1,
    annotators: 2,
    slots: 8,
    submitted: 8,
    unpaid: 0,
    costs: [{ currency: "EUR", peopleMicros: 4_000_000, modelMicros: 2_500_000 }],
  });
  await setPay(admin.actor, batch.id, { pay: null });
  expect(await findTotals(admin.actor, project.id)).toMatchObject({ unpaid: 8 });

  const stranger = await makeMember("admin");
  expect(await setPay(stranger.actor, batch.id, { pay })).toBeNull();
  expect(await findBatchCost(stranger.actor, batch.id)).toBeNull();
  expect(await findTotals(stranger.actor, project.id)).toBeNull();
  const annotator = actAs(annotators[0]?.actor ?? admin.actor, "researcher");
  expect(await findTotals(annotator, project.id)).toBeNull();
});

test("admins hear once of an annotator who began and has not gone on while work is left", async () => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const [left, diligent, unbegun] = [
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
  ];
  const dataset = await makeDataset({ project, tasks: 2 });
  const batch = await makeBatch({ dataset, annotators: [left, diligent, unbegun], k: 2 });
  const started = [await claimed(left, batch), await claimed(diligent, batch)];
  const notices = () => db.notice.findMany({ where: { kind: "annotator-stopped", subjectId: batch.id } });
  await notifyOfStopped();
  expect(await notices()).toEqual([]);

  await db.batch.update({ where: { id: batch.id }, data: { openedAt: ago(9) } });
  const earlier = { openedAt: ago(4), leaseUntil: ago(3.9) };
  await db.assignment.update({ where: { id: started[0]?.id ?? "" }, data: earlier });
  await notifyOfStopped();
  await notifyOfStopped();
  expect(await notices()).toMatchObject([
    { userId: admin.id, path: `/projects/${project.id}/batches/${batch.id}` },
  ]);
  expect(await findAttention(admin.actor, batch.id)).toContainEqual({
    what: "stopped",
    people: [{ code: left.pseudonym, name: left.name }],
  });

  // Not again when the admin has read it, and not when nothing is left to do.
  await markNotices(admin.actor, { read: true });
  await notifyOfStopped();
  expect(await notices()).toMatchObject([{ readAt: expect.any(Date) }]);
  await db.assignment.update({ where: { id: started[1]?.id ?? "" }, data: earlier });
  await db.$executeRaw`DELETE FROM "Slot" WHERE "batchId" = ${batch.id}::uuid AND "assignmentId" IS NULL`;
  await db.assignment.updateMany({
    where: { batchId: batch.id },
    data: { state: "submitted", lease: null, leaseUntil: null, submittedAt: ago(3.5) },
  });
  await notifyOfStopped();
  expect(await notices()).toMatchObject([{ readAt: expect.any(Date) }]);
});
