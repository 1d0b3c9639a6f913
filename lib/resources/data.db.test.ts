import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db, pool } from "@/lib/database/db";
import type { ListPage } from "@/lib/http/page";
import {
  readAnswer,
  readAnswers,
  readAssignments,
  readLabelling,
  readLabellings,
} from "@/lib/resources/data/batch-records";
import { readDrafts, readTasks } from "@/lib/resources/data/dataset-records";
import { readDecisions, readJudgements } from "@/lib/resources/data/judgements";
import { readProjects } from "@/lib/resources/data/projects";
import {
  readBatchRubrics,
  readFlags,
  readGoldAnswers,
  readGuidelinesVersions,
  readOperations,
  readRubricVersion,
  readRubricVersions,
  readSlots,
} from "@/lib/resources/data/related";
import {
  AnswersQuery,
  DraftsQuery,
  LabellingsQuery,
  ListJudgementsQuery,
  ListQuery,
  ListTasksQuery,
} from "@/lib/resources/schema/queries";
import {
  BatchRubricsQuery,
  FlagsQuery,
  GoldAnswersQuery,
  GuidelinesVersionsQuery,
  OperationsQuery,
  RubricVersionsQuery,
  SlotsQuery,
} from "@/lib/resources/schema/related";
import { Prisma } from "@/prisma/generated/client/client";
import { makeJudgedStudy } from "@/scripts/testing/judged-study";
import { asOwner } from "@/testing/as-owner";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeVotes } from "@/testing/builders/submissions";

/** All records of a list, page by page; `between` runs after the first page. */
async function all<Item>(
  read: (query: { limit: string; after?: string }) => Promise<ListPage<Item> | null>,
  limit: number,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let after: string | null | undefined, pages = 0; after !== null; pages++) {
    const page = await read({ limit: String(limit), ...(after && { after }) });
    if (!page) throw new Error("not theirs");
    expect(page.items.length).toBeLessThanOrEqual(limit);
    items.push(...page.items);
    after = page.next;
    if (pages === 0) await between();
  }
  return items;
}

test("every page continues after the last one, whatever was added or removed meanwhile", async () => {
  const dataset = await makeDataset({ tasks: 7, criteria: 2 });
  const researcher = await makeMember("researcher", { project: { id: dataset.projectId } });
  const read = (query: object) => readTasks(researcher.actor, dataset.id, ListTasksQuery.parse(query));
  const keys = (tasks: { key: string }[]) => tasks.map(({ key }) => key);
  const whole = keys(await all(read, 100));
  expect(whole).toEqual(["t1", "t2", "t3", "t4", "t5", "t6", "t7"]);
  expect(keys(await all(read, 1))).toEqual(whole);
  expect(keys(await all(read, 7))).toEqual(whole);
  const row = { datasetId: dataset.id, position: 0, instruction: "One more" };
  const between = async () => {
    await db.task.create({ data: { ...row, key: "a0" } });
    await db.task.create({ data: { ...row, key: "t35" } });
    await db.task.deleteMany({ where: { datasetId: dataset.id, key: "t2" } });
  };
  expect(keys(await all(read, 2, between))).toEqual(["t1", "t2", "t3", "t35", "t4", "t5", "t6", "t7"]);

  const drafts = await all((query) => readDrafts(researcher.actor, dataset.id, DraftsQuery.parse(query)), 3);
  expect(new Set(drafts.map(({ id }) => id)).size).toBe(
    await db.draft.count({ where: { datasetId: dataset.id } }),
  );
  const [task] = await db.task.findMany({ where: { datasetId: dataset.id, key: "t5" } });
  const ofOne = await all(
    (query) => readDrafts(researcher.actor, dataset.id, DraftsQuery.parse({ ...query, task: task?.id })),
    100,
  );
  expect(ofOne.map(({ task: of }) => of)).toEqual([task?.id, task?.id]);
});

test("a cursor of another list, or a forged one, is refused", () => {
  const key = (text: string) => Buffer.from(text).toString("base64url");
  expect(ListJudgementsQuery.safeParse({ after: key(randomUUID()) }).success).toBe(true);
  for (const after of ["1", "", key("t1"), key("' OR 1=1 --"), "%%%", "x".repeat(5000)]) {
    expect(ListJudgementsQuery.safeParse({ after }).success, after).toBe(false);
  }
  expect(DraftsQuery.safeParse({ after: key("a\0b") }).success).toBe(false);
  expect(DraftsQuery.safeParse({ after: Buffer.from([0x61, 0xff]).toString("base64url") }).success).toBe(
    false,
  );
  // Any id of a study file can be a cursor.
  for (const id of ["caf\ufffd", "\ufeffa", "e\u0301", "😀"])
    expect(DraftsQuery.parse({ after: key(id) }).after).toBe(id);
  for (const limit of ["0", "-1", "1.5", "1001", "all"]) {
    expect(ListJudgementsQuery.safeParse({ limit }).success, limit).toBe(false);
  }
});

test("people are listed by pseudonym, and records of a batch apart from imported ones", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 2, criteria: 1 });
  const [one, other] = [
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
  ];
  const researcher = await makeMember("researcher", { project });
  const batch = await makeBatch({ dataset, preset: "criterion-scoring", k: 2, annotators: [one, other] });
  await makeVotes(batch, [one, other], (subject) => [subject + 1, 5]);
  const { actor } = researcher;
  const read = (study: { batch: string } | { dataset: string }, query: object = {}) =>
    readJudgements(actor, study, ListJudgementsQuery.parse(query));
  const made = await read({ batch: batch.id });
  expect(made?.items.map(({ rater, value }) => `${rater} ${value}`).toSorted()).toEqual(
    [`${one.pseudonym} 1`, `${one.pseudonym} 2`, `${other.pseudonym} 5`, `${other.pseudonym} 5`].toSorted(),
  );
  expect(made?.items).toMatchObject(
    Array(4).fill({ batch: batch.id, raterKind: "human", counts: true, target: "item" }),
  );
  expect((await read({ batch: batch.id }, { rater: one.pseudonym }))?.items).toHaveLength(2);
  expect((await read({ batch: batch.id }, { rater: "nobody" }))?.items).toEqual([]);
  expect(await read({ dataset: dataset.id })).toEqual({ items: [], next: null });
  const assignments = await readAssignments(actor, batch.id, { limit: 100 });
  expect(assignments?.items).toHaveLength(4);
  const responses = JSON.stringify([
    made,
    assignments,
    await readDecisions(actor, { batch: batch.id }, { limit: 9 }),
  ]);
  for (const { name, email, id, membershipId, raterId } of [one, other]) {
    for (const secret of [name, email, id, membershipId, raterId]) expect(responses).not.toContain(secret);
  }
});

test("labels and answers of a batch are listed by pseudonym, in pages and filtered", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 3, criteria: 1 });
  const people = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const { actor } = await makeMember("researcher", { project });
  const batch = await makeBatch({ dataset, preset: "criterion-scoring", k: 2, annotators: people });
  await makeVotes(batch, people, () => [3, 4]);
  const assignments = await db.assignment.findMany({
    where: { batchId: batch.id },
    include: { subject: { select: { taskId: true } } },
  });
  const labelled = { exposure: "judge_then_reveal", drafted: ["a"], initial: Prisma.JsonNull } as const;
  for (const { id, raterId, armId, subject } of assignments) {
    const work = { batchId: batch.id, assignmentId: id, raterId, step: 1 };
    await db.labelling.create({
      data: {
        ...work,
        ...labelled,
        armId,
        taskId: subject.taskId,
        question: "kind",
        labels: ["a", "b"],
        reasonCode: "other",
        shown: 1,
        submittedAt: new Date(),
      },
    });
    await db.askAnswer.create({ data: { ...work, question: "ease", value: "easier" } });
  }
  const labels = (query: object) => readLabellings(actor, batch.id, LabellingsQuery.parse(query));
  const answers = (query: object) => readAnswers(actor, batch.id, AnswersQuery.parse(query));
  const [one] = people;
  const [task] = await db.task.findMany({ where: { datasetId: dataset.id, key: "t2" } });
  for (const read of [labels, answers]) {
    const whole = await all<{ id: string; rater: string }>(read, 2);
    expect(new Set(whole.map(({ id }) => id)).size).toBe(6);
    expect(new Set(whole.map(({ rater }) => rater))).toEqual(new Set(people.map((each) => each.pseudonym)));
    expect((await read({ rater: one?.pseudonym, task: task?.id }))?.items).toHaveLength(1);
    expect((await read({ question: "another" }))?.items).toEqual([]);
    expect(await read({ limit: "1000", question: undefined })).toMatchObject({ next: null });
  }
  const [labelling] = (await labels({}))?.items ?? [];
  expect(labelling).toMatchObject({
    use: "work",
    counts: true,
    question: "kind",
    item: null,
    exposure: "judge-then-reveal",
    drafted: ["a"],
    initial: null,
    revealedFirst: true,
    labels: ["a", "b"],
    reasonCode: "other",
  });
  expect(await readLabelling(actor, labelling?.id ?? "")).toEqual(labelling);
  const [answer] = (await answers({}))?.items ?? [];
  expect(answer).toMatchObject({ question: "ease", value: "easier", step: 1, use: "work" });
  expect(await readAnswer(actor, answer?.id ?? "")).toEqual(answer);
  const { actor: stranger } = await makeMember("researcher");
  expect(await readLabellings(stranger, batch.id, { limit: 9 })).toBeNull();
  expect(await readAnswer(stranger, answer?.id ?? "")).toBeNull();
});

test("flags, questions and other records of a batch are listed by pseudonym, in pages", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 3, criteria: 1 });
  const people = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const { actor } = await makeMember("researcher", { project });
  const batch = await makeBatch({ dataset, preset: "criterion-scoring", k: 2, annotators: people });
  await makeVotes(batch, people, () => [3, 4]);
  const assignments = await db.assignment.findMany({ where: { batchId: batch.id }, orderBy: { id: "asc" } });
  const at = new Date();
  for (const { id: assignmentId } of assignments) {
    await db.flag.create({ data: { batchId: batch.id, assignmentId, code: "unsafe", raisedAt: at } });
    for (const position of [0, 1, 10])
      await db.goldAnswer.create({ data: { assignmentId, position, given: 3, gold: 4, isRight: false } });
  }
  const flags = await all((query) => readFlags(actor, batch.id, FlagsQuery.parse(query)), 4);
  expect(flags.map(({ assignment }) => assignment).toSorted()).toEqual(assignments.map(({ id }) => id));
  const gold = await all((query) => readGoldAnswers(actor, batch.id, GoldAnswersQuery.parse(query)), 2);
  expect(gold.map(({ assignment, position }) => [assignment, position])).toEqual(
    assignments.flatMap(({ id }) => [0, 1, 10].map((position) => [id, position])),
  );
  const slots = await all((query) => readSlots(actor, batch.id, SlotsQuery.parse(query)), 4);
  expect(slots.map(({ assignment }) => assignment ?? "").toSorted()).toEqual(assignments.map(({ id }) => id));

  // All operations of an assignment, in order, also beyond the ninth.
  const [one] = assignments;
  const of = { id: batch.id, assignment: one?.id ?? "" };
  const from = await db.operation.count({ where: { assignmentId: of.assignment } });
  for (let seq = from + 1; seq <= from + 12; seq++)
    await db.operation.create({
      data: { assignmentId: of.assignment, id: randomUUID(), seq, type: "note", payload: {}, clientAt: at },
    });
  const operations = await all((query) => readOperations(actor, of, OperationsQuery.parse(query)), 5);
  expect(operations.map(({ seq }) => seq)).toEqual(Array.from({ length: from + 12 }, (_, n) => n + 1));

  // An older version of a judged rubric can still be read.
  const rubric = await db.rubric.findFirstOrThrow({
    where: { datasetId: dataset.id },
    include: { versions: { include: { items: true } } },
  });
  const [version] = rubric.versions;
  await db.rubricVersion.create({ data: { rubricId: rubric.id, version: 2 } });
  const versions = await all(
    (query) => readRubricVersions(actor, rubric.id, RubricVersionsQuery.parse(query)),
    1,
  );
  expect(versions.map((each) => each.version)).toEqual([1, 2]);
  expect(versions[0]?.items.map(({ itemVersion }) => itemVersion)).toEqual(
    version?.items.map(({ id }) => id),
  );
  expect(await readRubricVersion(actor, version?.id ?? "")).toEqual(versions[0]);
  const pinned = await readBatchRubrics(actor, batch.id, BatchRubricsQuery.parse({}));
  expect(pinned?.items.find((each) => each.rubric === rubric.id)?.version).toBe(1);
  const guidelines = await readGuidelinesVersions(actor, batch.id, GuidelinesVersionsQuery.parse({}));
  expect(guidelines?.items.map((each) => each.version)).toEqual([1]);

  const responses = JSON.stringify([flags, gold, slots, operations, versions, pinned, guidelines]);
  for (const { name, email, id, membershipId, raterId } of people)
    for (const secret of [name, email, id, membershipId, raterId]) expect(responses).not.toContain(secret);
  const { actor: stranger } = await makeMember("researcher");
  expect([
    await readFlags(stranger, batch.id, { limit: 9 }),
    await readGoldAnswers(stranger, batch.id, { limit: 9 }),
    await readSlots(stranger, batch.id, { limit: 9 }),
    await readOperations(stranger, of, { limit: 9 }),
    await readRubricVersions(stranger, rubric.id, { limit: 9 }),
    await readRubricVersion(stranger, version?.id ?? ""),
    await readBatchRubrics(stranger, batch.id, { limit: 9 }),
    await readGuidelinesVersions(stranger, batch.id, { limit: 9 }),
  ]).toEqual(Array(8).fill(null));
});

test("the list of projects has those of the account only", async () => {
  const [mine, foreign] = [await makeMember("annotator"), await makeMember("admin")];
  await makeMember("researcher", { user: mine });
  const items = await all((query) => readProjects(mine.actor, ListQuery.parse(query)), 1);
  expect(items.map(({ role }) => role).toSorted()).toEqual(["annotator", "researcher"]);
  expect(items.map(({ id }) => id)).not.toContain(foreign.projectId);
});

test("a page far into a long list costs what the first one does", async () => {
  const project = await makeProject();
  const researcher = await makeMember("researcher", { project });
  const { datasetId } = await makeJudgedStudy(pool, {
    projectId: project.id,
    responses: 2000,
    criteria: 2,
    raters: 5,
  });
  await asOwner((owner) => owner.query(`ANALYZE "Judgement"`));
  // The query of the list, with the key of a row in the middle.
  const [middle] = await db.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Judgement" WHERE "datasetId" = ${datasetId}::uuid ORDER BY "id" OFFSET 10000 LIMIT 1`;
  const { rows } = await pool.query<{ "QUERY PLAN": string }>(
    `EXPLAIN SELECT x."id" FROM "Judgement" x WHERE x."datasetId" = $1 AND x."batchId" IS NULL AND x."id" > $2
     ORDER BY x."datasetId", x."batchId", x."id" LIMIT 101`,
    [datasetId, middle?.id],
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("Judgement_datasetId_batchId_id_idx");
  expect(plan).not.toContain("Sort");
  const after = Buffer.from(middle?.id ?? "").toString("base64url");
  const page = await readJudgements(
    researcher.actor,
    { dataset: datasetId },
    ListJudgementsQuery.parse({ after }),
  );
  expect(page?.items).toHaveLength(100);
  expect(page?.items.every(({ id }) => id > (middle?.id ?? ""))).toBe(true);
});
