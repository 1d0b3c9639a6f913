import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { openExport } from "@/lib/export/data/exports";
import { setupOf } from "@/lib/export/testing/batch-setup";
import { bodyText } from "@/lib/export/testing/read";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset, type TestDataset } from "@/testing/builders/datasets";
import { makeMember, makeSiteAdmin } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeVotes } from "@/testing/builders/submissions";

const [TASKS, SIZE] = [60, 24];

/** A pair for each task. The judge prefers the response shown first in both orders on a third, and the first one on the others. */
async function judgedPairs(): Promise<TestDataset> {
  const dataset = await makeDataset({ tasks: TASKS, responses: 2, drafts: false });
  const { id: datasetId, projectId } = dataset;
  const judge = await db.rater.create({ data: { projectId, datasetId, kind: "llm", code: "judge" } });
  const tasks = await db.task.findMany({
    where: { datasetId },
    include: { responses: { orderBy: { position: "asc" } } },
  });
  await db.draft.createMany({
    data: tasks.flatMap(({ id: taskId, key, position, responses: [one, other] }) =>
      (["AB", "BA"] as const).map((order) => ({
        ...{ datasetId, taskId, responseId: one?.id, responseBId: other?.id, target: "preference" as const },
        ...{ raterId: judge.id, key: `${key} ${order}`, position, order, lines: [] },
        value: position % 3 === 0 && order === "BA" ? "B" : "A",
      })),
    ),
  });
  return dataset;
}

/** Pairs drawn where the judge flips; people prefer the second response of just these. */
async function sampledBatch() {
  const dataset = await judgedPairs();
  const annotator = await makeMember("annotator", { project: { id: dataset.projectId } });
  const batch = await makeBatch({
    ...{ dataset, annotators: [annotator], preset: "preference", seed: 3 },
    selection: { filter: {}, sample: { size: SIZE, by: "uncertainty" } },
  });
  const drawn = await db.subject.findMany({
    where: { batchId: batch.id },
    include: { task: true },
    orderBy: { position: "asc" },
  });
  const isFlipped = (at: number) => (drawn[at]?.task.position ?? 0) % 3 === 0;
  await makeVotes(batch, [annotator], (at) => [isFlipped(at) ? "B" : "A"]);
  return { dataset, batch, flipped: drawn.filter((_, at) => isFlipped(at)).length };
}

/** The win rate of the first model over the other in a report, by source. */
async function winRatesIn(scope: { projectId: string; datasetId: string; batchId: string | null }) {
  const { study } = await loadStudy(scope);
  const { winRates, modelEstimates } = await reportOf(study, { replicates: 20, seed: 1 });
  const rateOf = (source: string) =>
    winRates.find((row) => row.source === source && row.first === "model-1")?.rate;
  const estimate = modelEstimates.find(({ responseModel }) => responseModel === "model-1");
  return { people: rateOf("people"), judge: rateOf("judge"), both: rateOf("corrected"), estimate };
}

test("win rates of a batch of pairs drawn by flips are those of all pairs, and so are those of its study file", async () => {
  const { dataset, batch, flipped } = await sampledBatch();
  // Of 60 pairs 20 are flipped: they weigh 2.5 beside the others' 1, in a sample of 24.
  const chance = { flipped: (SIZE * 2.5) / (20 * 2.5 + 40), other: SIZE / (20 * 2.5 + 40) };
  const [lost, won] = [flipped / chance.flipped, (SIZE - flipped) / chance.other];
  expect(flipped / SIZE).toBeGreaterThan(0.45);
  const people = won / (lost + won);
  // The judge gives the first model 40 of all pairs and half of the 20 that it flips: people's luck in the draw is known from it.
  const judge = { all: 5 / 6, sample: (won + lost / 2) / (lost + won) };
  const both = people + judge.all - judge.sample;
  expect(Math.abs(both - 2 / 3)).toBeLessThan(Math.abs(people - 2 / 3));

  const scope = { projectId: batch.projectId, datasetId: dataset.id, batchId: batch.id };
  const inBatch = await winRatesIn(scope);
  expect(inBatch.people).toBeCloseTo(people, 9);
  expect(inBatch.judge).toBeCloseTo(judge.all, 9);
  expect(inBatch.both).toBeCloseTo(both, 9);
  expect(inBatch.estimate).toMatchObject({ units: TASKS, labelled: SIZE });
  expect(inBatch.estimate?.human).toBeCloseTo(people, 9);
  expect(inBatch.estimate?.powered).toBeCloseTo(both, 9);

  const lines: string[] = [];
  for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, scope)))
    lines.push(JSON.stringify(record));
  const project = await makeProject();
  const file = [Buffer.from(lines.join("\n"))];
  const imported = await importStudyFile(project.id, file, { fileName: "sample.jsonl" });
  if (!("datasetId" in imported)) throw new Error(imported.failure);
  const inFile = await winRatesIn({ projectId: project.id, datasetId: imported.datasetId, batchId: null });
  expect(inFile.people).toBeCloseTo(people, 9);
  expect(inFile.estimate).toMatchObject({ units: SIZE, labelled: SIZE });
  expect(inFile.estimate?.human).toBeCloseTo(people, 9);
  expect(inFile.judge).toBeCloseTo(judge.sample, 9);
});

test("the ratings and the methods paragraph of a batch tell how its pairs were drawn", async () => {
  const { batch } = await sampledBatch();
  const { actor } = await makeSiteAdmin();
  const jsonl = await bodyText((await openExport(actAs(actor, "admin"), batch.id, "jsonl"))?.body);
  const chances = jsonl
    .trimEnd()
    .split("\n")
    .map((line) => {
      const { inclusion_probability } = JSON.parse(line) as { inclusion_probability: number };
      return inclusion_probability.toFixed(3);
    });
  expect(chances).toHaveLength(SIZE);
  expect(new Set(chances)).toEqual(new Set(["0.267", "0.667"]));
  expect((await setupOf(batch)).text).toContain(
    "24 pairs were drawn at random, more often where judges are uncertain, with probabilities from 0.267 to 0.667; " +
      "estimates of models are weighted by the inverse.",
  );
});
