import { expect, test } from "vitest";
import { db } from "@/lib/db";
import { markManyGold, takeGoldFrom } from "@/lib/quality/data/many-gold";
import { makeBatch, makeClosedBatch, makeDataset, makeMember, makeProject } from "@/prisma/builders";

const goldIn = (datasetId: string) =>
  db.judgement.findMany({
    where: { datasetId, rater: { kind: "gold" } },
    select: { value: true, metadata: true },
  });

test("many values are marked at once by the ids of the file, all or none", async () => {
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
  expect(await goldIn(dataset.id)).toEqual([]);
  expect(await markManyGold(admin.actor, dataset.id, [good, overall])).toEqual({ marked: 2 });
  expect(await markManyGold(admin.actor, dataset.id, [{ ...good, value: null }])).toEqual({ marked: 1 });
  expect(await goldIn(dataset.id)).toEqual([{ value: 2, metadata: {} }]);
  expect(await markManyGold(admin.actor, dataset.id, [{ ...good, value: 77 }])).toMatchObject({
    refused: "gold-unfit",
  });
  expect(await markManyGold((await makeMember("admin")).actor, dataset.id, [good])).toBeNull();
});

test("what people agreed on in a closed batch becomes gold, and what they did not stays open", async () => {
  const project = await makeProject();
  const people = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const batch = await makeClosedBatch({
    people,
    tasks: 2,
    values: (subject) => (subject === 0 ? [3, 3] : [1, 5]),
  });
  const { datasetId } = await db.batch.findUniqueOrThrow({ where: { id: batch.id } });
  const admin = await makeMember("admin", { project });
  const marked = await takeGoldFrom(admin.actor, datasetId, { batch: batch.id, from: "consensus" });
  const gold = await goldIn(datasetId);
  expect(marked).toEqual({ marked: gold.length });
  expect(new Set(gold.map(({ value }) => value))).toEqual(new Set([3]));
  expect(await takeGoldFrom(admin.actor, datasetId, { batch: batch.id, from: "adjudication" })).toEqual({
    refused: "no-gold-in-batch",
  });
  const stranger = await makeMember("admin");
  expect(await takeGoldFrom(stranger.actor, datasetId, { batch: batch.id, from: "consensus" })).toBeNull();
  const open = await makeBatch({ dataset: { id: datasetId, projectId: project.id }, annotators: people });
  expect(await takeGoldFrom(admin.actor, datasetId, { batch: open.id, from: "consensus" })).toEqual({
    refused: "batch-not-closed",
  });
});
