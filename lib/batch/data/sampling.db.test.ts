import { expect, test } from "vitest";
import { selectedSubjects } from "@/lib/batch/data/subjects";
import type { SampleBy } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";

const TASKS = 30;
const SEEDS = 200;
const SIZE = 20;

/** Sixty responses with overall scores by two judges who differ on every third; tags in one large and many small strata. */
async function judgedDataset() {
  const dataset = await makeDataset({ tasks: TASKS, responses: 2, drafts: false });
  const where = { datasetId: dataset.id };
  for (const { id, position } of await db.task.findMany({ where }))
    await db.task.update({ where: { id }, data: { tags: [position < 18 ? "common" : `rare ${position}`] } });
  const responses = await db.response.findMany({ where, orderBy: { key: "asc" } });
  const judges = await Promise.all(
    ["judge-1", "judge-2"].map((code) =>
      db.rater.create({ data: { projectId: dataset.projectId, ...where, kind: "llm", code } }),
    ),
  );
  const isOpen = (n: number) => n % 3 === 0;
  await db.draft.createMany({
    data: responses.flatMap(({ id, taskId, key }, n) =>
      judges.map((judge, j) => ({
        ...{ ...where, taskId, responseId: id, target: "overall" as const, raterId: judge.id },
        ...{ key: `${key} ${j}`, position: 2 * n + j, lines: [] },
        value: isOpen(n) && j === 1 ? 1 : 4,
        confidence: isOpen(n) ? 0.5 : 1,
      })),
    ),
  });
  return { dataset, open: new Set(responses.filter((_, n) => isOpen(n)).map(({ id }) => id)) };
}

interface Drawn {
  responseId: string;
  taskId: string;
  probability: number;
}

function draw(datasetId: string, by: SampleBy, seed: number, size = SIZE) {
  const selection = { filter: {}, sample: { size, by } };
  return db.$queryRaw<
    Drawn[]
  >`${selectedSubjects({ kind: "response", datasetId, batchId: null, selection, seed, needs: [] })}`;
}

test("inclusion probabilities are those of the draw, and weighting by them gives unbiased means", async () => {
  const { dataset, open } = await judgedDataset();
  const tasks = await db.task.findMany({ where: { datasetId: dataset.id } });
  const rare = new Set(tasks.filter(({ tags }) => tags[0] !== "common").map(({ id }) => id));
  for (const [by, isIn] of [
    ["uncertainty", ({ responseId }: Drawn) => open.has(responseId)],
    ["disagreement", ({ responseId }: Drawn) => open.has(responseId)],
    ["tag", ({ taskId }: Drawn) => rare.has(taskId)],
  ] as const) {
    let [drawnIn, weightIn, weight] = [0, 0, 0];
    const chances = new Set<string>();
    for (let seed = 0; seed < SEEDS; seed++) {
      const sample = await draw(dataset.id, by, seed);
      expect(sample).toHaveLength(SIZE);
      for (const subject of sample) {
        weight += 1 / subject.probability;
        if (isIn(subject)) {
          drawnIn++;
          weightIn += 1 / subject.probability;
          chances.add(subject.probability.toFixed(6));
        }
      }
    }
    const truth = by === "tag" ? (TASKS - 18) / TASKS : 1 / 3;
    expect(weight / SEEDS).toBeCloseTo(2 * TASKS, by === "tag" ? -1 : 0);
    expect(Math.abs(weightIn / weight - truth)).toBeLessThan(0.03);
    if (by === "tag") continue;
    // Twenty open responses with weight 1 + 3 × score, forty with 1.
    const score = by === "uncertainty" ? 0.5 : 1;
    const own = 1 + 3 * score;
    const chance = (SIZE * own) / (20 * own + 40);
    expect([...chances]).toEqual([chance.toFixed(6)]);
    expect(Math.abs(drawnIn / SEEDS / 20 - chance)).toBeLessThan(0.03);
  }
}, 120_000);

test("inclusion probabilities are at most 1, and 1 in a sample of everything", async () => {
  const { dataset } = await judgedDataset();
  const many = await draw(dataset.id, "disagreement", 1, 50);
  expect(many).toHaveLength(50);
  expect(Math.max(...many.map(({ probability }) => probability))).toBeCloseTo(1, 9);
  for (const by of ["everything", "tag", "model", "uncertainty"] as const)
    for (const { probability } of await draw(dataset.id, by, 1, 99)) expect(probability).toBeCloseTo(1, 12);
});

test("an open batch stores inclusion probabilities, and its study file has those below 1", async () => {
  const { dataset } = await judgedDataset();
  const selection = { filter: {}, sample: { size: SIZE, by: "disagreement" as const } };
  const batch = await makeBatch({ dataset, selection, seed: 5, preset: "direct-scoring" });
  const subjects = await db.subject.findMany({ where: { batchId: batch.id }, include: { response: true } });
  expect(subjects).toHaveLength(SIZE);
  const stored = new Map(subjects.map(({ response, probability }) => [response?.key, probability]));
  const scope = { projectId: dataset.projectId, datasetId: dataset.id, batchId: batch.id };
  const exported = new Map<string, unknown>();
  for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, scope)))
    if (record.type === "response") exported.set(record.id, record.metadata?.inclusionProbability);
  expect(exported).toEqual(stored);

  const whole = await makeBatch({ dataset, preset: "direct-scoring" });
  expect(await db.subject.findFirst({ where: { batchId: whole.id } })).toMatchObject({ probability: 1 });
  const [{ id } = expect.fail()] = subjects;
  for (const probability of [0, -0.1, 1.1])
    await expect(db.subject.update({ where: { id }, data: { probability } })).rejects.toThrow();
});

test("the study file of a batch sampled by tag has the stratum of each response", async () => {
  const { dataset } = await judgedDataset();
  const spread = await makeBatch({
    ...{ dataset, seed: 5, preset: "direct-scoring" },
    selection: { filter: {}, sample: { size: SIZE, by: "tag" as const } },
  });
  const scope = { projectId: dataset.projectId, datasetId: dataset.id, batchId: spread.id };
  const tags = new Map(
    (await db.task.findMany({ where: { datasetId: dataset.id } })).map((task) => [task.key, task.tags]),
  );
  const strata: unknown[] = [];
  for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, scope)))
    if (record.type === "response") {
      strata.push(record.metadata?.samplingStratum);
      expect(record.metadata?.samplingStratum).toBe(tags.get(record.task)?.join(" "));
    }
  expect(strata).toHaveLength(SIZE);
});
