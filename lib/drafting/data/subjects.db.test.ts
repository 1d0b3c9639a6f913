import { expect, test } from "vitest";
import { db } from "@/lib/db";
import { sampleSubjects } from "@/lib/drafting/data/subjects";
import { methodById } from "@/lib/drafting/rules/methods";
import { RunSelection } from "@/lib/drafting/runs";
import { makeBatch, makeDataset } from "@/prisma/builders";

/** Three tasks of which the first two are tagged "history", each with a response of each of three models. */
async function study() {
  const dataset = await makeDataset({ tasks: 3, responses: 3, checklist: 1 });
  const tasks = await db.task.findMany({ where: { datasetId: dataset.id }, orderBy: { position: "asc" } });
  await db.task.updateMany({
    where: { datasetId: dataset.id, position: { lt: 2 } },
    data: { tags: ["history"] },
  });
  const chosen = async (methodId: string, selection: object) => {
    const method = methodById(methodId) ?? expect.fail();
    const asked = { datasetId: dataset.id, method, selection: RunSelection.parse(selection) };
    const { sample } = await sampleSubjects(asked, 100);
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

test("tasks by the filter of datasets and batches, then only the first", async () => {
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

test("responses, and pairs of which both fit", async () => {
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
