import { describe, expect, test } from "vitest";
import { addAnnotators } from "@/lib/batch/data/add-annotators";
import { changeBatch, createBatch, deleteBatch } from "@/lib/batch/data/batches";
import { moveBatch } from "@/lib/batch/data/move-batch";
import { openBatch } from "@/lib/batch/data/open-batch";
import { findBatch, findProgress, listBatches, listQueue, listSubjects } from "@/lib/batch/data/progress";
import { findSubjectGroups } from "@/lib/batch/data/subjects";
import { type BatchVerb, eligibilityOf, needsOf } from "@/lib/batch/rules";
import { NewBatch } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import type { PresetId, Settings } from "@/lib/protocol/schema";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeProgress } from "@/testing/builders/submissions";

async function makeStudy() {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const researcher = await makeMember("researcher", { project });
  const annotators = [
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
  ] as const;
  return { project, admin, researcher, annotators };
}

function batchFor(
  study: { project: { id: string } },
  dataset: { id: string },
  change: Partial<NewBatch> = {},
) {
  return NewBatch.parse({
    project: study.project.id,
    dataset: dataset.id,
    name: "Pilot",
    preset: "direct-scoring",
    arms: [{ name: "A", k: 2, steps: stepsOf("direct-scoring"), exposure: null }],
    joinLater: true,
    guidelines: "Read first.",
    ...change,
  });
}

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

  test("can change in everything, and be deleted; an opened batch in little, and not deleted", async () => {
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

describe("opening", () => {
  test.each<[PresetId, Settings["exposure"], number]>([
    ["criteria-review", "draft-first", 2],
    ["checklist-review", "draft-first", 0],
    ["checklist-review", "none", 2],
    ["criterion-scoring", "draft-first", 4],
    ["checklist-answering", "none", 0],
    ["check-then-score", "draft-first", 0],
    ["direct-scoring", "none", 4],
    ["direct-scoring", "draft-first", 0],
  ])("%s %s makes a subject of whatever it fits, as counted before", async (preset, exposure, subjects) => {
    const { admin, project, researcher } = await makeStudy();
    const dataset = await makeDataset({ project, tasks: 2, responses: 2, criteria: 2 });
    const batch = await makeBatch({ dataset, preset, settings: { exposure }, k: 3, open: false });
    const groups = await findSubjectGroups(researcher.actor, {
      datasetId: dataset.id,
      filter: {},
      batchId: null,
    });
    const protocol = protocolOf(preset, { ...DEFAULT_SETTINGS, exposure });
    const kind = preset.endsWith("review") ? "task" : "response";
    expect(eligibilityOf(groups?.[kind] ?? [], needsOf(protocol)).eligible).toBe(subjects);
    expect(await openBatch(admin.actor, batch.id)).toEqual(
      subjects ? { subjects, slots: subjects * 3 } : { refused: "no-eligible-subjects" },
    );
    expect(await db.slot.count({ where: { batchId: batch.id } })).toBe(subjects * 3);
  });

  test("a rubric of the whole dataset belongs to every task; one without items to none", async () => {
    const { project, researcher } = await makeStudy();
    const dataset = await makeDataset({ project, tasks: 3 });
    const rubric = await db.rubric.create({
      data: {
        datasetId: dataset.id,
        key: "all",
        position: 0,
        kind: "criteria",
        items: { create: { key: "all.1" } },
      },
      include: { items: true },
    });
    const version = await db.rubricVersion.create({
      data: { rubricId: rubric.id, version: 1, origin: "human" },
    });
    const count = async () =>
      eligibilityOf(
        (await findSubjectGroups(researcher.actor, { datasetId: dataset.id, filter: {}, batchId: null }))
          ?.task ?? [],
        ["criteria"],
      );
    expect((await count()).eligible).toBe(0);
    await db.itemVersion.create({
      data: {
        itemId: rubric.items[0]?.id ?? "",
        rubricId: rubric.id,
        rubricVersionId: version.id,
        position: 0,
        text: "Is clear",
        scale: { type: "yesno" },
      },
    });
    expect((await count()).eligible).toBe(3);
  });

  test("the same seed gives the same order", async () => {
    const dataset = await makeDataset({ tasks: 10 });
    const orders = [];
    for (let n = 0; n < 2; n++) {
      const admin = await makeMember("admin", { project: { id: dataset.projectId } });
      const batch = await makeBatch({ dataset, k: 2, open: false });
      await db.batch.update({ where: { id: batch.id }, data: { seed: 11 } });
      await openBatch(admin.actor, batch.id);
      const slots = await db.slot.findMany({
        where: { batchId: batch.id },
        orderBy: { orderKey: "asc" },
        select: { replicate: true, subject: { select: { position: true } } },
      });
      orders.push(slots.map((slot) => `${slot.subject.position}.${slot.replicate}`).join());
    }
    expect(orders[0]).toBe(orders[1]);
    expect(orders[0]).not.toMatch(/^0\.1,0\.2,1\.1/);
  });

  test("happens once, even when asked for at once", async () => {
    const { admin, project } = await makeStudy();
    const dataset = await makeDataset({ project });
    const batch = await makeBatch({ dataset, k: 2, open: false });
    const results = await Promise.all([1, 2, 3].map(() => openBatch(admin.actor, batch.id)));
    expect(results.filter((each) => each && "slots" in each)).toEqual([{ subjects: 3, slots: 6 }]);
    expect(await db.slot.count({ where: { batchId: batch.id } })).toBe(6);
  });

  test("100,000 slots are made, counted and paged through", async () => {
    const { admin, annotators, project } = await makeStudy();
    const dataset = await makeDataset({ project, tasks: 1 });
    await db.$executeRaw`
      INSERT INTO "Task" ("id", "datasetId", "key", "position", "instruction", "tags")
      SELECT gen_random_uuid(), ${dataset.id}::uuid, 'many' || n, n, 'Explain topic ' || n, '{}'
      FROM generate_series(1, 33333) AS n`;
    const batch = await makeBatch({
      dataset,
      preset: "criteria-review",
      k: 3,
      annotators: [...annotators],
      open: false,
    });
    expect(await openBatch(admin.actor, batch.id)).toEqual({ subjects: 33_334, slots: 100_002 });
    await makeProgress(annotators[0], batch, { submitted: 1 });
    const last = await listSubjects(admin.actor, batch.id, "all", { before: 33_334 });
    expect(last.rows.at(-1)?.position).toBe(33_333);
    expect(await listSubjects(admin.actor, batch.id, "complete", { after: -1 })).toMatchObject({ rows: [] });
    expect(await findProgress(admin.actor, batch.id)).toMatchObject({ submitted: 1, untouched: 33_333 });
  }, 120_000);
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

describe("progress", () => {
  test("counts by batch, annotator and subject", async () => {
    const { admin, researcher, annotators, project } = await makeStudy();
    const [first, second] = annotators;
    const dataset = await makeDataset({ project, tasks: 3 });
    const batch = await makeBatch({ dataset, annotators: [first, second], k: 2 });
    await makeProgress(first, batch, { submitted: 3 });
    await makeProgress(second, batch, { submitted: 1 });
    await makeProgress(second, batch, { open: true });

    expect(await findProgress(admin.actor, batch.id)).toMatchObject({
      subjects: 3,
      complete: 1,
      untouched: 0,
      slots: 6,
      submitted: 4,
      open: 1,
    });
    const byRater = (await findProgress(admin.actor, batch.id))?.annotators;
    expect(byRater?.find(({ code }) => code === first.pseudonym)).toMatchObject({
      name: first.name,
      submitted: 3,
      open: 0,
    });
    // Researchers read results under pseudonyms.
    const seen = (await findProgress(researcher.actor, batch.id))?.annotators;
    expect(seen?.map(({ name }) => name)).toEqual([null, null]);

    expect(await listBatches(researcher.actor, project.id)).toMatchObject([
      { id: batch.id, slots: 6, submitted: 4, open: 1, annotators: 2 },
    ]);
    const complete = await listSubjects(researcher.actor, batch.id, "complete", { after: -1 });
    expect(complete.rows).toHaveLength(1);
    const going = await listSubjects(researcher.actor, batch.id, "in-progress", { after: -1 });
    expect(going.rows).toHaveLength(2);
    expect((await listSubjects(researcher.actor, batch.id, "untouched", { after: -1 })).rows).toHaveLength(0);
  });

  test("pages lead through every subject once, there and back", async () => {
    const { researcher, project } = await makeStudy();
    const batch = await makeBatch({ dataset: await makeDataset({ project, tasks: 120 }) });
    const list = (from: { after: number } | { before: number }) =>
      listSubjects(researcher.actor, batch.id, "all", from);
    const positions = ({ rows }: { rows: { position: number }[] }) => rows.map(({ position }) => position);

    const first = await list({ after: -1 });
    expect(first).toMatchObject({ previous: null, next: 49 });
    const second = await list({ after: 49 });
    const third = await list({ after: 99 });
    expect(third).toMatchObject({ previous: 100, next: null });
    const all = [first, second, third].flatMap(positions);
    expect(all).toEqual(Array.from({ length: 120 }, (_, n) => n));
    expect(positions(await list({ before: 100 }))).toEqual(positions(second));
    expect(await list({ before: 50 })).toMatchObject({ previous: null, next: 49 });
  });
});

describe("the queue", () => {
  test("shows an annotator their own progress and share, and nothing of the others'", async () => {
    const { annotators, project } = await makeStudy();
    const [first, second] = annotators;
    const dataset = await makeDataset({ project, tasks: 4 });
    const batch = await makeBatch({ dataset, annotators: [first, second], k: 1, name: "Pilot" });
    await makeBatch({ dataset, annotators: [first], open: false });
    const before = await listQueue(first.actor);
    expect(before).toMatchObject([
      {
        id: batch.id,
        name: "Pilot",
        submitted: 0,
        share: 2,
        hasWork: true,
        openAssignment: null,
        minutesEach: null,
      },
    ]);
    await makeProgress(second, batch, { submitted: 1 });
    expect(await listQueue(first.actor)).toEqual(before);

    const [open = ""] = await makeProgress(first, batch, { open: true });
    expect(await listQueue(first.actor)).toMatchObject([{ openAssignment: open }]);
    const spent = {
      spent: [
        { on: "overall", activeMs: 90_000, idleMs: 0 },
        { on: "x", activeMs: 30_000, idleMs: 5 },
      ],
    };
    await db.operation.create({
      data: {
        assignmentId: open,
        id: crypto.randomUUID(),
        seq: 1,
        type: "time",
        payload: spent,
        clientAt: new Date(),
      },
    });
    await makeProgress(first, batch, { submitted: 1 });
    expect(await listQueue(first.actor)).toMatchObject([{ submitted: 1, minutesEach: 2, hasWork: true }]);
  });

  test("ends with the work, and is nobody else's", async () => {
    const { annotators, project } = await makeStudy();
    const batch = await makeBatch({
      dataset: await makeDataset({ project, tasks: 1 }),
      annotators: [annotators[0]],
    });
    await makeProgress(annotators[0], batch, { submitted: 1 });
    expect(await listQueue(annotators[0].actor)).toMatchObject([{ hasWork: false, submitted: 1, share: 1 }]);
    expect(await listQueue(annotators[1].actor)).toEqual([]);
  });
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
