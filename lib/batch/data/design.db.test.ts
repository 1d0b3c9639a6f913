import { describe, expect, test } from "vitest";
import { addAnnotators } from "@/lib/batch/data/add-annotators";
import { changeBatch, createBatch } from "@/lib/batch/data/batches";
import { confirmGuidelines, findGuidelines } from "@/lib/batch/data/guidelines";
import { openBatch } from "@/lib/batch/data/open-batch";
import { findBatch, listQueue } from "@/lib/batch/data/progress";
import { findSubjectsFor } from "@/lib/batch/data/subjects";
import { type Arms, NewBatch, type SubjectSelection } from "@/lib/batch/schema";
import { armsOf } from "@/lib/batch/testing/crowd";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { findAssignment } from "@/lib/review/data/assignments";
import { previewAssignment } from "@/lib/review/data/preview";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, type TestMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeProgress } from "@/testing/builders/submissions";

const everything: SubjectSelection = { filter: {}, sample: null };

async function makeStudy({
  tasks = 4,
  responses = 1,
  people = 2,
  ...more
}: NonNullable<Parameters<typeof makeDataset>[0]> & { people?: number } = {}) {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const dataset = await makeDataset({ project, tasks, responses, ...more });
  const annotators: TestMember<"annotator">[] = [];
  for (let n = 0; n < people; n++) annotators.push(await makeMember("annotator", { project }));
  return { project, admin, dataset, annotators };
}

describe("the choice of subjects", () => {
  async function tagged() {
    const study = await makeStudy({ tasks: 12, responses: 2 });
    const tasks = await db.task.findMany({
      where: { datasetId: study.dataset.id },
      orderBy: { position: "asc" },
    });
    // 8 tasks about history, 4 about science.
    for (const { id, position } of tasks) {
      await db.task.update({ where: { id }, data: { tags: [position < 8 ? "history" : "science"] } });
    }
    const chosen = async (selection: SubjectSelection, seed = 1) => {
      const batch = await makeBatch({ dataset: study.dataset, selection, seed });
      const subjects = await db.subject.findMany({
        where: { batchId: batch.id },
        orderBy: { position: "asc" },
        select: {
          position: true,
          task: { select: { tags: true } },
          response: { select: { key: true, model: true } },
        },
      });
      expect(subjects.map(({ position }) => position)).toEqual(subjects.map((_, n) => n));
      return subjects.map(({ task, response }) => ({ tag: task.tags[0], ...response }));
    };
    return { ...study, chosen };
  }

  test("a filter narrows down tasks and responses", async () => {
    const { chosen } = await tagged();
    expect(await chosen(everything)).toHaveLength(24);
    expect(await chosen({ filter: { tag: ["science"] }, sample: null })).toHaveLength(8);
    const one = await chosen({ filter: { tag: ["science"], model: ["model-2"] }, sample: null });
    expect(one.map(({ model }) => model)).toEqual(["model-2", "model-2", "model-2", "model-2"]);
  });

  test("the same seed draws the same sample, another seed another", async () => {
    const { chosen } = await tagged();
    const draw = async (seed: number) =>
      (await chosen({ filter: {}, sample: { size: 6, by: "everything" } }, seed)).map(({ key }) => key);
    const first = await draw(7);
    expect(first).toHaveLength(6);
    expect(await draw(7)).toEqual(first);
    expect(await draw(8)).not.toEqual(first);
    expect(await chosen({ filter: {}, sample: { size: 99, by: "tag" } })).toHaveLength(24);
  });

  test("a spread sample has each stratum's share", async () => {
    const { chosen } = await tagged();
    const byTag = await chosen({ filter: {}, sample: { size: 6, by: "tag" } });
    expect(byTag.filter(({ tag }) => tag === "history")).toHaveLength(4);
    const byModel = await chosen({ filter: {}, sample: { size: 8, by: "model" } });
    expect(byModel.filter(({ model }) => model === "model-1")).toHaveLength(4);
  });

  test("the designer sees the subjects that opening creates, and the minutes that past work took", async () => {
    const { admin, dataset, chosen, annotators } = await tagged();
    const selection: SubjectSelection = {
      filter: { tag: ["history"] },
      sample: { size: 5, by: "everything" },
    };
    const requestDesign = () =>
      findSubjectsFor(admin.actor, { dataset: dataset.id, draft: null, selection, seed: 3, arms: armsOf(2) });
    const before = await requestDesign();
    expect(before?.first.map(({ response }) => response)).toEqual(
      (await chosen(selection, 3)).map(({ key }) => key),
    );
    expect(before).toMatchObject({ tags: ["history", "science"], minutes: [{ minutes: null, from: 0 }] });

    const batch = await makeBatch({ dataset, annotators });
    const [first] = annotators;
    if (!first) throw new Error("nobody is there");
    const ids = await makeProgress(first, batch, { submitted: 3 });
    for (const [n, id] of ids.entries()) {
      await db.assignment.update({ where: { id }, data: { activeMs: (n + 1) * 60_000 } });
    }
    expect((await requestDesign())?.minutes).toEqual([{ minutes: 2, from: 3 }]);
  });
});

describe("a draft", () => {
  test("is saved unfinished, and opening names what is missing", async () => {
    const { project, admin, dataset } = await makeStudy();
    const made = await createBatch(
      admin.actor,
      NewBatch.parse({
        project: project.id,
        dataset: dataset.id,
        name: "",
        preset: "direct-scoring",
        arms: [{ name: "A", k: 2, steps: [], exposure: null }],
      }),
    );
    if (!made || !("id" in made)) throw new Error("not made");
    expect(await openBatch(admin.actor, made.id)).toMatchObject({
      refused: "design-incomplete",
      detail: { problems: [{ part: "subjects" }, { part: "protocol" }, { part: "annotators" }] },
    });
    expect(await db.slot.count({ where: { batchId: made.id } })).toBe(0);
  });

  test("is not overwritten by a window that has not seen the last change", async () => {
    const { admin, dataset } = await makeStudy();
    const { id } = await makeBatch({ dataset, open: false });
    const change = (name: string, revision: number) => changeBatch(admin.actor, id, { name, revision });
    expect(await change("One", 0)).toEqual({ id, revision: 1 });
    expect(await change("Two", 0)).toEqual({ refused: "stale" });
    expect(await findBatch(admin.actor, id)).toMatchObject({ name: "One", revision: 1 });
  });

  test("comes back as it was designed", async () => {
    const { admin, dataset } = await makeStudy();
    const arms: Arms = [
      { name: "with", k: 2, steps: stepsOf("direct-scoring", { exposure: "draft-first" }), exposure: null },
      { name: "without", k: 1, steps: null, exposure: "none" },
      { name: "other", k: 3, steps: stepsOf("checklist-answering"), exposure: null },
    ];
    const { id } = await makeBatch({ dataset, arms, open: false });
    const batch = await findBatch(admin.actor, id);
    expect(batch?.arms.map(({ design }) => design)).toEqual(arms);
    expect(batch?.arms[1]?.protocol.steps).toMatchObject([{ type: "score", exposure: "none" }]);
  });
});

describe("arms", () => {
  /** The arms with a free slot of a subject that the annotator has not had, by position. */
  const armsLeftFor = (batchId: string, raterId: string) =>
    db.$queryRaw<{ position: number }[]>`
      SELECT DISTINCT arm."position" FROM "Slot" s JOIN "Arm" arm ON arm."id" = s."armId"
      WHERE s."batchId" = ${batchId}::uuid AND s."assignmentId" IS NULL AND NOT EXISTS (
        SELECT FROM "Assignment" a WHERE a."subjectId" = s."subjectId" AND a."raterId" = ${raterId}::uuid)`;

  /**
   * All annotators claim and submit in random order until nothing is left. Each claim comes with the arms that the
   * annotator could have got.
   */
  async function workThrough(
    people: readonly TestMember<"annotator">[],
    batch: { id: string; projectId: string },
  ) {
    const left = [...people];
    const claims: { raterId: string; position: number; left: number[] }[] = [];
    while (left.length > 0) {
      const n = Math.floor(Math.random() * left.length);
      const person = left[n];
      if (!person) break;
      const arms = await armsLeftFor(batch.id, person.raterId);
      const got = await claim(person.actor, batch.id);
      if (!got || !("assignment" in got)) {
        left.splice(n, 1);
        continue;
      }
      const { arm } = await db.assignment.update({
        where: { id: got.assignment.id },
        data: { state: "submitted", submittedAt: new Date(), lease: null, leaseUntil: null },
        select: { arm: { select: { position: true } } },
      });
      claims.push({ raterId: person.raterId, ...arm, left: arms.map(({ position }) => position) });
    }
    return claims;
  }

  test.each([
    { ks: [1, 1], people: 2, subjectOrder: "random" },
    { ks: [2, 2], people: 4, subjectOrder: "random" },
    { ks: [2, 2], people: 4, subjectOrder: "fixed" },
    { ks: [1, 1, 1], people: 3, subjectOrder: "random" },
    { ks: [2, 1], people: 3, subjectOrder: "random" },
    { ks: [1, 1], people: 6, subjectOrder: "random" },
  ] as const)(
    "$ks for $people people, $subjectOrder: k per subject and arm, each person in proportion to within two of the arms left for them",
    async ({ ks, people, subjectOrder }) => {
      const subjects = 12;
      const { dataset, annotators } = await makeStudy({ tasks: subjects, people });
      const batch = await makeBatch({ dataset, annotators, arms: armsOf(...ks), subjectOrder });
      const claims = await workThrough(annotators, batch);

      const each = ks.reduce((sum: number, k) => sum + k, 0);
      const assignments = await db.assignment.findMany({
        where: { batchId: batch.id },
        select: { subjectId: true, raterId: true, arm: { select: { position: true } } },
      });
      expect(assignments).toHaveLength(subjects * each);
      const count = (of: (row: (typeof assignments)[number]) => string) => {
        const counts = new Map<string, number>();
        for (const row of assignments) counts.set(of(row), (counts.get(of(row)) ?? 0) + 1);
        return counts;
      };
      for (const [place, n] of count((row) => `${row.subjectId} ${row.arm.position}`)) {
        expect(n).toBe(ks[Number(place.at(-1))]);
      }
      const done = new Map<string, number>();
      for (const { raterId, position, left } of claims) {
        const share = (arm: number) => (done.get(`${raterId} ${arm}`) ?? 0) / (ks[arm] ?? 1);
        done.set(`${raterId} ${position}`, (done.get(`${raterId} ${position}`) ?? 0) + 1);
        expect(share(position) - Math.min(...left.map(share))).toBeLessThanOrEqual(2);
      }
    },
    60_000,
  );

  test("in a fixed order every annotator goes from first to last", async () => {
    const { dataset, annotators } = await makeStudy({ tasks: 6 });
    const batch = await makeBatch({ dataset, annotators, arms: armsOf(1, 1), subjectOrder: "fixed" });
    await workThrough(annotators, batch);
    for (const { raterId } of annotators) {
      const mine = await db.assignment.findMany({
        where: { batchId: batch.id, raterId },
        orderBy: { position: "asc" },
        select: { subject: { select: { position: true } } },
      });
      expect(mine.map(({ subject }) => subject.position)).toEqual([0, 1, 2, 3, 4, 5]);
    }
  });
});

test("items are shuffled per assignment when the batch says so, and stay as they were shown", async () => {
  const { dataset, annotators } = await makeStudy({ tasks: 6, people: 1, criteria: 6 });
  const [person] = annotators;
  if (!person) throw new Error("nobody is there");
  const orders: string[] = [];
  for (const itemOrder of ["fixed", "random"] as const) {
    const batch = await makeBatch({ dataset, annotators, preset: "criterion-scoring", itemOrder });
    for (const id of await makeProgress(person, batch, { submitted: 3 })) {
      const shown = async () => {
        const step = (await findAssignment(person.actor, id))?.frame.steps[0];
        return step?.type === "judge" ? step.items.map(({ key }) => key.split(".").at(-1)).join("") : "";
      };
      const order = await shown();
      expect(await shown()).toBe(order);
      expect([...order].sort().join("")).toBe("123456");
      orders.push(order);
    }
  }
  expect(orders.slice(0, 3)).toEqual(["123456", "123456", "123456"]);
  expect(new Set(orders.slice(3)).size).toBeGreaterThan(1);
});

describe("guidelines that must be read", () => {
  async function guided() {
    const study = await makeStudy({ people: 2 });
    const batch = await makeBatch({
      dataset: study.dataset,
      annotators: study.annotators,
      guidelines: "Read\nfirst.",
      mustRead: true,
      arms: armsOf(2),
    });
    const [first, second] = study.annotators;
    if (!first || !second) throw new Error("nobody is there");
    const queued = async () => (await listQueue(first.actor)).find(({ id }) => id === batch.id)?.guidelines;
    return { ...study, batch, first, second, queued };
  }
  const unread = { refused: "guidelines-unread" };

  test("no annotator gets work before confirming them; open assignments continue under their version", async () => {
    const { admin, batch, first, second, queued } = await guided();
    expect(await claim(first.actor, batch.id)).toEqual(unread);
    expect(await queued()).toBe("unread");
    expect(await confirmGuidelines(first.actor, batch.id, { read: 2 })).toEqual({
      refused: "guidelines-changed",
    });
    for (const language of ["de", "en"] as const)
      expect(await confirmGuidelines(first.actor, batch.id, { read: 1, language })).toEqual({ version: 1 });
    // What is told beforehand was read in the language of the first confirmation.
    const reads = await db.guidelinesRead.findMany({ where: { raterId: first.raterId } });
    expect(reads).toMatchObject([{ language: "de" }]);
    const open = await claim(first.actor, batch.id);
    if (!open || !("assignment" in open)) throw new Error("nothing was claimed");
    expect(await claim(second.actor, batch.id)).toEqual(unread);
    expect(await queued()).toBe("read");

    await changeBatch(admin.actor, batch.id, { guidelines: "Read\nfirst, and last." });
    expect(await queued()).toBe("changed");
    expect(await findGuidelines(first.actor, batch.id)).toMatchObject({
      version: 2,
      readAt: null,
      before: { version: 1, text: "Read\nfirst." },
    });
    expect(await claim(first.actor, batch.id)).toMatchObject({ assignment: { id: open.assignment.id } });
    const [id = ""] = await makeProgress(first, batch, { submitted: 1 });
    expect((await db.assignment.findUnique({ where: { id } }))?.guidelinesVersion).toBe(1);
    expect(await claim(first.actor, batch.id)).toEqual(unread);
    expect(await confirmGuidelines(first.actor, batch.id, { read: 1 })).toEqual({
      refused: "guidelines-changed",
    });
    await confirmGuidelines(first.actor, batch.id, { read: 2 });
    expect(await claim(first.actor, batch.id)).toMatchObject({ status: "claimed" });
  });

  test("are readable by the batch's annotators only", async () => {
    const { admin, project, batch } = await guided();
    const colleague = await makeMember("annotator", { project });
    expect(await findGuidelines(colleague.actor, batch.id)).toBeNull();
    expect(await confirmGuidelines(colleague.actor, batch.id, { read: 1 })).toBeNull();
    await addAnnotators(admin.actor, batch.id, [colleague.membershipId]);
    expect(await findGuidelines(colleague.actor, batch.id)).toMatchObject({ version: 1, before: null });
  });
});

test("a preview shows what an annotator will see, and stores nothing", async () => {
  const { admin, dataset, project } = await makeStudy({ tasks: 2, checklist: 2 });
  const arms: Arms = [
    {
      name: "with",
      k: 2,
      steps: stepsOf("checklist-answering", { exposure: "draft-first" }),
      exposure: null,
    },
    { name: "without", k: 2, steps: null, exposure: "none" },
    { name: "scratch", k: 1, steps: stepsOf("criteria-review"), exposure: null },
  ];
  const batch = await makeBatch({ dataset, arms, open: false });
  const look = (arm: number, subject = 1) => previewAssignment(admin.actor, batch.id, { arm, subject });
  const drafts = async (arm: number) => {
    const step = (await look(arm))?.view?.frame.steps[0];
    return step?.type === "judge" ? step.items.map(({ draft }) => draft !== null) : null;
  };
  expect(await drafts(0)).toEqual([true, true]);
  expect(await drafts(1)).toEqual([false, false]);
  expect((await look(2))?.view?.frame.steps).toMatchObject([{ type: "rubric", rubrics: [{ items: [] }] }]);
  expect((await look(0))?.view?.task.instruction).toBe("Explain topic 2 to a child.");
  expect(await look(0, 2)).toMatchObject({ view: null, arms: ["with", "without", "scratch"] });
  expect(await db.rubric.count({ where: { datasetId: dataset.id, kind: "criteria" } })).toBe(0);
  expect(await db.batchRubric.count({ where: { batchId: batch.id } })).toBe(0);
  expect(await db.assignment.count({ where: { batchId: batch.id } })).toBe(0);

  const stranger = await makeMember("admin");
  expect(await previewAssignment(stranger.actor, batch.id, { arm: 0, subject: 0 })).toBeNull();
  const annotator = await makeMember("annotator", { project });
  expect(
    await previewAssignment({ ...admin.actor, userId: annotator.id }, batch.id, { arm: 0, subject: 0 }),
  ).toBeNull();
});
