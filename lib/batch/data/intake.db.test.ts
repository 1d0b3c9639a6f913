import { expect, test } from "vitest";
import { endIntake, findIntake, startIntake, takeNewSubjects } from "@/lib/batch/data/intake";
import { moveBatch } from "@/lib/batch/data/move-batch";
import { db } from "@/lib/database/db";
import { addRecords } from "@/lib/dataset/data/add-records";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

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
  expect(await startIntake(admin, batch.id, { limit: 5, rate: 1 })).toMatchObject({
    intake: { limit: 5, rate: 1, subjects: 2, taken: 0, tookAt: null },
  });
  await push(2);
  await Promise.all([takeNewSubjects(), takeNewSubjects()]);
  await takeNewSubjects();
  // What was there before it began is not taken.
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
  await startIntake(admin, batch.id, { limit: 1000, rate: 0.25 });
  await push(400);
  await takeNewSubjects();
  const drawn = (await subjects()).slice(2);
  // 400 tosses of 0.25: a mean of 100, a deviation of 8.7.
  expect(drawn.length).toBeGreaterThan(60);
  expect(drawn.length).toBeLessThan(140);
  expect(new Set(drawn.map(({ probability }) => probability))).toEqual(new Set([0.25]));
  // What was passed over stays so, also when the rate becomes another.
  await db.batchIntake.update({ where: { batchId: batch.id }, data: { seenVersion: null } });
  await takeNewSubjects();
  await startIntake(admin, batch.id, { limit: 1000, rate: 1 });
  await takeNewSubjects();
  expect(await subjects()).toHaveLength(drawn.length + 2);
  await push(1);
  await takeNewSubjects();
  expect((await subjects()).at(-1)).toMatchObject({ probability: 1, task: { key: "new401" } });
});

test("a paused batch takes what came meanwhile once it is resumed; an ended intake and a closed batch take nothing", async () => {
  const { admin, batch, push, subjects } = await study();
  await startIntake(admin, batch.id, { limit: 10, rate: 1 });
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
  await startIntake(admin, batch.id, { limit: 10, rate: 1 });
  await moveBatch(admin, batch.id, "close");
  await push(1);
  await takeNewSubjects();
  expect(await subjects()).toHaveLength(3);
  expect(await startIntake(admin, batch.id, { limit: 11, rate: 1 })).toMatchObject({
    refused: "batch-closed",
  });
});

test("no intake starts for a batch with a reserve, a draft, or another project's batch", async () => {
  const { admin, batch } = await study();
  const stranger = (await makeMember("admin")).actor;
  expect(await startIntake(stranger, batch.id, { limit: 10, rate: 1 })).toBeNull();
  expect(await findIntake(stranger, batch.id)).toBeNull();
  expect(await endIntake(stranger, batch.id)).toBeNull();
  await db.batch.update({
    where: { id: batch.id },
    data: { quality: { reserve: { share: 0.1, k: 2 } } },
  });
  expect(await startIntake(admin, batch.id, { limit: 10, rate: 1 })).toMatchObject({
    refused: "intake-with-shares",
  });
});
