import { expect, test } from "vitest";
import { listCases } from "@/lib/adjudication/data/cases";
import { recordRuling } from "@/lib/adjudication/data/rulings";
import { startAdjudication } from "@/lib/adjudication/data/start-adjudication";
import { DEFAULT_RULE } from "@/lib/adjudication/rules";
import { actAs } from "@/lib/auth/actor";
import { moveBatch } from "@/lib/batch/data/change-state";
import { db } from "@/lib/database/db";
import { checkManyGold, createGoldFrom, markManyGold } from "@/lib/quality/data/bulk-gold";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeClosedBatch, makeVotes } from "@/testing/builders/submissions";

const goldIn = (datasetId: string) =>
  db.judgement.findMany({
    where: { datasetId, rater: { kind: "gold" } },
    select: { value: true, metadata: true },
  });

test("an admin sets many values at once by the ids of the file, all or none", async () => {
  const dataset = await makeDataset({ tasks: 2, criteria: 2 });
  const admin = await makeMember("admin", { project: { id: dataset.projectId } });
  const responses = await db.response.findMany({ where: { datasetId: dataset.id }, orderBy: { key: "asc" } });
  const [first, second] = responses;
  const item = await db.item.findFirstOrThrow({
    where: { rubric: { OR: [{ taskId: first?.taskId }, { taskId: null, datasetId: dataset.id }] } },
  });
  if (!first || !second) throw new Error("two responses are needed");
  const good = { response: first.key, item: item.key, value: 4, explanation: "Clear." };
  const overall = { response: second.id, item: null, value: 2, explanation: "" };
  expect(
    await markManyGold(admin.actor, dataset.id, [good, { ...overall, response: "nowhere" }]),
  ).toMatchObject({
    refused: "gold-unfit",
    detail: { total: 1, rows: [{ row: 2, reason: "no response has the id “nowhere”" }] },
  });
  const check = (rows: Parameters<typeof checkManyGold>[2]) => checkManyGold(admin.actor, dataset.id, rows);
  const off = { ...good, value: 77 };
  expect(await check([good, { ...overall, value: "yes" }, off])).toEqual({
    fits: 1,
    replaces: 0,
    takesBack: 0,
    problems: [
      { row: 2, reason: "“yes” is no overall score" },
      { row: 3, reason: "77 is off the scale" },
    ],
    unfit: 2,
  });
  expect(await goldIn(dataset.id)).toEqual([]);
  expect(await markManyGold(admin.actor, dataset.id, [good, overall])).toEqual({ marked: 2 });
  expect(
    await check([
      { ...good, value: 5 },
      { ...overall, value: null },
    ]),
  ).toEqual({
    fits: 2,
    replaces: 2,
    takesBack: 1,
    problems: [],
    unfit: 0,
  });
  expect(await checkManyGold((await makeMember("admin")).actor, dataset.id, [good])).toBeNull();
  expect(await markManyGold(admin.actor, dataset.id, [{ ...good, value: null }])).toEqual({ marked: 1 });
  expect(await goldIn(dataset.id)).toEqual([{ value: 2, metadata: {} }]);
  expect(await markManyGold(admin.actor, dataset.id, [{ ...good, value: 77 }])).toMatchObject({
    refused: "gold-unfit",
  });
  expect(await markManyGold((await makeMember("admin")).actor, dataset.id, [good])).toBeNull();
});

test("an admin makes agreed values of a closed batch gold, and disputed ones stay without gold", async () => {
  const project = await makeProject();
  const people = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const batch = await makeClosedBatch({
    people,
    tasks: 2,
    values: (subject) => (subject === 0 ? [3, 3] : [1, 5]),
  });
  const { datasetId } = await db.batch.findUniqueOrThrow({ where: { id: batch.id } });
  const admin = await makeMember("admin", { project });
  const marked = await createGoldFrom(admin.actor, datasetId, { batch: batch.id, from: "consensus" });
  const gold = await goldIn(datasetId);
  expect(marked).toEqual({ marked: gold.length });
  expect(new Set(gold.map(({ value }) => value))).toEqual(new Set([3]));
  expect(await createGoldFrom(admin.actor, datasetId, { batch: batch.id, from: "adjudication" })).toEqual({
    refused: "no-gold-in-batch",
  });
  const stranger = await makeMember("admin");
  expect(await createGoldFrom(stranger.actor, datasetId, { batch: batch.id, from: "consensus" })).toBeNull();
  const open = await makeBatch({ dataset: { id: datasetId, projectId: project.id }, annotators: people });
  expect(await createGoldFrom(admin.actor, datasetId, { batch: open.id, from: "consensus" })).toEqual({
    refused: "batch-not-closed",
  });
});

test("the last ruling on each contested unit becomes gold, except where it was taken back", async () => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotators = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const dataset = await makeDataset({ project, tasks: 4, criteria: 1 });
  const settings = { overallScore: false };
  const batch = await makeBatch({ dataset, annotators, k: 2, preset: "criterion-scoring", settings });
  await makeVotes(batch, annotators, (subject) => (subject === 0 ? [4, 4] : [1, 5]));
  await startAdjudication(admin.actor, batch.id, { rule: DEFAULT_RULE, adjudicators: [] });
  const [first, second, third] = (await listCases(admin.actor, batch.id, "all", -1)).rows;
  const rule = (id: string | undefined, value: number | null, after: number) =>
    recordRuling(actAs(admin.actor, "annotator"), batch.id, id ?? "", { value, note: "", after });
  expect(await rule(first?.id, 2, 0)).toEqual({ rulings: 1 });
  expect(await rule(first?.id, 3, 1)).toEqual({ rulings: 2 });
  expect(await rule(second?.id, 5, 0)).toEqual({ rulings: 1 });
  expect(await rule(second?.id, null, 1)).toEqual({ rulings: 2 });
  expect(third).toMatchObject({ value: null });

  const take = () => createGoldFrom(admin.actor, dataset.id, { batch: batch.id, from: "adjudication" });
  expect(await take()).toEqual({ refused: "batch-not-closed" });
  expect(await goldIn(dataset.id)).toEqual([]);
  await moveBatch(admin.actor, batch.id, "close");
  expect(await take()).toEqual({ marked: 1 });
  const { name } = await db.batch.findUniqueOrThrow({ where: { id: batch.id } });
  expect(await goldIn(dataset.id)).toEqual([{ value: 3, metadata: { explanation: `Decided in “${name}”` } }]);
  // A second click marks the same again, without a second value.
  expect(await take()).toEqual({ marked: 1 });
  expect(await goldIn(dataset.id)).toHaveLength(1);
});
