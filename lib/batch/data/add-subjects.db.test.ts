import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addSubjects, findAddable, raiseReplicates } from "@/lib/batch/data/add-subjects";
import { listWork } from "@/lib/batch/data/assignment-list";
import { changeBatch } from "@/lib/batch/data/batches";
import { moveBatch } from "@/lib/batch/data/change-state";
import { reopenAssignment } from "@/lib/batch/data/lifecycle";
import { openBatch } from "@/lib/batch/data/open-batch";
import { findBatch, findProgress } from "@/lib/batch/data/progress";
import { findLineage, makeVersion } from "@/lib/batch/data/versions";
import { slotsOfAdded } from "@/lib/batch/rules/design";
import type { SubjectChoice } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeProgress } from "@/testing/builders/submissions";

/** An open batch on the only task at its time; three more were added since. */
async function study({ k = 1 } = {}) {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotators = [
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
  ] as const;
  const dataset = await makeDataset({ project, tasks: 4 });
  const batch = await makeBatch({ dataset, annotators: [...annotators], k, open: false, name: "Pilot" });
  await changeBatch(admin.actor, batch.id, { selection: { filter: { q: "topic 1" }, sample: null } });
  await openBatch(admin.actor, batch.id);
  return { project, admin, annotators, dataset, batch };
}

const slots = (batch: { id: string }) => db.slot.count({ where: { batchId: batch.id } });
const actions = async (id: string) =>
  (await db.auditLog.findMany({ where: { subjectId: id }, orderBy: { id: "asc" } })).map((row) => row.action);

test("eligible subjects that are not in the batch are added after the others, once", async () => {
  const { admin, annotators, batch } = await study({ k: 2 });
  await makeProgress(annotators[0], batch, { submitted: 1 });
  expect(await claim(annotators[0].actor, batch.id)).toMatchObject({ status: "none" });
  expect(await findAddable(admin.actor, batch.id, {})).toMatchObject({
    count: 3,
    first: [{ task: "t2" }, { task: "t3" }, { task: "t4" }],
  });
  expect(await findAddable(admin.actor, batch.id, { q: "topic 1" })).toMatchObject({ count: 0, first: [] });
  expect(await addSubjects(admin.actor, batch.id, { filter: { q: "topic 2" } })).toEqual({
    subjects: 1,
    slots: 2,
  });

  const both = await Promise.all([
    addSubjects(admin.actor, batch.id, { filter: {} }),
    addSubjects(admin.actor, batch.id, { filter: {} }),
  ]);
  expect(both).toContainEqual({ subjects: 2, slots: 4 });
  expect(both).toContainEqual({ subjects: 0, slots: 0 });
  expect(await findProgress(admin.actor, batch.id)).toMatchObject({ subjects: 4, slots: 8, submitted: 1 });
  const subjects = await db.subject.findMany({
    where: { batchId: batch.id },
    orderBy: { position: "asc" },
    include: { task: true },
  });
  expect(subjects.map(({ position, task }) => [position, task.key])).toEqual([
    [0, "t1"],
    [1, "t2"],
    [2, "t3"],
    [3, "t4"],
  ]);
  expect(await claim(annotators[0].actor, batch.id)).toMatchObject({ status: "claimed" });
  expect((await actions(batch.id)).filter((action) => action === "batch.subjects-added")).toHaveLength(2);
});

test("an admin adds the first n, a seeded sample, or ticked subjects, as many as previewed", async () => {
  const { admin, annotators, dataset } = await study();
  const open = async () => {
    const batch = await makeBatch({
      ...{ dataset, annotators: [...annotators], k: 1, open: false },
      quality: { reserve: { share: 0.5, k: 2 } },
    });
    await changeBatch(admin.actor, batch.id, { selection: { filter: { q: "topic 1" }, sample: null } });
    await openBatch(admin.actor, batch.id);
    return batch.id;
  };
  const add = async (take?: SubjectChoice) => {
    const id = await open();
    const found = (await findAddable(admin.actor, id, {})) ?? expect.fail();
    const size = take === undefined ? found.count : take.how === "chosen" ? take.of.length : take.size;
    const subjects = Math.min(size, found.count);
    const made = await addSubjects(admin.actor, id, { filter: {}, ...(take && { take }) });
    expect(made).toEqual({ subjects, slots: slotsOfAdded(subjects, found) });
    expect(await slots({ id })).toBe(1 + 2 + slotsOfAdded(subjects, found));
    const added = await db.subject.findMany({
      where: { batchId: id, position: { gt: 0 } },
      orderBy: { position: "asc" },
      include: { task: true },
    });
    return added.map(({ task }) => task.key);
  };
  expect(await add()).toEqual(["t2", "t3", "t4"]);
  expect(await add({ how: "first", size: 2 })).toEqual(["t2", "t3"]);
  expect(await add({ how: "first", size: 9 })).toEqual(["t2", "t3", "t4"]);
  const seeds = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => add({ how: "sample", size: 1, seed })));
  expect(new Set(seeds.flat()).size).toBeGreaterThan(1);
  expect(await add({ how: "sample", size: 1, seed: 3 })).toEqual(seeds[2]);

  const listed = (await findAddable(admin.actor, await open(), { after: 1 }))?.first ?? [];
  expect(listed.map(({ task }) => task)).toEqual(["t3", "t4"]);
  const of = listed.map(({ taskId, responseId, responseBId }) => ({
    ...{ task: taskId, response: responseId, responseB: responseBId },
  }));
  expect(await add({ how: "chosen", of: of.slice(1) })).toEqual(["t4"]);
  // Missing subjects, and those of other projects, are not added.
  const id = await open();
  const strange = { task: randomUUID(), response: null, responseB: null };
  expect(await addSubjects(admin.actor, id, { filter: {}, take: { how: "chosen", of: [strange] } })).toEqual({
    subjects: 0,
    slots: 0,
  });
});

test("more annotators per subject add slots and change no submission; fewer is refused", async () => {
  const { admin, annotators, batch } = await study();
  const [done] = await makeProgress(annotators[0], batch, { submitted: 1 });
  const [arm] = await db.arm.findMany({ where: { batchId: batch.id } });
  const name = arm?.name ?? "";
  const raise = (k: number) => raiseReplicates(admin.actor, batch.id, { arms: [{ name, k }] });
  const outcomes = await Promise.all([raise(3), raise(3)]);
  expect(outcomes).toContainEqual({ slots: 2 });
  expect(outcomes).toContainEqual({ slots: 0 });
  expect(await slots(batch)).toBe(3);
  expect(await raise(2)).toEqual({ refused: "fewer-replicates" });
  expect(await raiseReplicates(admin.actor, batch.id, { arms: [{ name: "?", k: 9 }] })).toEqual({
    refused: "no-such-arm",
  });
  expect(await db.assignment.findUnique({ where: { id: done } })).toMatchObject({ state: "submitted" });
  expect(await claim(annotators[1].actor, batch.id)).toMatchObject({ status: "claimed" });
  expect(await claim(annotators[2].actor, batch.id)).toMatchObject({ status: "claimed" });
  expect(await findBatch(admin.actor, batch.id)).toMatchObject({ arms: [{ k: 3 }] });
});

test("if the order of subjects is fixed, new slots of a subject come before the next subject", async () => {
  const { admin, annotators, dataset } = await study();
  const batch = await makeBatch({ dataset, annotators: [...annotators], k: 1, open: false });
  await changeBatch(admin.actor, batch.id, { subjectOrder: "fixed" });
  await openBatch(admin.actor, batch.id);
  const { name } = await db.arm.findFirstOrThrow({ where: { batchId: batch.id } });
  await raiseReplicates(admin.actor, batch.id, { arms: [{ name, k: 2 }] });
  const order = await db.slot.findMany({
    where: { batchId: batch.id },
    orderBy: { orderKey: "asc" },
    select: { subject: { select: { position: true } } },
  });
  expect(order.map(({ subject }) => subject.position)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
});

test("nothing can be added to a batch that is closed or not open yet", async () => {
  const { admin, batch, dataset, annotators } = await study();
  const draft = await makeBatch({ dataset, annotators: [...annotators], open: false });
  expect(await addSubjects(admin.actor, draft.id, { filter: {} })).toEqual({
    refused: "batch-state-changed",
  });
  expect(await makeVersion(admin.actor, draft.id)).toEqual({ refused: "batch-state-changed" });
  await moveBatch(admin.actor, batch.id, "close");
  expect(await addSubjects(admin.actor, batch.id, { filter: {} })).toEqual({ refused: "batch-closed" });
  expect(await raiseReplicates(admin.actor, batch.id, { arms: [] })).toEqual({ refused: "batch-closed" });
});

test("a new version is a draft with the same design, and both are linked", async () => {
  const { admin, annotators, batch } = await study({ k: 2 });
  await makeProgress(annotators[0], batch, { submitted: 1 });
  await db.membership.update({
    where: { id: annotators[2].membershipId },
    data: { disabledAt: new Date() },
  });
  await changeBatch(admin.actor, batch.id, { guidelines: "Second wording." });
  await moveBatch(admin.actor, batch.id, "close");
  await moveBatch(admin.actor, batch.id, "archive");
  const made = await makeVersion(admin.actor, batch.id);
  if (!made || "refused" in made) throw new Error("no version was made");
  const [before, after] = [await findBatch(admin.actor, batch.id), await findBatch(admin.actor, made.id)];
  expect(after).toMatchObject({
    name: "Pilot, version 2",
    state: "draft",
    arms: before?.arms.map(({ id: _, ...arm }) => arm),
    selection: before?.selection,
    guidelines: { version: 1, text: "Second wording." },
  });
  expect(after?.annotators.toSorted()).toEqual(
    [annotators[0].membershipId, annotators[1].membershipId].sort(),
  );
  expect(await slots(made)).toBe(0);
  expect(await findLineage(admin.actor, batch.id)).toEqual({
    previous: null,
    next: [{ id: made.id, name: "Pilot, version 2" }],
  });
  expect(await findLineage(admin.actor, made.id)).toMatchObject({ previous: { id: batch.id } });
  expect(await openBatch(admin.actor, made.id)).toEqual({ subjects: 1, slots: 2 });
});

test("an admin finds every assignment of their project that can be released or sent back", async () => {
  const { admin, annotators, batch, project } = await study({ k: 3 });
  const [done] = await makeProgress(annotators[0], batch, { submitted: 1 });
  const [open] = await makeProgress(annotators[1], batch, { open: true });
  const ids = async (filter: "submitted" | "in-progress" | "sent-back", q = "") =>
    (await listWork(admin.actor, batch.id, { filter, q }))?.rows.map(({ id }) => id);
  expect(await ids("submitted")).toEqual([done]);
  expect(await ids("submitted", annotators[0].name)).toEqual([done]);
  expect(await ids("submitted", annotators[1].pseudonym)).toEqual([]);
  expect(await ids("in-progress")).toEqual([open]);
  await reopenAssignment(admin.actor, done ?? "", { note: "Again." });
  expect(await ids("submitted")).toEqual([]);
  expect(await listWork(admin.actor, batch.id, { filter: "sent-back", q: "t1" })).toMatchObject({
    rows: [{ id: done, reopened: "Again.", name: annotators[0].name }],
  });
  // Researchers read pseudonyms, and cannot search by names.
  const researcher = await makeMember("researcher", { project });
  const seen = (q: string) => listWork(researcher.actor, batch.id, { filter: "in-progress", q });
  expect(await seen("")).toMatchObject({ rows: [{ name: null, code: annotators[1].pseudonym }] });
  expect(await seen(annotators[1].name)).toMatchObject({ rows: [] });
});

test("an admin can neither see nor add to a batch of another project", async () => {
  const { batch } = await study();
  const { actor } = await makeMember("admin");
  expect(await findAddable(actor, batch.id, {})).toBeNull();
  expect(await addSubjects(actor, batch.id, { filter: {} })).toBeNull();
  expect(await raiseReplicates(actor, batch.id, { arms: [] })).toBeNull();
  expect(await makeVersion(actor, batch.id)).toBeNull();
  expect(await findLineage(actor, batch.id)).toBeNull();
  expect(await listWork(actor, batch.id, { filter: "submitted", q: "" })).toBeNull();
});
