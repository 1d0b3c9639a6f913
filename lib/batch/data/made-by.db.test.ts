import { describe, expect, test } from "vitest";
import { claimSlot } from "@/lib/batch/data/claim";
import { openBatch } from "@/lib/batch/data/open-batch";
import { claimed, makeCrowd, submitEmpty } from "@/lib/batch/testing/crowd";
import { db } from "@/lib/database/db";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

type Crowd = Awaited<ReturnType<typeof makeCrowd>>;

async function pseudonymOf({ raterId }: Crowd["first"]): Promise<string> {
  return (await db.rater.findUniqueOrThrow({ where: { id: raterId } })).code;
}

/** The tasks of a batch in order. */
async function tasksOf({ batch }: Pick<Crowd, "batch">) {
  const subjects = await db.subject.findMany({ where: { batchId: batch.id }, orderBy: { position: "asc" } });
  return subjects.map(({ taskId }) => taskId);
}

async function taskOf(assignment: string): Promise<string> {
  const { subject } = await db.assignment.findUniqueOrThrow({
    where: { id: assignment },
    include: { subject: true },
  });
  return subject.taskId;
}

describe("no annotator judges a response they wrote", () => {
  test.each(["random", "fixed"] as const)(
    "their own subject goes to another annotator (%s order)",
    async (subjectOrder) => {
      const crowd = await makeCrowd({ subjects: 2, people: 2, subjectOrder });
      const [own, other] = (await tasksOf(crowd)) as [string, string];
      await db.task.update({
        where: { id: own },
        data: { metadata: { madeBy: [await pseudonymOf(crowd.first)] } },
      });
      const first = await claimed(crowd.first, crowd.batch);
      expect(await taskOf(first.id)).toBe(other);
      await submitEmpty(first.id);
      // The free slot is not theirs: the claim ends at once, and without the promise that it may come.
      expect(await claimSlot(crowd.first.actor, crowd.batch.id)).toEqual({ status: "none", later: false });
      expect(await taskOf((await claimed(crowd.second, crowd.batch)).id)).toBe(own);
      expect(await claimSlot(crowd.first.actor, crowd.batch.id)).toEqual({ status: "none", later: false });
    },
  );

  test("a response that they wrote counts, also as one text in place of a list", async () => {
    const crowd = await makeCrowd({ subjects: 1, people: 2 });
    const { responseId } = await db.subject.findFirstOrThrow({ where: { batchId: crowd.batch.id } });
    await db.response.update({
      where: { id: responseId ?? "" },
      data: { metadata: { madeBy: await pseudonymOf(crowd.first) } },
    });
    expect(await claimSlot(crowd.first.actor, crowd.batch.id)).toMatchObject({ status: "none" });
    await claimed(crowd.second, crowd.batch);
  });

  test("a metadata field that names another person, or has another form, withholds nothing", async () => {
    for (const madeBy of ["somebody else", ["Q1", "Q2"], 7, null, { name: "x" }]) {
      const crowd = await makeCrowd({ subjects: 1, people: 1 });
      await db.task.updateMany({
        where: { subjects: { some: { batchId: crowd.batch.id } } },
        data: { metadata: { madeBy } },
      });
      await claimed(crowd.first, crowd.batch);
    }
  });
});

test("a batch whose annotators wrote too many of its responses does not open, unless more annotators may join", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 2 });
  const annotators = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const admin = await makeMember("admin", { project });
  const [task] = await db.task.findMany({ where: { datasetId: dataset.id }, orderBy: { position: "asc" } });
  const madeBy = [await pseudonymOf(annotators[0] as Crowd["first"])];
  await db.task.update({ where: { id: task?.id }, data: { metadata: { madeBy } } });
  const closed = await makeBatch({ dataset, annotators, k: 2, open: false, joinLater: false });
  expect(await openBatch(admin.actor, closed.id)).toMatchObject({
    refused: "design-incomplete",
    detail: {
      problems: [{ part: "annotators", message: expect.stringContaining("Nobody judges what they made") }],
    },
  });
  expect(await db.subject.count({ where: { batchId: closed.id } })).toBe(0);
  const open = await makeBatch({ dataset, annotators, k: 2, open: false });
  expect(await openBatch(admin.actor, open.id)).toMatchObject({ subjects: 2, slots: 4 });
  const single = await makeBatch({ dataset, annotators, k: 1, open: false, joinLater: false });
  expect(await openBatch(admin.actor, single.id)).toMatchObject({ subjects: 2 });
});
