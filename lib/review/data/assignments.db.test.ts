import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { prefetch } from "@/lib/batch/data/prefetch";
import { forAnnotator } from "@/lib/database/connections";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { findAssignment, listOwnWork } from "@/lib/review/data/assignments";
import { recordOps } from "@/lib/review/data/record-operations";
import { skip, submit } from "@/lib/review/data/submit";
import { findFrame } from "@/lib/review/stimulus/find-frame";
import { answer, finishing, independent, makeReviewFixture, newOp, note } from "@/lib/review/testing/fixture";

test("the screen gets the content, the frame and the operations of the annotator's own assignment", async () => {
  const fixture = await makeReviewFixture();
  const person = await fixture.join();
  const { id, lease } = await fixture.open(person, 1, 1);
  expect(await findAssignment(person.actor, id)).toMatchObject({
    id,
    state: "open",
    lease,
    position: 1,
    version: 0,
    ops: [],
    guidelines: "Read first.",
    batch: { id: fixture.batch.id, state: "open", sample: false },
    task: { instruction: "Instruction 1", messages: null },
    response: { text: "Response 1" },
  });
  expect(await listOwnWork(person.actor, fixture.batch.id)).toMatchObject([
    { id, state: "open", title: "Instruction 1" },
  ]);
  expect(await findAssignment(person.actor, randomUUID())).toBeNull();
});

test("reading an assignment takes few statements, and fewer the second time", async () => {
  const fixture = await makeReviewFixture();
  const person = await fixture.join();
  const { id } = await fixture.open(person);
  const other = await fixture.join();
  const theirs = await fixture.open(other);
  // Connections made before have their own `query`.
  const sent = vi.spyOn(pg.Query.prototype, "submit");
  const statements = async (reader: typeof person, assignment: string) => {
    sent.mockClear();
    await forAnnotator(reader.actor.userId, () => findAssignment(reader.actor, assignment));
    const texts = sent.mock.contexts.map((query) => (query as unknown as { text: string }).text);
    return { all: texts.length, binding: texts.filter((text) => text.includes("set_config")).length };
  };
  try {
    const first = await statements(person, id);
    // With one query per relation, as a query builder does it, there would be thirty.
    expect(first.all).toBeLessThanOrEqual(15);
    expect(first.all).toBeGreaterThan(5);
    await statements(other, theirs.id);
    const { all, binding } = await statements(person, id);
    // The frame's row, its versions and drafts, and the content, whose connection is bound unless it is already.
    expect(all - binding).toBe(4);
    expect(binding).toBeLessThanOrEqual(1);
  } finally {
    sent.mockRestore();
  }
});

test("a frame shows rubrics and drafts as the arm says, in the study's order", async () => {
  const fixture = await makeReviewFixture();
  const person = await fixture.join();
  const { id } = await fixture.open(person);
  const framed = await findFrame(person.actor, id);
  expect(framed?.frame.steps).toMatchObject([
    { type: "rubric", rubrics: [{ key: "c0", by: "drafter-1", items: [{ key: "c0.1" }, { key: "c0.2" }] }] },
    {
      type: "judge",
      items: [
        { key: "C1", draft: { by: "drafter-1", value: 4, lines: ["because", "a 4"], scoreLine: 1 } },
        { key: "C2", draft: null },
      ],
    },
    { type: "score", draft: { value: 3, lines: ["all in all"] } },
    { type: "ask", id: "ease" },
  ]);
});

test("without exposure nothing drafted leaves the server", async () => {
  const fixture = await makeReviewFixture({ protocol: independent });
  const person = await fixture.join();
  const { id, lease } = await fixture.open(person);
  const ops = [answer("C1", 2), answer("C2", 2)];
  const saved = await recordOps(person.actor, id, { lease, base: 0, ops });
  const seen = JSON.stringify([await findAssignment(person.actor, id), saved]);
  for (const drafted of ["because", "all in all", "c0.1", "drafter-1"]) expect(seen).not.toContain(drafted);
  const frame = (await findAssignment(person.actor, id))?.frame;
  expect(frame?.steps[0]).toMatchObject({ type: "rubric", rubrics: [{ key: "c0", items: [] }] });
});

test("an assignment shows the same for its whole life, whatever is added to the dataset", async () => {
  const fixture = await makeReviewFixture();
  const person = await fixture.join();
  const { id } = await fixture.open(person);
  const before = await findFrame(person.actor, id);

  const version = await db.rubricVersion.create({
    data: { rubricId: fixture.criteria.id, version: 2, origin: "human" },
  });
  const item = await db.item.create({ data: { rubricId: fixture.criteria.id, key: "C3" } });
  await db.itemVersion.create({
    data: {
      itemId: item.id,
      rubricId: fixture.criteria.id,
      rubricVersionId: version.id,
      position: 0,
      text: "New?",
      scale: { type: "yesno" },
    },
  });
  const { task, response } = fixture.places[0] ?? {};
  if (!task || !response) throw new Error("the world has a first place");
  await db.draft.create({
    data: {
      datasetId: fixture.datasetId,
      key: "earlier",
      position: 0,
      taskId: task.id,
      responseId: response.id,
      target: "item",
      itemId: fixture.criteriaItems.C1,
      raterId: fixture.drafter.id,
      value: 1,
      lines: ["new"],
    },
  });
  expect((await findFrame(person.actor, id))?.frame).toEqual(before?.frame);
  // Annotators who join later get the same: a batch keeps the versions it opened with.
  const later = await fixture.join();
  const theirs = await fixture.open(later);
  expect((await findFrame(later.actor, theirs.id))?.frame.steps[1]).toMatchObject({
    items: [{ key: "C1" }, { key: "C2" }],
  });
});

test("one of several drafters is shown throughout, and another only where that one drafted nothing", async () => {
  const fixture = await makeReviewFixture({ subjects: 1 });
  const second = await db.rater.create({
    data: { projectId: fixture.project.id, datasetId: fixture.datasetId, kind: "llm", code: "drafter-2" },
  });
  const { task, response } = fixture.places[0] ?? {};
  if (!task || !response) throw new Error("the world has a first place");
  const draft = {
    datasetId: fixture.datasetId,
    taskId: task.id,
    responseId: response.id,
    raterId: second.id,
  };
  await db.draft.createMany({
    data: [
      {
        ...draft,
        key: "x1",
        position: 1001,
        target: "item",
        itemId: fixture.criteriaItems.C1,
        value: 1,
        lines: [],
      },
      {
        ...draft,
        key: "x2",
        position: 1002,
        target: "item",
        itemId: fixture.criteriaItems.C2,
        value: 1,
        lines: [],
      },
    ],
  });
  const person = await fixture.join();
  const framed = await findFrame(person.actor, (await fixture.open(person)).id);
  expect(framed?.frame.steps[1]).toMatchObject({
    items: [{ draft: { by: "drafter-1" } }, { draft: { by: "drafter-2" } }],
  });
});

test("a task without a checklist gets an empty one to write into, once", async () => {
  const fixture = await makeReviewFixture({
    subjects: 1,
    protocol: { steps: [{ type: "rubric", kind: "checklist", exposure: "none" }] },
  });
  await db.rubric.deleteMany({ where: { datasetId: fixture.datasetId, kind: "checklist" } });
  const people = [await fixture.join(), await fixture.join()];
  const opened = [];
  for (const person of people) opened.push({ person, ...(await fixture.open(person)) });
  const frames = await Promise.all(opened.map(({ person, id }) => findFrame(person.actor, id)));
  const [rubric, ...others] = await db.rubric.findMany({
    where: { datasetId: fixture.datasetId, kind: "checklist" },
  });
  expect(others).toEqual([]);
  for (const framed of frames)
    expect(framed?.frame.steps[0]).toMatchObject({ rubrics: [{ key: rubric?.key, items: [] }] });

  const [first] = opened;
  if (!first || !rubric) throw new Error("somebody works on a rubric");
  const own = newOp({
    type: "add",
    target: { rubric: rubric.key },
    as: randomUUID(),
    text: "Is it dated?",
  });
  await recordOps(first.person.actor, first.id, { lease: first.lease, base: 0, ops: [own] });
  expect(await submit(first.person.actor, first.id, { lease: first.lease })).toMatchObject({
    state: "submitted",
  });
});

test("items of two rubrics with the same id have different keys", async () => {
  const fixture = await makeReviewFixture({ subjects: 1 });
  const twin = await db.rubric.create({
    data: { datasetId: fixture.datasetId, key: "twin", position: 9, kind: "criteria" },
  });
  const version = await db.rubricVersion.create({ data: { rubricId: twin.id, version: 1, origin: "human" } });
  const item = await db.item.create({ data: { rubricId: twin.id, key: "C1" } });
  await db.itemVersion.create({
    data: {
      itemId: item.id,
      rubricId: twin.id,
      rubricVersionId: version.id,
      position: 0,
      text: "Twin?",
      scale: { type: "yesno" },
    },
  });
  const person = await fixture.join();
  const framed = await findFrame(person.actor, (await fixture.open(person)).id);
  expect(framed?.frame.steps[1]).toMatchObject({
    items: [{ key: "criteria/C1" }, { key: "C2" }, { key: "twin/C1" }],
  });
  expect(framed?.rows.items.get("twin/C1")?.id).toBe(item.id);
});

test("an assignment reveals neither other annotators' work nor the model of a response", async () => {
  const fixture = await makeReviewFixture({ subjects: 1 });
  const [ada, ben] = [await fixture.join(), await fixture.join()];
  const [hers, his] = [await fixture.open(ada), await fixture.open(ben)];
  const canaries = Array.from({ length: 9 }, () => `canary-${randomUUID()}`);
  const [c0, c1, c2, c3, c4, c5, c6, c7, c8] = canaries;
  const planted = [
    ...finishing(),
    note(c0 ?? ""),
    newOp({ type: "flag", code: "other", on: true, note: c1 }),
    newOp({
      type: "decide",
      target: { item: "c0.1" },
      action: "revise",
      text: c2,
      reason: { code: "other", note: c3 },
    }),
    newOp({
      type: "decide",
      target: { item: "C1", line: 0 },
      action: "revise",
      text: c4,
      reason: { code: "other", note: c5 },
    }),
    newOp({ type: "add", target: { rubric: "c0" }, as: randomUUID(), text: c6 ?? "" }),
    newOp({ type: "add", target: { item: "C1", lines: true }, as: randomUUID(), text: c7 ?? "" }),
    newOp({ type: "time", spent: [{ on: c8 ?? "", activeMs: 424_242, idleMs: 0 }] }),
  ];
  expect(await recordOps(ada.actor, hers.id, { lease: hers.lease, base: 0, ops: planted })).toMatchObject({
    version: 16,
  });

  const look = async () => {
    const body = { lease: his.lease, base: 0, ops: [answer("C1", 1)] };
    return JSON.stringify([
      await findAssignment(ben.actor, his.id),
      await listOwnWork(ben.actor, fixture.batch.id),
      await recordOps(ben.actor, his.id, body),
      await recordOps(ben.actor, his.id, { ...body, ops: [answer("C1", 2)] }),
      await recordOps(ben.actor, his.id, { ...body, ops: [answer("C1", 77)] }),
      await recordOps(ben.actor, his.id, { ...body, lease: hers.lease }),
      await recordOps(ben.actor, hers.id, body),
      await findAssignment(ben.actor, hers.id),
      await submit(ben.actor, his.id, { lease: his.lease }),
      await submit(ben.actor, hers.id, { lease: hers.lease }),
      await skip(ben.actor, hers.id, { lease: hers.lease, reason: "x" }),
    ]);
  };
  const secrets = [
    ...canaries.map((canary) => canary.slice(0, 40)),
    hers.id,
    hers.lease,
    ada.raterId,
    ada.pseudonym,
    ada.email,
    ...fixture.places.flatMap(({ task, response }) => [response?.model ?? "", response?.key ?? "", task.key]),
    fixture.source,
  ];
  const whileOpen = await look();
  expect(await submit(ada.actor, hers.id, { lease: hers.lease })).toMatchObject({ state: "submitted" });
  const afterwards = await look();
  for (const secret of secrets) {
    expect(whileOpen).not.toContain(secret);
    expect(afterwards).not.toContain(secret);
  }
});

test("a prefetched assignment that is released while it is first read is not found", async () => {
  const fixture = await makeReviewFixture({ subjects: 2 });
  const person = await fixture.join();
  await claim(person.actor, fixture.batch.id);
  const [id = ""] = (await prefetch(person.actor, fixture.batch.id, randomUUID()))?.assignments ?? [];
  let reading: Promise<unknown> | undefined;
  await db.$transaction(async (tx) => {
    await tx.assignment.delete({ where: { id } });
    reading = findAssignment(person.actor, id);
    await vi.waitFor(async () => {
      const waiting = await db.$queryRaw<unknown[]>`
        SELECT FROM pg_stat_activity WHERE datname = current_database()
          AND wait_event_type = 'Lock' AND query LIKE '%UPDATE "Assignment" SET "order"%'`;
      expect(waiting).toHaveLength(1);
    });
  });
  expect(await reading).toBeNull();
});
