import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { changeBatch } from "@/lib/batch/data/batches";
import { moveBatch } from "@/lib/batch/data/change-state";
import { endIntake, findIntake, startIntake, takeNewSubjects } from "@/lib/batch/data/intake";
import { findMonitorVersion } from "@/lib/batch/data/monitor";
import { openBatch } from "@/lib/batch/data/open-batch";
import { previewOpening } from "@/lib/batch/data/preview-opening";
import { findBatch, findProgress, listQueue } from "@/lib/batch/data/progress";
import { makeVersion } from "@/lib/batch/data/versions";
import { db } from "@/lib/database/db";
import { addRecords } from "@/lib/dataset/data/add-records";
import { isRefusal } from "@/lib/http/refusals";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeProgress } from "@/testing/builders/submissions";

/** An open batch with two people on each of two responses, and a way to push more tasks with one. */
async function study() {
  const project = await makeProject();
  const admin = (await makeMember("admin", { project })).actor;
  const dataset = await makeDataset({ project, tasks: 2 });
  const annotators = [await makeMember("annotator", { project })];
  const batch = await makeBatch({ dataset, annotators, k: 2 });
  let pushed = 0;
  const push = async (count: number) => {
    const records = Array.from({ length: count }, () => {
      pushed++;
      return [
        { type: "task", id: `new${pushed}`, instruction: `Say something about ${pushed}.` },
        {
          type: "response",
          id: `new${pushed}.r`,
          task: `new${pushed}`,
          model: "model-n",
          text: "Something.",
        },
      ];
    }).flat();
    await addRecords(admin, dataset.id, { records, firstLine: 1 });
  };
  const subjects = () =>
    db.subject.findMany({
      where: { batchId: batch.id },
      orderBy: { position: "asc" },
      select: { probability: true, task: { select: { key: true } }, _count: { select: { slots: true } } },
    });
  return { admin, batch, push, subjects, project };
}

test("an open batch takes what comes, with all its assignments, up to its limit, and never twice", async () => {
  const { admin, batch, push, subjects } = await study();
  await push(1);
  expect(await startIntake(admin, batch.id, { limit: 5, rate: 1, perDay: null })).toMatchObject({
    intake: { limit: 5, rate: 1, subjects: 2, taken: 0, tookAt: null },
  });
  await push(2);
  await Promise.all([takeNewSubjects(), takeNewSubjects()]);
  await takeNewSubjects();
  // Subjects that existed before the intake began are not taken.
  expect((await subjects()).map(({ task }) => task.key)).toEqual(["t1", "t2", "new2", "new3"]);
  await push(3);
  await takeNewSubjects();
  const found = await subjects();
  expect(found.map(({ task }) => task.key)).toEqual(["t1", "t2", "new2", "new3", "new4"]);
  expect(found.map(({ probability }) => probability).slice(2)).toEqual([1, 1, 1]);
  // Exactly as many assignments for each, old or new.
  expect(new Set(found.map(({ _count }) => _count.slots))).toEqual(new Set([2]));
  expect(await findIntake(admin, batch.id)).toMatchObject({ intake: { subjects: 5, taken: 3 } });
});

test("a sampling rate draws by the seed, the same again, and its chance is stored with what was drawn", async () => {
  const { admin, batch, push, subjects } = await study();
  await startIntake(admin, batch.id, { limit: 1000, rate: 0.25, perDay: null });
  await push(400);
  await takeNewSubjects();
  const drawn = (await subjects()).slice(2);
  // 400 tosses of 0.25: a mean of 100, a deviation of 8.7.
  expect(drawn.length).toBeGreaterThan(60);
  expect(drawn.length).toBeLessThan(140);
  expect(new Set(drawn.map(({ probability }) => probability))).toEqual(new Set([0.25]));
  // Subjects that were passed over stay so, also when the rate changes.
  await db.batchIntake.update({ where: { batchId: batch.id }, data: { seenVersion: null } });
  await takeNewSubjects();
  await startIntake(admin, batch.id, { limit: 1000, rate: 1, perDay: null });
  await takeNewSubjects();
  expect(await subjects()).toHaveLength(drawn.length + 2);
  await push(1);
  await takeNewSubjects();
  expect((await subjects()).at(-1)).toMatchObject({ probability: 1, task: { key: "new401" } });
});

test("a paused batch takes what came meanwhile once it is resumed; an ended intake and a closed batch take nothing", async () => {
  const { admin, batch, push, subjects } = await study();
  await startIntake(admin, batch.id, { limit: 10, rate: 1, perDay: null });
  await moveBatch(admin, batch.id, "pause");
  await push(1);
  await takeNewSubjects();
  expect(await subjects()).toHaveLength(2);
  await moveBatch(admin, batch.id, "resume");
  await takeNewSubjects();
  expect(await subjects()).toHaveLength(3);
  await endIntake(admin, batch.id);
  await push(1);
  await takeNewSubjects();
  expect(await findIntake(admin, batch.id)).toEqual({ intake: null });
  expect(await subjects()).toHaveLength(3);
  await startIntake(admin, batch.id, { limit: 10, rate: 1, perDay: null });
  await moveBatch(admin, batch.id, "close");
  await push(1);
  await takeNewSubjects();
  expect(await subjects()).toHaveLength(3);
  expect(await startIntake(admin, batch.id, { limit: 11, rate: 1, perDay: null })).toMatchObject({
    refused: "batch-closed",
  });
});

/** Lets a day pass for a batch: what it took was taken on the day before. */
const passDay = (batchId: string) =>
  db.$executeRaw`
    UPDATE "BatchIntake" SET "day" = "day" - 1, "waitsUntil" = "waitsUntil" - interval '1 day'
    WHERE "batchId" = ${batchId}::uuid`;

test("subjects above the limit of a day wait in the order in which they came, and are taken on the next days", async () => {
  const { admin, batch, push, subjects } = await study();
  await startIntake(admin, batch.id, { limit: 7, rate: 1, perDay: 2 });
  const found = async () => (await findIntake(admin, batch.id))?.intake;
  const keys = async () => (await subjects()).slice(2).map(({ task }) => task.key);
  await push(1);
  await takeNewSubjects();
  expect(await found()).toMatchObject({ perDay: 2, takenToday: 1, waiting: 0, waitsUntil: null });
  await push(2);
  await takeNewSubjects();
  await push(3);
  await Promise.all([takeNewSubjects(), takeNewSubjects()]);
  expect(await keys()).toEqual(["new1", "new2"]);
  // Only three of the four subjects above the limit fit the batch.
  const { day } = await db.batchIntake.findUniqueOrThrow({ where: { batchId: batch.id } });
  const midnight = new Date((day?.getTime() ?? 0) + 86_400_000);
  expect(await found()).toMatchObject({ takenToday: 2, taken: 2, waiting: 3, waitsUntil: midnight });
  // Asked again before midnight, nothing happens.
  await takeNewSubjects();
  expect(await keys()).toHaveLength(2);
  await passDay(batch.id);
  expect(await found()).toMatchObject({ takenToday: 0, waiting: 3 });
  await takeNewSubjects();
  expect(await keys()).toEqual(["new1", "new2", "new3", "new4"]);
  expect(await found()).toMatchObject({ takenToday: 2, taken: 4, waiting: 1 });
  await passDay(batch.id);
  await takeNewSubjects();
  expect(await keys()).toEqual(["new1", "new2", "new3", "new4", "new5"]);
  expect(await found()).toMatchObject({ takenToday: 1, subjects: 7, waiting: 0, waitsUntil: null });
});

test("ending the intake and starting it again does not begin the day anew", async () => {
  const { admin, batch, push, subjects } = await study();
  const settings = { limit: 100, rate: 1, perDay: 2 };
  await startIntake(admin, batch.id, settings);
  await push(2);
  await takeNewSubjects();
  await endIntake(admin, batch.id);
  expect(await startIntake(admin, batch.id, settings)).toMatchObject({ intake: { taken: 0, takenToday: 2 } });
  await push(1);
  await takeNewSubjects();
  expect(await subjects()).toHaveLength(4);
  expect(await findIntake(admin, batch.id)).toMatchObject({ intake: { waiting: 1 } });
});

test("subjects that wait for another day stay when the settings change, and a new rate draws them too", async () => {
  const { admin, batch, push, subjects } = await study();
  const settings = { limit: 1000, rate: 0.5, perDay: 1 };
  await startIntake(admin, batch.id, settings);
  await push(60);
  await takeNewSubjects();
  const waiting = (await findIntake(admin, batch.id))?.intake?.waiting ?? 0;
  expect(waiting).toBeGreaterThan(5);
  // If a day's limit is raised, fewer are taken than wait; without a limit all of them, and none that was passed
  // over.
  await startIntake(admin, batch.id, { ...settings, perDay: 4 });
  expect(await findIntake(admin, batch.id)).toMatchObject({
    intake: { takenToday: 4, waiting: waiting - 3 },
  });
  await startIntake(admin, batch.id, { ...settings, rate: 0.1 });
  const kept = (await findIntake(admin, batch.id))?.intake?.waiting ?? 0;
  expect(kept).toBeLessThan(waiting - 3);
  await startIntake(admin, batch.id, { limit: 1000, rate: 0.1, perDay: null });
  await takeNewSubjects();
  expect(await findIntake(admin, batch.id)).toMatchObject({
    intake: { taken: 4 + kept, waiting: 0, waitsUntil: null },
  });
  expect((await subjects()).map(({ probability }) => probability).slice(6)).toEqual(
    Array.from({ length: kept }, () => 0.1),
  );
});

test("a design that takes new ones begins when it opens, with a reserve of them by chance, and a new version keeps it", async () => {
  const project = await makeProject();
  const admin = (await makeMember("admin", { project })).actor;
  const dataset = await makeDataset({ project, tasks: 3 });
  const annotators = [
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
  ];
  const intake = { limit: 1000, rate: 1, perDay: 200 };
  const quality = { reserve: { share: 0.25, k: 2 } };
  const batch = await makeBatch({ dataset, annotators, k: 1, intake, quality });
  expect(await findIntake(admin, batch.id)).toMatchObject({ intake: { ...intake, taken: 0, subjects: 3 } });
  const pushed = Array.from({ length: 200 }, (_, n) => [
    { type: "task", id: `p${n}`, instruction: "Say it." },
    { type: "response", id: `p${n}.r`, task: `p${n}`, model: "model-n", text: "It." },
  ]).flat();
  await addRecords(admin, dataset.id, { records: pushed, firstLine: 1 });
  await takeNewSubjects();
  const taken = await db.subject.findMany({
    where: { batchId: batch.id, position: { gte: 3 } },
    select: { reserved: true, _count: { select: { slots: true } } },
  });
  expect(taken).toHaveLength(200);
  // 200 tosses of 0.25: a mean of 50, a deviation of 6.1.
  const reserved = taken.filter((subject) => subject.reserved);
  expect(reserved.length).toBeGreaterThan(25);
  expect(reserved.length).toBeLessThan(75);
  for (const subject of taken) expect(subject._count.slots).toBe(subject.reserved ? 3 : 1);
  const made = await makeVersion(admin, batch.id);
  if (!made || isRefusal(made)) throw new Error("no version was made");
  expect(await findBatch(actAs(admin, "researcher"), made.id)).toMatchObject({ intake });
  // A draft takes nothing, and its intake is changed like the rest of it.
  expect(await changeBatch(admin, made.id, { intake: { ...intake, perDay: 5 } })).toMatchObject({
    revision: 1,
  });
  await takeNewSubjects();
  expect(await db.subject.count({ where: { batchId: made.id } })).toBe(0);
  expect(await findIntake(admin, made.id)).toMatchObject({ intake: { perDay: 5 } });
  expect(await endIntake(admin, made.id)).toMatchObject({ refused: "batch-state-changed" });
  expect(await findIntake(admin, made.id)).toMatchObject({ intake: { perDay: 5 } });
  await changeBatch(admin, made.id, { intake: null });
  expect(await findIntake(admin, made.id)).toEqual({ intake: null });
  expect(await changeBatch(admin, batch.id, { intake: null })).toMatchObject({ refused: "batch-not-draft" });
});

test("annotators hear of new work that is taken when there was none left, and of no other", async () => {
  const project = await makeProject();
  const admin = (await makeMember("admin", { project })).actor;
  const annotator = await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, tasks: 1 });
  const intake = { limit: 10, rate: 1, perDay: null };
  const batch = await makeBatch({ dataset, annotators: [annotator], intake });
  const pushAndTake = async (id: string) => {
    await db.notice.deleteMany({ where: { projectId: project.id } });
    const task = { type: "task", id, instruction: "Say it." };
    const response = { type: "response", id: `${id}.r`, task: id, model: "model-n", text: "It." };
    await addRecords(admin, dataset.id, { records: [task, response], firstLine: 1 });
    await takeNewSubjects();
    return db.notice.findMany({ where: { projectId: project.id }, select: { kind: true, userId: true } });
  };
  expect(await pushAndTake("while there is work")).toEqual([]);
  await makeProgress(annotator, batch, { submitted: 2 });
  expect(await pushAndTake("when all is done")).toEqual([{ kind: "new-work", userId: annotator.id }]);
});

test("no intake starts for a batch that plants errors, a draft, or another project's batch", async () => {
  const { admin, batch } = await study();
  const stranger = (await makeMember("admin")).actor;
  expect(await startIntake(stranger, batch.id, { limit: 10, rate: 1, perDay: null })).toBeNull();
  expect(await findIntake(stranger, batch.id)).toBeNull();
  expect(await endIntake(stranger, batch.id)).toBeNull();
  await db.batch.update({
    where: { id: batch.id },
    data: { quality: { planted: { share: 0.1, debrief: false } } },
  });
  expect(await startIntake(admin, batch.id, { limit: 10, rate: 1, perDay: null })).toMatchObject({
    refused: "intake-with-shares",
  });
});

/** A project with an admin, an annotator and a dataset without any record. */
async function nothingYet() {
  const project = await makeProject();
  const admin = (await makeMember("admin", { project })).actor;
  const annotator = await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, tasks: 0 });
  const design = {
    dataset,
    annotators: [annotator],
    open: false,
    intake: { limit: 10, rate: 1, perDay: null },
  };
  return { project, admin, annotator, dataset, design };
}

test("a batch that takes new ones opens on an empty dataset, and takes the first record that comes", async () => {
  const { admin, annotator, dataset, design } = await nothingYet();
  const batch = await makeBatch({ ...design, preset: "queue" });
  expect(await previewOpening(admin, batch.id)).toMatchObject({ subjects: 0, slots: 0 });
  expect(await openBatch(admin, batch.id)).toEqual({ subjects: 0, slots: 0 });
  expect(await findProgress(admin, batch.id)).toMatchObject({
    subjects: 0,
    slots: 0,
    submitted: 0,
    untouched: 0,
  });
  expect(await listQueue(annotator.actor)).toMatchObject([{ id: batch.id, hasWork: false, share: 0 }]);
  const notices = () => db.notice.count({ where: { userId: annotator.id, kind: "new-work" } });
  // Nothing can be done yet, so nobody is called.
  expect(await notices()).toBe(0);
  await takeNewSubjects();
  expect(await findIntake(admin, batch.id)).toMatchObject({ intake: { subjects: 0, taken: 0 } });
  const records = [
    { type: "task", id: "first", instruction: "Say something." },
    { type: "response", id: "first.r", task: "first", model: "m", text: "Something." },
  ];
  await addRecords(admin, dataset.id, { records, firstLine: 1 });
  const pushed = await findMonitorVersion(admin, batch.id);
  await takeNewSubjects();
  // Open pages of the monitor see it.
  expect(await findMonitorVersion(admin, batch.id)).not.toEqual(pushed);
  expect(await findIntake(admin, batch.id)).toMatchObject({ intake: { subjects: 1, taken: 1 } });
  expect(await listQueue(annotator.actor)).toMatchObject([{ hasWork: true, share: 1 }]);
  expect(await notices()).toBe(1);
});

test("nothing opens on an empty selection that takes no new ones, or of which nobody knows what it would show", async () => {
  const { admin, design } = await nothingYet();
  const without = await makeBatch({ ...design, preset: "queue", intake: null });
  expect(await openBatch(admin, without.id)).toEqual({ refused: "no-eligible-subjects" });
  const unknown = await makeBatch({ ...design, preset: "checklist-answering" });
  expect(await openBatch(admin, unknown.id)).toEqual({ refused: "no-eligible-subjects" });
  for (const { id } of [without, unknown])
    expect(await db.batch.findUnique({ where: { id } })).toMatchObject({ state: "draft", openedAt: null });
});

test("a filter that nothing passes yet opens with the source that its steps show", async () => {
  const project = await makeProject();
  const admin = (await makeMember("admin", { project })).actor;
  const dataset = await makeDataset({ project, tasks: 2, checklist: 1 });
  const batch = await makeBatch({
    ...{ dataset, preset: "checklist-answering", open: false, intake: { limit: 10, rate: 1, perDay: null } },
    selection: { filter: { tag: ["production"] }, sample: null },
  });
  expect(await openBatch(admin, batch.id)).toEqual({ subjects: 0, slots: 0 });
  const [arm] = await db.arm.findMany({ where: { batchId: batch.id } });
  expect(arm?.protocol).toMatchObject({ steps: [{ type: "judge", rubric: { from: expect.any(String) } }] });
});
