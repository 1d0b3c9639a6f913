import { describe, expect, test } from "vitest";
import { eraseAccount } from "@/lib/account/data/erasure";
import { copyOfOwnData } from "@/lib/account/data/personal-data-export";
import { actAs } from "@/lib/auth/actor";
import { findSignedIn } from "@/lib/auth/sessions";
import { findOwnQualification } from "@/lib/batch/data/checks/own-qualification";
import { grantQualification, listQualifications } from "@/lib/batch/data/checks/qualification-grants";
import { releaseExpiredLeases } from "@/lib/batch/data/claim";
import { findStakes, releaseAssignment, reopenAssignment } from "@/lib/batch/data/lifecycle";
import { findMonitor } from "@/lib/batch/data/monitor";
import { openBatch } from "@/lib/batch/data/open-batch";
import { reserveAhead } from "@/lib/batch/data/prefetch";
import { findProgress, listQueue, listSubjects } from "@/lib/batch/data/progress";
import { makeVersion } from "@/lib/batch/data/versions";
import { listWork } from "@/lib/batch/data/work-list";
import type { Arms } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { ratings } from "@/lib/export/data/ratings";
import { claim } from "@/lib/participation/data/claim";
import { joinBatch } from "@/lib/participation/data/join";
import { listParticipationLinks } from "@/lib/participation/data/links";
import { listOwnParticipations } from "@/lib/participation/data/participations";
import { markGold } from "@/lib/quality/data/gold";
import { findGoldResults } from "@/lib/quality/data/gold-comparison";
import { NO_MEASURES, type Quality } from "@/lib/quality/schema";
import { makeQualityStudy, next, submitAssignment, type TestAnnotator } from "@/lib/quality/testing/fixture";
import { loadStudy } from "@/lib/report/load-study";
import { findAssignment } from "@/lib/review/data/assignments";
import { skip, submit, undoSubmit } from "@/lib/review/data/submit";
import { makeBatch, makeGold, makeParticipationLink, stepsOf } from "@/testing/builders/batches";
import { makeMember, makeSiteAdmin } from "@/testing/builders/people";

const CANARY = "canary-why-it-is-so";
const judging: Arms = [
  { name: "with", k: 2, steps: stepsOf("checklist-answering", { exposure: "draft-first" }), exposure: null },
];
const exam = { subjects: 2, pass: 75, within: 0, attempts: 2, reveal: false };
const both: Quality = { ...NO_MEASURES, training: { subjects: 2 }, exam };

/** Eight tasks, gold "no" on both questions of the first six, and a batch with training and exam. */
async function qualifying(quality: Quality = both, people = 1) {
  const made = await makeQualityStudy(8, people);
  const { dataset, annotators } = made;
  await makeGold(dataset, { responses: 6, explanation: CANARY });
  const batch = await makeBatch({ dataset, annotators, arms: judging, quality, seed: 4 });
  const [person] = annotators;
  if (!person) throw new Error("nobody is there");
  return { ...made, person, batch };
}

/** Claims and submits a number of times, always with one answer. */
async function go(person: TestAnnotator, batch: { id: string }, times: number, say: "yes" | "no" = "no") {
  let last: Awaited<ReturnType<typeof submitAssignment>> = null;
  for (let n = 0; n < times; n++) {
    const view = await next(person, batch);
    if (!view) throw new Error("there is nothing to do");
    last = await submitAssignment(person, view, () => say);
  }
  return last;
}

/** The stage an assignment belongs to. */
async function partOf(id: string) {
  const { subject } = await db.assignment.findUniqueOrThrow({
    where: { id },
    select: { subject: { select: { use: true } } },
  });
  return subject.use;
}

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

describe("opening", () => {
  test("takes subjects with gold out of the work, in one order for everybody, without slots", async () => {
    const { batch, dataset, annotators } = await qualifying();
    const subjects = await db.subject.findMany({
      where: { batchId: batch.id },
      orderBy: { position: "asc" },
      include: { slots: true },
    });
    expect(subjects.map(({ use, position }) => [use, position])).toEqual([
      ["training", -4],
      ["training", -3],
      ["exam", -2],
      ["exam", -1],
      ["work", 0],
      ["work", 1],
      ["work", 2],
      ["work", 3],
    ]);
    expect(subjects.map(({ slots }) => slots.length)).toEqual([0, 0, 0, 0, 2, 2, 2, 2]);
    const again = await makeBatch({ dataset, annotators, arms: judging, quality: both, seed: 4 });
    const same = await db.subject.findMany({
      where: { batchId: again.id },
      orderBy: { position: "asc" },
      select: { responseId: true },
    });
    expect(same.map(({ responseId }) => responseId)).toEqual(subjects.map(({ responseId }) => responseId));
    const logged = await db.auditLog.findFirst({ where: { subjectId: batch.id, action: "batch.opened" } });
    expect(logged?.detail).toMatchObject({ subjects: 4, slots: 8, training: 2, exam: 2 });
  });

  test("is refused where there is too little gold, and leaves nothing behind", async () => {
    const { admin, dataset, annotators } = await qualifying();
    const open = async (quality: Quality) => {
      const { id } = await makeBatch({ dataset, annotators, arms: judging, quality, open: false });
      return [await openBatch(admin.actor, id), await db.subject.count({ where: { batchId: id } })];
    };
    expect(await open({ ...both, training: { subjects: 5 } })).toEqual([
      { refused: "too-few-gold", detail: { needed: 7, known: 6 } },
      0,
    ]);
    expect(await open({ ...both, training: { subjects: 4 }, gold: { share: 0.1, feedback: false } })).toEqual(
      [{ refused: "too-few-gold", detail: { needed: 7, known: 6 } }, 0],
    );
  });

  test("leaves checks their own subjects", async () => {
    const { batch } = await qualifying({ ...both, gold: { share: 0.5, feedback: false } });
    const uses = await db.subject.groupBy({ by: ["use"], where: { batchId: batch.id }, _count: true });
    expect(Object.fromEntries(uses.map(({ use, _count }) => [use, _count]))).toEqual({
      training: 2,
      exam: 2,
      check: 2,
      work: 2,
    });
    const placed = await db.subject.findMany({
      where: { batchId: batch.id, use: { in: ["work", "check"] } },
      orderBy: { position: "asc" },
    });
    expect(placed.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
  });
});

describe("the way into a batch", () => {
  test("leads through training with feedback and a passed exam to the work, and counts for nothing in it", async () => {
    const { project, admin, dataset, person, batch } = await qualifying();
    expect(await reserveAhead(person.actor, batch.id)).toEqual({ assignments: [] });
    for (const n of [1, 2]) {
      const view = await next(person, batch);
      if (!view) throw new Error("there is no training");
      expect(view.stage).toEqual({ use: "training", n, of: 2, attempt: 1, attempts: 1, isOver: false });
      expect(await partOf(view.id)).toBe("training");
      expect(JSON.stringify(view)).not.toContain(CANARY);
      // Repeated claims return the same assignment until it is submitted.
      expect((await next(person, batch))?.id).toBe(view.id);
      expect(await reserveAhead(person.actor, batch.id)).toEqual({ assignments: [] });
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

    // None of it is in the batch's numbers or exports.
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
    expect(await findStakes(admin.actor, batch.id)).toMatchObject({ submitted: 0, open: 0 });
    expect(await findGoldResults(admin.actor, batch.id)).toEqual({ checks: 0, results: [] });
    for (const table of [db.judgement, db.decision] as const)
      expect(await (table as typeof db.judgement).count({ where: { batchId: batch.id } })).toBe(0);
    const scope = { projectId: project.id, datasetId: dataset.id, batchId: batch.id };
    expect((await loadStudy(scope)).study.judgements).toHaveLength(0);
    expect(await all(fromSnapshot((snapshot) => ratings(snapshot, scope)))).toEqual([]);
    const records = await all(fromSnapshot((snapshot) => studyRecords(snapshot, scope)));
    const kept = records.filter((record: StudyRecord) => record.type === "response");
    expect(kept).toHaveLength(4);

    // The work is unaffected: the first assignment, and every slot of the design.
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

  test("ends where the exam is failed for good: no work by any way", async () => {
    const { admin, person, batch } = await qualifying({ ...NO_MEASURES, exam });
    await go(person, batch, 2, "yes");
    expect(await findOwnQualification(person.actor, batch.id)).toMatchObject({
      where: { at: "exam", n: 1, attempt: 2, attempts: 2 },
    });
    expect(await go(person, batch, 2, "yes")).toMatchObject({ result: true });
    expect(await claim(person.actor, batch.id)).toEqual({ refused: "exam-failed" });
    expect(await reserveAhead(person.actor, batch.id)).toEqual({ assignments: [] });
    expect(await listQueue(person.actor)).toMatchObject([{ hasWork: false, before: { at: "failed" } }]);
    expect(await listQualifications(admin.actor, batch.id)).toMatchObject({
      rows: [{ by: null, qualified: false, trained: 0, examined: 0, results: [{ right: 0 }, { right: 0 }] }],
    });
    expect(await db.assignment.count({ where: { batchId: batch.id, attempt: 0 } })).toBe(0);
  });

  test("is opened once by two windows, submitted once, and taken up again after a lease", async () => {
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

  test("counts an answer that gold was corrected for later as it was told", async () => {
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
});

describe("an admin", () => {
  test("grants another attempt, once it is needed, with a word that is on record", async () => {
    const { admin, person, batch } = await qualifying({ ...NO_MEASURES, exam: { ...exam, attempts: 1 } });
    const grant = (kind: "attempt" | "admission", by = admin.actor) =>
      grantQualification(by, batch.id, person.membershipId, { grant: kind, note: "Was ill" });
    expect(await grant("attempt")).toEqual({ refused: "attempt-left" });
    await go(person, batch, 2, "yes");
    expect(await grant("attempt", (await makeMember("admin")).actor)).toBeNull();
    const asked = await Promise.all([grant("attempt"), grant("attempt"), grant("attempt")]);
    expect(asked.filter((one) => one && "granted" in one)).toHaveLength(1);
    expect(await go(person, batch, 2, "no")).toMatchObject({ result: true });
    expect(await grant("attempt")).toEqual({ refused: "qualified-already" });
    expect((await next(person, batch))?.stage).toBeUndefined();
    const rows = await listQualifications(admin.actor, batch.id);
    expect(rows?.rows).toMatchObject([
      {
        by: "exam",
        granted: 1,
        grants: [{ kind: "attempt", note: "Was ill" }],
        results: [{}, { passed: true }],
      },
    ]);
    const researcher = await makeMember("researcher", { project: { id: batch.projectId } });
    expect((await listQualifications(researcher.actor, batch.id))?.rows).toMatchObject([
      { name: null, grants: [] },
    ]);
    const logged = await db.auditLog.findMany({
      where: { subjectId: batch.id, action: { startsWith: "qual" } },
    });
    expect(logged).toMatchObject([
      { action: "qualification.attempt-granted", detail: { membership: person.membershipId } },
    ]);
  });

  test("lets somebody in by hand, also out of the middle of it, and never twice", async () => {
    const { admin, dataset, person, batch } = await qualifying();
    const view = await next(person, batch);
    const letIn = () =>
      grantQualification(admin.actor, batch.id, person.membershipId, {
        grant: "admission",
        note: "Wrote it",
      });
    expect(await letIn()).toEqual({ granted: "admission" });
    expect(await letIn()).toEqual({ refused: "qualified-already" });
    expect(await submit(person.actor, view?.id ?? "", { lease: view?.lease ?? "" })).toEqual({
      refused: "released",
    });
    expect((await next(person, batch))?.stage).toBeUndefined();
    const plain = await makeBatch({ dataset, annotators: [person], arms: judging });
    expect(
      await grantQualification(admin.actor, plain.id, person.membershipId, { grant: "admission", note: "?" }),
    ).toEqual({ refused: "no-exam" });
  });

  test("grants while the last attempt is failing: it is failed first, or there was an attempt left", async () => {
    const { admin, person, batch } = await qualifying({ ...NO_MEASURES, exam: { ...exam, attempts: 1 } });
    await go(person, batch, 1, "yes");
    const view = await next(person, batch);
    if (!view) throw new Error("there is no exam");
    const [, granted] = await Promise.all([
      submitAssignment(person, view, () => "yes"),
      grantQualification(admin.actor, batch.id, person.membershipId, { grant: "attempt", note: "Again" }),
    ]);
    const own = await findOwnQualification(person.actor, batch.id);
    if (granted && "granted" in granted) expect(own?.where).toMatchObject({ at: "exam", attempt: 2 });
    else {
      expect(granted).toEqual({ refused: "attempt-left" });
      expect(own?.where).toEqual({ at: "failed" });
    }
  });

  test("takes training out of hands that do not get on with it", async () => {
    const { admin, person, batch } = await qualifying();
    const view = await next(person, batch);
    expect(await releaseAssignment(admin.actor, view?.id ?? "")).toEqual({ state: "returned" });
    expect(await next(person, batch)).toMatchObject({ id: view?.id, state: "open" });
  });
});

describe("a new version of the batch", () => {
  test.each([
    [false, undefined],
    [true, "training"],
  ])("where everybody is asked again: %s", async (askAgain, use) => {
    const { admin, person, batch } = await qualifying({ ...both, askAgain });
    await go(person, batch, 5);
    const made = await makeVersion(admin.actor, batch.id);
    if (!made || "refused" in made) throw new Error("no version was made");
    expect(await openBatch(admin.actor, made.id)).toMatchObject({ subjects: 4 });
    expect((await next(person, made))?.stage?.use).toBe(use);
    const rows = await listQualifications(admin.actor, made.id);
    expect(rows?.rows).toMatchObject([{ by: askAgain ? null : "earlier" }]);
  });
});

describe("whoever came through a link", () => {
  async function came(screenedCode: string | null) {
    const made = await qualifying({ ...NO_MEASURES, exam: { ...exam, attempts: 1 } });
    const { id, token } = await makeParticipationLink(made.batch, { quota: 1, share: 1 });
    await db.participationLink.update({ where: { id }, data: { screenedCode } });
    const joined = await joinBatch(
      { token, person: "P1", study: null, session: null },
      null,
      "browser of P1",
    );
    if ("refused" in joined) throw new Error(joined.refused);
    const user = joined.sid && (await findSignedIn(joined.sid));
    if (!user) throw new Error("nobody is signed in");
    const { id: membershipId, raterId } = await db.membership.findFirstOrThrow({
      where: { userId: user.userId },
    });
    const guest: TestAnnotator = { ...made.person, actor: actAs(user, "annotator"), membershipId, raterId };
    return { ...made, token, user, guest };
  }

  test.each([[null], ["OUT-7"]])("and fails, is shown the ending there is: %s", async (screenedCode) => {
    const { admin, batch, token, user, guest } = await came(screenedCode);
    await go(guest, batch, 2, "yes");
    expect(await claim(guest.actor, batch.id)).toEqual({ refused: "exam-failed" });
    expect(await listOwnParticipations(user)).toMatchObject([
      { state: "screened", completion: screenedCode && { code: screenedCode, url: null } },
    ]);
    expect(await listParticipationLinks(admin.actor, batch.id)).toMatchObject([{ screened: 1, left: 0 }]);
    // The place is free for others, and a guest who returns sees the same.
    expect(
      await joinBatch({ token, person: "P1", study: null, session: null }, null, "browser of P1"),
    ).toMatchObject({
      batch: batch.id,
    });
    expect(await claim(guest.actor, batch.id)).toEqual({ refused: "exam-failed" });
    expect(
      await joinBatch({ token, person: "P2", study: null, session: null }, null, "browser of P2"),
    ).toMatchObject({
      batch: batch.id,
    });
    // A further attempt is another chance.
    await grantQualification(admin.actor, batch.id, guest.membershipId, { grant: "attempt", note: "Again" });
    expect((await next(guest, batch))?.stage).toMatchObject({ attempt: 2 });
  });

  test("and passes, does their share, which training and exam are no part of", async () => {
    const { batch, user, guest } = await came("OUT-7");
    await go(guest, batch, 3, "no");
    expect(await claim(guest.actor, batch.id)).toEqual({ status: "none", later: false });
    expect(await listOwnParticipations(user)).toMatchObject([
      { state: "completed", completion: { code: "C1DONE" } },
    ]);
  });
});

test("what somebody did in training and exams goes when they are erased, or stays without an admin's words", async () => {
  for (const onErasure of ["remove", "keep"] as const) {
    const { project, admin, person, batch } = await qualifying();
    await db.project.update({ where: { id: project.id }, data: { onErasure } });
    await go(person, batch, 3);
    await grantQualification(admin.actor, batch.id, person.membershipId, {
      grant: "admission",
      note: "Named",
    });
    expect((await all(copyOfOwnData(person.actor))).join("")).toContain("Named");
    await eraseAccount((await makeSiteAdmin()).actor, person.actor.userId);
    const left = onErasure === "keep" ? 3 : 0;
    expect(await db.assignment.count({ where: { raterId: person.raterId } })).toBe(left);
    expect(await db.qualification.count({ where: { raterId: person.raterId } })).toBe(left && 1);
    expect(await db.qualificationGrant.count({ where: { note: "Named", batchId: batch.id } })).toBe(0);
  }
});
