import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { inputsOf, sampleSubjects } from "@/lib/drafting/data/subjects";
import { methodById } from "@/lib/drafting/rules/methods";
import { RunSelection } from "@/lib/drafting/schema/runs";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";

/** Three tasks, the first two tagged "history", each with a response of each of three models. */
async function study() {
  const dataset = await makeDataset({ tasks: 3, responses: 3, checklist: 1 });
  const tasks = await db.task.findMany({ where: { datasetId: dataset.id }, orderBy: { position: "asc" } });
  await db.task.updateMany({
    where: { datasetId: dataset.id, position: { lt: 2 } },
    data: { tags: ["history"] },
  });
  const chosen = async (methodId: string, selection: object) => {
    const method = methodById(methodId) ?? expect.fail();
    const request = { datasetId: dataset.id, method, selection: RunSelection.parse(selection) };
    const { sample } = await sampleSubjects(request, 100);
    const models = new Map(
      (await db.response.findMany({ where: { datasetId: dataset.id } })).map(({ id, model }) => [id, model]),
    );
    return sample.map(({ taskId, responseId, responseBId }) =>
      [
        tasks.findIndex(({ id }) => id === taskId) + 1,
        ...[responseId, responseBId].flatMap((id) => (id ? [models.get(id)] : [])),
      ].join(" "),
    );
  };
  return { dataset, tasks, chosen };
}

test("a run drafts for the first of the tasks that its filter selects", async () => {
  const { dataset, tasks, chosen } = await study();
  const tick = (selection: object) => chosen("tick.generate", selection);
  expect(await tick({})).toEqual(["1", "2", "3"]);
  expect(await tick({ filter: { tag: ["history"] } })).toEqual(["1", "2"]);
  expect(await tick({ filter: { q: "topic 2" } })).toEqual(["2"]);
  expect(await tick({ filter: { tag: ["history"] }, first: 1 })).toEqual(["1"]);
  expect(await tick({ filter: { tag: ["history"] }, tasks: [tasks[1]?.id, tasks[2]?.id] })).toEqual(["2"]);
  await makeBatch({ dataset, selection: { filter: { q: "topic 3" }, sample: null } });
  expect(await tick({ filter: { status: "untouched" } })).toEqual(["1", "2"]);
});

test("a filter selects responses, and pairs in which both responses match", async () => {
  const { chosen } = await study();
  const one = (selection: object) => chosen("tick.direct", selection);
  expect(await one({ first: 1, filter: { model: ["model-2", "model-3"] } })).toEqual([
    "1 model-2",
    "1 model-3",
  ]);
  expect(await one({ filter: { most: 3 } })).toEqual([]);
  const pair = (selection: object) => chosen("tick.preference", { first: 1, ...selection });
  expect(await pair({})).toEqual(["1 model-1 model-2", "1 model-1 model-3", "1 model-2 model-3"]);
  expect(await pair({ filter: { model: ["model-1", "model-3"] } })).toEqual(["1 model-1 model-3"]);
  expect(await pair({ pair: ["model-3", "model-1"] })).toEqual(["1 model-3 model-1"]);
});

/** Criteria with a number of words for a task, as requested for one response or pair. */
async function writeCriteria(
  task: { id: string; datasetId: string },
  text: string,
  { responseId, responseBId }: { responseId?: string; responseBId?: string } = {},
) {
  const key = randomUUID();
  const rubric = await db.rubric.create({
    data: {
      ...{ datasetId: task.datasetId, taskId: task.id, responseId, responseBId, key, position: 0 },
      kind: "criteria",
      versions: { create: { version: 1, origin: "llm" } },
      items: { create: [{ key: `${key}.1` }] },
    },
    include: { versions: true, items: true },
  });
  const [version, item] = [rubric.versions[0]?.id ?? "", rubric.items[0]?.id ?? ""];
  const scale = { type: "points", min: 1, max: 5 };
  await db.itemVersion.create({
    data: { itemId: item, rubricId: rubric.id, rubricVersionId: version, position: 0, text, scale },
  });
  return rubric.id;
}

test("criteria of one response judge that response, and criteria of a pair that pair, in either order", async () => {
  const { dataset, tasks } = await study();
  const [task] = tasks;
  if (!task) throw new Error("no task");
  const [one, two] = await db.response.findMany({ where: { taskId: task.id }, orderBy: { position: "asc" } });
  await writeCriteria(task, "for the pair", { responseId: two?.id, responseBId: one?.id });
  await writeCriteria(task, "for the second", { responseId: two?.id });
  await writeCriteria(task, "for the first", { responseId: one?.id });
  const judgedBy = async (methodId: string) => {
    const method = methodById(methodId) ?? expect.fail();
    const selection = RunSelection.parse({ tasks: [task.id] });
    const { sample, unfit } = await sampleSubjects({ datasetId: dataset.id, method, selection }, 100);
    const inputs = await inputsOf(sample, method, selection);
    return { unfit, by: inputs.map(({ items }) => items.map(({ text }) => text).join()) };
  };
  // The third response has no criteria: it is left out instead of judged by those of another.
  expect(await judgedBy("coeval.step")).toEqual({ unfit: 1, by: ["for the first", "for the second"] });
  expect(await judgedBy("salc.evaluate_relative")).toEqual({ unfit: 2, by: ["for the pair"] });

  const ofTask = await writeCriteria(task, "for the task");
  expect((await judgedBy("coeval.step")).by).toEqual(["for the first", "for the second", "for the task"]);
  await db.rubric.update({ where: { id: ofTask }, data: { retiredAt: new Date() } });
  expect((await judgedBy("coeval.step")).unfit).toBe(1);
});
