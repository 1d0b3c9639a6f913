import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { copyOfOwnData } from "@/lib/account/data/personal-data-export";
import { listWork } from "@/lib/batch/data/assignment-list";
import { findOwnQualification } from "@/lib/batch/data/checks/own-qualification";
import { listQualifications } from "@/lib/batch/data/checks/qualification-grants";
import { releaseExpiredLeases } from "@/lib/batch/data/claim";
import { findAffectedWork, reopenAssignment } from "@/lib/batch/data/lifecycle";
import { findMonitor } from "@/lib/batch/data/monitor";
import { prefetch } from "@/lib/batch/data/prefetch";
import { findProgress, listQueue, listSubjects } from "@/lib/batch/data/progress";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { ratings } from "@/lib/export/data/ratings";
import { claim } from "@/lib/participation/data/claim";
import { markGold } from "@/lib/quality/data/gold";
import { findGoldResults } from "@/lib/quality/data/gold-comparison";
import { NO_MEASURES } from "@/lib/quality/schema";
import { next, submitAssignment } from "@/lib/quality/testing/fixture";
import { all, CANARY, exam, go, partOf, qualifying } from "@/lib/quality/testing/qualifying";
import { loadStudy } from "@/lib/report/data/load-study";
import { findAssignment } from "@/lib/review/data/assignments";
import { skip, submit } from "@/lib/review/data/submit";
import { undoSubmit } from "@/lib/review/data/undo-submit";

test("leads through training with feedback and a passed exam to the work, and enters no result", async () => {
  const { project, admin, dataset, person, batch } = await qualifying();
  expect(await prefetch(person.actor, batch.id, randomUUID())).toEqual({ assignments: [] });
  for (const n of [1, 2]) {
    const view = await next(person, batch);
    if (!view) throw new Error("there is no training");
    expect(view.stage).toEqual({ use: "training", n, of: 2, attempt: 1, attempts: 1, isOver: false });
    expect(await partOf(view.id)).toBe("training");
    expect(JSON.stringify(view)).not.toContain(CANARY);
    // Repeated claims return the same assignment until it is submitted.
    expect((await next(person, batch))?.id).toBe(view.id);
    expect(await prefetch(person.actor, batch.id, randomUUID())).toEqual({ assignments: [] });
    expect(await skip(person.actor, view.id, { lease: view.lease ?? "", reason: "hard" })).toEqual({
      refused: "exam-not-skipped",
    });
    const done = await submitAssignment(person, view, () => (n === 1 ? "yes" : "no"));
    expect(done).toMatchObject({ state: "submitted", feedback: true });
    expect((await findAssignment(person.actor, view.id))?.feedback).toEqual([
      expect.objectContaining({ gold: "no", explanation: CANARY, right: n === 2 }),
      expect.objectContaining({ gold: "no", explanation: CANARY, right: n === 2 }),
    ]);
    expect(await undoSubmit(person.actor, view.id)).toEqual({ refused: "answers-stand" });
    expect(await reopenAssignment(admin.actor, view.id, { note: "again" })).toEqual({
      refused: "answers-stand",
    });
  }
  for (const n of [1, 2]) {
    const view = await next(person, batch);
    if (!view) throw new Error("there is no exam");
    expect(view.stage).toEqual({ use: "exam", n, of: 2, attempt: 1, attempts: 2, isOver: false });
    const done = await submitAssignment(person, view, () => "no");
    expect(done).not.toHaveProperty("feedback");
    expect(done && "result" in done).toBe(n === 2);
  }
  const own = await findOwnQualification(person.actor, batch.id);
  expect(own).toMatchObject({
    where: { at: "work", through: null },
    results: [{ attempt: 1, asked: 4, right: 4, passed: true }],
    answers: [],
  });

  // Training and exam appear neither in the batch's numbers nor in its exports.
  expect(await findProgress(admin.actor, batch.id)).toMatchObject({
    subjects: 4,
    untouched: 4,
    complete: 0,
    submitted: 0,
    open: 0,
    annotators: [{ submitted: 0, open: 0, left: 0, medianMs: null }],
  });
  const monitor = await findMonitor(admin.actor, batch.id, "hour");
  expect(monitor?.arms).toMatchObject([{ slots: 8, submitted: 0, free: 8 }]);
  expect(monitor?.pace.submitted).toBe(0);
  expect(monitor?.throughput.every(({ submitted }) => submitted === 0)).toBe(true);
  expect((await listSubjects(admin.actor, batch.id, "all", { after: -100 })).rows).toHaveLength(4);
  expect((await listWork(admin.actor, batch.id, { filter: "submitted", q: "" }))?.rows).toEqual([]);
  expect(await findAffectedWork(admin.actor, batch.id)).toMatchObject({ submitted: 0, open: 0 });
  expect(await findGoldResults(admin.actor, batch.id)).toEqual({ checks: 0, results: [] });
  for (const table of [db.judgement, db.decision] as const)
    expect(await (table as typeof db.judgement).count({ where: { batchId: batch.id } })).toBe(0);
  const scope = { projectId: project.id, datasetId: dataset.id, batchId: batch.id };
  const records: StudyRecord[] = await all(fromSnapshot((snapshot) => studyRecords(snapshot, scope)));
  const responses = records.flatMap((record) => (record.type === "response" ? [record.id] : []));
  expect(responses).toHaveLength(4);
  // Two of the four have gold, which is not that of training or exam.
  const { judgements } = (await loadStudy(scope)).study;
  expect(new Set([...judgements].map(({ raterKind }) => raterKind))).toEqual(new Set(["gold"]));
  expect([...judgements].filter(({ response }) => !responses.includes(response ?? ""))).toEqual([]);
  const rated = await all(fromSnapshot((snapshot) => ratings(snapshot, scope)));
  expect(new Set(rated.map((row) => row.rater_kind))).toEqual(new Set(["gold"]));

  // Ordinary work is unaffected: it starts with the first assignment, and every slot of the design is there.
  const first = await next(person, batch);
  expect(first).toMatchObject({ position: 1 });
  expect(first).not.toHaveProperty("stage");
  await go(person, batch, 4);
  expect(await next(person, batch)).toBeNull();
  expect(await db.slot.count({ where: { batchId: batch.id, assignmentId: { not: null } } })).toBe(4);
  expect((await findProgress(admin.actor, batch.id))?.annotators).toMatchObject([{ submitted: 4 }]);
});

test("nothing of an exam's gold reaches the browser before its end, or after it unless it is revealed", async () => {
  for (const reveal of [false, true]) {
    const { person, batch } = await qualifying({ ...NO_MEASURES, exam: { ...exam, reveal } });
    const sent: unknown[] = [];
    const copy = async () => (await all(copyOfOwnData(person.actor))).join("");
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) {
      // One attempt that fails, then one that passes.
      const view = await next(person, batch);
      if (!view) throw new Error("there is no exam");
      ids.push(view.id);
      sent.push(view, await submitAssignment(person, view, () => (n < 2 ? "yes" : "no")));
      sent.push(await findOwnQualification(person.actor, batch.id));
      if (n === 3) break;
      sent.push(...(await Promise.all(ids.map((id) => findAssignment(person.actor, id)))));
      sent.push(await copy(), await listQueue(person.actor), await claim(person.actor, batch.id));
    }
    const beforeEnd = JSON.stringify(sent.slice(0, -1));
    expect(beforeEnd).not.toContain(CANARY);
    expect(beforeEnd).not.toMatch(/gold"|isRight|explanation"/);

    const after = await findOwnQualification(person.actor, batch.id);
    expect(after?.results).toEqual([
      { attempt: 1, asked: 4, right: 0, passed: false },
      { attempt: 2, asked: 4, right: 4, passed: true },
    ]);
    expect(after?.answers).toHaveLength(reveal ? 4 : 0);
    const [last = ""] = ids.slice(-1);
    expect((await findAssignment(person.actor, last))?.feedback?.length).toBe(reveal ? 2 : undefined);
    expect((await copy()).includes(CANARY)).toBe(reveal);
  }
});

test("ends with the last failed exam: no route gives work", async () => {
  const { admin, person, batch } = await qualifying({ ...NO_MEASURES, exam });
  await go(person, batch, 2, "yes");
  expect(await findOwnQualification(person.actor, batch.id)).toMatchObject({
    where: { at: "exam", n: 1, attempt: 2, attempts: 2 },
  });
  expect(await go(person, batch, 2, "yes")).toMatchObject({ result: true });
  expect(await claim(person.actor, batch.id)).toEqual({ refused: "exam-failed" });
  expect(await prefetch(person.actor, batch.id, randomUUID())).toEqual({ assignments: [] });
  expect(await listQueue(person.actor)).toMatchObject([{ hasWork: false, before: { at: "failed" } }]);
  expect(await listQualifications(admin.actor, batch.id)).toMatchObject({
    rows: [{ by: null, qualified: false, trained: 0, examined: 0, results: [{ right: 0 }, { right: 0 }] }],
  });
  expect(await db.assignment.count({ where: { batchId: batch.id, attempt: 0 } })).toBe(0);
});

test("is opened once by two windows, submitted once, and continued after its lease expired", async () => {
  const { person, batch } = await qualifying();
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim(person.actor, batch.id)));
  const ids = claims.map((one) => one && "assignment" in one && one.assignment.id);
  expect(new Set(ids).size).toBe(1);
  expect(await db.assignment.count({ where: { batchId: batch.id } })).toBe(1);
  const view = await next(person, batch);
  if (!view) throw new Error("there is no training");

  await db.assignment.update({ where: { id: view.id }, data: { leaseUntil: new Date(0) } });
  expect(await releaseExpiredLeases(batch.id)).toBeGreaterThanOrEqual(0);
  expect(await db.assignment.findUnique({ where: { id: view.id } })).toMatchObject({ state: "expired" });
  const again = await next(person, batch);
  expect(again).toMatchObject({ id: view.id, state: "open" });
  if (!again) throw new Error("it is gone");
  await submitAssignment(person, again, () => "no");
  expect(await submit(person.actor, view.id, { lease: again.lease ?? "" })).toEqual({
    refused: "already-submitted",
  });

  await go(person, batch, 2);
  const last = await next(person, batch);
  if (!last) throw new Error("there is no exam");
  await submitAssignment(person, { ...last, frame: { steps: [] } }, () => "no");
  const complete = await next(person, batch);
  expect(complete?.id).toBe(last.id);
  const done = await Promise.all([
    submitAssignment(person, last, () => "no"),
    submit(person.actor, last.id, { lease: last.lease ?? "" }),
  ]);
  expect(done.filter((one) => one && "result" in one).length).toBeLessThanOrEqual(1);
  expect(await db.examResult.count({ where: { batchId: batch.id } })).toBe(1);
});

test("counts an answer by the gold it was compared with, though gold was corrected later", async () => {
  const { admin, dataset, person, batch } = await qualifying({ ...NO_MEASURES, exam });
  await go(person, batch, 2);
  const golds = await db.judgement.findMany({ where: { datasetId: dataset.id, rater: { kind: "gold" } } });
  for (const { responseId, itemId } of golds)
    await markGold(admin.actor, dataset.id, {
      response: responseId ?? "",
      item: itemId,
      value: "yes",
      explanation: "",
    });
  expect((await findOwnQualification(person.actor, batch.id))?.results).toMatchObject([{ right: 4 }]);
  expect((await next(person, batch))?.stage).toBeUndefined();
});
