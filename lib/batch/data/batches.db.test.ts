import { describe, expect, test } from "vitest";
import { addAnnotators } from "@/lib/batch/data/add-annotators";
import { changeBatch, createBatch, deleteBatch } from "@/lib/batch/data/batches";
import { moveBatch } from "@/lib/batch/data/change-state";
import { openBatch } from "@/lib/batch/data/open-batch";
import { findBatch, findProgress, listBatches, listSubjects } from "@/lib/batch/data/progress";
import type { BatchVerb } from "@/lib/batch/rules";
import type { NewBatch } from "@/lib/batch/schema";
import { batchFor, makeStudy } from "@/lib/batch/testing/fixture";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";

describe("a draft", () => {
  test("is made with its protocol, guidelines and annotators, and audited", async () => {
    const study = await makeStudy();
    const dataset = await makeDataset({ project: study.project });
    const annotators = study.annotators.map(({ membershipId }) => membershipId);
    const made = await createBatch(study.admin.actor, batchFor(study, dataset, { annotators }));
    if (!made || !("id" in made)) throw new Error("not made");
    const batch = await findBatch(study.researcher.actor, made.id);
    expect(batch).toMatchObject({
      state: "draft",
      preset: "direct-scoring",
      guidelines: { version: 1, text: "Read first." },
      arms: [{ k: 2, protocol: { steps: [{ type: "score", exposure: "none" }] } }],
    });
    expect(new Set(batch?.annotators)).toEqual(new Set(annotators));
    expect(await db.auditLog.findFirst({ where: { subjectId: made.id } })).toMatchObject({
      action: "batch.created",
      actorId: study.admin.id,
    });
  });

  test("takes only its own project's datasets and working members", async () => {
    const study = await makeStudy();
    const elsewhere = await makeDataset();
    const dataset = await makeDataset({ project: study.project });
    const stranger = await makeMember("annotator");
    const disabled = await makeMember("annotator", { project: study.project, disabled: true });
    const make = (batch: NewBatch) => createBatch(study.admin.actor, batch);
    expect(await make(batchFor(study, elsewhere))).toEqual({ refused: "dataset-not-ready" });
    for (const { membershipId } of [stranger, disabled]) {
      const batch = batchFor(study, dataset, { annotators: [membershipId] });
      expect(await make(batch)).toEqual({ refused: "not-members" });
    }
    const other = await makeStudy();
    expect(await make(batchFor(other, dataset))).toBeNull();
  });

  test("can be changed in everything and deleted; an opened batch in little, and not deleted", async () => {
    const study = await makeStudy();
    const dataset = await makeDataset({ project: study.project, checklist: 2 });
    const batch = await makeBatch({ dataset, annotators: [study.annotators[0]], open: false });
    const arms = [{ name: "A", k: 1, steps: stepsOf("checklist-answering"), exposure: null }];
    const change = { preset: "checklist-answering" as const, arms, name: "Answers", guidelines: "New." };
    const annotators = [study.annotators[1].membershipId];
    expect(await changeBatch(study.admin.actor, batch.id, { ...change, annotators })).toEqual({
      id: batch.id,
      revision: 1,
    });
    expect(await findBatch(study.researcher.actor, batch.id)).toMatchObject({
      name: "Answers",
      annotators,
      arms: [{ k: 1, protocol: { steps: [{ type: "judge", kind: "checklist", exposure: "none" }] } }],
      guidelines: { version: 1, text: "New." },
    });

    await openBatch(study.admin.actor, batch.id);
    expect(await changeBatch(study.admin.actor, batch.id, { seed: 2 })).toEqual({
      refused: "batch-not-draft",
    });
    expect(await deleteBatch(study.admin.actor, batch.id)).toEqual({ refused: "batch-not-draft" });
    await changeBatch(study.admin.actor, batch.id, { guidelines: "Newer.", name: "Round 1" });
    expect(await findBatch(study.researcher.actor, batch.id)).toMatchObject({
      name: "Round 1",
      guidelines: { version: 2, text: "Newer." },
    });

    const draft = await makeBatch({ dataset, open: false });
    expect(await deleteBatch(study.admin.actor, draft.id)).toEqual({ id: draft.id });
    expect(await findBatch(study.researcher.actor, draft.id)).toBeNull();
  });
});

test("a batch is paused, resumed, closed and archived in that order, and audited", async () => {
  const { admin, project } = await makeStudy();
  const batch = await makeBatch({ dataset: await makeDataset({ project }) });
  const move = (verb: Exclude<BatchVerb, "open">) => moveBatch(admin.actor, batch.id, verb);
  const nothing = { returned: 0, stand: 0 };
  // Requesting the current state changes nothing.
  expect(await move("resume")).toEqual({ state: "open", ...nothing });
  expect(await move("archive")).toEqual({ refused: "batch-state-changed" });
  expect(await move("pause")).toEqual({ state: "paused", ...nothing });
  expect(await move("resume")).toEqual({ state: "open", ...nothing });
  expect(await move("close")).toEqual({ state: "closed", ...nothing });
  expect(await move("resume")).toEqual({ refused: "batch-state-changed" });
  expect(await move("archive")).toEqual({ state: "archived", ...nothing });
  expect(await changeBatch(admin.actor, batch.id, { name: "Late" })).toEqual({ refused: "batch-archived" });
  expect(await move("unarchive")).toEqual({ state: "closed", ...nothing });
  const extra = await makeMember("annotator", { project });
  expect(await addAnnotators(admin.actor, batch.id, [extra.membershipId])).toEqual({
    refused: "batch-closed",
  });
  const audited = await db.auditLog.findMany({ where: { subjectId: batch.id }, orderBy: { id: "asc" } });
  expect(audited.map(({ action }) => action)).toEqual([
    "batch.created",
    "batch.opened",
    "batch.paused",
    "batch.resumed",
    "batch.closed",
    "batch.archived",
    "batch.unarchived",
  ]);
});

test("a batch of another project does not exist", async () => {
  const { admin } = await makeStudy();
  const batch = await makeBatch({ open: false });
  const member = await makeMember("annotator", { project: { id: admin.projectId } });
  const answers = [
    await findBatch(admin.actor, batch.id),
    await findProgress(admin.actor, batch.id),
    await changeBatch(admin.actor, batch.id, { name: "Mine" }),
    await deleteBatch(admin.actor, batch.id),
    await openBatch(admin.actor, batch.id),
    await moveBatch(admin.actor, batch.id, "close"),
    await addAnnotators(admin.actor, batch.id, [member.membershipId]),
  ];
  expect(answers).toEqual(answers.map(() => null));
  expect(await listBatches(admin.actor, batch.projectId)).toEqual([]);
  expect((await listSubjects(admin.actor, batch.id, "all", { after: -1 })).rows).toEqual([]);
});

test("in an archived project no batch changes", async () => {
  const study = await makeStudy();
  const dataset = await makeDataset({ project: study.project });
  const draft = await createBatch(study.admin.actor, batchFor(study, dataset));
  if (!draft || !("id" in draft)) throw new Error("not made");
  const open = await makeBatch({ dataset, annotators: [study.annotators[0]] });
  await db.project.update({ where: { id: study.project.id }, data: { archivedAt: new Date() } });
  const admin = study.admin.actor;
  const refused = { refused: "archived" };
  expect(await openBatch(admin, draft.id)).toEqual(refused);
  expect(await changeBatch(admin, draft.id, { name: "Other" })).toEqual(refused);
  expect(await deleteBatch(admin, draft.id)).toEqual(refused);
  expect(await moveBatch(admin, open.id, "pause")).toEqual(refused);
  expect(await addAnnotators(admin, open.id, [study.annotators[1].membershipId])).toEqual(refused);
  expect(await claim(study.annotators[0].actor, open.id)).toEqual({ refused: "batch-closed" });

  await db.project.update({ where: { id: study.project.id }, data: { archivedAt: null } });
  expect(await moveBatch(admin, open.id, "pause")).toMatchObject({ state: "paused" });
});
