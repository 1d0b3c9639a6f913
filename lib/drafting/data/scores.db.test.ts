import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { setScores } from "@/lib/dataset/data/scores";
import type { ScoreRow } from "@/lib/dataset/schema/scores";
import { addRunResponses } from "@/lib/drafting/data/generated-responses";
import { findGeneratedTables } from "@/lib/drafting/data/generated-tables";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeRefinement } from "@/testing/builders/runs";

async function scored() {
  const dataset = await makeDataset({ tasks: 1, responses: 1, checklist: 0 });
  const refinement = await makeRefinement({ dataset });
  const { key } = await db.response.findFirstOrThrow({ where: { datasetId: dataset.id } });
  const generated = await db.generatedResponse.findMany({
    where: { unitId: refinement.unit },
    orderBy: { position: "asc" },
  });
  return { dataset, refinement, admin: refinement.admin.actor, key, keys: generated.map((one) => one.key) };
}

const metadataOf = async (datasetId: string) =>
  (await db.response.findMany({ where: { datasetId }, orderBy: { position: "asc" } })).map(
    ({ metadata }) => metadata,
  );

test("scores are set on responses of datasets and runs, and are copied when responses are added", async () => {
  const { dataset, refinement, admin, key, keys } = await scored();
  const [first = "", last = ""] = keys;
  const rows: ScoreRow[] = [
    { response: key, scores: { benchmark: 0.2 } },
    { response: first, scores: { benchmark: 0.4 } },
    { response: last, scores: { benchmark: 0.9, reward: 2 } },
  ];
  expect(await setScores(admin, dataset.id, rows)).toEqual({ responses: 3, names: ["benchmark", "reward"] });
  expect(await findGeneratedTables(admin, refinement.id)).toMatchObject({
    scores: ["benchmark", "reward"],
    iterations: [
      { scores: { benchmark: { mean: 0.4, tasks: 1 } } },
      { scores: { benchmark: { mean: 0.9 } } },
    ],
  });
  expect(await addRunResponses(admin, refinement.id, "final")).toEqual({ added: 1 });
  expect(await metadataOf(dataset.id)).toMatchObject([
    { benchmark: 0.2 },
    { benchmark: 0.9, reward: 2, iteration: 1 },
  ]);
  // Other scores stay, and the response's own are found where it is now.
  expect(await setScores(admin, dataset.id, [{ response: last, scores: { reward: 5 } }])).toMatchObject({
    responses: 1,
  });
  expect(await findGeneratedTables(admin, refinement.id)).toMatchObject({
    iterations: [{}, { scores: { benchmark: { mean: 0.9 }, reward: { mean: 5 } } }],
  });
});

test("a file with an unknown response or a taken name changes nothing", async () => {
  const { dataset, admin, key } = await scored();
  const good = { response: key, scores: { benchmark: 1 } };
  const before = await metadataOf(dataset.id);
  expect(
    await setScores(admin, dataset.id, [good, { response: "nobody", scores: { benchmark: 1 } }]),
  ).toEqual({
    refused: "unknown-responses",
    detail: { responses: ["nobody"] },
  });
  expect(await setScores(admin, dataset.id, [{ response: key, scores: { iteration: 1 } }])).toMatchObject({
    refused: "score-name-taken",
  });
  await db.response.updateMany({ where: { datasetId: dataset.id }, data: { metadata: { style: "plain" } } });
  expect(await setScores(admin, dataset.id, [{ response: key, scores: { style: 1 } }])).toEqual({
    refused: "score-name-taken",
    detail: { name: "style" },
  });
  await db.response.updateMany({ where: { datasetId: dataset.id }, data: { metadata: before[0] ?? {} } });
  expect(await metadataOf(dataset.id)).toEqual(before);
  const outsider = await makeMember("admin");
  expect(await setScores(outsider.actor, dataset.id, [good])).toBeNull();
});
